//! The store over real databases: one suite for all of them, and what only one of them can do.

mod matches;
mod model;
mod postgres;
mod sqlite;
mod suite;
