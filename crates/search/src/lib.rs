//! Bots for any game. A bot receives what a player receives, a view, and a budget; it returns a
//! choice with its evaluation.
//!
//! - [`Mcts`] searches any game of two seats without chance or hidden information that can be
//!   played out ([`Playout`]); [`SampledMcts`] searches any other game, over sampled positions that
//!   are consistent with the view.
//! - [`PerfectBot`] plays any game that [`ennead_solve`] has solved, [`TableBot`] from tables on
//!   disk, which [`Tables`] keeps open for many bots.
//! - [`RandomBot`], [`FlatMonteCarlo`] and [`PlainUct`] are baselines.
//! - A [`Roster`] lists the bots of a game by name, among them five [levels](Level) for people;
//!   [`Roster::open`] and [`Roster::hidden`] are the defaults.
//! - [`engine`] runs engines in other processes, [`arena`] plays many games between two bots,
//!   [`self_play`] plays games of one bot and labels its decisions, and [`analysis`] evaluates a
//!   match move by move.

pub mod analysis;
mod anchor;
pub mod arena;
mod bot;
mod clock;
mod default_bots;
pub mod engine;
mod flat_monte_carlo;
mod level;
pub mod mcts;
mod perfect;
mod plain_uct;
pub mod portable;
pub mod puzzle;
mod random;
mod roster;
mod sampled_mcts;
pub mod self_play;
mod table_bot;
mod tables;
mod turn_clock;
mod whole_move;

pub use anchor::Anchor;
pub use bot::{Advice, AnyBot, Bot, BotError, Budget, ByName, Opinion, PositionValue};
pub use clock::Instant;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use default_bots::{ABOUT_FLAT, ABOUT_MCTS, ABOUT_RANDOM, ABOUT_UCT};
pub use flat_monte_carlo::FlatMonteCarlo;
pub use level::{Handicap, Level, Weakened};
pub use mcts::{Mcts, Playout};
pub use perfect::PerfectBot;
pub use plain_uct::PlainUct;
pub use random::RandomBot;
pub use roster::{
    BotEntry, LineProtocol, Roster, RosterError, ServeReferee, StartEngine, TABLE, by_name,
};
pub use sampled_mcts::SampledMcts;
pub use table_bot::TableBot;
pub use tables::{SharedTable, Tables};
pub use turn_clock::TurnClock;
pub use whole_move::choose_move;
