//! The frames between client and server, byte for byte; `PROTOCOL.md` is the page that they follow.

mod code;

pub use code::Code;
