//! Archives: all matches of a store as one file, or as lines of JSON.

mod any_form;
mod error;
mod file;
mod json;
mod lines;

pub use any_form::{ArchiveReader, ArchiveWriter};
pub use ennead_host::bytes::Item;
pub use error::TransferError;
pub use file::{FileReader, FileWriter};
pub use lines::{LineReader, LineWriter};
