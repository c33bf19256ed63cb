//! Nested tic-tac-toe: a search of its own at depth 2, the general one elsewhere.

mod board;
mod bot;
mod deep;
mod endgame;
mod judge;
mod state;

pub use bot::NestedBot;
