//! Document 004's machine: a game whose whole state is 32 bits, driven by 5-bit tokens.
//!
//! ```text
//! 31       24   23     22   21   18 17                                0
//! +----------+------+--------+-------+--------+--------+-----+--------+
//! |  graves  | turn | player | count |  sq 8  |  sq 7  |  …  |  sq 0  |
//! +----------+------+--------+-------+--------+--------+-----+--------+
//! ```
//!
//! The machine numbers its squares from the bottom left: 0 1 2 at the bottom, 3 4 5, and 6 7 8 at the top. Every client and bot plays through
//! [`Machine::step`] alone.

use ennead_game::Mark;
use ennead_game::nine::{CELLS, FULL, Mask, count, has_line};
use thiserror::Error;

use crate::rules::{BoardError, Ttt};

/// The width of a state.
pub(crate) const BITS: u32 = 32;

const COUNT_SHIFT: u32 = 18;
const COUNT_MASK: u32 = 0xf;
const PLAYER: u32 = 1 << 22;
const TURN: u32 = 1 << 23;
const GRAVES_SHIFT: u32 = 24;
/// The high bit of each pair: the square is taken.
const TAKEN: u32 = 0b10_10_10_10_10_10_10_10_10;
/// The low bit of each pair: by X.
const BY_X: u32 = TAKEN >> 1;
/// Markers are kept from this move on: nobody can win before.
const FIRST_DECISIVE_MOVE: u32 = 5;
const ALL_GRAVES: u8 = 0xff;

/// The eight combinations in the order of their markers, as masks with the machine's square 0 lowest.
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

/// For each set of squares, the combinations that it touches, a bit each.
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

/// Why the machine has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepting {
    /// A side has three in a line.
    Won(Mark),
    /// Every combination holds an X and an O: nobody can win, though squares may be free.
    CatsGame,
}

/// A token that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// Not five bits.
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
        /// The square, in the machine's numbers.
        square: u8,
        /// Who holds it.
        by: Mark,
    },
}

fn accepting_text(accepting: Accepting) -> String {
    match accepting {
        Accepting::Won(mark) => format!("{mark} has won"),
        Accepting::CatsGame => "no combination can be won any more".into(),
    }
}

/// A number that is no state of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MachineError {
    /// A pair that is never written.
    #[error("square {0} (bits {low} and {high}) is 01, which is never written: 00 is empty, 10 is O, 11 is X", low = 2 * u32::from(*.0), high = 2 * u32::from(*.0) + 1)]
    Pair(u8),
    /// Neither side can have moved first.
    #[error("impossible board: {x} X and {o} O, but the sides move in turn")]
    Counts {
        /// How many X there are.
        x: u32,
        /// How many O there are.
        o: u32,
    },
    /// The count is not the number of marks.
    #[error("field count (bits 18 to 21) lies: it says {found}, but there are {right} marks")]
    Count {
        /// What the field says.
        found: u32,
        /// How many marks there are.
        right: u32,
    },
    /// The turn does not follow from the marks.
    #[error("field turn (bit 23) lies: it says {}, but with {x} X and {o} O it is {right}'s turn", right.other())]
    Turn {
        /// How many X there are.
        x: u32,
        /// How many O there are.
        o: u32,
        /// Whose turn it is.
        right: Mark,
    },
    /// A board that no game reaches.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A marker is not what the board says.
    #[error("field graves (bits 24 to 31) lies: marker {combination} (bit {}) is {}, but {}", 23 + combination, u8::from(!right), grave_reason(*early, *right))]
    Grave {
        /// The combination, from 1.
        combination: u32,
        /// Whether it must be on.
        right: bool,
        /// Whether there are fewer than five marks.
        early: bool,
    },
}

