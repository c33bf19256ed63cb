//! Certificates: files with X's move in every position that O can reach.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | `ENNEAD THEOREM 1` |
//! | 4 | number of plies of the longest game, little endian |
//! | 4 | number of positions, little endian |
//! | 1 each | X's moves, 9 * grid + cell, in the order of [the check](super::walk) |
//! | 32 | BLAKE3 digest of all preceding bytes |

use thiserror::Error;

use super::walk::{Extent, WalkError, walk};
use super::{Proof, START};

const MAGIC: &[u8; 16] = b"ENNEAD THEOREM 1";
const HEADER: usize = MAGIC.len() + 8;
const CELLS: u8 = 9;

/// A file that is not a valid certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// The file does not start with the magic bytes, or is truncated.
    #[error("not a certificate: it does not begin with {:?}", str::from_utf8(MAGIC).unwrap_or(""))]
    Magic,
    /// The length differs from the one implied by the header.
    #[error("{found} bytes instead of {expected}: the file is cut off, or too long")]
    Length {
        /// Number of bytes.
        found: usize,
        /// Number of bytes implied by the header.
        expected: usize,
    },
    /// The digest does not match.
    #[error("the digest at the end does not match: the file is damaged")]
    Digest,
    /// The moves do not prove a win.
    #[error("not a proof: {0}")]
    Walk(#[from] WalkError),
    /// The moves prove something other than the header claims.
    #[error(
        "the header says {} plies and {} positions, but the moves lead to {} and {}",
        .header.0, .header.1, .moves.0, .moves.1
    )]
    Extent {
        /// Plies and positions according to the header.
        header: (u32, usize),
        /// Plies and positions according to the moves.
        moves: (u32, usize),
    },
}

/// The statement proven by a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// X wins within this number of plies.
    pub plies: u32,
    /// Number of positions with X to move that O can reach, up to symmetry.
    pub positions: usize,
    /// The BLAKE3 digest of the certificate, in hexadecimal.
    pub digest: String,
}

/// X's moves in all positions that O can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(Vec<u8>);

impl Certificate {
    /// The certificate for a proof.
    pub fn new(proof: &Proof) -> Result<Certificate, WalkError> {
        let mut moves = Vec::new();
        let extent = walk(&START, |board| {
            let (grid, cell) = proof.get(board)?.best;
            moves.push(grid * CELLS + cell);
            Some((grid, cell))
        })?;
        Ok(Self::of_moves(extent.plies, &moves))
    }

    /// A certificate with these moves, right or wrong, and a matching digest.
    pub fn of_moves(plies: u32, moves: &[u8]) -> Certificate {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(plies.to_le_bytes());
        bytes.extend((moves.len() as u32).to_le_bytes());
        bytes.extend(moves);
        let digest = blake3::hash(&bytes);
        bytes.extend(digest.as_bytes());
        Certificate(bytes)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Verifies the bytes of a file.
    pub fn check(bytes: &[u8]) -> Result<Checked, CertificateError> {
        let (header, moves, digest) = split(bytes)?;
        let mut left = moves.iter();
        let next = |_: &_| left.next().map(|byte| (byte / CELLS, byte % CELLS));
        let Extent { plies, positions } = walk(&START, next)?;
        if header != (plies, positions) {
            return Err(CertificateError::Extent { header, moves: (plies, positions) });
        }
        Ok(Checked { plies, positions, digest: digest.to_hex().to_string() })
    }
}

type Parts<'a> = ((u32, usize), &'a [u8], blake3::Hash);

/// Splits a file into plies and positions, moves, and digest.
fn split(bytes: &[u8]) -> Result<Parts<'_>, CertificateError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CertificateError::Magic);
    }
    let word = |at: usize| {
        let bytes: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|part| part.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    };
    let (plies, positions) = (word(MAGIC.len()), word(MAGIC.len() + 4) as usize);
    let expected = (HEADER + blake3::OUT_LEN).saturating_add(positions);
    if bytes.len() != expected {
        return Err(CertificateError::Length { found: bytes.len(), expected });
    }
    let (content, end) = bytes.split_at(HEADER + positions);
    let digest = blake3::hash(content);
    if digest.as_bytes() != end {
        return Err(CertificateError::Digest);
    }
    Ok(((plies, positions), &content[HEADER..], digest))
}
