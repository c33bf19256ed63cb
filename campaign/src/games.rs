//! The games of the campaign.

use ennead_kit::{Games, Kit};

static GAMES: Games = Games::new(KITS);
static KITS: &[&Kit] =
    &[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME, &ennead_connect::GAME];

/// The games that nodes serve.
pub(crate) fn games() -> Games {
    GAMES
}
