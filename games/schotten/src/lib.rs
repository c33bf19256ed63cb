//! Schotten Totten: rules with exact proofs of claims, the formats of document 003, and views that
//! contain nothing hidden.
//!
//! Nine stones lie between two players. In each turn a player places a card on their own side of a
//! stone, claims the stones they have won, and draws a card. Three cards per side decide a stone;
//! five stones, or three adjacent ones, win the match.
//!
//! - [`Schotten`] is a position. The shuffle is a sequence of chance choices; a move is a card and
//!   a stone.
//! - [`Table`] is the public part of a position; claims are proven from it alone.
//!   [`Table::explain`] explains why a claim holds or fails.
//! - [`SchottenView`] is what one viewer may know, and the only type encoded for clients.
//! - [`formats`] implements the eight formats of document 003; the match decoder verifies every
//!   byte.
//!
//! ```
//! use ennead_game::Options;
//!
//! let game = ennead_schotten::GAME.game();
//! let hand = "red2 red1 red7 yellow9 green1 cyan7";
//! let value = game.encode("schotten.hand", hand, &Options::new())?;
//! assert_eq!(value.to_bytes(), [0x12, 0x11, 0x17, 0x29, 0x41, 0x57]);
//! # Ok::<(), ennead_game::GameError>(())
//! ```

mod bot;
mod bound;
mod card;
mod draw;
mod environment;
mod examples;
mod explain;
mod formation;
pub mod formats;
mod kit;
mod model;
mod notation;
mod payload;
mod playout;
mod presentation;
mod proof;
mod puzzle;
mod rules;
mod setup;
mod table;
#[cfg(feature = "tui")]
pub mod tui;
mod view;
mod view_code;
mod wording;

pub use bot::value_samples;
pub use bot::{Greedy, InfoSetSearch, level_bot};
pub use card::{CARDS, COLOURS, Card, CardError, CardSet, Colour, NUMBERS};
pub use draw::{draw_position, draw_view};
pub use explain::{ClaimVerdict, Explanation, Trio};
pub use formation::{Formation, Strength};
pub use formats::Content;
pub use kit::GAME;
pub use model::{training_bytes, training_rows};
pub use notation::{Action, Move};
pub use payload::MAX_PAYLOAD;
pub use presentation::Formats;
pub use proof::{Thirds, beating, best_reachable};
pub use rules::{DECK, HAND, Hand, Schotten, shuffle};
pub use setup::{Claims, Timing, Variant};
pub use table::{SIDE_CARDS, STONES, Stones, Table, wins};
pub use view::{SchottenView, Stage};
