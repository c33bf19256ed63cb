//! All matches of a store as one file, or as lines of JSON.

mod either;
mod error;
mod file;
mod item;
mod json;
mod lines;

pub use either::{Reader, Writer};
pub use error::TransferError;
pub use file::{FileReader, FileWriter};
pub use item::Item;
pub use lines::{LineReader, LineWriter};
