//! The game manager: HTTP, WebSockets, clocks and bots around durable matches.
//!
//! [`run`] reads as a pipeline: a connection becomes calls and sockets (`serve`, `socket`, `matches`), those become actions
//! (`action`), the manager checks an action against the rules, makes it durable and tells everyone (`manager`, `live`, `slot`).
//! `PROTOCOL.md` is what clients rely on.

mod action;
mod app;
mod body;
mod bot_player;
mod clocks;
mod config;
mod draw_offer;
pub mod embedded;
mod entropy;
mod failure;
mod gzip;
pub mod headers;
mod limits;
mod live;
mod lone;
mod manager;
mod matches;
mod now;
pub mod openapi;
mod operator;
mod rematch;
mod serve;
mod slot;
mod socket;
mod state;
mod sweep;
mod thinking;
pub mod tools;

pub use body::Body;
pub use config::{Config, LimitConfig};
pub use failure::Failure;
pub use serve::run;
pub use thinking::{Priority, Thinking};
