//! A game with hidden choices for the engine's tests: rock, paper, scissors, best of several
//! throws. It says nothing about what viewers see of a choice, so the engine decides.

use std::fmt;

use ennead_game::{
    Game, GameError, Masked, MoveError, Notation, Options, Outcome, Presentation, Random, Seat,
    Turn, Viewer,
};

/// A match has this many rounds at most, and ends with the third win of a seat.
const ROUNDS: usize = 7;
const WINS: usize = 3;
const NAMES: [&str; 3] = ["rock", "paper", "scissors"];
/// A throw that the viewer may not see.
pub(crate) const HIDDEN: u8 = 3;

/// The throws so far, two a round. Each is hidden from everybody else until the next throw is made
/// or the match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Throws(pub(crate) Vec<u8>);

impl Throws {
    /// The seat that makes the throw with this number.
    pub(crate) fn thrower(number: usize) -> Seat {
        Seat::BOTH[number % 2]
    }

    /// The number of rounds that a seat has won, as far as the throws are visible.
    fn wins(&self, seat: Seat) -> usize {
        let is_won = |throws: &&[u8]| {
            let (own, other) = (throws[seat.index()], throws[seat.other().index()]);
            own != HIDDEN && other != HIDDEN && (3 + own - other) % 3 == 1
        };
        self.0.chunks_exact(2).filter(is_won).count()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }
}

impl Game for Throws {
    const ID: &'static str = "throws";
    const NUMBER: u8 = 202;
    type Setup = ();

    fn new((): &()) -> Self {
        Throws(Vec::new())
    }

    fn turn(&self) -> Turn {
        let [first, second] = Seat::BOTH.map(|seat| self.wins(seat));
        match self.0.len() {
            _ if first == WINS => Turn::Over(Outcome::Win(Seat::FIRST)),
            _ if second == WINS => Turn::Over(Outcome::Win(Seat::SECOND)),
            made if made == 2 * ROUNDS => Turn::Over(Outcome::Draw),
            made => Turn::Seat(Throws::thrower(made)),
        }
    }

    fn options(&self) -> u32 {
        if self.is_over() { 0 } else { NAMES.len() as u32 }
    }

    fn choose(&mut self, option: u32) {
        self.0.push(option as u8);
    }
}

/// A throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Throw(pub(crate) u8);

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[usize::from(self.0)])
    }
}

impl Notation for Throws {
    type Move = Throw;

    fn moves(&self) -> Vec<Throw> {
        (0..self.options() as u8).map(Throw).collect()
    }

    fn number(throw: &Throw) -> u64 {
        throw.0.into()
    }

    fn parse_move(text: &str) -> Result<Throw, MoveError> {
        let throw = NAMES.iter().position(|name| *name == text);
        throw
            .map(|throw| Throw(throw as u8))
            .ok_or_else(|| MoveError::text(text, "rock, paper or scissors"))
    }
}

impl Presentation for Throws {
    fn draw(&self, _: &Options) -> Result<String, GameError> {
        let name = |throw: &u8| NAMES.get(usize::from(*throw)).copied().unwrap_or("?");
        let names: Vec<&str> = self.0.iter().map(name).collect();
        Ok(names.join(" ") + "\n")
    }
}

impl Masked for Throws {
    fn mask(&self, viewer: Viewer) -> Self {
        let (mut masked, number) = (self.clone(), self.0.len().wrapping_sub(1));
        let is_hidden = viewer != Viewer::Seat(Throws::thrower(number)) && !self.is_over();
        if let Some(last) = masked.0.last_mut().filter(|_| is_hidden) {
            *last = HIDDEN;
        }
        masked
    }

    fn unmask(&mut self, random: &mut dyn Random) {
        if self.0.last() != Some(&HIDDEN) {
            return;
        }
        self.0.pop();
        let worlds = (0..NAMES.len() as u8).map(|throw| Throws([&self.0[..], &[throw]].concat()));
        let possible: Vec<Throws> = worlds.filter(|world| !world.is_over()).collect();
        *self = possible[random.below(possible.len() as u64) as usize].clone();
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.clone()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (last, earlier) = bytes.split_last().unzip();
        let is_open = earlier.unwrap_or_default().iter().all(|throw| *throw < HIDDEN);
        if !is_open || last.is_some_and(|last| *last > HIDDEN) || bytes.len() > 2 * ROUNDS {
            return None;
        }
        let is_over = |made: usize| Throws(bytes[..made].to_vec()).is_over();
        let was_over = (0..bytes.len()).any(is_over);
        let is_shown = last != Some(&HIDDEN) || !is_over(bytes.len());
        (!was_over && is_shown).then(|| Throws(bytes.to_vec()))
    }
}
