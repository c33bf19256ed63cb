//! Opponents. A bot gets what a player gets, a view and a budget, and answers with a choice and its reasons.
//!
//! - [`PerfectBot`] plays any game that [`ennead_solve`] has solved.
//! - [`Mcts`] searches any game of two seats without chance or secrets that can be played out ([`Playout`]).
//! - [`NestedBot`] is the strongest that we have at nested tic-tac-toe.
//! - [`InfoSetSearch`] and [`Greedy`] play Schotten Totten, seeing no more than their seat does.
//! - [`ttt_bot`], [`nested_bot`] and [`schotten_bot`] are opponents for people, of five [levels](Level).
//! - [`RandomBot`], [`FlatMonteCarlo`] and [`PlainUct`] are what the others are measured against.
//! - [`ByName`] makes a bot usable where a game is known only by its name.
//! - [`roster`] knows bots by name, [`engine`] talks to programs outside, [`arena`] lets two bots play many games, and
//!   [`analysis`] goes through a match move by move.

pub mod analysis;
pub mod arena;
mod bot;
mod clock;
pub mod engine;
mod flat_monte_carlo;
mod level;
mod mcts;
mod nested;
mod perfect;
mod plain_uct;
mod random;
pub mod roster;
mod schotten;

pub use bot::{Advice, AnyBot, Bot, BotError, Budget, ByName, Opinion, Worth};
pub use flat_monte_carlo::FlatMonteCarlo;
pub use level::{Level, nested_bot, ttt_bot};
pub use mcts::{Mcts, Playout};
pub use nested::NestedBot;
pub use perfect::PerfectBot;
pub use plain_uct::PlainUct;
pub use random::RandomBot;
pub use roster::{Roster, RosterError};
pub use schotten::{Greedy, InfoSetSearch, schotten_bot};
