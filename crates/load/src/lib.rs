//! Plays real matches over real sockets, and measures.
//!
//! Both seats of every match have a socket of their own and choose at random among the labels that they are offered. What
//! counts is the time from a choice to the moment when both players know of it. A server that goes down and comes
//! back is waited for.
//!
//! Everything runs on one thread: the tool shares its machine with the server that it measures.

mod address;
mod error;
mod http;
mod idle;
mod ledger;
mod pair;
mod plan;
mod player;
mod report;
mod run;
mod socket;
mod table;
mod tally;

pub use address::{Address, AddressError};
pub use error::LoadError;
pub use plan::Plan;
pub use report::report;
pub use run::{Outcome, Progress, run};
pub use tally::{Sizes, Tally};
