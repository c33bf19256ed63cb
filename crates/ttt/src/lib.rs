//! Tic-tac-toe: the rules on bitboards, and every encoding of it that Ennead knows.

mod board;
mod draw;
pub mod formats;
mod notation;
mod rules;
mod symmetry;
mod view;

pub use draw::draw_board;
pub use notation::{BoardTextError, Square};
pub use rules::{BoardError, Mark, PlaceError, Ttt};
pub use view::Board;
