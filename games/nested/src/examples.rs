//! Example values for each format.

use ennead_kit::{Example, ExampleInput};

/// Values and texts taken from the format pages.
pub(crate) const EXAMPLES: &[Example] = &[
    text(
        "nested.grid",
        "grids of mixed depth",
        "O(........(OX..OO.X.))(.X...O.X.)O(...O.....)XX(..O......)O",
    ),
    text("nested.grid", "one grid", "X.O....XO"),
    text("nested.grid", "a grid in a grid", "(XO.......)..X....."),
    Example {
        options: &[("depth", "2")],
        ..text("nested.pack", "three moves at depth 2", "5.1 1.9 9.5")
    },
    Example {
        options: &[("depth", "2"), ("rules", "classic")],
        ..text("nested.pack", "classic rules", "5.5 5.1 1.5 5.9")
    },
    Example { options: &[("depth", "3")], ..text("nested.pack", "depth 3", "5.1.9 1.9.5") },
    value("record", "a nested game that goes on", "520674bf"),
];

const fn value(format: &'static str, name: &'static str, value: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Value(value), options: &[] }
}

const fn text(format: &'static str, name: &'static str, text: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Text(text), options: &[] }
}
