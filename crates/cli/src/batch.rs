//! Batches: one input per line, and exactly one line of output for each.

use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

use ennead_game::GameError;
use ennead_kit::escape_controls;
use thiserror::Error;

use crate::failure::{Failure, Status};

/// The longest line in bytes: a record of 32 MiB in hexadecimal.
pub(crate) const MAX_LINE: usize = 64 << 20;
/// The size of read and write buffers.
const CHUNK: usize = 64 << 10;

/// A line that is not a valid input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum BatchLineError {
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    TooLong,
    #[error("the line is not UTF-8 (byte {at})")]
    Utf8 { at: usize },
}

/// Processes standard input line by line.
pub(crate) fn run(answer: impl Fn(&str) -> Result<String, GameError>) -> Result<Status, Failure> {
    answer_lines(io::stdin(), io::stdout().lock(), answer)
}

fn answer_lines(
    input: impl Read,
    output: impl Write,
    answer: impl Fn(&str) -> Result<String, GameError>,
) -> Result<Status, Failure> {
    let mut lines = Lines { input: BufReader::with_capacity(CHUNK, input), line: Vec::new() };
    let mut output = BufWriter::with_capacity(CHUNK, output);
    let mut status = Status::Done;
    let mut number = 0u64;
    while let Some(line) = lines.next(&mut output)? {
        number += 1;
        let answered = match line {
            Ok(text) => answer(text).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let written = match answered {
            Ok(text) => writeln!(output, "{text}"),
            Err(message) => {
                status = Status::SomeRejected;
                writeln!(output, "error: line {number}: {}", escape_controls(&message))
            }
        };
        written.map_err(Failure::Output)?;
    }
    output.flush().map_err(Failure::Output)?;
    Ok(status)
}

/// Lines of bounded length.
struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The next line without its terminator. Flushes `output` before waiting for more input, so
    /// that a program that reacts to the output never deadlocks.
    fn next(
        &mut self,
        output: &mut impl Write,
    ) -> Result<Option<Result<&str, BatchLineError>>, Failure> {
        self.line.clear();
        let mut length = 0;
        loop {
            if self.input.buffer().is_empty() {
                output.flush().map_err(Failure::Output)?;
            }
            let chunk = fill(&mut self.input)?;
            if chunk.is_empty() {
                return Ok((length > 0).then(|| finish_line(&self.line, length)));
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            length += part.len();
            if length <= MAX_LINE {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(finish_line(&self.line, length)));
            }
        }
    }
}

fn fill<R: Read>(input: &mut BufReader<R>) -> Result<&[u8], Failure> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(Failure::Input(error));
        }
    }
    Ok(input.buffer())
}

fn finish_line(line: &[u8], length: usize) -> Result<&str, BatchLineError> {
    if length > MAX_LINE {
        return Err(BatchLineError::TooLong);
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|error| BatchLineError::Utf8 { at: error.valid_up_to() })
}
