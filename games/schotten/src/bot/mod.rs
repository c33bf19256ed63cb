//! Bots for Schotten Totten.
//!
//! [`Greedy`] looks one move ahead. [`InfoSetSearch`] deals the hidden cards anew again and again,
//! plays a few turns of both sides, values what comes out with a trained network, and searches
//! exhaustively once the deck is empty. [`level_bot`] creates opponents for people.
//!
//! | file | content |
//! |---|---|
//! | `board` | determinised positions |
//! | `odds`, `outlook`, `evaluator` | static evaluation of placements |
//! | `net`, `value` | the chance to win after a placement, by a trained network |
//! | `question` | the choice that a view offers, in terms of placements |
//! | `belief` | how likely the opponent holds each card |
//! | `clock` | the spent part of a budget |
//! | `endgame` | exhaustive search without hidden cards |
//! | `greedy`, `search`, `level` | the bots |

mod belief;
mod board;
mod clock;
mod endgame;
mod evaluator;
mod greedy;
mod level;
mod net;
mod odds;
mod outlook;
mod question;
mod roster;
mod search;
#[cfg(test)]
mod tests;
mod value;

pub use greedy::Greedy;
pub use level::level_bot;
pub(crate) use roster::ROSTER;
pub use search::InfoSetSearch;
