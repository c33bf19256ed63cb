//! What tests of this crate and of those above it need: folders and databases that go away by themselves.

mod folder;
mod postgres;

pub use folder::Folder;
pub use postgres::PostgresServer;
