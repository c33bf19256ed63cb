//! Games as trees of bounded choices.
//!
//! A position answers three questions: who chooses next, among how many options, and which position
//! follows option `i`. [`Game`] requires nothing more; everything else in Ennead is written once on
//! top of it:
//!
//! - [`Match`] holds a set-up, the choices made and the resulting position. It encodes any match of
//!   any game as a *record*: a short header and the sum of `log2 n` bits, plus at most one byte.
//! - [`View`] defines what a seat may know. Views can be encoded for clients; positions cannot. A
//!   [`Scene`] is what a client needs in order to draw a view.
//! - [`Symmetric`] provides canonical forms, [`Packed`] turns positions into numbers for solvers,
//!   and [`Notation`] writes whole moves the way people do.
//! - [`perft`] counts move sequences, [`playout`] plays at random, [`play_tally`] plays the digest
//!   games, and [`conformance!`] tests a game.
//! - [`Environment`] presents a game to learning agents, with observations as arrays and moves as
//!   numbers.
//! - A [`Codec`] is a named encoding of a game; a [`FormatSet`] lists a game's codecs, and
//!   [`Erased`] makes the game usable without its type, as an [`AnyGame`].
//!
//! ```
//! use ennead_game::{Game, Match, Outcome, Seat, Turn};
//!
//! /// Two players take one or two of seven sticks in turn; the player who takes the last one wins.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Sticks { left: u32, mover: Seat }
//!
//! impl Game for Sticks {
//!     const ID: &'static str = "sticks";
//!     const NUMBER: u8 = 200;
//!     type Setup = ();
//!     fn new(_: &()) -> Self { Sticks { left: 7, mover: Seat::FIRST } }
//!     fn turn(&self) -> Turn {
//!         match self.left {
//!             0 => Turn::Over(Outcome::Win(self.mover.other())),
//!             _ => Turn::Seat(self.mover),
//!         }
//!     }
//!     fn options(&self) -> u32 { self.left.min(2) }
//!     fn choose(&mut self, option: u32) {
//!         self.left -= option + 1;
//!         self.mover = self.mover.other();
//!     }
//! }
//!
//! let mut game = Match::<Sticks>::new(());
//! for option in [1, 0, 1, 0, 0] { game.play(option)?; }
//! assert_eq!(game.position().turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
//!
//! // Four choices between two options and a forced one: four bits after a two-byte header.
//! let record = game.encode();
//! assert_eq!(record, [0x4f, 185, 0b1010_0000]);
//! assert_eq!(Match::<Sticks>::decode(&record)?.choices(), [1, 0, 1, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_codec;
mod any_game;
mod any_match;
mod batch;
mod codec;
mod drawn_payload;
mod environment;
mod focus;
mod format_set;
mod header;
mod help;
mod label_set;
mod lesson;
mod mark;
mod masked;
mod model;
mod move_log;
pub mod nine;
mod notation;
mod open;
mod options;
mod packed;
mod play;
mod playout;
mod presentation;
mod puzzle_book;
mod question;
mod random;
mod record;
mod record_codec;
mod redeal;
mod rules;
mod scene;
mod seen_move;
mod setup;
pub mod suite;
mod symmetry;
mod tally;
mod turn;
mod value;
mod view;

pub use any_codec::{AnyCodec, Converter};
pub use any_game::{AnyGame, Erased};
pub use any_match::{AnyMatch, ViewBytes};
pub use batch::{AnyBatch, AnyEnvironment, Arrays, EnvironmentOf};
pub use codec::{Codec, Decoded, Field, FormatInfo, GameError, Kind, reject};
pub use environment::{Environment, MAX_ACTIONS, Spaces};
pub use focus::{Focus, MAX_BUDGET};
pub use format_set::{FormatSet, RecordOnly};
pub use header::{Coding, Header, HeaderError};
pub use help::help_of;
pub use label_set::LabelSet;
pub use lesson::{Lesson, parse_lessons};
pub use mark::Mark;
pub use masked::{Masked, MaskedView};
pub use model::{MAX_SHARE, Predictor, exponential, logarithm};
pub use move_log::MoveLog;
pub use notation::{MoveError, Notation};
pub use open::{Open, OpenView};
pub use options::{Meaning, OptionError, OptionSpec, Options, Values};
pub use packed::{
    Census, Child, FinalValue, Keys, LayerKey, NoKeysError, Packed, Word, visit_by_choices,
};
pub use play::Match;
pub use playout::{MAX_PLAYOUT, playout};
pub use presentation::{Presentation, moves_of, play_moves};
pub use puzzle_book::{
    MAX_DIFFICULTY, MAX_PUZZLE_MOVES, PuzzleBook, PuzzleBookError, PuzzleEntry, puzzle_of_day,
};
pub use question::{OpenPosition, Question, QuestionAnswer, Workshop};
pub use random::{Modulo, Random, SplitMix64};
pub use record::{MAX_CHOICES, RecordError};
pub use record_codec::{RECORD, RECORD_MODEL, RECORDS};
pub(crate) use record_codec::{RecordCodec, RecordModelCodec};
pub use redeal::{has_hidden_choice, redeal};
pub use rules::{Game, MAX_DEAL, PlayError};
pub use scene::Scene;
pub use seen_move::{HIDDEN_MOVE, SeenMove, Sight, log_of};
pub use setup::{Setup, SetupError, setup_of};
pub use symmetry::Symmetric;
pub use tally::{Tally, perft, play_tally};
pub use turn::{Outcome, Seat, Turn, Viewer};
pub use value::{MAX_DECIMAL_BYTES, Show, Value, ValueError};
pub use view::{View, ViewData, ViewError};
