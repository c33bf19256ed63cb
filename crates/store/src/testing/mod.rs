//! Temporary folders, databases and skipped tests, for the tests of this crate and those above it.

mod folder;
#[cfg(unix)]
mod postgres;
mod skip;

pub use folder::Folder;
#[cfg(unix)]
pub use postgres::PostgresServer;
pub use skip::skip;
