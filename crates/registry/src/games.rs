//! The games.

use ennead_game::{AnyGame, Entry};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;

/// Every game, one line each. A new game is added here and nowhere else.
#[rustfmt::skip]
pub static GAMES: &[&dyn AnyGame] = &[
    &Entry::<Ttt>::new(),
    &Entry::<Nested>::new(),
    &Entry::<Schotten>::new(),
];

/// The game with this name.
pub fn game(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().find(|game| game.id() == id).copied()
}

/// The game with this number in records.
pub fn game_numbered(number: u8) -> Option<&'static dyn AnyGame> {
    GAMES.iter().find(|game| game.number() == number).copied()
}
