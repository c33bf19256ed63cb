//! Bots for nested tic-tac-toe: a search with a trained network for depth 2. Deeper positions are
//! evaluated through their boards of that depth.

mod anchor;
mod codingame;
mod codingame_serve;
mod deep_state;
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
