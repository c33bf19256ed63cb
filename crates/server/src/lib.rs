//! The game manager: HTTP, WebSockets, clocks and bots around durable matches.

mod failure;

pub use failure::Failure;
