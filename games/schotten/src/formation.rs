//! Formations and strengths of three cards.

use std::fmt;
use std::num::NonZeroU8;

use crate::card::Card;

/// The five formations, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formation {
    /// Any three cards.
    Sum,
    /// Three numbers in a row.
    Run,
    /// Three cards of one colour.
    Colour,
    /// Three equal numbers.
    ThreeOfAKind,
    /// Three numbers in a row of one colour.
    ColourRun,
}

impl Formation {
    /// The number of formations.
    pub const COUNT: usize = 5;

    /// The name of the formation.
    pub const fn name(self) -> &'static str {
        match self {
            Formation::Sum => "sum",
            Formation::Run => "run",
            Formation::Colour => "colour",
            Formation::ThreeOfAKind => "three of a kind",
            Formation::ColourRun => "colour run",
        }
    }
}

/// The strength of three cards: one of 63 values, determined by formation and sum. It is stored as
/// a number with the formation in the bits above the sum, so strengths compare like numbers, and
/// every formation is above all sums of a weaker one.
///
/// ```
/// use ennead_schotten::{Card, Formation, Strength};
/// let cards = ["red3", "blue4", "red5"].map(|text| text.parse::<Card>().unwrap());
/// let strength = Strength::of(cards);
/// assert_eq!((strength.formation(), strength.sum()), (Formation::Run, 12));
/// assert_eq!(strength.to_string(), "run 12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(NonZeroU8);

/// Sums are at most 27.
const SUM_BITS: u32 = 5;

impl Strength {
    /// The number of strengths: plain sums from 1 1 2 to 8 9 9, runs from 1 to 7, sums of one
    /// colour without a run from 1 2 4 to 6 8 9, three of each number, and colour runs.
    pub const COUNT: usize = (26 - 4 + 1) + 7 + (23 - 7 + 1) + 9 + 7;

    /// The strength of a formation with this sum.
    #[inline]
    pub(crate) const fn new(formation: Formation, sum: u8) -> Strength {
        match NonZeroU8::new((formation as u8) << SUM_BITS | sum) {
            Some(number) => Strength(number),
            None => unreachable!(),
        }
    }

    /// The strength with this number.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<Strength> {
        NonZeroU8::new(number).map(Strength)
    }

    /// The number of the strength: the sum of a plain sum, or a number above all plain sums.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0.get()
    }

    /// The strength of three distinct cards.
    #[inline]
    pub fn of(cards: [Card; 3]) -> Strength {
        let [a, b, c] = cards.map(Card::number);
        let one_colour =
            cards[0].colour() == cards[1].colour() && cards[0].colour() == cards[2].colour();
        let numbers = 1u16 << a | 1 << b | 1 << c;
        let run = numbers >> numbers.trailing_zeros() == 0b111;
        let formation = match (one_colour, run) {
            (true, true) => Formation::ColourRun,
            (true, false) => Formation::Colour,
            (false, true) => Formation::Run,
            (false, false) if numbers.is_power_of_two() => Formation::ThreeOfAKind,
            (false, false) => Formation::Sum,
        };
        Strength::new(formation, a + b + c)
    }

    /// A run or colour run, by its lowest number.
    #[inline]
    pub(crate) const fn run(formation: Formation, lowest: u8) -> Strength {
        Strength::new(formation, 3 * lowest + 3)
    }

    /// The formation.
    #[inline]
    pub const fn formation(self) -> Formation {
        match self.number() >> SUM_BITS {
            0 => Formation::Sum,
            1 => Formation::Run,
            2 => Formation::Colour,
            3 => Formation::ThreeOfAKind,
            _ => Formation::ColourRun,
        }
    }

    /// The sum of the three numbers.
    #[inline]
    pub const fn sum(self) -> u8 {
        self.number() % (1 << SUM_BITS)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.formation().name(), self.sum()))
    }
}
