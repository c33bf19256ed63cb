//! Bots for nested tic-tac-toe: a dedicated search at depth 2, the generic one elsewhere.

mod anchor;
mod codingame;
mod codingame_serve;
mod endgame;
mod nested_bot;
mod net;
mod playout;
mod roster;
mod state;
mod tactics;

pub use codingame::{CgCell, CgCellError};
pub use nested_bot::NestedBot;
pub(crate) use roster::ROSTER;
pub use roster::level_bot;
pub(crate) use tactics::completing;
