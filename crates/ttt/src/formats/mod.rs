//! One file a format; `FORMAT.md` beside this crate is their page.

pub mod rank;
