//! `ennead serve` as a process: killed, starved, shut down and started again, alone and beside others.
#![cfg(unix)]

mod database;
mod kill;
mod ledger;
mod load;
mod node;
mod shutdown;
