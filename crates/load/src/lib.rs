//! Plays real matches over real sockets and measures latencies.
//!
//! Each seat of every match has its own socket and chooses at random among the labels on offer. A
//! latency is the time from a choice until both players have received it. The players survive a
//! restart of the server.
//!
//! Everything runs on one thread, since the tool shares its machine with the server that it
//! measures.

mod address;
mod attack;
mod error;
mod http;
mod idle;
mod ledger;
mod local;
mod match_seats;
mod memory;
mod own_server;
mod pair;
mod plan;
mod player;
mod report;
mod run;
mod socket;
mod tally;

pub use address::{Address, AddressError};
pub use attack::{Attack, AttackResult, CostlySetup, Round, Siege, Strikes, attack, attack_report};
pub use error::LoadError;
pub use http::{HttpError, HttpResponse, call};
pub use match_seats::{CreateError, MatchSeats};
pub use memory::{MOST_LEFT, MemorySample, MemoryUse, Watched};
pub use own_server::OwnServer;
pub use plan::Plan;
pub use player::Player;
pub use report::report;
pub use run::{LoadResult, Progress, run};
pub use socket::{Socket, SocketTrouble};
pub use tally::{FrameSizes, LoadTally, SharedTally};
