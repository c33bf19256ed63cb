//! Lines of text from untrusted programs.

use std::io::{self, BufRead, ErrorKind};

use thiserror::Error;

/// Length of the longest accepted line in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// Why a line could not be read.
#[derive(Debug, Error)]
pub enum EngineLineError {
    /// The line exceeds [`MAX_LINE`].
    #[error("a line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The line is not UTF-8.
    #[error("a line is not UTF-8")]
    NotText,
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// The next line without its terminator; `None` at the end of the input. Buffers at most
/// [`MAX_LINE`] bytes.
///
/// ```
/// use ennead_search::engine::read_line;
/// let mut input = &b"go\r\nbye"[..];
/// assert_eq!(read_line(&mut input)?.as_deref(), Some("go"));
/// assert_eq!(read_line(&mut input)?.as_deref(), Some("bye"));
/// assert_eq!(read_line(&mut input)?, None);
/// # Ok::<(), ennead_search::engine::EngineLineError>(())
/// ```
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, EngineLineError> {
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
            return Err(EngineLineError::TooLong);
        }
        line.extend_from_slice(&chunk[..taken]);
        let (over, nothing) = (end.is_some() || chunk.is_empty(), chunk.is_empty());
        input.consume(taken + usize::from(end.is_some()));
        if over {
            return if nothing && line.is_empty() { Ok(None) } else { text(line).map(Some) };
        }
    }
}

fn text(mut line: Vec<u8>) -> Result<String, EngineLineError> {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line).map_err(|_| EngineLineError::NotText)
}
