//! A solved game as a file; FORMAT.md has the diagram.
//!
//! The rules give the nodes, their order and the edges, and the values give the scores. So the file holds the values and what
//! says whose they are, and loading holds them against the rules: a file is never believed.

use ennead_bits::{BitReader, BitWriter, bits_for};
use ennead_game::{Header, HeaderError, Symmetric};
use thiserror::Error;

use crate::{GraphError, Solution, Value};

const MAGIC: [u8; 4] = *b"ENNV";
const VERSION: u8 = 1;
const VERSION_AT: usize = MAGIC.len();
const HEADER_AT: usize = VERSION_AT + 1;
const NUMBER_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 4;

/// Bytes that are no file of solved values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file does not begin as it should.
    #[error(
        "not a file of solved values: byte {at} is {found:#04x}, but the file begins with the letters ENNV"
    )]
    Magic {
        /// Offset of the first wrong byte.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// Another version.
    #[error("version {0} (byte {VERSION_AT}) is not known: this is version {VERSION}")]
    Version(u8),
    /// Game or set-up cannot be read.
    #[error("{0} (counted from byte {HEADER_AT})")]
    Header(#[from] HeaderError),
    /// The values are of another game.
    #[error("game number {found} (byte {HEADER_AT}) is not {game}, which has number {wanted}")]
    Game {
        /// The number in the file.
        found: u8,
        /// The game asked for.
        game: &'static str,
        /// Its number.
        wanted: u8,
    },
    /// The header says that a match is not over.
    #[error("byte {HEADER_AT} says that a match is not over, but values are not of a match")]
    Unfinished,
    /// The file ends early.
    #[error("cut short: {field} from byte {at} to {end}, but the file has {length} byte(s)")]
    Cut {
        /// What is missing.
        field: &'static str,
        /// Where it begins.
        at: usize,
        /// The first byte after it.
        end: u64,
        /// How long the file is.
        length: usize,
    },
    /// The file goes on after its end.
    #[error("{extra} byte(s) too many from byte {at}")]
    Trailing {
        /// Where the file should end.
        at: usize,
        /// How many bytes follow.
        extra: usize,
    },
    /// The checksum does not fit.
    #[error("checksum {stored:#010x} (byte {at}) does not fit the bytes before it, which have {right:#010x}")]
    Checksum {
        /// Where it is.
        at: usize,
        /// The one in the file.
        stored: u32,
        /// The one of the bytes.
        right: u32,
    },
    /// The game cannot be solved from the set-up in the file.
    #[error(transparent)]
    Graph(GraphError),
    /// Another number of nodes than the game has.
    #[error("{stored} nodes (byte {at}) are not what the rules give: {right}")]
    Count {
        /// Where the number is.
        at: usize,
        /// The number in the file.
        stored: u32,
        /// The right number.
        right: String,
    },
    /// Another longest line than the game has.
    #[error("a longest line of {stored} (byte {at}) is not what the rules give: {right}")]
    Longest {
        /// Where the number is.
        at: usize,
        /// The number in the file.
        stored: u32,
        /// The right number.
        right: u32,
    },
    /// A value is wrong.
    #[error("node {node} (from byte {at}) has code {stored}, but the rules give {right}: {value}")]
    Value {
        /// The byte in which the code begins.
        at: usize,
        /// The node.
        node: u32,
        /// The code in the file.
        stored: u64,
        /// The right code.
        right: u64,
        /// What it stands for.
        value: Value,
    },
    /// A bit after the last value is set.
    #[error("the padding after the values is not zero (byte {0})")]
    Padding(usize),
}

impl<G: Symmetric> Solution<G> {
    /// The solved game as a file.
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
        let header = Header { game: G::NUMBER, setup: self.graph().setup().clone(), unfinished: None };
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

    /// Reads what [`save`](Self::save) has written, solves the game and compares every value.
    ///
    /// Time and memory are in proportion to the input: the game is solved only as far as the file has values.
    pub fn load(bytes: &[u8]) -> Result<Self, FileError> {
        let parts = Parts::read(bytes, G::ID, G::NUMBER)?;
        let solution = match Self::solve(&parts.header.setup, parts.count as usize) {
            Err(GraphError::TooLarge { limit, .. }) => {
                return Err(parts.wrong_count(format!("more than {limit}")));
            }
            other => other.map_err(FileError::Graph)?,
        };
        if solution.graph().len() != parts.count as usize {
            return Err(parts.wrong_count(solution.graph().len().to_string()));
        }
        let right = solution.longest();
        if parts.longest != right {
            let at = parts.count_at + NUMBER_BYTES;
            return Err(FileError::Longest { at, stored: parts.longest, right });
        }
        parts.compare(solution.values())?;
        Ok(solution)
    }

    /// The highest number of moves in any value.
    fn longest(&self) -> u32 {
        self.values().iter().filter_map(|value| value.moves()).max().unwrap_or(0)
    }
}

/// The number that stands for a value.
fn code(value: Value) -> u64 {
    match value {
        Value::Draw => 0,
        Value::Loss(moves) => 1 + 2 * u64::from(moves),
        Value::Win(moves) => 2 + 2 * u64::from(moves),
    }
}

/// The width of a code: a draw, and a loss and a win in every number of moves up to `longest`.
fn code_width(longest: u32) -> u32 {
    bits_for(1 + 2 * (u64::from(longest) + 1))
}

/// A file whose outer form is right.
struct Parts<'a, S> {
    header: Header<S>,
    count_at: usize,
    count: u32,
    longest: u32,
    codes: &'a [u8],
}

