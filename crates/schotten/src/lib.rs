//! Schotten Totten.
mod card;
mod draw;
mod explain;
mod formation;
mod notation;
mod proof;
mod rules;
mod setup;
mod sight_code;
mod table;
mod view;

pub use card::{CARDS, COLOURS, Card, CardError, CardSet, Colour, NUMBERS};
pub use draw::{draw_position, draw_sight};
pub use explain::{Explanation, Trio, Verdict};
pub use formation::{Formation, Strength};
pub use notation::{Action, Move};
pub use proof::best_reachable;
pub use rules::{DECK, HAND, Hand, Schotten};
pub use setup::{Claims, Timing, Variant};
pub use table::{SIDE_CARDS, STONES, Table};
pub use view::{Sight, Stage};
