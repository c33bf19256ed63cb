//! The smallest possible game, without any optional part.

use ennead_game::{Game, MoveError, Notation, Open, Outcome, Presentation, RecordOnly, Seat, Turn};
use ennead_kit::{Kit, WebFile};
use ennead_search::Roster;

/// One player takes the only stick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stick(bool);

impl Game for Stick {
    const ID: &'static str = "stick";
    const NUMBER: u8 = 211;
    type Setup = ();

    fn new(_: &()) -> Self {
        Stick(false)
    }

    fn turn(&self) -> Turn {
        if self.0 { Turn::Over(Outcome::Win(Seat::FIRST)) } else { Turn::Seat(Seat::FIRST) }
    }

    fn options(&self) -> u32 {
        u32::from(!self.0)
    }

    fn choose(&mut self, _: u32) {
        self.0 = true;
    }
}

impl Notation for Stick {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (0..self.options()).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "the only move is 0"))
    }

    fn choices_of(&self, mv: &u32) -> Result<Vec<u32>, MoveError> {
        Ok(vec![*mv])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(u32, usize)> {
        Some((*choices.first()?, 1))
    }
}

impl Presentation for Stick {
    const TITLE: &'static str = "One stick";
}

type OpenStick = Open<Stick>;

/// The bare game, without bots, help or web files.
pub(crate) static STICK: Kit = Kit::of::<OpenStick, RecordOnly>(Roster::of::<OpenStick>(&[], ""));

/// The game with help, a web board and an icon.
pub(crate) static STICK_WITH_BOARD: Kit =
    Kit::of::<OpenStick, RecordOnly>(Roster::of::<OpenStick>(&[], ""))
        .with_help("# One stick\n\nTake it.\n")
        .with_icon("<svg/>")
        .with_web(&[
            WebFile { path: "board.js", bytes: b"export const board = 1;\n" },
            WebFile { path: "lib/more.js", bytes: b"export const more = 1;\n" },
        ]);
