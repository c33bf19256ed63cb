//! Retrograde analysis on any number of workers, processes and machines.
//!
//! Positions are enumerated layer by layer from the set-up, and evaluated layer by layer back to
//! it. Every position belongs to one worker. A worker sends positions and questions about them to
//! their owners in batches over timely dataflow, sorts what it receives, and joins it with its own
//! sorted files, so all disk access is sequential. After each layer a checkpoint is written.

mod alarm;
mod checkpoint;
mod cluster;
mod connect;
mod enumerate;
mod error;
mod evaluate;
mod finish;
mod handshake;
mod job;
mod memory;
mod pending;
mod plan;
mod positions;
mod radix;
mod solver;
mod team;

pub use error::SolveError;
pub use handshake::{ClusterSecret, ShortSecretError};
pub use plan::{Hosts, Plan, SolveEvent, Stage};
pub use solver::solve;
