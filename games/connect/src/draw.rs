//! Text drawings: a frame with column numbers if stones fall, coordinates otherwise.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use ennead_game::Game;

use crate::rules::outcome_text;
use crate::{Connect, Mark};

/// Draws the board and a line that says whose turn it is. Stones of a winning line are in brackets.
///
/// ```
/// use ennead_connect::{Connect, ConnectSetup, draw_position};
/// use ennead_game::Game;
/// let empty = Connect::new(&ConnectSetup::default());
/// assert!(draw_position(&empty).ends_with("  1  2  3  4  5  6  7\nX is to move.\n"));
/// ```
pub fn draw_position(position: &Connect) -> String {
    let setup = position.setup();
    let won = position.line();
    let mut text = String::new();
    for row in 0..setup.height() {
        let number = setup.height() - row;
        let _ = if setup.gravity() { write!(text, "│") } else { write!(text, "{number:>2} ") };
        for column in 0..setup.width() {
            let index = row * setup.width() + column;
            draw_cell(&mut text, position.mark_at(index), won.contains(&index));
        }
        text.push_str(if setup.gravity() { "│\n" } else { "\n" });
    }
    text.push_str(&footer(position));
    text.push_str(&caption(position));
    text
}

/// One cell, three characters wide.
fn draw_cell(text: &mut String, mark: Option<Mark>, is_won: bool) {
    let style = mark_style(mark);
    let letter = mark.map_or_else(|| ".".to_string(), |mark| mark.to_string());
    let (left, right) = if is_won { ('[', ']') } else { (' ', ' ') };
    let style = if is_won { style.invert() } else { style };
    let _ = write!(text, "{left}{style}{letter}{style:#}{right}");
}

/// The floor of the frame, if there is one, and the names of the columns.
fn footer(position: &Connect) -> String {
    let setup = position.setup();
    let width = setup.width();
    let mut text = String::new();
    if setup.gravity() {
        text = format!("└{}┘\n ", "───".repeat(width.into()));
        (1..=width).for_each(|column| text.push_str(&format!("{column:>2} ")));
    } else {
        text.push_str("   ");
        (0..width).for_each(|column| text.push_str(&format!(" {} ", char::from(b'a' + column))));
    }
    format!("{}\n", text.trim_end())
}

/// Whose turn it is, or how the game ended.
pub(crate) fn caption(position: &Connect) -> String {
    match position.outcome() {
        Some(outcome) => format!("The game is over: {}.\n", outcome_text(outcome)),
        None => format!("{} is to move.\n", position.next_mark()),
    }
}

/// X in one colour, O in another, empty cells faint.
fn mark_style(mark: Option<Mark>) -> Style {
    match mark {
        Some(Mark::X) => AnsiColor::Cyan.on_default().bold(),
        Some(Mark::O) => AnsiColor::Yellow.on_default().bold(),
        None => Style::new().dimmed(),
    }
}
