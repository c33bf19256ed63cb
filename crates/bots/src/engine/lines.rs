//! Lines of text from someone who may send anything.

use std::io::{self, BufRead, ErrorKind};

use thiserror::Error;

/// The longest line that is taken, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// Why there is no line.
#[derive(Debug, Error)]
pub enum LineError {
    /// Longer than anything that is meant.
    #[error("a line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// Not text.
    #[error("a line is not UTF-8")]
    NotText,
    /// Reading has failed.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// The next line without its end, or none at the end of the input. Reads no more than [`MAX_LINE`] bytes ahead.
///
/// ```
/// use ennead_bots::engine::read_line;
/// let mut input = &b"go\r\nbye"[..];
/// assert_eq!(read_line(&mut input)?.as_deref(), Some("go"));
/// assert_eq!(read_line(&mut input)?.as_deref(), Some("bye"));
/// assert_eq!(read_line(&mut input)?, None);
/// # Ok::<(), ennead_bots::engine::LineError>(())
/// ```
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut line = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        if line.len() + taken > MAX_LINE {
            return Err(LineError::TooLong);
        }
        line.extend_from_slice(&chunk[..taken]);
        let (over, nothing) = (end.is_some() || chunk.is_empty(), chunk.is_empty());
        input.consume(taken + usize::from(end.is_some()));
        if over {
            return if nothing && line.is_empty() { Ok(None) } else { text(line).map(Some) };
        }
    }
}

fn text(mut line: Vec<u8>) -> Result<String, LineError> {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line).map_err(|_| LineError::NotText)
}
