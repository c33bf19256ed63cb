//! Errors of the frame decoders.

use ennead_bits::NumberError;
use thiserror::Error;

use crate::MAX_CLIENT_FRAME;

/// A message that is not a frame: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{wrong} (byte {at} of the frame)")]
pub struct FrameError {
    /// Offset of the first invalid byte.
    pub at: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a frame.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Wrong {
    /// The message is empty.
    #[error("a frame has at least one byte")]
    Empty,
    /// The message is longer than any client frame may be.
    #[error("a frame has at most {MAX_CLIENT_FRAME} bytes, not {0}")]
    TooLong(usize),
    /// The first byte is not the kind of a frame.
    #[error("no frame begins with {0:#04x}")]
    Kind(u8),
    /// The message ends before the frame does.
    #[error("the frame is cut off: {wanted} more byte(s) wanted")]
    Cut {
        /// The number of missing bytes.
        wanted: usize,
    },
    /// Bytes after the frame's end.
    #[error("{0} byte(s) too many")]
    Extra(usize),
    /// Not a valid number.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A choice without an option, or without a label.
    #[error("at least one {0} is wanted after the ply")]
    Nothing(&'static str),
    /// A byte that is not a move of document 003.
    #[error(
        "{0:#04x} is not a move: slots are 0 to 5 (high half) and columns 0 to 8 (low half), \
         and 0xff passes"
    )]
    Move(u8),
    /// An unknown code in a server frame.
    #[error("{found} is not a valid {what}")]
    Code {
        /// What was expected.
        what: &'static str,
        /// The byte found.
        found: u8,
    },
    /// Labels with a leading zero byte, or more than 32 bytes of them.
    #[error("labels take as few bytes as they need, and 32 at most")]
    Labels,
    /// A message for people that is not UTF-8.
    #[error("the message is not UTF-8")]
    Text,
    /// A byte of features that names none.
    #[error("a byte of features names at least one; without any, leave it out")]
    NoFeatures,
}

impl FrameError {
    pub(crate) fn new(at: usize, wrong: Wrong) -> Self {
        FrameError { at, wrong }
    }
}
