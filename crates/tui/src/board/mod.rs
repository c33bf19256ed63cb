//! Boards: the trait that the client requires, and building blocks for implementing it.
//!
//! A board implements [`Board`]. The client shows it the match as the user's seat sees it
//! ([`BoardUpdate`]), passes it keys and clicks, and makes the choices that it returns. A game that
//! provides no board gets a [`ListBoard`].
//!
//! The rest of this module helps boards to draw: shared [styles](self#constants), clipped text
//! ([`put`], [`put_centred`], [`fill`]), nine cells in a square ([`NineCells`]), marks in every
//! size ([`Symbol`]) and drawings with ANSI colours ([`ansi_lines`]).

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

/// A board's reply to a key or the mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The board ignores it; the screen may handle it.
    Ignored,
    /// Only the picture has changed.
    Changed,
    /// The user makes these choices, in this order.
    Choose(Vec<u32>),
    /// Nothing can be done; the reason is shown in the status line.
    Say(String),
}

/// A mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The left button is pressed.
    Click,
    /// The wheel is turned up.
    WheelUp,
    /// The wheel is turned down.
    WheelDown,
}

/// A key and its effect, for the help.
pub type KeyHelp = (&'static str, &'static str);

/// The board of one game: draws what the user's seat sees and turns keys and clicks into choices.
pub trait Board {
    /// The smallest area in which the board can be drawn.
    fn min_size(&self) -> Extent;

    /// The size that shows everything at once, within `most`: the list of moves and the strip of
    /// bits make room for it.
    fn preferred_size(&self, _most: Extent) -> Extent {
        self.min_size()
    }

    /// Updates the board to the current state of the match.
    fn update(&mut self, update: &BoardUpdate<'_>);

    /// Handles a key. Keys that the board ignores go to the screen: `h`, `u`, `r`, `n`, `q`, `?`,
    /// Tab and Esc.
    fn key(&mut self, key: KeyCode) -> Reply;

    /// Handles a mouse event at a position, while the board is drawn in `area`.
    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply;

    /// Highlights the effect of these choices.
    fn hint(&mut self, _choices: &[u32]) {}

    /// Draws the board.
    fn draw(&self, area: Rect, buffer: &mut Buffer);

    /// The board's own keys, for the help.
    fn keys(&self) -> &'static [KeyHelp];

    /// The position for line mode, with ANSI colours; `None` for the view's own drawing.
    fn text(&self) -> Option<String> {
        None
    }

    /// How moves are written, for line mode: completes "A move is …".
    fn notation(&self) -> &'static str {
        "what the game calls it"
    }

    /// Converts a move typed in line mode from the board's notation to the game's; the error says
    /// what is wrong. `None` if users type the game's notation.
    fn read_move(&self, _text: &str) -> Option<Result<String, String>> {
        None
    }

    /// Converts a move from the game's notation to the board's.
    fn write_move(&self, text: &str) -> String {
        text.to_string()
    }

    /// The text of a spectator's view; `None` for the view's own drawing.
    fn watched(&self, _view: &[u8]) -> Option<String> {
        None
    }

    /// A remark on the effect of the last move.
    fn remark(&self) -> Option<String> {
        None
    }

    /// The last move as the user may know it, for games that hide moves; `None` for the line in the
    /// public log.
    fn last_move(&self) -> Option<String> {
        None
    }

    /// Formats and texts of what the user may know, for the strip of bits while the match hides
    /// something.
    fn public_values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
