//! Connect Four in one file: rules and notation, and nothing else.
//!
//! Records, perft, playouts, tree search and the conformance suite come with the trait: `crates/bots/tests/connect_four.rs` uses them all.
//! Run it with `cargo run --release --example connect_four` and watch the search play itself.

use std::fmt;

use ennead_bots::{Budget, Mcts, Playout};
use ennead_game::{Game, Match, MoveError, Notation, Outcome, Seat, Turn};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// A column takes one bit more than it has rows, so that no line runs over its top into the next column.
const STRIDE: u32 = ROWS + 1;

/// A position. Bit `column * 7 + row` is a cell, row 0 at the bottom; options are the columns with room, from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    /// The discs of each seat.
    discs: [u64; 2],
}

impl ConnectFour {
    fn all(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    fn mover(&self) -> Seat {
        Seat((self.all().count_ones() % 2) as u8)
    }

    /// How many discs lie in a column.
    fn height(&self, column: u32) -> u32 {
        (self.all() >> (column * STRIDE) & ((1 << ROWS) - 1)).count_ones()
    }

    fn columns_with_room(&self) -> impl Iterator<Item = u32> + '_ {
        (0..COLUMNS).filter(|column| self.height(*column) < ROWS)
    }
}

/// Whether four lie in a line: up, across, or along a diagonal.
fn has_four(discs: u64) -> bool {
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    const ID: &'static str = "connect-four";
    const NUMBER: u8 = 128;
    type Setup = ();

    fn new((): &()) -> Self {
        ConnectFour { discs: [0; 2] }
    }

    fn turn(&self) -> Turn {
        match self.discs.map(has_four) {
            [true, _] => Turn::Over(Outcome::Win(Seat::FIRST)),
            [_, true] => Turn::Over(Outcome::Win(Seat::SECOND)),
            _ if self.columns_with_room().next().is_none() => Turn::Over(Outcome::Draw),
            _ => Turn::Seat(self.mover()),
        }
    }

    fn options(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.columns_with_room().count() as u32 }
    }

    fn choose(&mut self, option: u32) {
        let column = self.columns_with_room().nth(option as usize).expect("the option exists");
        self.discs[self.mover().index()] |= 1 << (column * STRIDE + self.height(column));
    }
}

/// A disc dropped into a column, written as its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop(u32);

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Notation for ConnectFour {
    type Move = Drop;

    fn moves(&self) -> Vec<Drop> {
        if self.outcome().is_some() { Vec::new() } else { self.columns_with_room().map(Drop).collect() }
    }

    fn number(mv: &Drop) -> u64 {
        mv.0.into()
    }

    fn parse_move(text: &str) -> Result<Drop, MoveError> {
        match text.parse() {
            Ok(number @ 1..=COLUMNS) => Ok(Drop(number - 1)),
            _ => Err(MoveError::Text { text: text.into(), right: "a column is a number from 1 to 7".into() }),
        }
    }

    fn choices_of(&self, mv: &Drop) -> Result<Vec<u32>, MoveError> {
        let option = self.moves().iter().position(|other| other == mv);
        option
            .map(|option| vec![option as u32])
            .ok_or_else(|| MoveError::illegal(mv, "no disc can be dropped there"))
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Drop, usize)> {
        let column = self.columns_with_room().nth(*choices.first()? as usize)?;
        Some((Drop(column), 1))
    }
}

/// Playouts at random to the end, as for any short game.
impl Playout for ConnectFour {}

fn main() {
    let mut game = Match::<ConnectFour>::new(());
    let mut bot = Mcts::new(1);
    while !game.is_over() {
        let advice = bot.search(game.position(), Budget::nodes(20_000));
        let (mv, _) = game.position().read_move(&[advice.option]).expect("advice is a legal option");
        println!("column {mv}: {:?}", advice.worth);
        game.play(advice.option).expect("advice is a legal option");
    }
    println!("{:?}, as a record: {}", game.position().turn(), game.to_text());
}
