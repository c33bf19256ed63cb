//! The state machine of document 004: a game whose entire state is 32 bits, driven by 5-bit tokens.
//!
//! ```text
//! 31       24   23     22   21   18 17                                0
//! +----------+------+--------+-------+--------+--------+-----+--------+
//! |  graves  | turn | player | count |  sq 8  |  sq 7  |  …  |  sq 0  |
//! +----------+------+--------+-------+--------+--------+-----+--------+
//! ```
//!
//! The machine numbers its squares from the bottom left: 0 1 2 in the bottom row, then 3 4 5, and 6
//! 7 8 at the top. All transitions go through [`Machine::step`].

use ennead_game::Mark;
use ennead_game::nine::{CELLS, FULL, Mask, count, has_line};
use thiserror::Error;

use crate::rules::{BoardError, Ttt};

/// Width of a state in bits.
pub(crate) const BITS: u32 = 32;

const COUNT_SHIFT: u32 = 18;
const COUNT_MASK: u32 = 0xf;
const PLAYER: u32 = 1 << 22;
const TURN: u32 = 1 << 23;
const GRAVES_SHIFT: u32 = 24;
/// The high bit of each square: it is taken.
const TAKEN: u32 = 0b10_10_10_10_10_10_10_10_10;
/// The low bit of each square: it is taken by X.
const BY_X: u32 = TAKEN >> 1;
/// Markers are set from this move on; neither side can win earlier.
const FIRST_DECISIVE_MOVE: u32 = 5;
const ALL_GRAVES: u8 = 0xff;

/// The eight combinations in the order of their markers, as masks whose lowest bit is the machine's
/// square 0.
const COMBINATIONS: [Mask; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The combinations that each set of squares intersects, one bit each.
static TOUCHES: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut combination = 0;
        while combination < COMBINATIONS.len() {
            if mask as Mask & COMBINATIONS[combination] != 0 {
                table[mask] |= 1 << combination;
            }
            combination += 1;
        }
        mask += 1;
    }
    table
};

/// The reason why the machine has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepting {
    /// A side has three in a line.
    Won(Mark),
    /// Every combination holds an X and an O, so neither side can win, even if squares are free.
    CatsGame,
}

/// A rejected token; the state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The token has more than five bits.
    #[error("token {0} has more than five bits: bit 4 is the side (1 = X), bits 3 to 0 the square")]
    Wide(u32),
    /// The game is over.
    #[error("the game is over: {}", accepting_text(*.0))]
    Accepting(Accepting),
    /// It is the other side's turn.
    #[error("it is {turn}'s turn, not {side}'s", turn = .0.other(), side = .0)]
    WrongSide(Mark),
    /// No such square.
    #[error("there is no square {0}: squares are 0 (bottom left) to 8 (top right)")]
    NoSuchSquare(u8),
    /// The square is taken.
    #[error("square {square} is taken by {by}")]
    Taken {
        /// The square, in the machine's numbering.
        square: u8,
        /// The mark on it.
        by: Mark,
    },
}

fn accepting_text(accepting: Accepting) -> String {
    match accepting {
        Accepting::Won(mark) => format!("{mark} has won"),
        Accepting::CatsGame => "no combination can be won anymore".into(),
    }
}

/// A number that is not a valid state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MachineError {
    /// A square has the invalid code 01.
    #[error(
        "square {0} (bits {low}–{high}) is 01, which is not a code: 00 is empty, 10 is O, 11 is X",
        low = 2 * u32::from(*.0),
        high = 2 * u32::from(*.0) + 1
    )]
    Pair(u8),
    /// X and O have not alternated.
    #[error("impossible board: {x} X and {o} O, but the sides move in turn")]
    Counts {
        /// Number of X.
        x: u32,
        /// Number of O.
        o: u32,
    },
    /// The count field differs from the number of marks.
    #[error("field count (bits 18–21) is inconsistent: it is {found}, but there are {right} marks")]
    Count {
        /// The value of the field.
        found: u32,
        /// Number of marks.
        right: u32,
    },
    /// The turn contradicts the number of marks.
    #[error(
        "field turn (bit 23) is inconsistent: it is {}, but with {x} X and {o} O it is {right}'s \
         turn",
        right.other()
    )]
    Turn {
        /// Number of X.
        x: u32,
        /// Number of O.
        o: u32,
        /// The side to move.
        right: Mark,
    },
    /// The board cannot be reached.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A grave marker contradicts the board.
    #[error(
        "field graves (bits 24–31) is inconsistent: marker {combination} (bit {}) is {}, but {}",
        23 + combination,
        u8::from(!right),
        grave_reason(*early, *right)
    )]
    Grave {
        /// The number of the combination, counted from 1.
        combination: u32,
        /// Whether the marker must be set.
        right: bool,
        /// Whether there are fewer than five marks.
        early: bool,
    },
}

