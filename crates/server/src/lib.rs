//! The game manager: HTTP, WebSockets, clocks and bots around durable matches.

mod failure;
mod thinking;

pub use failure::Failure;
pub use thinking::{Priority, Thinking};
