//! The stateless calls and the pages, over real connections.

mod analyse;
mod explore;
mod game_files;
#[path = "../support/games.rs"]
mod games;
mod hostile;
mod lists;
mod look;
mod pages;
mod replay;
mod sizes;
#[path = "../support/mod.rs"]
mod support;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Options, Random, Show, SplitMix64};
use ennead_search::Tables;
use ennead_server::{Thinking, embedded, headers, openapi, tools};
use games::games;
use serde_json::json;
use support::Server;

/// The routes under test, with the server's limit on bodies.
async fn server() -> Server {
    server_with(Tables::default()).await
}

/// The same with tables.
async fn server_with(tables: Tables) -> Server {
    let thinking = Arc::new(Thinking::new(2, 256));
    let router: Router = tools::routes(games(), tables, thinking)
        .merge(embedded::routes(games()))
        .merge(openapi::routes())
        .layer(DefaultBodyLimit::max(64 << 10));
    Server::start(headers::secured(router)).await
}

/// The record of a match in base64url.
fn record(game: &str, moves: &str, options: &Options) -> String {
    let game = games().game(game).unwrap().game();
    let value = game.encode("record", moves, options).unwrap();
    value.show(Show::Base64url)
}

/// A match of this many random choices, or a complete one if it is shorter.
fn random_match(game: &str, options: &Options, choices: usize, seed: u64) -> Box<dyn AnyMatch> {
    let mut random = SplitMix64::new(seed);
    let mut played = games().game(game).unwrap().game().start(options).unwrap();
    while played.options() > 0 && played.choices().len() < choices {
        played.play(random.below(played.options().into()) as u32).unwrap();
    }
    played
}

/// The body of a call about a record.
fn about(record: &[u8]) -> String {
    json!({ "record": BASE64URL_NOPAD.encode(record) }).to_string()
}
