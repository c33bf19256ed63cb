//! Engines outside of this process, in both directions: theirs as our bots, and our bots as engines for others.
//!
//! `BOT-PROTOCOL.md` says what is spoken.

mod cg;
mod cg_serve;
mod client;
mod desk;
mod lines;
mod process;
mod question;
mod serve;

pub(crate) use cg::{CG_GAME, CgBot};
pub use cg::{CG_TIME, Cell, CellError};
pub use cg_serve::serve_cg;
pub(crate) use client::EngineBot;
pub(crate) use desk::{Desk, DeskOf};
pub use lines::{LineError, MAX_LINE, read_line};
pub use process::Patience;
pub use question::{PROTOCOL_VERSION, ProtocolError, Question};
pub use serve::{ServeError, Served, serve};
