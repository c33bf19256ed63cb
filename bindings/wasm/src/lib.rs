//! Ennead as a WebAssembly module: a server inside a page.
//!
//! The module holds matches and their bots, and answers the frames and calls of PROTOCOL.md. It
//! performs no I/O: a worker passes bytes in, stores the matches that come out, and delivers
//! frames. [`Module`] is the whole interface; `exports.rs` makes it callable from JavaScript.
//!
//! ```
//! use ennead_wasm::{Module, Operation};
//! let mut module = Module::new([7; 32]);
//! let request = br#"{"method": "GET", "path": "/api/games"}"#;
//! let out = module.call(Operation::Request, 0, 1_800_000_000_000, request);
//! assert_eq!(out[0], 0); // an answer
//! assert_eq!(out[1..5], 200_u32.to_le_bytes());
//! ```

pub mod exports;
#[cfg(feature = "library")]
pub mod library;
#[cfg(feature = "library")]
mod selfplay;
#[cfg(feature = "service")]
mod service;

use ennead_kit::Games;

#[cfg(feature = "library")]
pub use selfplay::{SelfPlay, play_games};
#[cfg(feature = "service")]
pub use service::{Effect, Local, Module, Operation, Request};

/// The games of the module.
pub static GAMES: Games = Games::new(&[
    &ennead_ttt::GAME,
    &ennead_nested::GAME,
    &ennead_schotten::GAME,
    &ennead_connect::GAME,
]);
