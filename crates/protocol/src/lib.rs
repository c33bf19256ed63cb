//! The frames between client and server, byte for byte; `PROTOCOL.md` is the page that they follow.
//!
//! - [`ClientFrame`] is what a player sends: a choice of two bytes in the common case.
//! - [`ServerFrame`] is what comes back: a [`StateFrame`] is all that a client needs.
//! - [`Code`] are the stable codes of errors, the same here and in JSON.
//!
//! One frame has one encoding, and every other message is refused with a [`FrameError`].
//!
//! ```
//! use ennead_protocol::ClientFrame;
//! let frame = ClientFrame::Choice { ply: 3, options: vec![4] };
//! assert_eq!(frame.encode(), [3, 4]);
//! assert_eq!(ClientFrame::decode(&[3, 4])?, frame);
//! # Ok::<(), ennead_protocol::FrameError>(())
//! ```

mod client;
mod code;
mod error;
mod reader;
mod server;
mod state;

pub use client::{ClientFrame, MAX_CLIENT_FRAME, MatchId, Token};
pub use code::Code;
pub use error::{FrameError, Wrong};
pub use server::ServerFrame;
pub use state::{End, MAX_CLOCK, StateFrame, Status};

pub use ennead_bits::{NumberError, read_number, write_number};
