//! Two bots, many games: who is stronger, and by how much.
//!
//! Games come in pairs that begin alike, from the same few random moves or the same deal, with the seats swapped, so that
//! neither bot gains from a lucky start.

mod contest;
mod game;
mod pool;
mod score;
mod sprt;

pub use contest::{Contest, ContestError, Report, run};
pub use game::{Fault, Played, Side};
pub use score::{Elo, Score};
pub use sprt::{Sprt, SprtError, Verdict};
