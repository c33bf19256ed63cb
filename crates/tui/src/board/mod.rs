//! The boards, one file each, behind one trait.

mod claims;
mod list;
mod nested;
mod schotten;
mod ttt;

use ennead_game::{Seat, ViewBytes};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::nine_cells::Extent;
use crate::session::Session;

/// What a board is shown after each change: the view of the person's seat, never the position.
pub(crate) struct Look<'a> {
    pub(crate) view: ViewBytes,
    pub(crate) seat: Seat,
    /// Whether it is the person's turn.
    pub(crate) mine: bool,
    /// The last whole move, where everyone may know it.
    pub(crate) last: Option<String>,
    /// The options of the next choice in words, where it is the person's.
    pub(crate) labels: &'a dyn Fn() -> Vec<String>,
}

/// What a board makes of a key or a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Nothing: it may mean something elsewhere.
    Ignored,
    /// Only the picture has changed.
    Changed,
    /// These choices are made.
    Choose(Vec<u32>),
    /// Nothing can be done, and why.
    Say(String),
}

/// What the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mouse {
    Click,
    WheelUp,
    WheelDown,
}

/// A key and what it does.
pub(crate) type KeyHelp = (&'static str, &'static str);

/// The board of one game: what is shown and how choices are made. It knows positions as the person's seat sees them.
pub(crate) trait Board {
    /// The smallest area that it can be drawn in.
    fn min_size(&self) -> Extent;
    /// Takes a new position.
    fn see(&mut self, look: &Look<'_>);
    fn key(&mut self, key: KeyCode) -> Reply;
    /// The mouse does something at a place while the board is drawn in `area`.
    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> Reply;
    /// Points at what these choices would do; nothing if there are none.
    fn hint(&mut self, choices: &[u32]);
    fn draw(&self, area: Rect, buffer: &mut Buffer);
    fn keys(&self) -> &'static [KeyHelp];
    /// The position as text for lines, in colour.
    fn text(&self) -> String;
    /// How moves are written.
    fn notation(&self) -> &'static str;
    /// What it is worth saying after a move that the other has made or caused.
    fn news(&self) -> Option<String> {
        None
    }
    /// The last move as the person may know it, for games in which something is hidden.
    fn last_move(&self) -> Option<String> {
        None
    }
    /// Formats and texts of what the person may know, for games in which something is hidden.
    fn public_values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The board of a game, by name.
pub(crate) fn board(game: &str) -> Box<dyn Board> {
    match game {
        "ttt" => Box::new(ttt::TttBoard::default()),
        "nested" => Box::new(nested::NestedBoard::default()),
        "schotten" => Box::new(schotten::SchottenBoard::default()),
        _ => Box::new(list::ListBoard::default()),
    }
}

/// Shows the board the session as it stands.
pub(crate) fn show(board: &mut dyn Board, session: &Session) {
    let mine = session.is_mine();
    let hidden = session.is_hidden();
    board.see(&Look {
        view: session.view(),
        seat: session.seat(),
        mine,
        last: if hidden { None } else { session.play().moves().pop() },
        labels: &|| if mine { session.labels() } else { Vec::new() },
    });
}

#[cfg(test)]
pub(crate) fn list_board() -> Box<dyn Board> {
    Box::new(list::ListBoard::default())
}
