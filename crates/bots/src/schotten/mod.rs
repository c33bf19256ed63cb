//! Opponents for Schotten Totten.
//!
//! [`Greedy`] looks one move ahead. [`InfoSetSearch`] deals the hidden cards anew for every round of playouts, lets a quick judge
//! of placements play both sides, and searches to the end once the deck is empty. [`schotten_bot`] makes opponents for people.
//!
//! | file | what it holds |
//! |---|---|
//! | `lanes` | cards as bits, formations as numbers |
//! | `board` | a position made for playouts |
//! | `odds`, `outlook`, `judge` | what a placement is worth at first sight |
//! | `question` | what a view asks for, and which option a placement is |
//! | `clock` | how much of a budget is spent |
//! | `endgame` | who wins when nothing is hidden |
//! | `greedy`, `search`, `level` | the bots |

mod board;
mod clock;
mod endgame;
mod greedy;
mod judge;
mod lanes;
mod level;
mod odds;
mod outlook;
mod question;
mod search;
#[cfg(test)]
mod tests;

pub use greedy::Greedy;
pub use level::schotten_bot;
pub use search::InfoSetSearch;
