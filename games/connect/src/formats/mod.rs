//! One file a format; `FORMAT.md` beside this crate is their page.

pub mod pack;
pub(crate) mod pack_codec;