fn grave_reason(early: bool, right: bool) -> &'static str {
    match (early, right) {
        (true, _) => "markers are set only from the fifth move on",
        (false, true) => "its combination holds an X and an O",
        (false, false) => "its combination does not hold both an X and an O",
    }
}

/// A state of the machine.
///
/// ```
/// use ennead_ttt::{Machine, Mark};
/// let mut machine = Machine::new(Mark::X, Mark::X);
/// for (side, square) in [(1, 0), (0, 1), (1, 2), (0, 3), (1, 4)] {
///     machine = machine.step(side << 4 | square)?;
/// }
/// assert_eq!(machine.state(), 0x1B54_03BB);
/// # Ok::<(), ennead_ttt::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Machine(u32);

impl Machine {
    /// The initial state of the document: all bits are zero, so O moves first and the player is O.
    pub const INITIAL: Machine = Machine(0);

    /// Starts a game with the player's side and the side that moves first.
    pub const fn new(player: Mark, first: Mark) -> Self {
        let player = if matches!(player, Mark::X) { PLAYER } else { 0 };
        let turn = if matches!(first, Mark::X) { TURN } else { 0 };
        Machine(player | turn)
    }

    /// Starts a new game with the same player and the same first side.
    #[must_use]
    pub fn restart(self) -> Self {
        Machine::new(self.player(), self.first())
    }

    /// The state with these marks, numbered as in [`Ttt`], if it is valid.
    pub(crate) fn with_board(
        x: Mask,
        o: Mask,
        player: Mark,
        first: Mark,
    ) -> Result<Self, MachineError> {
        let (x_count, o_count) = (count(x), count(o));
        let turn = turn_by_counts(x_count, o_count)?.unwrap_or(first);
        check_lines(x, o, turn)?;
        let count = x_count + o_count;
        let (x, o) = (flip(x), flip(o));
        let board = spread(x | o) << 1 | spread(x);
        Ok(Machine(
            Machine::new(player, turn).0
                | board
                | count << COUNT_SHIFT
                | u32::from(graves(x, o, count)) << GRAVES_SHIFT,
        ))
    }

    /// Decodes a state. Every field must be consistent with the board; either side may have moved
    /// first.
    pub fn from_state(state: u32) -> Result<Self, MachineError> {
        let never_written = !state >> 1 & state & BY_X;
        if never_written != 0 {
            return Err(MachineError::Pair((never_written.trailing_zeros() / 2) as u8));
        }
        let machine = Machine(state);
        let (x, o) = machine.masks();
        let (x_count, o_count) = (count(x), count(o));
        let by_counts = turn_by_counts(x_count, o_count)?;
        if machine.moves() != x_count + o_count {
            return Err(MachineError::Count { found: machine.moves(), right: x_count + o_count });
        }
        if let Some(right) = by_counts.filter(|right| *right != machine.turn()) {
            return Err(MachineError::Turn { x: x_count, o: o_count, right });
        }
        check_lines(x, o, machine.turn())?;
        machine.check_graves(graves(x, o, x_count + o_count))?;
        Ok(machine)
    }

    fn check_graves(self, right: u8) -> Result<(), MachineError> {
        let wrong = self.graves() ^ right;
        if wrong == 0 {
            return Ok(());
        }
        let marker = wrong.trailing_zeros();
        Err(MachineError::Grave {
            combination: marker + 1,
            right: right >> marker & 1 == 1,
            early: self.moves() < FIRST_DECISIVE_MOVE,
        })
    }

    /// The transition function: the next state, or the reason for rejecting the token.
    #[inline]
    pub fn step(self, token: u32) -> Result<Self, Rejection> {
        if token > 0b11111 {
            return Err(Rejection::Wide(token));
        }
        if let Some(accepting) = self.accepting() {
            return Err(Rejection::Accepting(accepting));
        }
        let (side, square) = (mark(token >> 4 == 1), (token & 0xf) as u8);
        if side != self.turn() {
            return Err(Rejection::WrongSide(side));
        }
        if square as usize >= CELLS {
            return Err(Rejection::NoSuchSquare(square));
        }
        let shift = 2 * u32::from(square);
        if self.0 >> shift & 0b10 != 0 {
            return Err(Rejection::Taken { square, by: mark(self.0 >> shift & 1 == 1) });
        }
        let pair = if side == Mark::X { 0b11 } else { 0b10 };
        let next = Machine(((self.0 | pair << shift) ^ TURN) + (1 << COUNT_SHIFT));
        Ok(next.with_graves())
    }

    #[inline]
    fn with_graves(self) -> Self {
        let (x, o) = self.masks();
        let graves = graves(x, o, self.moves());
        Machine(self.0 & !(0xff << GRAVES_SHIFT) | u32::from(graves) << GRAVES_SHIFT)
    }

