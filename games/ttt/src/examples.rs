//! Example values for each format.

use ennead_kit::{Example, ExampleInput};

/// Values and texts taken from the format pages.
pub(crate) const EXAMPLES: &[Example] = &[
    value("ttt.tiny", "O wins with the eighth mark", "4310116"),
    value("ttt.tiny", "three marks", "1165"),
    Example {
        options: &[("squares", "true")],
        ..text("ttt.tiny", "four marks, as text", "5 1 9 3")
    },
    value("ttt.3t", "X and O in the corner", "2351957744"),
    value("ttt.3t", "one mark", "2348810495"),
    text("ttt.3t", "a board, as text", "XO..X...O"),
    value("ttt.3t", "the empty board", "2147484159"),
    value("ttt.bit", "five marks", "458490811"),
    value("ttt.bit", "the empty board", "12582912"),
    Example {
        options: &[("player", "O"), ("first", "O")],
        ..text("ttt.bit", "O plays, O begins", "....O....")
    },
    value("ttt.rank", "X has the top row", "5414"),
    value("ttt.rank", "the centre", "334"),
    value("ttt.rank", "the last one", "5477"),
    value("ttt.class", "X has a row", "59"),
    value("ttt.class", "the centre", "214"),
    value("ttt.class", "the last one", "764"),
    value("ttt.game", "a drawn game", "114950"),
    value("ttt.game", "the first one", "0"),
    text("ttt.game", "squares, as text", "5 1 9 3 2 8 4 6 7"),
    value("ttt.line", "four moves", "253024"),
    value("ttt.line", "no move yet", "0"),
    text("ttt.line", "squares, as text", "5 1 9"),
    value("record", "a game of tic-tac-toe", "410000"),
    text("record", "squares, as text", "5 1 9 3"),
];

const fn value(format: &'static str, name: &'static str, value: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Value(value), options: &[] }
}

const fn text(format: &'static str, name: &'static str, text: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Text(text), options: &[] }
}
