//! Small games to solve besides tic-tac-toe.
#![allow(dead_code, reason = "each test file uses a part of it")]

use ennead_bits::{BitReader, BitWriter};
use ennead_game::{Game, OptionSpec, Outcome, Seat, Setup, SetupError, Symmetric, Turn, Values};
use ennead_solve::{DEFAULT_LIMIT, Solution};
use ennead_ttt::Ttt;

pub(crate) fn solved<G: Symmetric>(setup: &G::Setup) -> Solution<G> {
    Solution::solve(setup, DEFAULT_LIMIT).expect("a small game")
}

pub(crate) fn ttt() -> Solution<Ttt> {
    solved(&())
}

/// Implements the trait for a game without symmetries whose positions are their keys.
macro_rules! plain_symmetry {
    ($game:ty) => {
        impl Symmetric for $game {
            const SYMMETRIES: u32 = 1;
            type Key = $game;
            fn key(&self) -> $game {
                *self
            }
            fn transform(&self, _: u32) -> Self {
                *self
            }
            fn transform_option(&self, _: u32, option: u32) -> u32 {
                option
            }
        }
    };
}

/// The number of sticks, and whether taking the last one wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heap {
    pub(crate) sticks: u8,
    pub(crate) last_loses: bool,
}

impl Default for Heap {
    fn default() -> Self {
        Heap { sticks: 7, last_loses: false }
    }
}

impl Setup for Heap {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "sticks",
            values: Values::Numbers(1, 255),
            default: "7",
            help: "how many sticks",
        },
        OptionSpec {
            name: "last-loses",
            values: Values::Flag,
            default: "false",
            help: "the last one loses",
        },
    ];
    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        match name {
            "sticks" => self.sticks = value.parse().expect("checked"),
            _ => self.last_loses = value == "true",
        }
        Ok(())
    }
    fn get(&self, name: &str) -> String {
        if name == "sticks" { self.sticks.to_string() } else { self.last_loses.to_string() }
    }
    fn write(&self, writer: &mut BitWriter) {
        writer.write(self.sticks.into(), 8);
        writer.write_bit(self.last_loses);
    }
    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError> {
        Ok(Heap { sticks: reader.read(8)? as u8, last_loses: reader.read_bit()? })
    }
}

/// Take one, two or three sticks in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sticks {
    pub(crate) left: u8,
    pub(crate) mover: Seat,
    pub(crate) last_loses: bool,
}

impl Game for Sticks {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 200;
    type Setup = Heap;
    fn new(heap: &Heap) -> Self {
        Sticks { left: heap.sticks, mover: Seat::FIRST, last_loses: heap.last_loses }
    }
    fn turn(&self) -> Turn {
        match (self.left, self.last_loses) {
            (0, false) => Turn::Over(Outcome::Win(self.mover.other())),
            (0, true) => Turn::Over(Outcome::Win(self.mover)),
            _ => Turn::Seat(self.mover),
        }
    }
    fn options(&self) -> u32 {
        self.left.min(3).into()
    }
    fn choose(&mut self, option: u32) {
        self.left -= option as u8 + 1;
        self.mover = self.mover.other();
    }
}
plain_symmetry!(Sticks);

/// Mark one of seven squares in a row in turn; three adjacent marks of one seat lose, and a full
/// row is a draw. Mirroring is a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    marks: [u8; 7],
}

impl Row {
    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..7).filter(|square| self.marks[*square] == 0)
    }
    fn mover(&self) -> Seat {
        if self.free().count() % 2 == 1 { Seat::FIRST } else { Seat::SECOND }
    }
}

impl Game for Row {
    const ID: &'static str = "row";
    const NUMBER: u8 = 201;
    type Setup = ();
    fn new((): &()) -> Self {
        Row { marks: [0; 7] }
    }
    fn turn(&self) -> Turn {
        let loser = self
            .marks
            .windows(3)
            .find(|three| three[0] != 0 && three.iter().all(|mark| *mark == three[0]));
        match loser {
            Some(three) => Turn::Over(Outcome::Win(Seat(three[0] - 1).other())),
            None if self.free().count() == 0 => Turn::Over(Outcome::Draw),
            None => Turn::Seat(self.mover()),
        }
    }
    fn options(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.free().count() as u32 }
    }
    fn choose(&mut self, option: u32) {
        let mark = self.mover().0 + 1;
        let square = self.free().nth(option as usize).expect("a free square");
        self.marks[square] = mark;
    }
}

