//! Fuzz targets for everything that decodes external bytes, as plain functions.
//!
//! `tests/corpus.rs` runs them on stable Rust over a committed corpus and its mutations;
//! `examples/long_run.rs` does the same for as long as desired; `campaign/` passes the same
//! functions to cargo-fuzz.

mod choices_read;
mod choices_write;
mod corpus;
mod decode;
mod encode;
mod frame_client;
mod frame_server;
mod record;
mod solution;
mod stored;
mod values;
mod view;

use ennead_kit::{Games, Kit};

pub use corpus::{corpus, mutate};

/// The games whose formats and views are fuzzed.
pub static GAMES: Games = Games::new(KITS);

static KITS: &[&Kit] =
    &[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME, &ennead_connect::GAME];

/// A target: its name, and the function that takes arbitrary bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("choices_read", choices_read::choices_read),
    ("choices_write", choices_write::choices_write),
    ("decode", decode::decode),
    ("encode", encode::encode),
    ("frame_client", frame_client::frame_client),
    ("frame_server", frame_server::frame_server),
    ("record", record::record),
    ("solution", solution::solution),
    ("stored", stored::stored),
    ("view", view::view),
];

/// Runs a target by name.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    target.unwrap_or_else(|| panic!("there is no target {name}")).1(data);
}
