//! A complete program around one game: seven sticks, take one or two, and the last one wins.
//!
//!     cargo run -p ennead --no-default-features --example sticks -- play
//!     cargo run -p ennead --no-default-features --example sticks -- serve
//!
//! `examples/own-game` of the repository is a larger game with hidden information.

use std::process::ExitCode;

use ennead::game::{Game, MoveError, Notation, Outcome, Presentation, Seat, Turn};
use ennead::kit::Kit;
use ennead::search::Playout;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticks {
    left: u32,
    mover: Seat,
}

impl Game for Sticks {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 200;
    type Setup = ();

    fn new(_: &()) -> Self {
        Sticks { left: 7, mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(self.mover.other())),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        self.left.min(2)
    }

    fn choose(&mut self, option: u32) {
        self.left -= option + 1;
        self.mover = self.mover.other();
    }
}

impl Notation for Sticks {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (1..=self.options()).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a move is 1 or 2 sticks"))
    }
}

impl Presentation for Sticks {
    const TITLE: &'static str = "Sticks";
}

impl Playout for Sticks {}

static GAME: Kit = Kit::open::<Sticks>();

fn main() -> ExitCode {
    ennead::run(&[&GAME])
}
