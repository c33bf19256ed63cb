//! `ennead serve` as a process: killed, starved, shut down and restarted, alone and beside others.
#![cfg(unix)]

mod backup;
mod curl;
mod database;
mod disk;
mod hang_up;
mod kill;
mod ledger;
mod load;
mod node;
mod nodes;
mod operator;
mod player;
mod refusals;
mod secrets;
mod served_match;
mod shutdown;
mod tables;
mod terminals;
