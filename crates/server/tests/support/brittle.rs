//! A game whose own code panics: its rules, its drawing or its bots, as its players choose.

use std::sync::atomic::{AtomicUsize, Ordering};

use ennead_game::{
    Game, GameError, MoveError, Notation, Options, Outcome, Presentation, Seat, SplitMix64, Turn,
};
use ennead_kit::{Games, Kit};
use ennead_search::Playout;

/// The options of the first move, the only one with traps: bots, which move later, try all options.
/// This one goes on.
pub(crate) const GO_ON: u32 = 0;
/// The rules panic at once.
pub(crate) const RULES: u32 = 1;
/// The position that follows cannot be drawn.
pub(crate) const DRAWING: u32 = 2;
/// No bot can think about what follows.
pub(crate) const BOT: u32 = 3;
const OPTIONS: u32 = 4;
const LATER_OPTIONS: u32 = 2;
/// The number of moves in a match.
const MOVES: usize = 8;

/// The panics of bots so far.
static BOT_PANICS: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn bot_panics() -> usize {
    BOT_PANICS.load(Ordering::Relaxed)
}

/// A position: the options chosen so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Brittle(Vec<u32>);

impl Game for Brittle {
    const ID: &'static str = "brittle";
    const NUMBER: u8 = 200;
    type Setup = ();

    fn new(_: &()) -> Self {
        Brittle(Vec::new())
    }

    fn turn(&self) -> Turn {
        match self.0.len() {
            MOVES.. => Turn::Over(Outcome::Draw),
            made if made % 2 == 0 => Turn::Seat(Seat::FIRST),
            _ => Turn::Seat(Seat::SECOND),
        }
    }

    fn options(&self) -> u32 {
        match self.0.len() {
            0 => OPTIONS,
            1..MOVES => LATER_OPTIONS,
            _ => 0,
        }
    }

    fn choose(&mut self, option: u32) {
        let is_first = self.0.is_empty();
        assert!(!is_first || option != RULES, "the rules panic on purpose");
        self.0.push(option);
    }
}

impl Notation for Brittle {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (0..self.options()).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a number"))
    }
}

impl Presentation for Brittle {
    fn draw(&self, _: &Options) -> Result<String, GameError> {
        assert!(self.0.first() != Some(&DRAWING), "the drawing panics on purpose");
        Ok(format!("{:?}\n", self.0))
    }
}

impl Playout for Brittle {
    fn guess(self, _: &mut SplitMix64) -> f64 {
        if self.0.first() == Some(&BOT) {
            BOT_PANICS.fetch_add(1, Ordering::Relaxed);
            panic!("the bot panics on purpose");
        }
        0.0
    }
}

static GAMES: Games = Games::new(&[&ennead_ttt::GAME, &BRITTLE]);
static BRITTLE: Kit = Kit::open::<Brittle>();

/// Tic-tac-toe and the game that panics.
pub(crate) fn brittle_games() -> Games {
    GAMES
}
