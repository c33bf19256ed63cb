//! The strongest formation that a side of a stone can still become.
//!
//! The unseen cards are six lanes of nine bits in one word, so a few shifts and masks test for a
//! formation. Formations are tested in descending order of strength; the first reachable one is the
//! result.

use crate::card::{COLOURS, Card, CardSet, NUMBERS};
use crate::formation::{Formation, Strength};

/// The greatest strength that `cards` (at most three) can reach with cards of `unseen`, or `None`
/// if there are too few of them.
///
/// ```
/// use ennead_schotten::{Card, CardSet, best_reachable};
/// let cards = ["red8", "red9"].map(|text| text.parse::<Card>().unwrap());
/// let unseen = ["blue7", "grey9"].map(|text| text.parse::<Card>().unwrap());
/// let unseen: CardSet = unseen.into_iter().collect();
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

/// What a side with zero, one, two or three cards can certainly add to its sum: the highest
/// distinct unseen numbers that it has room for.
#[inline]
pub(crate) fn sums_to_come(unseen: CardSet) -> &'static [u8; 4] {
    &HIGHEST[usize::from(unseen.numbers())]
}

/// For each set of numbers, the sums of its highest three, two, one and zero numbers, or of all if
/// there are fewer.
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

/// The third cards that complete two cards to each formation, whether or not they are on the table.
/// The sets overlap: a colour run is also a colour and a run.
#[derive(Clone, Copy, Debug)]
pub struct Thirds {
    /// A colour run.
    pub colour_run: CardSet,
    /// Three of a kind.
    pub three: CardSet,
    /// Three of a colour.
    pub colour: CardSet,
    /// A run.
    pub run: CardSet,
}

impl Thirds {
    /// The third cards for two distinct cards.
    #[inline]
    pub fn of(first: Card, second: Card) -> Thirds {
        let (a, b) = (bit(first) as usize, bit(second) as usize);
        let run = CardSet::of_numbers(RUN_THIRDS[a][b]);
        let one_colour = first.colour() == second.colour();
        let colour = if one_colour { CardSet::of_colour(first.colour()) } else { CardSet::EMPTY };
        Thirds {
            colour_run: run & colour,
            three: if a == b { CardSet::of_number(first.number()) } else { CardSet::EMPTY },
            colour,
            run,
        }
    }
}

/// `RUN_THIRDS[a][b]`: the numbers, as bits, that complete two numbers to a run.
static RUN_THIRDS: [[u16; NUMBERS]; NUMBERS] = {
    let mut table = [[0; NUMBERS]; NUMBERS];
    let mut start = 0;
    while start + 2 < NUMBERS {
        let (a, b, c) = (start, start + 1, start + 2);
        table[a][b] |= 1 << c;
        table[b][a] |= 1 << c;
        table[b][c] |= 1 << a;
        table[c][b] |= 1 << a;
        table[a][c] |= 1 << b;
        table[c][a] |= 1 << b;
        start += 1;
    }
    table
};

/// The third cards that make two cards stronger than `target`, whether or not they are on the
/// table.
///
/// ```
/// use ennead_schotten::{Card, Strength, beating};
/// let card = |text: &str| text.parse::<Card>().unwrap();
/// let target = Strength::of([card("red7"), card("green8"), card("grey9")]);
/// let thirds = beating(card("blue8"), card("cyan8"), target);
/// assert!(thirds.contains(card("yellow8")) && !thirds.contains(card("yellow9")));
/// ```
#[inline]
pub fn beating(first: Card, second: Card, target: Strength) -> CardSet {
    let thirds = Thirds::of(first, second);
    let missing = i32::from(target.sum()) - i32::from(first.number() + second.number());
    let higher = CardSet::of_numbers(ALL_NUMBERS << missing.clamp(0, NUMBERS as i32) & ALL_NUMBERS);
    match target.formation() {
        Formation::Sum => thirds.colour_run | thirds.three | thirds.colour | thirds.run | higher,
        Formation::Run => thirds.colour_run | thirds.three | thirds.colour | thirds.run & higher,
        Formation::Colour => thirds.colour_run | thirds.three | thirds.colour & higher,
        Formation::ThreeOfAKind => thirds.colour_run | thirds.three & higher,
        Formation::ColourRun => thirds.colour_run & higher,
    }
}

/// All numbers as bits.
const ALL_NUMBERS: u16 = (1 << NUMBERS) - 1;

fn best_with_two(first: Card, second: Card, unseen: CardSet) -> Option<Strength> {
    let (a, b) = (bit(first) as usize, bit(second) as usize);
    let (run, numbers) = (RUN_THIRDS[a][b], unseen.numbers());
    let sum = first.number() + second.number();
    let with = |formation, third| Some(Strength::new(formation, sum + third + 1));
    if first.colour() == second.colour() {
        let lane = unseen.lane(first.colour() as usize);
        if let Some(third) = top(lane & run) {
            return with(Formation::ColourRun, third);
        }
        if let Some(third) = top(lane) {
            return with(Formation::Colour, third);
        }
    } else if a == b && numbers >> a & 1 == 1 {
        return with(Formation::ThreeOfAKind, a as u8);
    }
    if let Some(third) = top(numbers & run) {
        return with(Formation::Run, third);
    }
    with(Formation::Sum, top(numbers)?)
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
        return Some(Strength::run(Formation::ColourRun, start + 1));
    }
    if unseen.has_two_of(at) {
        return Some(Strength::new(Formation::ThreeOfAKind, 3 * card.number()));
    }
    if let Some(sum) = top_two(lane) {
        return Some(Strength::new(Formation::Colour, card.number() + sum));
    }
    let numbers = unseen.numbers();
    if let Some(start) = top(run_starts(numbers | 1 << at) & starts) {
        return Some(Strength::run(Formation::Run, start + 1));
    }
    let high = top(numbers)?;
    if unseen.has_two_of(u32::from(high)) {
        return Some(Strength::new(Formation::Sum, card.number() + 2 * (high + 1)));
    }
    top_two(numbers).map(|sum| Strength::new(Formation::Sum, card.number() + sum))
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
        return Some(Strength::run(Formation::ColourRun, start + 1));
    }
    let [once, twice, thrice] = multiplicities(unseen);
    if let Some(number) = top(thrice) {
        return Some(Strength::new(Formation::ThreeOfAKind, 3 * (number + 1)));
    }
    if let Some(sum) = (0..COLOURS).filter_map(|colour| top_three(unseen.lane(colour))).max() {
        return Some(Strength::new(Formation::Colour, sum));
    }
    if let Some(start) = top(run_starts(once)) {
        return Some(Strength::run(Formation::Run, start + 1));
    }
    three_highest(once, twice).map(|sum| Strength::new(Formation::Sum, sum))
}

/// The numbers that occur at least once, twice and three times.
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

/// The sum of the three highest cards if no number occurs more than twice.
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
