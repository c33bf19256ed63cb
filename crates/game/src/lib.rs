//! A game is a tree of bounded choices.
//!
//! A position knows who chooses next, among how many options, and how to go on with option `i`. That is the
//! whole of [`Game`], and everything else in Ennead is written once on top of it:
//!
//! - [`Match`] holds a set-up, the choices made and the position they lead to, and stores any match of any
//!   game as a *record*: a short header and the sum of `log2 n` bits, at most one byte over.
//! - [`View`] says what a seat may know. Positions have no bytes; only views do. A [`Scene`] is what a client needs of one.
//! - [`Symmetric`] gives canonical forms, [`Notation`] whole moves as people write them.
//! - [`perft`] counts move sequences, [`playout`] plays at random, [`play_tally`] plays the digest games, [`conformance!`] tests a game.
//! - [`Codec`] is one named encoding of a game; [`Catalog`] lists a game's codecs, and [`Entry`] makes
//!   the game usable by name, without its type.
//!
//! ```
//! use ennead_game::{Game, Match, Outcome, Seat, Turn};
//!
//! /// Two players take one or two of seven sticks in turn; whoever takes the last one wins.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Sticks { left: u32, mover: Seat }
//!
//! impl Game for Sticks {
//!     const ID: &'static str = "sticks";
//!     const NUMBER: u8 = 200;
//!     type Setup = ();
//!     fn new(_: &()) -> Self { Sticks { left: 7, mover: Seat::FIRST } }
//!     fn turn(&self) -> Turn {
//!         if self.left == 0 { Turn::Over(Outcome::Win(self.mover.other())) } else { Turn::Seat(self.mover) }
//!     }
//!     fn options(&self) -> u32 { self.left.min(2) }
//!     fn choose(&mut self, option: u32) { self.left -= option + 1; self.mover = self.mover.other(); }
//! }
//!
//! let mut game = Match::<Sticks>::new(());
//! for option in [1, 0, 1, 0, 0] { game.play(option)?; }
//! assert_eq!(game.position().turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
//!
//! // Four choices of two options and a lone one: four bits, after two bytes of header.
//! let record = game.encode();
//! assert_eq!(record, [0x4f, 185, 0b1010_0000]);
//! assert_eq!(Match::<Sticks>::decode(&record)?.choices(), [1, 0, 1, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_match;
mod catalog;
mod codec;
mod entry;
mod explanation;
mod header;
mod labels;
mod look;
mod mark;
pub mod nine;
mod notation;
mod options;
mod play;
mod playout;
mod random;
mod record;
mod rules;
mod scene;
mod setup;
pub mod suite;
mod symmetry;
mod tally;
mod turn;
mod value;
mod view;

pub use any_match::{AnyMatch, ViewBytes};
pub use catalog::{Catalog, log_of, moves_of, play_moves};
pub use codec::{Codec, Decoded, Field, FormatInfo, Kind, Refusal, refuse};
pub use entry::{AnyGame, Entry, RECORD};
pub use explanation::Explanation;
pub use header::{Header, HeaderError};
pub use labels::{label_at, option_of};
pub use look::{Look, MAX_BUDGET};
pub use mark::Mark;
pub use notation::{MoveError, Notation};
pub use options::{Meaning, OptionError, OptionSpec, Options, Values};
pub use play::Match;
pub use playout::playout;
pub use random::{Modulo, Random, SplitMix64};
pub use record::{MAX_CHOICES, RecordError};
pub use rules::{Game, PlayError};
pub use scene::Scene;
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetric;
pub use tally::{Tally, perft, play_tally};
pub use turn::{Outcome, Seat, Turn, Viewer};
pub use value::{MAX_DECIMAL_BYTES, Show, Value, ValueError};
pub use view::{Seen, SeenError, View};
