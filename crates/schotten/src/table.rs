//! What lies open to everyone: the cards at the stones, who completed which stone first, and who has claimed which.
//!
//! Positions and views share this type, so that nothing hidden can slip into a claim.

use ennead_game::Seat;

use crate::card::{Card, CardSet};
use crate::formation::Strength;
use crate::proof::{best_of_three_unseen, best_with_one, best_with_two, sums_to_come};

/// How many stones there are.
pub const STONES: usize = 9;
/// How many cards each side of a stone takes.
pub const SIDE_CARDS: usize = 3;
/// So many stones win.
const STONES_TO_WIN: u32 = 5;

/// A set of stones: bit 0 is the leftmost. Nine bits would do; whole words are quicker to store and load again.
pub(crate) type Stones = u32;
/// All stones.
pub(crate) const ALL_STONES: Stones = (1 << STONES) - 1;

/// The stones of a set, in ascending order.
pub(crate) fn stones_in(set: Stones) -> impl Iterator<Item = usize> {
    (0..STONES).filter(move |stone| set >> stone & 1 == 1)
}

/// The element at `index` of a set of up to nine, in ascending order. The set must have that many.
#[inline]
pub(crate) fn nth_bit(set: u32, index: u32) -> usize {
    usize::from(NTH[(set & ALL_STONES) as usize][index as usize & 15])
}

/// How many elements a set of up to nine has. A look-up, since not every machine that this is built for counts bits itself.
#[inline]
pub(crate) fn count_bits(set: u32) -> u32 {
    u32::from(NTH[(set & ALL_STONES) as usize][COUNT])
}

/// The entry after the nine elements of a set is their number.
const COUNT: usize = STONES;

/// Sixteen entries a set, so that the index is a shift: its elements, then how many there are.
static NTH: [[u8; 16]; 1 << STONES] = {
    let mut table = [[0; 16]; 1 << STONES];
    let mut set = 0;
    while set < table.len() {
        let (mut element, mut count) = (0, 0);
        while element < STONES {
            if set >> element & 1 == 1 {
                table[set][count] = element as u8;
                count += 1;
            }
            element += 1;
        }
        table[set][COUNT] = count as u8;
        set += 1;
    }
    table
};

/// A seat as an index that needs no check.
#[inline]
pub(crate) const fn place(seat: Seat) -> usize {
    seat.index() & 1
}

/// Whether a set of stones wins: five, or three in a row.
#[inline]
pub(crate) fn wins(set: Stones) -> bool {
    count_bits(set) >= STONES_TO_WIN || row_starts(set) != 0
}

/// The leftmost stones of rows of three in a set.
#[inline]
const fn row_starts(set: Stones) -> Stones {
    set & set >> 1 & set >> 2
}

/// One player's cards at the stones, in one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Side {
    cards: [[Option<Card>; SIDE_CARDS]; STONES],
    counts: [u8; STONES],
    /// The number of a complete side's strength, and the sum of an incomplete one. It follows from the cards; claims ask
    /// for it so often that it is kept.
    worths: [u8; STONES],
    /// Stones with three cards.
    full: Stones,
}

impl Side {
    const EMPTY: Side =
        Side { cards: [[None; SIDE_CARDS]; STONES], counts: [0; STONES], worths: [0; STONES], full: 0 };

    /// The cards at a stone, in the order in which they were laid.
    #[inline]
    fn at(&self, stone: usize) -> impl Iterator<Item = Card> + '_ {
        self.cards[stone].iter().map_while(|card| *card)
    }

    /// What a side is worth, if it is complete.
    #[inline]
    fn strength(&self, stone: usize) -> Option<Strength> {
        if self.full >> stone & 1 == 0 { None } else { Strength::from_number(self.worths[stone]) }
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    sides: [Side; 2],
    unseen: CardSet,
    claimed: [Stones; 2],
    /// Stones that the second seat was the first to complete.
    second_was_first: Stones,
}

impl Table {
    /// The table before the first card.
    pub const EMPTY: Table =
        Table { sides: [Side::EMPTY; 2], unseen: CardSet::ALL, claimed: [0; 2], second_was_first: 0 };

