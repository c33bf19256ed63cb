//! The service: matches, their bots and the calls of PROTOCOL.md.

mod connection;
mod effect;
mod entropy;
mod local;
mod module;
mod request;

pub use effect::Effect;
pub use local::Local;
pub use module::{Module, Operation};
pub use request::Request;
