//! The formats, described in `FORMAT.md`.

pub mod grid;
pub(crate) mod grid_codec;
pub mod grid_text;
pub mod grid_write;
pub mod pack;
pub(crate) mod pack_codec;
mod pack_flat;
mod pack_tree;
