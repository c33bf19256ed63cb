//! The frames between client and server, as specified byte for byte in `PROTOCOL.md`.
//!
//! - [`ClientFrame`] is what a client sends: a choice takes two bytes in the common case.
//! - [`ServerFrame`] is what the server sends; a [`StateFrame`] is all that a client needs to draw
//!   the match.
//! - [`Code`] lists the stable error codes, the same in frames and in JSON.
//!
//! Each frame has exactly one encoding; every other message is rejected with a [`FrameError`].
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
mod features;
mod frame_reader;
mod server;
mod state;

pub use client::{ClientFrame, MAX_CLIENT_FRAME, MatchIdBytes, Token};
pub use code::Code;
pub use error::{FrameError, Wrong};
pub use features::Features;
pub use server::ServerFrame;
pub use state::{End, MAX_CLOCK, StateFrame, Status};

pub use ennead_bits::{NumberError, read_number, write_number};