    /// The accepting state, if the machine has stopped.
    #[inline]
    pub fn accepting(self) -> Option<Accepting> {
        if self.moves() < FIRST_DECISIVE_MOVE {
            return None;
        }
        let (x, o) = self.masks();
        if has_line(x) {
            Some(Accepting::Won(Mark::X))
        } else if has_line(o) {
            Some(Accepting::Won(Mark::O))
        } else {
            (self.graves() == ALL_GRAVES).then_some(Accepting::CatsGame)
        }
    }

    /// The state as a 32-bit number.
    pub const fn state(self) -> u32 {
        self.0
    }

    /// Number of moves.
    pub const fn moves(self) -> u32 {
        self.0 >> COUNT_SHIFT & COUNT_MASK
    }

    /// The player's side; the solver plays the other one.
    pub const fn player(self) -> Mark {
        mark(self.0 & PLAYER != 0)
    }

    /// The side to move.
    pub const fn turn(self) -> Mark {
        mark(self.0 & TURN != 0)
    }

    /// The side that moved first.
    pub const fn first(self) -> Mark {
        mark((self.0 & TURN != 0) == self.moves().is_multiple_of(2))
    }

    /// The grave markers, combination 1 as the lowest bit.
    pub const fn graves(self) -> u8 {
        (self.0 >> GRAVES_SHIFT) as u8
    }

    /// The numbers, counted from 1, of the combinations that neither side can complete anymore.
    pub fn grave_numbers(self) -> Vec<u32> {
        (0..8).filter(|marker| self.graves() >> marker & 1 == 1).map(|marker| marker + 1).collect()
    }

    /// The position, if X moved first; [`Ttt`] cannot represent other games.
    pub fn position(self) -> Option<Ttt> {
        let (x, o) = self.board_masks();
        (self.first() == Mark::X).then_some(Ttt { x, o })
    }

    /// The marks, numbered as in [`Ttt`].
    pub(crate) fn board_masks(self) -> (Mask, Mask) {
        let (x, o) = self.masks();
        (flip(x), flip(o))
    }

    /// The marks, with the machine's square 0 in the lowest bit.
    #[inline]
    const fn masks(self) -> (Mask, Mask) {
        let taken = gather(self.0 >> 1);
        let x = gather(self.0) & taken;
        (x, taken & !x)
    }
}

const fn mark(is_x: bool) -> Mark {
    if is_x { Mark::X } else { Mark::O }
}

/// The side to move according to the marks, or `None` if it depends on which side moved first.
fn turn_by_counts(x: u32, o: u32) -> Result<Option<Mark>, MachineError> {
    match (x, o) {
        _ if x == o => Ok(None),
        _ if x == o + 1 => Ok(Some(Mark::O)),
        _ if o == x + 1 => Ok(Some(Mark::X)),
        _ => Err(MachineError::Counts { x, o }),
    }
}

/// Checks that only the side that moved last has a line.
fn check_lines(x: Mask, o: Mask, turn: Mark) -> Result<(), BoardError> {
    match (has_line(x), has_line(o)) {
        (true, true) => Err(BoardError::TwoWinners),
        (true, false) if turn == Mark::X => {
            Err(BoardError::PlayedOn { winner: Mark::X, after: Mark::O })
        }
        (false, true) if turn == Mark::O => {
            Err(BoardError::PlayedOn { winner: Mark::O, after: Mark::X })
        }
        _ => Ok(()),
    }
}

#[inline]
fn graves(x: Mask, o: Mask, count: u32) -> u8 {
    if count < FIRST_DECISIVE_MOVE { 0 } else { TOUCHES[usize::from(x)] & TOUCHES[usize::from(o)] }
}

/// Packs the nine even bits of an 18-bit number into nine adjacent bits.
const fn gather(pairs: u32) -> Mask {
    let mut bits = pairs & BY_X;
    bits = (bits | bits >> 1) & 0x3_3333;
    bits = (bits | bits >> 2) & 0x3_0f0f;
    bits = (bits | bits >> 4) & 0x3_00ff;
    (bits | bits >> 8) as Mask & FULL
}

/// Spreads nine adjacent bits to the even bits of an 18-bit number.
const fn spread(mask: Mask) -> u32 {
    let mut bits = mask as u32;
    bits = (bits | bits << 8) & 0x1_00ff;
    bits = (bits | bits << 4) & 0x1_0f0f;
    bits = (bits | bits << 2) & 0x1_3333;
    (bits | bits << 1) & BY_X
}

/// Converts a mask between the numbering of the machine (0 bottom left, lowest bit) and that of the
/// board (0 top left, highest bit).
///
/// Row r, column c of the board is bit 8 - (3r + c); in the machine it is bit 3(2 - r) + c. So the
/// rows stay in place, and each row is reversed.
const fn flip(mask: Mask) -> Mask {
    (mask & 0b001_001_001) << 2 | mask & 0b010_010_010 | (mask & 0b100_100_100) >> 2
}
