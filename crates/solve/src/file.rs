//! Files of solved values, as described in FORMAT.md.
//!
//! The rules determine the nodes, their order and the edges, and the values determine the scores.
//! The file therefore contains only the values and the game that they belong to. Loading never
//! trusts a file: it solves the game and compares every value.

use ennead_bits::{BitReader, BitWriter, bits_for};
use ennead_game::{Header, HeaderError, Symmetric};
use thiserror::Error;

use crate::{GraphError, Solution, SolvedValue};

const MAGIC: [u8; 4] = *b"ENNV";
const VERSION: u8 = 1;
const VERSION_AT: usize = MAGIC.len();
const HEADER_AT: usize = VERSION_AT + 1;
const NUMBER_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 4;

/// Bytes that are not a file of solved values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file does not begin with the magic number.
    #[error(
        "not a file of solved values: byte {at} is {found:#04x}, but such a file begins with ENNV"
    )]
    Magic {
        /// Offset of the first wrong byte.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// The version is not supported.
    #[error("version {0} (byte {VERSION_AT}) is not supported: expected version {VERSION}")]
    Version(u8),
    /// The game or set-up is invalid.
    #[error("{0} (counted from byte {HEADER_AT})")]
    Header(#[from] HeaderError),
    /// The values belong to another game.
    #[error("game number {found} (byte {HEADER_AT}) is not {game}, which has number {wanted}")]
    Game {
        /// The game number in the file.
        found: u8,
        /// The game that was expected.
        game: &'static str,
        /// The number of that game.
        wanted: u8,
    },
    /// The header marks an unfinished match.
    #[error("byte {HEADER_AT} marks an unfinished match, but the file holds values, not a match")]
    Unfinished,
    /// The file ends early.
    #[error("cut short: no room for {field} (bytes {at} to {}) in {length} byte(s)", .end - 1)]
    Cut {
        /// The missing part.
        field: &'static str,
        /// Offset of its first byte.
        at: usize,
        /// Offset of the first byte after it.
        end: u64,
        /// Length of the file.
        length: usize,
    },
    /// Bytes follow the end of the file.
    #[error("{extra} byte(s) too many from byte {at}")]
    Trailing {
        /// Offset at which the file should end.
        at: usize,
        /// Number of bytes that follow.
        extra: usize,
    },
    /// The checksum does not match.
    #[error(
        "checksum {stored:#010x} (byte {at}) does not match the bytes before it: {right:#010x}"
    )]
    Checksum {
        /// Offset of the checksum.
        at: usize,
        /// The checksum in the file.
        stored: u32,
        /// The checksum of the preceding bytes.
        right: u32,
    },
    /// The game with the set-up in the file cannot be solved.
    #[error(transparent)]
    Graph(GraphError),
    /// The number of nodes contradicts the rules.
    #[error("{stored} nodes (byte {at}), but the game has {right}")]
    Count {
        /// Offset of the number.
        at: usize,
        /// The number in the file.
        stored: u32,
        /// The number according to the rules.
        right: String,
    },
    /// The length of the longest line contradicts the rules.
    #[error("a longest line of {stored} (byte {at}), but the longest line of the game has {right}")]
    Longest {
        /// Offset of the number.
        at: usize,
        /// The number in the file.
        stored: u32,
        /// The number according to the rules.
        right: u32,
    },
    /// A value contradicts the rules.
    #[error("node {node} (from byte {at}) has code {stored}, but its value is {right}: {value}")]
    Value {
        /// Offset of the byte in which the code begins.
        at: usize,
        /// The node.
        node: u32,
        /// The code in the file.
        stored: u64,
        /// The code according to the rules.
        right: u64,
        /// The value of that code.
        value: SolvedValue,
    },
    /// A bit after the last value is set.
    #[error("the padding after the values is not zero (byte {0})")]
    Padding(usize),
}

impl<G: Symmetric> Solution<G> {
    /// Encodes the solved game as a file.
    ///
    /// ```
    /// use ennead_solve::{DEFAULT_LIMIT, Solution};
    /// use ennead_ttt::Ttt;
    /// let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
    /// let bytes = solution.save();
    /// assert_eq!(bytes.len(), 401); // 14 + 383 for 765 codes of 4 bits + 4
    /// assert_eq!(bytes[..14], *b"ENNV\x01\x41\0\0\x02\xfd\0\0\0\x05");
    /// assert_eq!(Solution::<Ttt>::load(&bytes)?, solution);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let header =
            Header { game: G::NUMBER, setup: self.graph().setup().clone(), unfinished: None };
        let mut bytes = [&MAGIC[..], &[VERSION], &header.encode()].concat();
        bytes.extend((self.graph().len() as u32).to_be_bytes());
        bytes.extend(self.longest().to_be_bytes());
        let width = code_width(self.longest());
        let mut writer = BitWriter::with_capacity(self.graph().len() * width as usize);
        for value in self.values() {
            writer.write(code(*value), width);
        }
        bytes.extend(writer.into_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
        bytes
    }