    /// A seat's cards at a stone, in the order in which they were laid.
    pub fn cards(&self, seat: Seat, stone: usize) -> impl Iterator<Item = Card> + '_ {
        self.sides[place(seat)].at(stone)
    }

    /// How many cards a seat has at a stone.
    pub fn count(&self, seat: Seat, stone: usize) -> usize {
        usize::from(self.sides[place(seat)].counts[stone])
    }

    /// How many cards a seat has laid.
    pub fn laid(&self, seat: Seat) -> u32 {
        self.sides[place(seat)].counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// The cards that are not on the table. Hands count as unseen, the claimer's own too: they are not public.
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// What a seat's side of a stone is worth, if it is complete.
    pub fn strength(&self, seat: Seat, stone: usize) -> Option<Strength> {
        self.sides[place(seat)].strength(stone)
    }

    /// Who has claimed a stone.
    pub fn owner(&self, stone: usize) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.claimed[place(*seat)] >> stone & 1 == 1)
    }

    /// Who laid the third card at a stone first.
    pub fn first_to_complete(&self, stone: usize) -> Option<Seat> {
        if (self.sides[0].full | self.sides[1].full) >> stone & 1 == 0 {
            return None;
        }
        Some(Seat((self.second_was_first >> stone & 1) as u8))
    }

    /// Whether a seat has won.
    pub fn has_won(&self, seat: Seat) -> bool {
        wins(self.claimed[place(seat)])
    }

    /// The stones that a seat has claimed.
    pub(crate) fn claimed(&self, seat: Seat) -> Stones {
        self.claimed[place(seat)]
    }

    /// The stones of a seat that lie in rows of three or more, which win.
    pub(crate) fn side_by_side(&self, seat: Seat) -> Stones {
        let starts = row_starts(self.claimed(seat));
        starts | starts << 1 | starts << 2
    }

    /// The stones that a seat has claimed, by number from 0.
    pub fn stones_of(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        stones_in(self.claimed[place(seat)])
    }

    /// The nine stones as text: `1` and `2` for who has claimed it, `-` for nobody.
    pub fn stones_text(&self) -> String {
        (0..STONES).map(|stone| self.owner(stone).map_or('-', |seat| char::from(b'1' + seat.0))).collect()
    }

    /// Stones where a seat may lay a card.
    #[inline]
    pub(crate) fn open(&self, seat: Seat) -> Stones {
        ALL_STONES & !(self.claimed[0] | self.claimed[1] | self.sides[place(seat)].full)
    }

    /// Stones that a seat has completed.
    #[inline]
    pub(crate) fn full(&self, seat: Seat) -> Stones {
        self.sides[place(seat)].full
    }

    /// Lays a card at a stone that is open to the seat.
    #[inline]
    pub(crate) fn lay(&mut self, seat: Seat, stone: usize, card: Card) {
        let side = &mut self.sides[place(seat)];
        let count = usize::from(side.counts[stone]);
        side.cards[stone][count] = Some(card);
        side.counts[stone] += 1;
        side.worths[stone] += card.number();
        self.unseen.remove(card);
        if count == SIDE_CARDS - 1 {
            self.complete(seat, stone);
        }
    }

    /// Notes that a side has its third card.
    fn complete(&mut self, seat: Seat, stone: usize) {
        let others = self.sides[place(seat.other())].full;
        let side = &mut self.sides[place(seat)];
        if let [Some(a), Some(b), Some(c)] = side.cards[stone] {
            side.worths[stone] = Strength::of([a, b, c]).number();
        }
        side.full |= 1 << stone;
        self.second_was_first |= Stones::from(seat.0 & 1) << stone & !others;
    }

    /// Gives stones to a seat.
    #[inline]
    pub(crate) fn claim(&mut self, seat: Seat, stones: Stones) {
        self.claimed[place(seat)] |= stones;
    }

    /// Says who completed a stone first; both have completed it.
    pub(crate) fn set_first_to_complete(&mut self, stone: usize, seat: Seat) {
        self.second_was_first = self.second_was_first & !(1 << stone) | Stones::from(seat.0) << stone;
    }

    /// Stones that a seat may claim now.
    #[inline]
    pub(crate) fn claimable(&self, seat: Seat) -> Stones {
        match self.hopeful(seat) {
            0 => 0,
            hopeful => self.proven(seat, hopeful),
        }
    }

    /// Stones that a seat has completed and that mere sums do not deny it, which is what happens to most.
    ///
    /// There are as many unseen cards as free places, so the other side can be completed with the highest unseen numbers. What it then
    /// becomes has no lower number than their sum, whatever its formation.
    #[inline]
    fn hopeful(&self, seat: Seat) -> Stones {
        let (ours, theirs) = (&self.sides[place(seat)], &self.sides[place(seat.other())]);
        let to_come = sums_to_come(self.unseen);
        let mut hopeful = ours.full & !(self.claimed[0] | self.claimed[1]);
        let mut left = hopeful;
        while left != 0 {
            let stone = left.trailing_zeros() as usize;
            left &= left - 1;
            let reached = theirs.worths[stone] + to_come[usize::from(theirs.counts[stone] & 3)];
            hopeful ^= Stones::from(reached > ours.worths[stone]) << stone;
        }
        hopeful
    }

    /// Those of these stones, which a seat has completed, that it may claim.
    #[inline(never)]
    fn proven(&self, seat: Seat, mut stones: Stones) -> Stones {
        let mut proven = 0;
        while stones != 0 {
            let stone = stones.trailing_zeros() as usize;
            stones &= stones - 1;
            proven |= Stones::from(self.beats(seat, stone)) << stone;
        }
        proven
    }

    /// Whether a seat may claim a stone now.
    pub fn may_claim(&self, seat: Seat, stone: usize) -> bool {
        stone < STONES && self.claimable(seat) >> stone & 1 == 1
    }

    /// Whether a complete side is stronger than all that the other one is or can become.
    #[inline]
    pub(crate) fn beats(&self, seat: Seat, stone: usize) -> bool {
        let ours = self.sides[place(seat)].strength(stone);
        let theirs = &self.sides[place(seat.other())];
        if let Some(strength) = theirs.strength(stone) {
            return match ours.cmp(&Some(strength)) {
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => self.first_to_complete(stone) == Some(seat),
                std::cmp::Ordering::Greater => true,
            };
        }
        // We are complete and they are not, so an equal formation would come too late for them.
        let [first, second, _] = theirs.cards[stone];
        let best = match (first, second) {
            (Some(first), Some(second)) => best_with_two(first, second, self.unseen),
            (Some(first), None) => best_with_one(first, self.unseen),
            _ => best_of_three_unseen(self.unseen),
        };
        best <= ours
    }
}
