//! Text drawings of boards.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::{Mark, Ttt};

/// The style of a square: one colour for X, another for O, and dimmed numbers on free squares.
pub(crate) fn mark_style(mark: Option<Mark>) -> Style {
    match mark {
        Some(Mark::X) => AnsiColor::Cyan.on_default().bold(),
        Some(Mark::O) => AnsiColor::Yellow.on_default().bold(),
        None => Style::new().dimmed(),
    }
}

/// Draws the board, with numbers on its free squares.
///
/// ```
/// let board: ennead_ttt::Ttt = "X...O....".parse()?;
/// let plain: String = ennead_ttt::draw_board(&board);
/// assert!(plain.contains("┼"));
/// # Ok::<(), ennead_ttt::BoardTextError>(())
/// ```
pub fn draw_board(position: &Ttt) -> String {
    let mut out = String::new();
    for row in 0..3 {
        if row > 0 {
            out.push_str("───┼───┼───\n");
        }
        for column in 0..3 {
            let square = row * 3 + column;
            let mark = position.mark_at(square);
            let style = mark_style(mark);
            let text = mark.map_or_else(|| (square + 1).to_string(), |mark| mark.to_string());
            let _ = write!(out, " {style}{text}{style:#} {}", if column < 2 { "│" } else { "" });
        }
        out.push('\n');
    }
    out
}