    /// Decodes the output of [`save`](Self::save), solves the game and compares every value.
    ///
    /// Time and memory are proportional to the input: the game is solved only up to the number of
    /// nodes in the file.
    pub fn load(bytes: &[u8]) -> Result<Self, FileError> {
        let file = ParsedFile::read(bytes, G::ID, G::NUMBER)?;
        let solution = match Self::solve(&file.header.setup, file.count as usize) {
            Err(GraphError::TooLarge { limit, .. }) => {
                return Err(file.wrong_count(format!("more than {limit}")));
            }
            other => other.map_err(FileError::Graph)?,
        };
        if solution.graph().len() != file.count as usize {
            return Err(file.wrong_count(solution.graph().len().to_string()));
        }
        let right = solution.longest();
        if file.longest != right {
            let at = file.count_at + NUMBER_BYTES;
            return Err(FileError::Longest { at, stored: file.longest, right });
        }
        file.compare(solution.values())?;
        Ok(solution)
    }

    /// The highest number of moves in any value.
    fn longest(&self) -> u32 {
        self.values().iter().filter_map(|value| value.moves()).max().unwrap_or(0)
    }
}

/// The code of a value.
fn code(value: SolvedValue) -> u64 {
    match value {
        SolvedValue::Draw => 0,
        SolvedValue::Loss(moves) => 1 + 2 * u64::from(moves),
        SolvedValue::Win(moves) => 2 + 2 * u64::from(moves),
    }
}

/// The width of a code that distinguishes a draw, and a loss and a win in up to `longest` moves.
fn code_width(longest: u32) -> u32 {
    bits_for(1 + 2 * (u64::from(longest) + 1))
}

/// A file whose structure and checksum are valid; its values are not checked yet.
struct ParsedFile<'a, S> {
    header: Header<S>,
    count_at: usize,
    count: u32,
    longest: u32,
    codes: &'a [u8],
}

impl<'a, S: ennead_game::Setup> ParsedFile<'a, S> {
    fn read(bytes: &'a [u8], game: &'static str, number: u8) -> Result<Self, FileError> {
        check_magic(bytes)?;
        let rest = bytes.get(HEADER_AT..).unwrap_or_default();
        let (header, length) = Header::<S>::decode(rest)?;
        if header.game != number {
            return Err(FileError::Game { found: header.game, game, wanted: number });
        }
        if header.unfinished.is_some() {
            return Err(FileError::Unfinished);
        }
        let count_at = HEADER_AT + length;
        let count = read_u32(bytes, count_at, "the number of nodes")?;
        let longest = read_u32(bytes, count_at + NUMBER_BYTES, "the longest line")?;
        let codes_at = count_at + 2 * NUMBER_BYTES;
        let codes_end = check_length(bytes, codes_at, count, longest)?;
        check_checksum(bytes, codes_end)?;
        Ok(ParsedFile { header, count_at, count, longest, codes: &bytes[codes_at..codes_end] })
    }

    fn wrong_count(&self, right: String) -> FileError {
        FileError::Count { at: self.count_at, stored: self.count, right }
    }

    /// Compares every code with the value according to the rules.
    fn compare(&self, values: &[SolvedValue]) -> Result<(), FileError> {
        let codes_at = self.count_at + 2 * NUMBER_BYTES;
        let width = code_width(self.longest);
        let mut reader = BitReader::new(self.codes);
        for (node, value) in (0..).zip(values) {
            let at = codes_at + reader.position() / 8;
            let right = code(*value);
            match reader.read(width) {
                Ok(stored) if stored == right => {}
                read => {
                    let stored = read.unwrap_or(0);
                    return Err(FileError::Value { at, node, stored, right, value: *value });
                }
            }
        }
        if reader.rest_is_zero() {
            Ok(())
        } else {
            Err(FileError::Padding(codes_at + self.codes.len() - 1))
        }
    }
}

fn check_magic(bytes: &[u8]) -> Result<(), FileError> {
    for (at, (found, right)) in bytes.iter().zip(MAGIC).enumerate() {
        if *found != right {
            return Err(FileError::Magic { at, found: *found });
        }
    }
    match bytes.get(VERSION_AT) {
        Some(&VERSION) => Ok(()),
        Some(version) => Err(FileError::Version(*version)),
        None => Err(FileError::Cut {
            field: "magic number and version",
            at: 0,
            end: HEADER_AT as u64,
            length: bytes.len(),
        }),
    }
}

/// Checks that the codes and the checksum take exactly the rest of the file; returns the end of the
/// codes.
fn check_length(
    bytes: &[u8],
    codes_at: usize,
    count: u32,
    longest: u32,
) -> Result<usize, FileError> {
    let bits = u64::from(count) * u64::from(code_width(longest));
    let codes_end = codes_at as u64 + bits.div_ceil(8);
    let end = codes_end + CHECKSUM_BYTES as u64;
    let length = bytes.len();
    if (length as u64) < end {
        return Err(FileError::Cut { field: "values and checksum", at: codes_at, end, length });
    }
    if length as u64 > end {
        return Err(FileError::Trailing { at: end as usize, extra: length - end as usize });
    }
    Ok(codes_end as usize)
}

fn check_checksum(bytes: &[u8], at: usize) -> Result<(), FileError> {
    let stored = read_u32(bytes, at, "the checksum")?;
    let right = crc32fast::hash(&bytes[..at]);
    if stored == right { Ok(()) } else { Err(FileError::Checksum { at, stored, right }) }
}

fn read_u32(bytes: &[u8], at: usize, field: &'static str) -> Result<u32, FileError> {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(four) => Ok(u32::from_be_bytes(*four)),
        None => {
            Err(FileError::Cut { field, at, end: (at + NUMBER_BYTES) as u64, length: bytes.len() })
        }
    }
}
