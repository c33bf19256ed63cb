//! The public part of a position: the cards at the stones, who completed which stone first, and who
//! has claimed which. Positions and views share this type, so claims cannot depend on hidden cards.

use std::hash::{Hash, Hasher};

use ennead_game::Seat;
use ennead_game::nine::{self, Mask, count};

use crate::card::{Card, CardSet};
use crate::formation::Strength;
use crate::proof::{beating, best_of_three_unseen, best_with_one, sums_to_come};

/// The number of stones.
pub const STONES: usize = 9;
/// The number of cards on a complete side of a stone.
pub const SIDE_CARDS: usize = 3;
/// The number of stones that wins wherever they are.
const STONES_TO_WIN: u32 = 5;

/// The number of a stone for people, who count from 1. Formats and the notation of moves count from
/// 0.
pub(crate) const fn stone_number(stone: usize) -> usize {
    stone + 1
}

/// A set of stones as cells of [`nine`](ennead_game::nine): stone 0, the leftmost, is the highest
/// of nine bits.
pub type Stones = Mask;

/// The set with one stone.
#[inline]
pub(crate) const fn bit(stone: usize) -> Stones {
    nine::bit(stone as u8)
}

/// Whether a stone is in a set.
#[inline]
pub(crate) const fn has(set: Stones, stone: usize) -> bool {
    set & bit(stone) != 0
}

/// The stones of a set, in ascending order.
pub(crate) fn stones_in(set: Stones) -> impl Iterator<Item = usize> {
    nine::cells(set).map(usize::from)
}

/// Reverses the bits of a set of up to nine elements: published numbers have element 0 in bit 0.
#[inline]
pub(crate) const fn reversed(set: Mask) -> Mask {
    set.reverse_bits() >> (Mask::BITS as usize - nine::CELLS)
}

/// A seat as an array index that needs no bounds check.
#[inline]
pub(crate) const fn place(seat: Seat) -> usize {
    seat.index() & 1
}

/// Whether a set of stones wins: five, or three adjacent ones.
#[inline]
pub fn wins(set: Stones) -> bool {
    count(set) >= STONES_TO_WIN || row_starts(set) != 0
}

/// The rightmost stone of every three adjacent stones in a set.
#[inline]
const fn row_starts(set: Stones) -> Stones {
    set & set >> 1 & set >> 2
}

/// One player's cards at the stones, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Side {
    cards: [[Option<Card>; SIDE_CARDS]; STONES],
    counts: [u8; STONES],
    /// The strength number of a complete side, or the sum of an incomplete one. Derived from the
    /// cards, and cached because every claim needs it.
    values: [u8; STONES],
    /// Stones with three cards.
    full: Stones,
}

impl Side {
    const EMPTY: Side = Side {
        cards: [[None; SIDE_CARDS]; STONES],
        counts: [0; STONES],
        values: [0; STONES],
        full: 0,
    };

    /// The cards at a stone, in order of placement.
    #[inline]
    fn at(&self, stone: usize) -> impl Iterator<Item = Card> + '_ {
        self.cards[stone].iter().map_while(|card| *card)
    }

    /// The strength of a complete side.
    #[inline]
    fn strength(&self, stone: usize) -> Option<Strength> {
        if has(self.full, stone) { Strength::from_number(self.values[stone]) } else { None }
    }
}

/// Hashes only the cards, which determine the rest, as one slice: searches hash tables often.
impl Hash for Side {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let cards = self.cards.as_flattened();
        let stored = |at: usize| cards[at].map_or(0, Card::stored);
        let bytes: [u8; STONES * SIDE_CARDS] = std::array::from_fn(stored);
        state.write(&bytes);
    }
}

/// The public part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    sides: [Side; 2],
    unseen: CardSet,
    claimed: [Stones; 2],
    /// Stones that the second seat completed first.
    second_was_first: Stones,
}

impl Table {
    /// The table before the first card.
    pub const EMPTY: Table = Table {
        sides: [Side::EMPTY; 2],
        unseen: CardSet::ALL,
        claimed: [0; 2],
        second_was_first: 0,
    };

