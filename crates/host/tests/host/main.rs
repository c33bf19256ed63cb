//! The service without I/O, driven with real games.

mod actions;
mod clocks;
mod create;
mod draw_offer;
mod fork;
mod game_files;
mod hidden_choices;
mod move_log;
mod non_interference;
mod pennies;
mod rematch;
mod replay;
mod stick;
#[path = "../../../game/tests/throws/mod.rs"]
mod throws;

use ennead_game::{AnyMatch, Options};
use ennead_host::{Beginning, Clock, Head, LiveMatch, MatchId, SeatHolder};
use ennead_kit::Games;

/// The time at which every test begins.
const NOW: u64 = 1_800_000_000_000;

/// The games of all tests.
fn games() -> Games {
    static GAMES: Games = Games::new(&[
        &ennead_ttt::GAME,
        &ennead_nested::GAME,
        &ennead_schotten::GAME,
        &hidden_choices::THROWS,
    ]);
    GAMES
}

/// A match of a game with its default set-up.
fn start(game: &str) -> Box<dyn AnyMatch> {
    games().game(game).unwrap().game().start(&Options::new()).unwrap()
}

/// A live match of a game before its first entry.
fn live(game: &str, seats: [SeatHolder; 2], clock: Clock) -> LiveMatch {
    let (start, names) = (start(game).record(), [None, None]);
    let head = Head {
        start,
        seats,
        names,
        clock,
        listed: true,
        created: NOW,
        beginning: Beginning::Fresh,
    };
    LiveMatch::new(games(), MatchId::new(NOW, 1), head).unwrap()
}
