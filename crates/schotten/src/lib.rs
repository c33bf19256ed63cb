//! Schotten Totten: the rules with exact proofs of claims, document 003's formats, and views that cannot leak.
//!
//! Nine stones lie between two players. Each turn places a card on one's own side of a stone, claims what is won and draws.
//! Three cards a side decide a stone; five stones, or three in a row, win.
//!
//! - [`Schotten`] is a position: the shuffle is chance, a move is a card and a stone.
//! - [`Table`] is what everyone sees; claims are proven from it alone. [`Table::explain`] says why one holds or not.
//! - [`Sight`] is what one viewer may know, and the only thing with bytes to send.
//! - [`formats`] has the eight formats of document 003; a whole match is verified byte by byte.
//!
//! ```
//! use ennead_game::{AnyGame, Entry, Options};
//! use ennead_schotten::Schotten;
//!
//! let game: &dyn AnyGame = &Entry::<Schotten>::new();
//! let value = game.encode("schotten.hand", "red2 red1 red7 yellow9 green1 cyan7", &Options::new())?;
//! assert_eq!(value.to_bytes(), [0x12, 0x11, 0x17, 0x29, 0x41, 0x57]);
//! # Ok::<(), ennead_game::Refusal>(())
//! ```

mod card;
mod catalog;
mod draw;
mod explain;
mod feed;
mod formation;
pub mod formats;
mod notation;
mod playout;
mod proof;
mod rules;
mod setup;
mod sight_code;
mod table;
mod view;
mod words;

pub use card::{CARDS, COLOURS, Card, CardError, CardSet, Colour, NUMBERS};
pub use draw::{draw_position, draw_sight};
pub use explain::{Explanation, Trio, Verdict};
pub use feed::MAX_FEED;
pub use formation::{Formation, Strength};
pub use formats::Content;
pub use notation::{Action, Move};
pub use proof::best_reachable;
pub use rules::{DECK, HAND, Hand, Schotten};
pub use setup::{Claims, Timing, Variant};
pub use table::{SIDE_CARDS, STONES, Table};
pub use view::{Sight, Stage};
