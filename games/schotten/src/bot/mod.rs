//! Bots for Schotten Totten.
//!
//! [`Greedy`] looks one move ahead. [`InfoSetSearch`] deals the hidden cards anew for every round
//! of playouts, plays both sides with a fast static evaluation, and searches exhaustively once the
//! deck is empty. [`level_bot`] creates opponents for people.
//!
//! | file | content |
//! |---|---|
//! | `board` | determinised positions |
//! | `odds`, `outlook`, `evaluator` | static evaluation of placements |
//! | `question` | the choice that a view offers, in terms of placements |
//! | `clock` | the spent part of a budget |
//! | `endgame` | exhaustive search without hidden cards |
//! | `greedy`, `search`, `level` | the bots |

mod board;
mod clock;
mod endgame;
mod evaluator;
mod greedy;
mod level;
mod odds;
mod outlook;
mod question;
mod roster;
mod search;
#[cfg(test)]
mod tests;

pub use greedy::Greedy;
pub use level::level_bot;
pub(crate) use roster::ROSTER;
pub use search::InfoSetSearch;
