//! Cards as bits: six lanes of nine, one a colour, so that outs are counted with a few masks.

/// A card from 0 to 53: nine to a colour, in ascending order.
pub(super) type Card = u8;
/// A set of cards: bit `i` is card `i`.
pub(super) type Cards = u64;

/// Formations and sums in the order of their strength: the formation above, the sum in the five low bits. 0 is no formation.
pub(super) type Rank = u8;

/// How far the formation is shifted in a [`Rank`].
pub(super) const FORMATION: u32 = 5;
/// The bits of the sum in a [`Rank`].
const SUM: u8 = (1 << FORMATION) - 1;

pub(super) const PLAIN: u8 = 0;
pub(super) const RUN: u8 = 1;
pub(super) const COLOUR: u8 = 2;
pub(super) const THREE: u8 = 3;
pub(super) const COLOUR_RUN: u8 = 4;
/// How many formations there are.
pub(super) const FORMATIONS: usize = 5;

/// The lowest card of each lane.
pub(super) const ONES: Cards = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45;
/// One lane.
pub(super) const LANE: u64 = 0x1ff;

/// The number of a card, from 0.
#[inline]
pub(super) fn number(card: Card) -> usize {
    NUMBERS[card as usize & 63] as usize
}

/// The numbers of the cards; ten more entries, so that an index needs no check.
static NUMBERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 54 {
        table[card] = card as u8 % 9;
        card += 1;
    }
    table
};

/// The colour of a card, from 0.
#[inline]
pub(super) fn colour(card: Card) -> usize {
    COLOURS[card as usize & 63] as usize
}

/// The colours of the cards.
static COLOURS: [u8; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 54 {
        table[card] = card as u8 / 9;
        card += 1;
    }
    table
};

/// The set of one card.
#[inline]
pub(super) const fn bit(card: Card) -> Cards {
    1 << card
}

/// The cards of a set, in ascending order.
#[inline]
pub(super) fn each(mut set: Cards) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let card = set.trailing_zeros() as Card;
            set &= set - 1;
            card
        })
    })
}

/// `THIRDS[a][b]`: the numbers that make a run of two numbers.
pub(super) static THIRDS: [[u16; 9]; 9] = {
    let mut table = [[0; 9]; 9];
    let mut low = 0;
    while low < 7 {
        let (a, b, c) = (low, low + 1, low + 2);
        table[a][b] |= 1 << c;
        table[b][a] |= 1 << c;
        table[b][c] |= 1 << a;
        table[c][b] |= 1 << a;
        table[a][c] |= 1 << b;
        table[c][a] |= 1 << b;
        low += 1;
    }
    table
};

/// The formation's number of a rank.
#[inline]
pub(super) const fn formation(rank: Rank) -> u8 {
    rank >> FORMATION
}

#[inline]
const fn rank(formation: u8, sum: u8) -> Rank {
    formation << FORMATION | sum
}

/// The rank of three cards.
#[inline]
pub(super) fn rank_of(a: Card, b: Card, c: Card) -> Rank {
    let (x, y, z) = (number(a), number(b), number(c));
    let run = THIRDS[x][y] >> z & 1 == 1;
    let one_colour = colour(a) == colour(b) && colour(a) == colour(c);
    let formation = match (one_colour, run) {
        (true, true) => COLOUR_RUN,
        (true, false) => COLOUR,
        (false, true) => RUN,
        (false, false) if x == y && x == z => THREE,
        (false, false) => PLAIN,
    };
    rank(formation, (x + y + z + 3) as u8)
}

/// The cards, on the table or not, that make of two cards each formation or a better one of the same shape.
#[derive(Clone, Copy)]
pub(super) struct Thirds {
    pub(super) colour_run: Cards,
    pub(super) three: Cards,
    pub(super) colour: Cards,
    pub(super) run: Cards,
}

impl Thirds {
    #[inline]
    pub(super) fn of(a: Card, b: Card) -> Thirds {
        let (x, y) = (number(a), number(b));
        let numbers = Cards::from(THIRDS[x][y]);
        let lane = colour(a) as u32 * 9;
        let one_colour = if colour(a) == colour(b) { LANE << lane } else { 0 };
        Thirds {
            colour_run: numbers << lane & one_colour,
            three: if x == y { ONES << x } else { 0 },
            colour: one_colour,
            run: numbers * ONES,
        }
    }
}

