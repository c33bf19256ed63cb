//! The game manager: HTTP, WebSockets, clocks and bots around durable matches.

mod body;
pub mod embedded;
mod failure;
mod gzip;
pub mod headers;
pub mod openapi;
mod thinking;
pub mod tools;

pub use body::Body;
pub use failure::Failure;
pub use thinking::{Priority, Thinking};
