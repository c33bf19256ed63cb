//! The server: HTTP, WebSockets, limits and scheduling around [`ennead_host`] and [`ennead_store`].
//!
//! [`run`] is a pipeline: a connection becomes calls and sockets (`serve`, `socket`, `matches`),
//! calls and frames become actions, and the manager checks an action against the rules, persists
//! the transition and publishes a snapshot (`manager`, `cached_match`). Clients rely on
//! `PROTOCOL.md`.

mod app;
mod body;
mod bot_cache;
mod bot_player;
mod cached_match;
mod call_failure;
mod client;
mod config;
pub mod embedded;
mod entropy;
mod fair_queue;
mod guarded_stream;
mod gzip;
mod head;
pub mod headers;
mod limits;
mod manager;
mod match_guard;
mod matches;
mod node_clock;
pub mod openapi;
mod operator;
mod origin;
mod panics;
mod preview;
mod quarantine;
mod serve;
#[cfg(feature = "simulation")]
pub mod simulation;
mod socket;
mod studies;
mod sweep;
mod thinking;
pub mod tools;
mod work_budget;

pub use body::Body;
pub use call_failure::CallFailure;
pub use client::Client;
pub use config::{BotConfig, Config, LimitConfig, ShortOperatorToken};
pub use ennead_host::Failure;
pub use serve::run;
pub use thinking::{Priority, Thinking};