impl<'a, S: ennead_game::Setup> Parts<'a, S> {
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
        let count = read_u32(bytes, count_at, "the number of nodes goes")?;
        let longest = read_u32(bytes, count_at + NUMBER_BYTES, "the longest line goes")?;
        let codes_at = count_at + 2 * NUMBER_BYTES;
        let codes_end = check_length(bytes, codes_at, count, longest)?;
        check_sum(bytes, codes_end)?;
        Ok(Parts { header, count_at, count, longest, codes: &bytes[codes_at..codes_end] })
    }

    fn wrong_count(&self, right: String) -> FileError {
        FileError::Count { at: self.count_at, stored: self.count, right }
    }

    /// Holds every code against the value that the rules give.
    fn compare(&self, values: &[Value]) -> Result<(), FileError> {
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
        if reader.rest_is_zero() { Ok(()) } else { Err(FileError::Padding(codes_at + self.codes.len() - 1)) }
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
            field: "letters and version go",
            at: 0,
            end: HEADER_AT as u64,
            length: bytes.len(),
        }),
    }
}

/// Checks that the codes and the checksum take all that is left, and says where the codes end.
fn check_length(bytes: &[u8], codes_at: usize, count: u32, longest: u32) -> Result<usize, FileError> {
    let bits = u64::from(count) * u64::from(code_width(longest));
    let codes_end = codes_at as u64 + bits.div_ceil(8);
    let end = codes_end + CHECKSUM_BYTES as u64;
    let length = bytes.len();
    if (length as u64) < end {
        return Err(FileError::Cut { field: "values and checksum go", at: codes_at, end, length });
    }
    if length as u64 > end {
        return Err(FileError::Trailing { at: end as usize, extra: length - end as usize });
    }
    Ok(codes_end as usize)
}

fn check_sum(bytes: &[u8], at: usize) -> Result<(), FileError> {
    let stored = read_u32(bytes, at, "the checksum goes")?;
    let right = crc32fast::hash(&bytes[..at]);
    if stored == right { Ok(()) } else { Err(FileError::Checksum { at, stored, right }) }
}

fn read_u32(bytes: &[u8], at: usize, field: &'static str) -> Result<u32, FileError> {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(four) => Ok(u32::from_be_bytes(*four)),
        None => Err(FileError::Cut { field, at, end: (at + NUMBER_BYTES) as u64, length: bytes.len() }),
    }
}
