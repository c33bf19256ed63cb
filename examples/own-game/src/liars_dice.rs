//! One round of liar's dice for two: five dice each, and bids on all ten.

use std::fmt;

use ennead::game::{
    Game, GameError, Masked, MoveError, Notation, Options, Outcome, Presentation, Random, Seat,
    Turn, Viewer,
};
use ennead::search::Playout;

const DICE: usize = 10;
const FACES: u8 = 6;
/// Calls are numbered: bids from 0 (one 1) to 59 (ten 6s), then the challenge of the last bid.
const LIAR: u8 = DICE as u8 * FACES;

/// A position. The first five dice belong to the first seat; 0 is a die that is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiarsDice {
    dice: Vec<u8>,
    last: Option<u8>,
    mover: Seat,
    called: bool,
}

impl LiarsDice {
    /// The legal calls, ascending.
    fn calls(&self) -> impl Iterator<Item = u8> + use<> {
        (self.last.map_or(0, |last| last + 1)..LIAR).chain(self.last.map(|_| LIAR))
    }

    /// Whether at least as many dice as the last bid says show its face.
    fn is_true(&self) -> bool {
        let (count, face) = self.last.map_or((0, 1), |bid| (bid / FACES + 1, bid % FACES + 1));
        self.dice.iter().filter(|die| **die == face).count() >= usize::from(count)
    }
}

impl Game for LiarsDice {
    const ID: &'static str = "dice";
    const NUMBER: u8 = 128;
    type Setup = ();

    fn new(_: &()) -> Self {
        LiarsDice { dice: Vec::new(), last: None, mover: Seat::FIRST, called: false }
    }

    fn turn(&self) -> Turn {
        match self.called {
            _ if self.dice.len() < DICE => Turn::Chance,
            false => Turn::Seat(self.mover),
            true if self.is_true() => Turn::Over(Outcome::Win(self.mover.other())),
            true => Turn::Over(Outcome::Win(self.mover)),
        }
    }

    fn options(&self) -> u32 {
        match self.turn() {
            Turn::Chance => FACES.into(),
            Turn::Seat(_) => self.calls().count() as u32,
            Turn::Over(_) => 0,
        }
    }

    fn choose(&mut self, option: u32) {
        if self.dice.len() < DICE {
            return self.dice.push(option as u8 + 1);
        }
        match self.calls().nth(option as usize) {
            Some(LIAR) => self.called = true,
            bid => (self.last, self.mover) = (bid, self.mover.other()),
        }
    }
}

/// A bid, or the challenge of the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call(u8);

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            LIAR => f.write_str("liar"),
            bid => write!(f, "{}x{}", bid / FACES + 1, bid % FACES + 1),
        }
    }
}

impl Notation for LiarsDice {
    type Move = Call;

    fn moves(&self) -> Vec<Call> {
        self.calls().filter(|_| matches!(self.turn(), Turn::Seat(_))).map(Call).collect()
    }

    fn number(call: &Call) -> u64 {
        call.0.into()
    }

    fn parse_move(text: &str) -> Result<Call, MoveError> {
        let call = (0..=LIAR).map(Call).find(|call| call.to_string() == text);
        call.ok_or_else(|| MoveError::text(text, "a bid such as 3x5 (three fives), or liar"))
    }
}

impl Presentation for LiarsDice {
    const TITLE: &'static str = "Liar's dice";
    const DRAWS: bool = false;

    fn draw(&self, _: &Options) -> Result<String, GameError> {
        let face = |die: &u8| "?⚀⚁⚂⚃⚄⚅".chars().nth(usize::from(*die)).unwrap_or('?').to_string();
        let row = |dice: &[u8]| dice.iter().map(face).collect::<Vec<_>>().join(" ");
        let (first, second) = self.dice.split_at(self.dice.len().min(DICE / 2));
        let last = self.last.map_or("none yet".into(), |bid| Call(bid).to_string());
        Ok(format!("player 1  {}\nplayer 2  {}\nlast bid  {last}\n", row(first), row(second)))
    }
}

impl Playout for LiarsDice {}

impl Masked for LiarsDice {
    fn mask(&self, viewer: Viewer) -> Self {
        let sees = |at| self.called || viewer == Viewer::Seat(Seat((at / (DICE / 2)) as u8));
        let die = |(at, die): (usize, &u8)| if sees(at) { *die } else { 0 };
        LiarsDice { dice: self.dice.iter().enumerate().map(die).collect(), ..self.clone() }
    }

    fn unmask(&mut self, random: &mut dyn Random) {
        for die in self.dice.iter_mut().filter(|die| **die == 0) {
            *die = random.below(FACES.into()) as u8 + 1;
        }
    }

    fn seen_move(&self, after: &Self, _: Viewer) -> Option<Call> {
        if after.called { Some(Call(LIAR)) } else { after.last.map(Call) }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let head = [self.last.map_or(0, |last| last + 1), self.mover.0, self.called.into()];
        [&head, self.dice.as_slice()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, dice) = bytes.split_at_checked(3)?;
        let (last, mover, called) = (head[0].checked_sub(1), Seat(head[1]), head[2] == 1);
        let is_rolled = dice.len() == DICE || dice.len() < DICE && last.is_none();
        let fits = head[0] <= LIAR && head[1] <= 1 && head[2] <= last.is_some().into();
        let is_possible = is_rolled && fits && dice.iter().all(|die| *die <= FACES);
        is_possible.then(|| LiarsDice { dice: dice.to_vec(), last, mover, called })
    }
}
