//! The formats described in `FORMAT.md`, one per file.

pub mod pack;
pub(crate) mod pack_codec;