fn grave_reason(early: bool, right: bool) -> &'static str {
    match (early, right) {
        (true, _) => "markers are kept from the fifth move on",
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
    /// The document's initial state: all bits zero, so O moves first and the player is O.
    pub const INITIAL: Machine = Machine(0);

    /// A new game for a player of this side, with this side first.
    pub const fn new(player: Mark, first: Mark) -> Self {
        let player = if matches!(player, Mark::X) { PLAYER } else { 0 };
        let turn = if matches!(first, Mark::X) { TURN } else { 0 };
        Machine(player | turn)
    }

    /// A new game for the same player, with the same side first.
    #[must_use]
    pub fn restart(self) -> Self {
        Machine::new(self.player(), self.first())
    }

    /// The state with these marks, squares counted as [`Ttt`] does, if the machine can have it.
    pub(crate) fn with_board(x: Mask, o: Mask, player: Mark, first: Mark) -> Result<Self, MachineError> {
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

    /// Reads a state; every field must agree with the board, and O may have moved first.
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

    /// The transition: the next state, or no change and the reason.
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

    /// Whether the machine has stopped, and why.
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

    /// The 32 bits.
    pub const fn state(self) -> u32 {
        self.0
    }

    /// How many moves were made.
    pub const fn moves(self) -> u32 {
        self.0 >> COUNT_SHIFT & COUNT_MASK
    }

    /// The player's side; the machine's solver has the other.
    pub const fn player(self) -> Mark {
        mark(self.0 & PLAYER != 0)
    }

    /// Whose turn it is.
    pub const fn turn(self) -> Mark {
        mark(self.0 & TURN != 0)
    }

    /// Who moved first.
    pub const fn first(self) -> Mark {
        mark((self.0 & TURN != 0) == self.moves().is_multiple_of(2))
    }

    /// The grave markers, combination 1 lowest.
    pub const fn graves(self) -> u8 {
        (self.0 >> GRAVES_SHIFT) as u8
    }

    /// The numbers, from 1, of the combinations that nobody can win any more.
    pub fn grave_numbers(self) -> Vec<u32> {
        (0..8).filter(|marker| self.graves() >> marker & 1 == 1).map(|marker| marker + 1).collect()
    }

    /// The position, if X moved first; otherwise it is no [`Ttt`] position.
    pub fn position(self) -> Option<Ttt> {
        let (x, o) = self.board_masks();
        (self.first() == Mark::X).then_some(Ttt { x, o })
    }

    /// The marks, squares counted as [`Ttt`] does.
    pub(crate) fn board_masks(self) -> (Mask, Mask) {
        let (x, o) = self.masks();
        (flip(x), flip(o))
    }

    /// The marks, the machine's square 0 lowest.
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

/// Whose turn it must be; none if that depends on who moved first.
fn turn_by_counts(x: u32, o: u32) -> Result<Option<Mark>, MachineError> {
    match (x, o) {
        _ if x == o => Ok(None),
        _ if x == o + 1 => Ok(Some(Mark::O)),
        _ if o == x + 1 => Ok(Some(Mark::X)),
        _ => Err(MachineError::Counts { x, o }),
    }
}

/// A line belongs to whoever moved last.
fn check_lines(x: Mask, o: Mask, turn: Mark) -> Result<(), BoardError> {
    match (has_line(x), has_line(o)) {
        (true, true) => Err(BoardError::TwoWinners),
        (true, false) if turn == Mark::X => Err(BoardError::PlayedOn { winner: Mark::X, after: Mark::O }),
        (false, true) if turn == Mark::O => Err(BoardError::PlayedOn { winner: Mark::O, after: Mark::X }),
        _ => Ok(()),
    }
}

#[inline]
fn graves(x: Mask, o: Mask, count: u32) -> u8 {
    if count < FIRST_DECISIVE_MOVE { 0 } else { TOUCHES[usize::from(x)] & TOUCHES[usize::from(o)] }
}

/// The nine even bits of 18, side by side.
const fn gather(pairs: u32) -> Mask {
    let mut bits = pairs & BY_X;
    bits = (bits | bits >> 1) & 0x3_3333;
    bits = (bits | bits >> 2) & 0x3_0f0f;
    bits = (bits | bits >> 4) & 0x3_00ff;
    (bits | bits >> 8) as Mask & FULL
}

/// Nine bits as the even bits of 18.
const fn spread(mask: Mask) -> u32 {
    let mut bits = mask as u32;
    bits = (bits | bits << 8) & 0x1_00ff;
    bits = (bits | bits << 4) & 0x1_0f0f;
    bits = (bits | bits << 2) & 0x1_3333;
    (bits | bits << 1) & BY_X
}

/// From the machine's numbering (0 bottom left, lowest bit) to the board's (0 top left, highest bit) and back.
///
/// Board row r, column c is bit 8 - (3r + c); in the machine it is bit 3(2 - r) + c. So rows keep their place and each is reversed.
const fn flip(mask: Mask) -> Mask {
    (mask & 0b001_001_001) << 2 | mask & 0b010_010_010 | (mask & 0b100_100_100) >> 2
}
