//! File format for slices of two-grid endgames.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | `ENNEAD ENDGAME 1` |
//! | 18 | rules and results of the grids, such as `classic XOX.OB.XO`, padded with spaces |
//! | 123,054,649 | one byte for each pair of fillings, in descending order of their marks |
//! | 32 | BLAKE3 digest of all preceding bytes |
//!
//! The lowest two bits of a byte are the value with X to move in the first open grid, then X in the
//! second, O in the first and O in the second: 0 for a loss of the player to move, 1 for a draw, 2
//! for a win.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::Slice;
use super::results::{Results, ResultsError};
use crate::filling::OPEN_FILLINGS;

const MAGIC: &[u8; 16] = b"ENNEAD ENDGAME 1";
const NAME: usize = 18;
const HEADER: usize = MAGIC.len() + NAME;
const PAIRS: usize = (OPEN_FILLINGS * OPEN_FILLINGS) as usize;

/// A file that is not a valid slice.
#[derive(Debug, Error)]
pub enum SliceFileError {
    /// Reading failed, or the file is truncated.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The file does not start with the magic bytes.
    #[error(
        "not a slice of endgames: it does not begin with {:?}",
        str::from_utf8(MAGIC).unwrap_or("")
    )]
    Magic,
    /// The results in the header are not those of a two-grid endgame.
    #[error("field results (bytes 16-33): {0}")]
    Results(#[from] ResultsError),
    /// There are bytes after the digest.
    #[error("the file is too long")]
    TooLong,
    /// The digest does not match.
    #[error("the digest at the end does not match: the file is damaged")]
    Digest,
    /// A value is out of range.
    #[error("a value is 3: expected 0, 1 or 2")]
    Value,
}

/// Writes a slice of all fillings and returns its digest in hexadecimal.
pub fn write_slice(slice: &Slice, mut out: impl Write) -> io::Result<String> {
    let results = slice.results();
    let name = format!("{} {results}", results.rules());
    let mut header = MAGIC.to_vec();
    header.extend(format!("{name:<NAME$}").bytes());
    let digest = digest(&header, &slice.pairs);
    out.write_all(&header)?;
    out.write_all(&slice.pairs)?;
    out.write_all(digest.as_bytes())?;
    out.flush()?;
    Ok(digest.to_hex().to_string())
}

/// Reads a slice and verifies its digest.
pub fn read_slice(mut input: impl Read) -> Result<Slice, SliceFileError> {
    let mut header = [0; HEADER];
    input.read_exact(&mut header)?;
    let (magic, name) = header.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(SliceFileError::Magic);
    }
    let results: Results = String::from_utf8_lossy(name).trim_end().parse()?;
    let mut pairs = vec![0; PAIRS];
    input.read_exact(&mut pairs)?;
    let mut expected = [0; blake3::OUT_LEN];
    input.read_exact(&mut expected)?;
    if input.read(&mut [0])? != 0 {
        return Err(SliceFileError::TooLong);
    }
    if digest(&header, &pairs).as_bytes() != &expected {
        return Err(SliceFileError::Digest);
    }
    Slice::of_pairs(results, pairs).ok_or(SliceFileError::Value)
}

fn digest(header: &[u8], pairs: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(header);
    hasher.update(pairs);
    hasher.finalize()
}
