//! Engine processes in both directions: external engines as our bots, and our bots as engines for
//! other hosts.
//!
//! The protocol is described in `BOT-PROTOCOL.md`.

mod client;
mod interpreter;
mod lines;
mod process;
mod request;
mod serve;

pub(crate) use client::EngineBot;
pub(crate) use interpreter::{InterpreterOf, ViewInterpreter};
pub use lines::{EngineLineError, MAX_LINE, read_line};
pub use process::{Deadline, EngineTimeouts, MAX_LINES_PER_ANSWER, Process, SEED_VARIABLE};
pub use request::{PROTOCOL_VERSION, PositionRequest, ProtocolError};
pub use serve::{ServeError, Served, serve, with_margin};
