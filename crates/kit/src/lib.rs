//! Turns a game into a product.
//!
//! A game's crate describes the game in one value, its [`Kit`]: rules and formats, bots, boards,
//! help and commands. Every part that a game does not provide has a default that works for any
//! game. Programs receive their games as a list of kits, [`Games`], and contain no game's name.
//!
//! ```
//! use ennead_game::{Game, MoveError, Notation, Outcome, Presentation, Seat, Turn};
//! use ennead_kit::{Games, Kit};
//! use ennead_search::Playout;
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
//! impl Notation for Sticks {
//!     type Move = u32;
//!     fn moves(&self) -> Vec<u32> { (1..=self.options()).collect() }
//!     fn number(mv: &u32) -> u64 { (*mv).into() }
//!     fn parse_move(text: &str) -> Result<u32, MoveError> {
//!         text.parse().map_err(|_| MoveError::text(text, "a move is 1 or 2 sticks"))
//!     }
//!     fn choices_of(&self, mv: &u32) -> Result<Vec<u32>, MoveError> {
//!         match (1..=self.options()).contains(mv) {
//!             true => Ok(vec![mv - 1]),
//!             false => Err(MoveError::illegal(mv, "there are not that many sticks left")),
//!         }
//!     }
//!     fn read_move(&self, choices: &[u32]) -> Option<(u32, usize)> {
//!         Some((choices.first()? + 1, 1))
//!     }
//! }
//!
//! impl Presentation for Sticks {
//!     const TITLE: &'static str = "Sticks";
//! }
//! impl Playout for Sticks {}
//!
//! static GAME: Kit = Kit::open::<Sticks>();
//! static GAMES: Games = Games::new(&[&GAME]);
//! let kit = GAMES.game("sticks").unwrap();
//! assert_eq!(kit.game().perft(3, None, &Default::default())?, 8);
//! assert_eq!(kit.bots().bots().len(), 10);
//! # Ok::<(), ennead_game::GameError>(())
//! ```

mod command;
mod format;
mod games;
mod kit;
mod purpose;

pub use command::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams, escape_controls};
pub use format::{Format, RecordGameError, UsageError};
pub use games::Games;
pub use kit::{Example, ExampleInput, Kit, WebFile};
pub use purpose::{OwnedOption, Purpose};