/// The third cards that make of two cards something better than `target`.
#[inline]
pub(super) fn beating(a: Card, b: Card, target: Rank) -> Cards {
    let thirds = Thirds::of(a, b);
    let missing = i32::from(target & SUM) - (number(a) + number(b) + 2) as i32;
    let higher = (LANE << missing.clamp(0, 9) & LANE) * ONES;
    match formation(target) {
        PLAIN => thirds.colour_run | thirds.three | thirds.colour | thirds.run | higher,
        RUN => thirds.colour_run | thirds.three | thirds.colour | thirds.run & higher,
        COLOUR => thirds.colour_run | thirds.three | thirds.colour & higher,
        THREE => thirds.colour_run | thirds.three & higher,
        _ => thirds.colour_run & higher,
    }
}

/// The numbers of a set, of any colour.
#[inline]
fn numbers(set: Cards) -> u64 {
    let folded = set | set >> 27;
    (folded | folded >> 9 | folded >> 18) & LANE
}

/// The lowest numbers of runs of three inside a mask of numbers.
#[inline]
const fn run_starts(numbers: u64) -> u64 {
    numbers & numbers >> 1 & numbers >> 2
}

/// The lowest numbers of the runs that a number is part of.
#[inline]
const fn starts_around(number: usize) -> u64 {
    (0b111 << number >> 2) & 0x7f
}

#[inline]
const fn top(mask: u64) -> Option<u8> {
    if mask == 0 { None } else { Some(mask.ilog2() as u8) }
}

/// The sum of the highest `count` cards of a set; none if there are too few.
fn highest(set: Cards, count: u32) -> Option<u8> {
    let mut numbers = numbers(set);
    let mut left = count;
    let mut sum = 0;
    while left > 0 {
        let number = top(numbers)?;
        numbers ^= 1 << number;
        let there = (set >> number & ONES).count_ones().min(left);
        sum += there as u8 * (number + 1);
        left -= there;
    }
    Some(sum)
}

const fn run_rank(formation: u8, start: u8) -> Rank {
    rank(formation, 3 * start + 6)
}

/// The strongest rank that a side can still reach with cards of `unseen`; 0 if there are too few.
pub(super) fn best_reachable(side: &[Card], unseen: Cards) -> Rank {
    match *side {
        [] => best_of_none(unseen),
        [a] => best_with_one(a, unseen),
        [a, b] => best_with_two(a, b, unseen),
        [a, b, c] => rank_of(a, b, c),
        _ => 0,
    }
}

fn best_with_two(a: Card, b: Card, unseen: Cards) -> Rank {
    let thirds = Thirds::of(a, b);
    let sum = (number(a) + number(b) + 3) as u8;
    let ranked = [
        (COLOUR_RUN, thirds.colour_run),
        (THREE, thirds.three),
        (COLOUR, thirds.colour),
        (RUN, thirds.run),
        (PLAIN, !0),
    ];
    for (formation, outs) in ranked {
        if let Some(third) = top(numbers(outs & unseen)) {
            return rank(formation, sum + third);
        }
    }
    0
}

fn best_with_one(a: Card, unseen: Cards) -> Rank {
    let at = number(a);
    let lane = unseen >> (colour(a) * 9) & LANE;
    if let Some(start) = top(run_starts(lane | 1 << at) & starts_around(at)) {
        return run_rank(COLOUR_RUN, start);
    }
    if (unseen >> at & ONES).count_ones() >= 2 {
        return rank(THREE, 3 * at as u8 + 3);
    }
    if let Some(sum) = highest(lane, 2) {
        return rank(COLOUR, at as u8 + 1 + sum);
    }
    if let Some(start) = top(run_starts(numbers(unseen) | 1 << at) & starts_around(at)) {
        return run_rank(RUN, start);
    }
    highest(unseen, 2).map_or(0, |sum| rank(PLAIN, at as u8 + 1 + sum))
}

fn best_of_none(unseen: Cards) -> Rank {
    if let Some(start) = top(numbers(unseen & unseen >> 1 & unseen >> 2 & (ONES * 0x7f))) {
        return run_rank(COLOUR_RUN, start);
    }
    if let Some(number) = (0..9).rev().find(|number| (unseen >> number & ONES).count_ones() >= 3) {
        return rank(THREE, 3 * number as u8 + 3);
    }
    if let Some(sum) = (0..6).filter_map(|colour| highest(unseen >> (colour * 9) & LANE, 3)).max() {
        return rank(COLOUR, sum);
    }
    if let Some(start) = top(run_starts(numbers(unseen))) {
        return run_rank(RUN, start);
    }
    highest(unseen, 3).map_or(0, |sum| rank(PLAIN, sum))
}