    /// A seat's cards at a stone, in order of placement.
    pub fn cards(&self, seat: Seat, stone: usize) -> impl Iterator<Item = Card> + '_ {
        self.sides[place(seat)].at(stone)
    }

    /// A seat's slots at a stone, filled in order of placement.
    #[inline]
    pub fn side(&self, seat: Seat, stone: usize) -> &[Option<Card>; SIDE_CARDS] {
        &self.sides[place(seat)].cards[stone]
    }

    /// The number of cards of a seat at a stone.
    pub fn count(&self, seat: Seat, stone: usize) -> usize {
        usize::from(self.sides[place(seat)].counts[stone])
    }

    /// The number of cards that a seat has placed.
    pub fn laid(&self, seat: Seat) -> u32 {
        self.sides[place(seat)].counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// The cards that are not on the table. All hands count as unseen, including the claimer's,
    /// because they are not public.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// The strength of a seat's side of a stone, if it is complete.
    #[inline]
    pub fn strength(&self, seat: Seat, stone: usize) -> Option<Strength> {
        self.sides[place(seat)].strength(stone)
    }

    /// The seat that has claimed a stone.
    pub fn owner(&self, stone: usize) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| has(self.claimed[place(*seat)], stone))
    }

    /// The seat that completed its side of a stone first.
    pub fn first_to_complete(&self, stone: usize) -> Option<Seat> {
        if !has(self.sides[0].full | self.sides[1].full, stone) {
            return None;
        }
        Some(if has(self.second_was_first, stone) { Seat::SECOND } else { Seat::FIRST })
    }

    /// Whether a seat has won.
    pub fn has_won(&self, seat: Seat) -> bool {
        wins(self.claimed[place(seat)])
    }

    /// The stones that a seat has claimed.
    #[inline]
    pub fn claimed(&self, seat: Seat) -> Stones {
        self.claimed[place(seat)]
    }

    /// The stones of a seat that win because at least three of them are adjacent.
    pub(crate) fn side_by_side(&self, seat: Seat) -> Stones {
        let starts = row_starts(self.claimed(seat));
        starts | starts << 1 | starts << 2
    }

    /// The numbers of the stones that a seat has claimed, from 0.
    pub fn stones_of(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        stones_in(self.claimed[place(seat)])
    }

    /// The owners of the nine stones as text: `1`, `2`, or `-` for nobody.
    pub fn stones_text(&self) -> String {
        (0..STONES)
            .map(|stone| self.owner(stone).map_or('-', |seat| char::from(b'1' + seat.0)))
            .collect()
    }

    /// The stones where a seat may place a card.
    #[inline]
    pub fn open(&self, seat: Seat) -> Stones {
        nine::FULL & !(self.claimed[0] | self.claimed[1] | self.sides[place(seat)].full)
    }

    /// The stones that a seat has completed.
    #[inline]
    pub(crate) fn full(&self, seat: Seat) -> Stones {
        self.sides[place(seat)].full
    }

    /// Places an unseen card at a stone open to the seat, without claiming anything.
    ///
    /// # Panics
    /// If the seat has three cards there.
    #[inline]
    pub fn lay(&mut self, seat: Seat, stone: usize, card: Card) {
        let side = &mut self.sides[place(seat)];
        let count = usize::from(side.counts[stone]);
        side.cards[stone][count] = Some(card);
        side.counts[stone] += 1;
        side.values[stone] += card.number();
        self.unseen.remove(card);
        if count == SIDE_CARDS - 1 {
            self.complete(seat, stone);
        }
    }

    /// Records that a side is complete.
    fn complete(&mut self, seat: Seat, stone: usize) {
        let others = self.sides[place(seat.other())].full;
        let side = &mut self.sides[place(seat)];
        if let [Some(a), Some(b), Some(c)] = side.cards[stone] {
            side.values[stone] = Strength::of([a, b, c]).number();
        }
        side.full |= bit(stone);
        if seat == Seat::SECOND {
            self.second_was_first |= bit(stone) & !others;
        }
    }

    /// Assigns stones to a seat.
    #[inline]
    pub(crate) fn claim(&mut self, seat: Seat, stones: Stones) {
        self.claimed[place(seat)] |= stones;
    }

    /// Sets who completed a stone first; both sides must be complete.
    pub(crate) fn set_first_to_complete(&mut self, stone: usize, seat: Seat) {
        self.second_was_first &= !bit(stone);
        if seat == Seat::SECOND {
            self.second_was_first |= bit(stone);
        }
    }

    /// The stones that a seat may claim now.
    #[inline]
    pub fn claimable(&self, seat: Seat) -> Stones {
        match self.hopeful(seat) {
            0 => 0,
            hopeful => self.proven(seat, hopeful),
        }
    }

    /// The completed stones of a seat that a comparison of sums does not rule out. This cheap test
    /// eliminates most of them. There are at least as many unseen cards as free slots, so the other
    /// side can be completed with the highest unseen numbers. Whatever formation that makes, its
    /// strength number is at least its sum.
    #[inline]
    fn hopeful(&self, seat: Seat) -> Stones {
        let (ours, theirs) = (&self.sides[place(seat)], &self.sides[place(seat.other())]);
        let to_come = sums_to_come(self.unseen);
        let mut hopeful = ours.full & !(self.claimed[0] | self.claimed[1]);
        let mut left = hopeful;
        while left != 0 {
            let stone = usize::from(nine::nth(left, 0));
            left ^= bit(stone);
            let reached = theirs.values[stone] + to_come[usize::from(theirs.counts[stone] & 3)];
            if reached > ours.values[stone] {
                hopeful ^= bit(stone);
            }
        }
        hopeful
    }

    /// The claimable stones among the completed stones of a seat.
    #[inline(never)]
    fn proven(&self, seat: Seat, mut stones: Stones) -> Stones {
        let mut proven = 0;
        while stones != 0 {
            let stone = usize::from(nine::nth(stones, 0));
            stones ^= bit(stone);
            if self.beats(seat, stone) {
                proven |= bit(stone);
            }
        }
        proven
    }

    /// Whether a seat may claim a stone now.
    pub fn may_claim(&self, seat: Seat, stone: usize) -> bool {
        stone < STONES && has(self.claimable(seat), stone)
    }

    /// Whether a complete side is stronger than anything the other side is or can become.
    #[inline]
    pub fn beats(&self, seat: Seat, stone: usize) -> bool {
        let Some(ours) = self.sides[place(seat)].strength(stone) else { return false };
        let theirs = &self.sides[place(seat.other())];
        if let Some(theirs) = theirs.strength(stone) {
            return ours > theirs || ours == theirs && self.was_first(seat, stone);
        }
        // Our side was completed first, so an equal strength would not be enough for theirs.
        match theirs.cards[stone] {
            [Some(first), Some(second), _] => {
                (beating(first, second, ours) & self.unseen).is_empty()
            }
            [Some(first), ..] => best_with_one(first, self.unseen) <= Some(ours),
            _ => best_of_three_unseen(self.unseen) <= Some(ours),
        }
    }

    /// Whether a seat was the first to complete a stone, which must be complete on one side.
    #[inline]
    fn was_first(&self, seat: Seat, stone: usize) -> bool {
        has(self.second_was_first, stone) == (seat == Seat::SECOND)
    }
}
