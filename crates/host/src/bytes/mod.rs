//! The bytes of a match's log, as stores and archives hold them. The layout is described in
//! `crates/store/FORMAT.md`.

mod entry;
mod finished;
mod head;
mod item;
mod reader;

pub use entry::EntryBytes;
pub use finished::FinishedBytes;
pub use head::{HeadBytes, Seats, has_name, read_seats, write_seats};
pub use item::Item;
pub use reader::{ByteError, ByteReader, checksum, put_number, seal, unseal};
