//! Bots for Schotten Totten.
//!
//! [`Greedy`] looks one move ahead. [`InfoSetSearch`] repeatedly samples the hidden cards, plays a
//! few turns for both sides, evaluates the result with a trained network, and searches exhaustively
//! once the deck is empty. [`level_bot`] creates opponents for people.
//!
//! | file | content |
//! |---|---|
//! | `board` | determinised positions |
//! | `odds`, `outlook`, `evaluator` | static evaluation of placements |
//! | `net`, `value` | the chance of winning after a placement, by a trained network |
//! | `pending_choice` | the choice offered by a view, in terms of placements |
//! | `belief` | the probability that the opponent holds each card |
//! | `spending` | tracking of a search budget |
//! | `endgame` | exhaustive search without hidden cards |
//! | `greedy`, `search`, `level` | the bots |
//! | `training` | samples that check the training program |

mod belief;
mod board;
mod endgame;
mod evaluator;
mod greedy;
mod level;
mod net;
mod odds;
mod outlook;
mod pending_choice;
mod roster;
mod search;
mod spending;
#[cfg(test)]
mod tests;
mod training;
mod value;

pub use greedy::Greedy;
pub use level::level_bot;
pub(crate) use roster::ROSTER;
pub use search::InfoSetSearch;
pub use training::value_samples;
