//! Standard output.

use std::io::{self, Write};

use crate::failure::{Failure, Status};

/// Prints text without colour, and a newline.
pub(crate) fn print(text: &str) -> Result<Status, Failure> {
    write_line(io::stdout().lock(), text)
}

/// Prints a drawing, in colour on a terminal unless `NO_COLOR` is set.
pub(crate) fn draw(drawing: &str) -> Result<Status, Failure> {
    write_line(anstream::stdout().lock(), drawing)
}

/// Prints bytes as they are.
pub(crate) fn print_raw(bytes: &[u8]) -> Result<Status, Failure> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(Failure::Output)?;
    Ok(Status::Done)
}

fn write_line(mut output: impl Write, text: &str) -> Result<Status, Failure> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    writeln!(output, "{text}").and_then(|()| output.flush()).map_err(Failure::Output)?;
    Ok(Status::Done)
}

/// The width of the terminal in columns, or 100 without a terminal.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0))
}
