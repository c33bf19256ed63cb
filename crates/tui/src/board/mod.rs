//! Boards: what the client asks of one, and what one is built from.
//!
//! A board implements [`Board`]. The client shows it the match as the person's seat sees it
//! ([`BoardUpdate`]), passes it keys and clicks, and makes the choices that it replies with. A game
//! that brings no board gets a [`ListBoard`].
//!
//! The rest of this module is for boards to draw with: shared [styles](self#constants), text that
//! stays inside the screen ([`put`], [`put_centred`], [`fill`]), nine cells in a square
//! ([`NineCells`]), marks in every size ([`Symbol`]) and drawings with ANSI colours
//! ([`ansi_lines`]).

mod ansi;
mod label_grid;
mod list_board;
mod nine_cells;
mod paint;
mod style;
mod symbol;
mod update;

pub use ansi::ansi_lines;
pub use list_board::ListBoard;
pub use nine_cells::{NineCells, cell_of_digit, neighbour};
pub use paint::{Extent, fill, put, put_centred};
pub use style::{CURSOR, FAINT, FIELDS, HEADING, HINT, KEY, LAST, OPEN};
pub use symbol::Symbol;
pub use update::BoardUpdate;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

/// A board's answer to a key or to the mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The board has no use for it; the screen may have one.
    Ignored,
    /// Only the picture has changed.
    Changed,
    /// The person makes these choices, in this order.
    Choose(Vec<u32>),
    /// Nothing can be done, and why: shown in the status line.
    Say(String),
}

/// What the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The left button goes down.
    Click,
    /// The wheel turns away from the person.
    WheelUp,
    /// The wheel turns towards the person.
    WheelDown,
}

/// A key and what it does, as the help lists it.
pub type KeyHelp = (&'static str, &'static str);

/// The board of one game: draws what the person's seat sees and turns keys and clicks into choices.
pub trait Board {
    /// The smallest area that the board can be drawn in.
    fn min_size(&self) -> Extent;

    /// The size that shows everything at once, if `most` allows: the list of moves and the strip of
    /// bits give way to it.
    fn preferred_size(&self, _most: Extent) -> Extent {
        self.min_size()
    }

    /// Takes the match as it stands now.
    fn update(&mut self, update: &BoardUpdate<'_>);

    /// Handles a key. Those that the board ignores are the screen's: `h`, `u`, `r`, `n`, `q`, `?`,
    /// Tab and Esc.
    fn key(&mut self, key: KeyCode) -> Reply;

    /// Handles the mouse at a place, while the board is drawn in `area`.
    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply;

    /// Points at what these choices would do.
    fn hint(&mut self, _choices: &[u32]) {}

    /// Draws the board.
    fn draw(&self, area: Rect, buffer: &mut Buffer);

    /// The board's own keys, for the help.
    fn keys(&self) -> &'static [KeyHelp];

    /// The position for line mode, in ANSI colours; none for the view's own drawing.
    fn text(&self) -> Option<String> {
        None
    }

    /// How moves are written, for line mode: completes "A move is …".
    fn notation(&self) -> &'static str {
        "what the game calls it"
    }

    /// Reads a move in the game's notation, for line mode; the error says what is wrong.
    /// None where people write the game's notation.
    fn read_move(&self, _text: &str) -> Option<Result<String, String>> {
        None
    }

    /// A move in the game's notation as people write it.
    fn write_move(&self, text: &str) -> String {
        text.to_string()
    }

    /// The text of a view that is not a seat's: what spectators see; none for the view's own
    /// drawing.
    fn watched(&self, _view: &[u8]) -> Option<String> {
        None
    }

    /// A remark on what the last move has brought about.
    fn remark(&self) -> Option<String> {
        None
    }

    /// The last move as the person may know it, for games that hide moves; none for the line in the
    /// public log.
    fn last_move(&self) -> Option<String> {
        None
    }

    /// Formats and texts of what the person may know: what the strip of bits shows while the match
    /// hides something.
    fn public_values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
