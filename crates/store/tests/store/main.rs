//! The store over real databases: one suite for all of them, and the specifics of each.

mod again;
mod archive;
mod crash;
mod disk;
mod lock;
mod matches;
mod memory;
mod model;
mod postgres;
mod sqlite;
mod suite;
mod vectors;
