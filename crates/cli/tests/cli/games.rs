//! The games that the binary knows.

use ennead_kit::Games;

pub(crate) static GAMES: Games = Games::new(&[
    &ennead_ttt::GAME,
    &ennead_nested::GAME,
    &ennead_schotten::GAME,
    &ennead_connect::GAME,
]);
