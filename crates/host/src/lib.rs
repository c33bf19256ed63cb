//! The service without I/O.
//!
//! The server, the browser build and the simulation all drive this crate. It knows what a match is,
//! what players may do in it and what viewers may see of it, but it reads no clock, draws no random
//! numbers and opens no files or sockets. The current time (`now`, Unix time in milliseconds) and
//! the source of randomness are arguments.
//!
//! - A [`LiveMatch`] is a match in memory, rebuilt from its log: a [`Head`] and [`Entry`]s, or a
//!   [`Finished`] match.
//! - [`LiveMatch::act`] checks an [`Action`] against the rules and returns a [`Transition`], which
//!   the caller persists.
//! - A [`Snapshot`] holds the frames that subscribers receive, one per viewer.
//! - [`mod@bytes`] encodes logs and finished matches for stores.
//! - [`mod@matches`] and [`tools`] implement the JSON of the HTTP calls as plain functions.
//!
//! ```
//! # use ennead_game::{Game, MoveError, Notation, Outcome, Presentation, Turn};
//! # use ennead_kit::Kit;
//! # #[derive(Clone, Debug, PartialEq, Eq)]
//! # struct Sticks { left: u32, mover: Seat }
//! # impl Game for Sticks {
//! #     const ID: &'static str = "sticks";
//! #     const NUMBER: u8 = 200;
//! #     type Setup = ();
//! #     fn new(_: &()) -> Self { Sticks { left: 7, mover: Seat::FIRST } }
//! #     fn turn(&self) -> Turn {
//! #         match self.left {
//! #             0 => Turn::Over(Outcome::Win(self.mover.other())),
//! #             _ => Turn::Seat(self.mover),
//! #         }
//! #     }
//! #     fn options(&self) -> u32 { self.left.min(2) }
//! #     fn choose(&mut self, option: u32) {
//! #         self.left -= option + 1;
//! #         self.mover = self.mover.other();
//! #     }
//! # }
//! # impl Notation for Sticks {
//! #     type Move = u32;
//! #     fn moves(&self) -> Vec<u32> { (1..=self.options()).collect() }
//! #     fn number(mv: &u32) -> u64 { (*mv).into() }
//! #     fn parse_move(text: &str) -> Result<u32, MoveError> {
//! #         text.parse().map_err(|_| MoveError::text(text, "a move is 1 or 2 sticks"))
//! #     }
//! #     fn choices_of(&self, mv: &u32) -> Result<Vec<u32>, MoveError> { Ok(vec![mv - 1]) }
//! #     fn read_move(&self, choices: &[u32]) -> Option<(u32, usize)> {
//! #         Some((choices.first()? + 1, 1))
//! #     }
//! # }
//! # impl Presentation for Sticks {}
//! # impl ennead_search::Playout for Sticks {}
//! # static STICKS: Kit = Kit::open::<Sticks>();
//! use ennead_game::{Seat, SplitMix64};
//! use ennead_host::matches::NewMatch;
//! use ennead_host::{Action, LiveMatch, MatchId, Transition};
//! use ennead_kit::Games;
//!
//! static GAMES: Games = Games::new(&[&STICKS]);
//! let (now, mut random) = (1_800_000_000_000, SplitMix64::new(1));
//! let request = r#"{ "game": "sticks", "seats": ["person", "bot:3"] }"#;
//! let request: NewMatch = serde_json::from_str(request)?;
//! let prepared = request.prepare(GAMES, now, &mut random)?;
//! let mut live = LiveMatch::new(GAMES, MatchId::new(now, 1), prepared.head)?;
//! live.first_entries(&prepared.prefix, &mut random)?;
//!
//! let action = Action::Text { ply: 0, text: "2".into() };
//! let transition = live.act(&action, Some(Seat::FIRST), now + 900, &mut random)?;
//! assert!(matches!(transition, Transition::Entries(entries) if entries[0].at == 900));
//! assert_eq!(live.bot_to_move(), Some((Seat::SECOND, 3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
pub mod bytes;
mod clocks;
mod draw_offer;
mod failure;
mod forced;
mod fork;
mod last_move;
mod live_match;
mod log;
pub mod matches;
mod rematch;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
mod scene_cache;
mod snapshot;
mod state;
pub mod tools;

pub use action::{Action, Transition};
pub use draw_offer::DrawOffer;
pub use failure::Failure;
#[cfg(feature = "openapi")]
pub use failure::Problem;
pub use forced::{count_forced_choices, make_forced_choices};
pub use fork::Takeback;
pub use live_match::{BOT_LEASE_MS, BrokenMatch, Ending, LiveMatch};
pub use log::{
    Beginning, Brief, Clock, Entry, Event, Finished, Head, Listing, MatchId, MatchIdError,
    MatchResult, PlayerName, PlayerNameError, Reason, ReplayError, Running, SeatHolder, SeatKey,
    Stored, Summary,
};
pub use snapshot::{Snapshot, Wanted};
