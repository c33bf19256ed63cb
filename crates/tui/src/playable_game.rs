//! A game as the client needs it.

use std::borrow::Cow;

use ennead_game::{AnyGame, help_of};
use ennead_search::Roster;
use ennead_search::puzzle::Puzzles;

use crate::board::Board;

/// Everything the client needs of a game: its rules, opponents, board and help.
#[derive(Clone, Copy)]
pub struct PlayableGame {
    /// The rules.
    pub game: &'static dyn AnyGame,
    /// The opponents.
    pub bots: &'static Roster,
    /// Creates the board.
    pub board: fn() -> Box<dyn Board>,
    /// How to play, as Markdown with headings, paragraphs and lists; empty if there is no help.
    pub help: &'static str,
    /// The lessons as data; `[]` if there are none.
    pub lessons: &'static str,
    /// The puzzles.
    pub puzzles: Puzzles<'static>,
}

impl PlayableGame {
    /// The game's name, as in `ttt`.
    pub fn id(&self) -> &'static str {
        self.game.id()
    }

    /// How to play, as Markdown: its help, or its title and set-up if there is none.
    pub fn rules(&self) -> Cow<'static, str> {
        help_of(self.game, self.help)
    }
}
