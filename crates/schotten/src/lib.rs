//! Schotten Totten.
mod card;
mod formation;
mod notation;
mod proof;
mod rules;
mod setup;
mod table;

pub use card::{CARDS, COLOURS, Card, CardError, CardSet, Colour, NUMBERS};
pub use formation::{Formation, Strength};
pub use notation::{Action, Move};
pub use proof::best_reachable;
pub use rules::{DECK, HAND, Hand, Schotten};
pub use setup::{Claims, Timing, Variant};
pub use table::{SIDE_CARDS, STONES, Table};
