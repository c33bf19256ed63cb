//! The arena: many games between two bots, and the difference in strength.
//!
//! Games come in pairs that start from the same random moves or the same deal, with the seats
//! swapped, so that neither bot gains from a lucky start.

mod contest;
mod game;
mod pool;
mod score;
mod sprt;

pub(crate) use game::play_opening;
pub(crate) use pool::in_order;

pub use contest::{Contest, ContestError, MAX_CHOICES, Report, run};
pub use game::{Contestant, Fault, Played};
pub use score::{Elo, Score};
pub use sprt::{Sprt, SprtError, Verdict};
