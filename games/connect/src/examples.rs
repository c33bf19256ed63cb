//! Example values for each format.

use ennead_kit::{Example, ExampleInput};

/// Gomoku on a 15 × 15 board.
const GOMOKU: &[(&str, &str)] =
    &[("width", "15"), ("height", "15"), ("line", "5"), ("gravity", "off")];

/// Values and texts taken from the format page.
pub(crate) const EXAMPLES: &[Example] = &[
    text("connect.pack", "four moves of Connect Four", "4 4 3 5", &[]),
    Example {
        format: "connect.pack",
        name: "the empty board",
        input: ExampleInput::Value("0000001000000100000010000001000000100000010000001"),
        options: &[],
    },
    text("connect.pack", "a board of 3 by 3", "..O/.X./...", &[("line", "3"), ("gravity", "off")]),
    text("record", "a won game of Connect Four", "4 1 4 1 4 1 4", &[]),
    text("record", "two moves of gomoku", "h8 i9", GOMOKU),
];

const fn text(
    format: &'static str,
    name: &'static str,
    text: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Example {
    Example { format, name, input: ExampleInput::Text(text), options }
}