impl Symmetric for Row {
    const SYMMETRIES: u32 = 2;
    type Key = [u8; 7];
    fn key(&self) -> [u8; 7] {
        self.marks
    }
    fn transform(&self, symmetry: u32) -> Self {
        let mut row = *self;
        if symmetry == 1 {
            row.marks.reverse();
        }
        row
    }
    fn transform_option(&self, symmetry: u32, option: u32) -> u32 {
        if symmetry == 1 { self.options() - 1 - option } else { option }
    }
}

/// At each level one option loses at once, the last one continues and the others draw. The numbers
/// of options are primes, so that the denominators of the scores grow fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Fan {
    pub(crate) level: u8,
    pub(crate) end: Option<u32>,
}

pub(crate) const PRIMES: [u32; 12] = [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

impl Fan {
    fn mover(&self) -> Seat {
        Seat(self.level % 2)
    }
}

impl Game for Fan {
    const ID: &'static str = "fan";
    const NUMBER: u8 = 203;
    type Setup = ();
    fn new((): &()) -> Self {
        Fan { level: 0, end: None }
    }
    fn turn(&self) -> Turn {
        match self.end {
            Some(0) => Turn::Over(Outcome::Win(self.mover())),
            Some(_) => Turn::Over(Outcome::Draw),
            None => Turn::Seat(self.mover()),
        }
    }
    fn options(&self) -> u32 {
        if self.end.is_some() { 0 } else { PRIMES[usize::from(self.level)] }
    }
    fn choose(&mut self, option: u32) {
        let last = option + 1 == self.options() && usize::from(self.level) + 1 < PRIMES.len();
        self.level += 1;
        self.end = (!last).then_some(option);
    }
}
plain_symmetry!(Fan);

/// Games that cannot be solved for various reasons, by `KIND`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Odd<const KIND: u8> {
    steps: u32,
    mover: u8,
}

/// A token moves around four squares.
pub(crate) const ROUND: u8 = 0;
/// Chance decides after the first move.
pub(crate) const COIN: u8 = 1;
/// The first seat moves twice.
pub(crate) const TWICE: u8 = 2;
/// There is a third seat.
pub(crate) const THIRD: u8 = 3;
/// The game never ends.
pub(crate) const ENDLESS: u8 = 4;
/// Moves of either seat lead to the same final position.
pub(crate) const EITHER: u8 = 5;

impl<const KIND: u8> Game for Odd<KIND> {
    const ID: &'static str = "odd";
    const NUMBER: u8 = 202;
    type Setup = ();
    fn new((): &()) -> Self {
        Odd { steps: 0, mover: 0 }
    }
    fn turn(&self) -> Turn {
        match (KIND, self.steps) {
            (COIN, 1) => Turn::Chance,
            (EITHER, 9) => Turn::Over(Outcome::Draw),
            _ => Turn::Seat(Seat(self.mover)),
        }
    }
    fn options(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { 2 }
    }
    fn choose(&mut self, option: u32) {
        match KIND {
            ROUND => {
                self.mover ^= 1;
                self.steps = (self.steps + if option == 0 { 1 } else { 3 }) % 4;
            }
            TWICE => self.steps += 1,
            THIRD => *self = Odd { steps: self.steps + 1, mover: self.mover + 1 },
            EITHER if option == 1 => *self = Odd { steps: 9, mover: 0 },
            _ => *self = Odd { steps: self.steps + 1 + option, mover: self.mover ^ 1 },
        }
    }
}

impl<const KIND: u8> Symmetric for Odd<KIND> {
    const SYMMETRIES: u32 = 1;
    type Key = (u32, u8);
    fn key(&self) -> (u32, u8) {
        (self.steps, self.mover)
    }
    fn transform(&self, _: u32) -> Self {
        *self
    }
    fn transform_option(&self, _: u32, option: u32) -> u32 {
        option
    }
}
