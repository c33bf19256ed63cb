//! Temporary folders and databases for the tests of this crate and those above it.

mod folder;
#[cfg(unix)]
mod postgres;

pub use folder::Folder;
#[cfg(unix)]
pub use postgres::PostgresServer;
