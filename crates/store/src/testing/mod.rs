//! Temporary folders and databases for the tests of this crate and those above it.

mod folder;
mod postgres;

pub use folder::Folder;
pub use postgres::PostgresServer;
