//! The formats described in `FORMAT.md`. Each has its own file, except `ttt.bit`, which is the
//! state of a [`Machine`](crate::Machine).

pub mod class;
mod codecs;
pub mod line;
pub mod rank;
pub mod three_t;
pub mod tiny;

pub use codecs::{BitCodec, ClassCodec, GameCodec, LineCodec, RankCodec, ThreeTCodec, TinyCodec};
