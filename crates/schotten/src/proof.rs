//! The best that a player can still make of a stone.
//!
//! The unseen cards are six lanes of nine bits in one word, so that each formation is a question of a few shifts and
//! masks. The formations are tried from the strongest down, and the first that can be reached is the answer.

use crate::card::{COLOURS, Card, CardSet, NUMBERS};
use crate::formation::Strength;

/// The strongest formation that `cards` (at most three) can still become with cards of `unseen`; none if there are too few.
///
/// ```
/// use ennead_schotten::{Card, CardSet, best_reachable};
/// let cards = ["red8", "red9"].map(|text| text.parse::<Card>().unwrap());
/// let unseen: CardSet = ["blue7", "grey9"].map(|text| text.parse::<Card>().unwrap()).into_iter().collect();
/// assert_eq!(best_reachable(&cards, unseen).unwrap().to_string(), "run 24");
/// assert_eq!(best_reachable(&cards, CardSet::EMPTY), None);
/// ```
///
/// # Panics
/// If there are more than three cards.
#[inline]
pub fn best_reachable(cards: &[Card], unseen: CardSet) -> Option<Strength> {
    match *cards {
        [] => best_of_three_unseen(unseen),
        [card] => best_with_one(card, unseen),
        [first, second] => best_with_two(first, second, unseen),
        [first, second, third] => Some(Strength::of([first, second, third])),
        _ => panic!("a stone has at most three cards a side"),
    }
}

/// What a side with none, one, two or three cards can surely add to its sum: the highest unseen numbers that it still has room for,
/// each taken once.
#[inline]
pub(crate) fn sums_to_come(unseen: CardSet) -> &'static [u8; 4] {
    &HIGHEST[usize::from(unseen.numbers())]
}

/// For each set of numbers, the sums of its highest three, two, one and none, or of fewer if there are no more.
static HIGHEST: [[u8; 4]; 1 << NUMBERS] = {
    let mut table = [[0; 4]; 1 << NUMBERS];
    let mut set = 0;
    while set < table.len() {
        let (mut left, mut cards) = (set as u16, 3);
        while cards > 0 {
            table[set][cards - 1] = table[set][cards];
            if let Some(high) = top(left) {
                table[set][cards - 1] += high + 1;
                left ^= 1 << high;
            }
            cards -= 1;
        }
        set += 1;
    }
    table
};

/// The highest bit of a mask of numbers.
#[inline]
const fn top(mask: u16) -> Option<u8> {
    if mask == 0 { None } else { Some(mask.ilog2() as u8) }
}

#[inline]
const fn bit(card: Card) -> u32 {
    card.number() as u32 - 1
}

/// The lowest numbers of runs of three inside a mask of numbers.
#[inline]
const fn run_starts(numbers: u16) -> u16 {
    numbers & numbers >> 1 & numbers >> 2
}

pub(crate) fn best_with_two(first: Card, second: Card, unseen: CardSet) -> Option<Strength> {
    let (a, b) = (bit(first), bit(second));
    let pair = 1u16 << a | 1 << b;
    let numbers = unseen.numbers();
    // Runs that hold both numbers begin at most two below the lower one and reach the higher one.
    let starts = if a == b { 0 } else { starts_around(a) & starts_around(b) };
    if first.colour() == second.colour() {
        let lane = unseen.lane(first.colour() as usize);
        if let Some(start) = top(run_starts(lane | pair) & starts) {
            return Some(Strength::colour_run(start + 1));
        }
        if let Some(third) = top(lane) {
            return Some(Strength::colour(first.number() + second.number() + third + 1));
        }
    } else if a == b && numbers >> a & 1 == 1 {
        return Some(Strength::three(first.number()));
    }
    if let Some(start) = top(run_starts(numbers | pair) & starts) {
        return Some(Strength::run(start + 1));
    }
    let third = top(numbers)?;
    Some(Strength::plain(first.number() + second.number() + third + 1))
}

/// The lowest numbers of the runs that a number (as a bit) is part of.
#[inline]
const fn starts_around(bit: u32) -> u16 {
    (0b111 << bit >> 2) & 0x7f
}

pub(crate) fn best_with_one(card: Card, unseen: CardSet) -> Option<Strength> {
    let at = bit(card);
    let starts = starts_around(at);
    let lane = unseen.lane(card.colour() as usize);
    if let Some(start) = top(run_starts(lane | 1 << at) & starts) {
        return Some(Strength::colour_run(start + 1));
    }
    if unseen.has_two_of(at) {
        return Some(Strength::three(card.number()));
    }
    if let Some(sum) = top_two(lane) {
        return Some(Strength::colour(card.number() + sum));
    }
    let numbers = unseen.numbers();
    if let Some(start) = top(run_starts(numbers | 1 << at) & starts) {
        return Some(Strength::run(start + 1));
    }
    let high = top(numbers)?;
    if unseen.has_two_of(u32::from(high)) {
        return Some(Strength::plain(card.number() + 2 * (high + 1)));
    }
    top_two(numbers).map(|sum| Strength::plain(card.number() + sum))
}

/// The sum of the two highest numbers of a mask.
#[inline]
fn top_two(mask: u16) -> Option<u8> {
    let high = top(mask)?;
    let low = top(mask ^ 1 << high)?;
    Some(high + low + 2)
}

pub(crate) fn best_of_three_unseen(unseen: CardSet) -> Option<Strength> {
    if let Some(start) = top(unseen.colour_runs()) {
        return Some(Strength::colour_run(start + 1));
    }
    let [once, twice, thrice] = multiplicities(unseen);
    if let Some(number) = top(thrice) {
        return Some(Strength::three(number + 1));
    }
    if let Some(sum) = (0..COLOURS).filter_map(|colour| top_three(unseen.lane(colour))).max() {
        return Some(Strength::colour(sum));
    }
    if let Some(start) = top(run_starts(once)) {
        return Some(Strength::run(start + 1));
    }
    three_highest(once, twice).map(Strength::plain)
}

/// Which numbers are there at least once, twice and three times.
fn multiplicities(unseen: CardSet) -> [u16; 3] {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for colour in 0..COLOURS {
        let lane = unseen.lane(colour);
        thrice |= twice & lane;
        twice |= once & lane;
        once |= lane;
    }
    [once, twice, thrice]
}

fn top_three(mask: u16) -> Option<u8> {
    let high = top(mask)?;
    top_two(mask ^ 1 << high).map(|sum| sum + high + 1)
}

/// The sum of the three highest cards when no number is there more than twice.
fn three_highest(mut once: u16, twice: u16) -> Option<u8> {
    let mut sum = 0;
    let mut left = 3;
    while left > 0 {
        let high = top(once)?;
        once ^= 1 << high;
        let count = left.min(1 + (twice >> high & 1) as u8);
        sum += count * (high + 1);
        left -= count;
    }
    Some(sum)
}
