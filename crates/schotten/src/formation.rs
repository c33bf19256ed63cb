//! What three cards are worth.

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
    /// Its name for people.
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

/// How strong three cards are: one of 63 values, since formation and sum say all.
///
/// It is kept as a number that is the sum itself for three cards that are nothing better; the numbers of better formations follow,
/// so that no sum of three cards is above them.
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

/// Runs begin with 1 to 7.
const RUNS: u8 = 7;
/// The smallest and the largest sum of three cards that are nothing better: 1 1 2 and 8 9 9.
const SUMS: (u8, u8) = (4, 26);
/// The smallest and the largest sum of three cards of one colour without a run: 1 2 4 and 6 8 9.
const COLOUR_SUMS: (u8, u8) = (7, 23);

const FIRST_RUN: u8 = SUMS.1 + 1;
const FIRST_COLOUR: u8 = FIRST_RUN + RUNS;
const FIRST_THREE: u8 = FIRST_COLOUR + COLOUR_SUMS.1 - COLOUR_SUMS.0 + 1;
const FIRST_COLOUR_RUN: u8 = FIRST_THREE + 9;

impl Strength {
    /// How many strengths there are.
    pub const COUNT: usize = (FIRST_COLOUR_RUN + RUNS - SUMS.0) as usize;

    #[inline]
    const fn new(number: u8) -> Strength {
        match NonZeroU8::new(number) {
            Some(number) => Strength(number),
            None => unreachable!(),
        }
    }

    /// The strength with this number.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<Strength> {
        NonZeroU8::new(number).map(Strength)
    }

    /// Its number: the sum of three cards that are nothing better, or more than any such sum.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0.get()
    }

    /// The strength of three different cards.
    #[inline]
    pub fn of(cards: [Card; 3]) -> Strength {
        let [a, b, c] = cards.map(Card::number);
        let one_colour = cards[0].colour() == cards[1].colour() && cards[0].colour() == cards[2].colour();
        let numbers = 1u16 << a | 1 << b | 1 << c;
        let lowest = numbers.trailing_zeros() as u8;
        let run = numbers >> lowest == 0b111;
        match (one_colour, run) {
            (true, true) => Strength::colour_run(lowest),
            (true, false) => Strength::colour(a + b + c),
            (false, true) => Strength::run(lowest),
            (false, false) if numbers.is_power_of_two() => Strength::three(a),
            (false, false) => Strength::plain(a + b + c),
        }
    }

    /// A colour run from its lowest number.
    #[inline]
    pub(crate) const fn colour_run(lowest: u8) -> Strength {
        Strength::new(FIRST_COLOUR_RUN + lowest - 1)
    }

    /// Three of a number.
    #[inline]
    pub(crate) const fn three(number: u8) -> Strength {
        Strength::new(FIRST_THREE + number - 1)
    }

    /// Three of a colour from their sum.
    #[inline]
    pub(crate) const fn colour(sum: u8) -> Strength {
        Strength::new(FIRST_COLOUR + sum - COLOUR_SUMS.0)
    }

    /// A run from its lowest number.
    #[inline]
    pub(crate) const fn run(lowest: u8) -> Strength {
        Strength::new(FIRST_RUN + lowest - 1)
    }

    /// Three cards from their sum.
    #[inline]
    pub(crate) const fn plain(sum: u8) -> Strength {
        Strength::new(sum)
    }

    /// The formation.
    pub const fn formation(self) -> Formation {
        match self.number() {
            FIRST_COLOUR_RUN.. => Formation::ColourRun,
            FIRST_THREE.. => Formation::ThreeOfAKind,
            FIRST_COLOUR.. => Formation::Colour,
            FIRST_RUN.. => Formation::Run,
            _ => Formation::Sum,
        }
    }

    /// The sum of the three numbers.
    pub const fn sum(self) -> u8 {
        match self.formation() {
            Formation::ColourRun => (self.number() - FIRST_COLOUR_RUN) * 3 + 6,
            Formation::ThreeOfAKind => (self.number() - FIRST_THREE) * 3 + 3,
            Formation::Colour => self.number() - FIRST_COLOUR + COLOUR_SUMS.0,
            Formation::Run => (self.number() - FIRST_RUN) * 3 + 6,
            Formation::Sum => self.number(),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.formation().name(), self.sum()))
    }
}
