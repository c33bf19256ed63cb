//! Packed keys: positions as numbers, for solvers that store billions of them.

use std::fmt::{Debug, LowerHex};

use thiserror::Error;

use crate::{Game, Outcome, Seat, Turn};

/// An unsigned integer type for keys.
pub trait Word: Copy + Debug + Default + Eq + LowerHex + Ord + Send + Sync + 'static {
    /// Number of bits.
    const BITS: u32;

    /// The number as 128 bits.
    fn wide(self) -> u128;

    /// Truncates a number to this type.
    fn of(wide: u128) -> Self;

    /// The lowest 64 bits after a shift to the right by fewer than [`BITS`](Self::BITS) bits.
    fn bits_from(self, shift: u32) -> u64;

    /// The difference; `other` must not be larger.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The sum of two numbers, modulo 2^[`BITS`](Self::BITS).
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn of(wide: u128) -> Self {
                wide as $type
            }

            #[inline]
            fn bits_from(self, shift: u32) -> u64 {
                (self >> shift) as u64
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}
word!(u64);
word!(u128);

/// A set-up whose positions have no packed key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} cannot be solved with this set-up: {reason}")]
pub struct NoKeysError {
    /// The game.
    pub game: &'static str,
    /// Why not, and which set-ups do have keys.
    pub reason: String,
}

/// The result of a finished game for the seat that would move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinalValue {
    /// The seat that moved last has won.
    Loss,
    /// A draw.
    Draw,
    /// The seat that moved last has lost.
    Win,
}

impl FinalValue {
    /// The result for the opponent of the seat that moved last.
    pub fn of(outcome: Outcome, mover: Seat) -> FinalValue {
        match outcome.score(mover.other()) {
            1 => FinalValue::Win,
            0 => FinalValue::Draw,
            _ => FinalValue::Loss,
        }
    }
}

/// A position by its key: the layer, and a number that is unique within the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerKey<W> {
    /// The layer.
    pub layer: u32,
    /// The number.
    pub word: W,
}

/// A position that is one whole move away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<W> {
    /// Its key.
    pub key: LayerKey<W>,
    /// Its value, if the move ended the game.
    pub end: Option<FinalValue>,
    /// Whether the seat that made the move also makes the next one, since the other has to pass.
    pub again: bool,
}

/// The counts that a solver needs of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Number of distinct positions that share the key.
    pub orbit: u32,
    /// Whether the game is over.
    pub over: bool,
}

/// A game of two seats without chance or hidden information, whose positions between whole moves
/// can be packed into numbers. Seats may move several times in a row.
pub trait Packed: Game {
    /// The keys of one set-up.
    type Keys: Keys<Self>;

    /// The keys of the positions that are reachable from a set-up.
    fn keys(setup: &Self::Setup) -> Result<Self::Keys, NoKeysError>;
}

/// The keys of one set-up.
///
/// Symmetric positions share a key; all others have different ones. Every whole move leads to a
/// higher *layer*: the number of moves made, or any other measure that always grows. Keys should be
/// dense: a table spends about the logarithm of the mean gap on each key in its index.
pub trait Keys<G: Game>: Clone + Send + Sync + 'static {
    /// The type of the numbers.
    type Word: Word;

    /// The highest layer that a position can have.
    fn last_layer(&self) -> u32;

    /// Number of bits of the largest number in a layer.
    fn bits(&self, layer: u32) -> u32;

    /// The key of a position; `None` inside a whole move or for another set-up.
    fn pack(&self, position: &G) -> Option<LayerKey<Self::Word>>;

    /// A position with this key, which must come from [`pack`](Self::pack). Any other key yields an
    /// arbitrary position, but never a panic.
    fn unpack(&self, key: LayerKey<Self::Word>) -> G;

    /// Number of distinct positions with this key, and whether they are final.
    fn census(&self, key: LayerKey<Self::Word>) -> Census;

    /// Calls `visit` for the position after each whole move, in any order, possibly more than once
    /// for symmetric moves. Final positions have no children. The conformance suite compares it
    /// with [`visit_by_choices`].
    fn visit_children(&self, key: LayerKey<Self::Word>, visit: impl FnMut(Child<Self::Word>)) {
        visit_by_choices(self, self.unpack(key), visit);
    }
}

/// Visits the children of a position by trying every sequence of choices that makes a whole move.
pub fn visit_by_choices<G: Game, K: Keys<G>>(
    keys: &K,
    position: G,
    mut visit: impl FnMut(Child<K::Word>),
) {
    let Turn::Seat(mover) = position.turn() else { return };
    let mut open = vec![position];
    while let Some(position) = open.pop() {
        for option in 0..position.options() {
            let mut next = position.clone();
            next.choose(option);
            match keys.pack(&next) {
                Some(key) => {
                    let turn = next.turn();
                    let end = match turn {
                        Turn::Over(outcome) => Some(FinalValue::of(outcome, mover)),
                        _ => None,
                    };
                    visit(Child { key, end, again: turn == Turn::Seat(mover) });
                }
                None => open.push(next),
            }
        }
    }
}
