//! The 54 cards as bytes, as text and as bits of a set.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use thiserror::Error;

/// The number of colours.
pub const COLOURS: usize = 6;
/// The number of cards of each colour.
pub const NUMBERS: usize = 9;
/// The number of cards.
pub const CARDS: usize = COLOURS * NUMBERS;

/// A card's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Red, 1 in the high half of a card's byte.
    Red,
    /// Yellow, 2.
    Yellow,
    /// Blue, 3.
    Blue,
    /// Green, 4.
    Green,
    /// Cyan, 5.
    Cyan,
    /// Grey, 6.
    Grey,
}

impl Colour {
    /// All colours, in the order of their codes.
    pub const ALL: [Colour; COLOURS] =
        [Colour::Red, Colour::Yellow, Colour::Blue, Colour::Green, Colour::Cyan, Colour::Grey];

    /// The colour's name, with which the text of a card begins.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Cyan => "cyan",
            Colour::Grey => "grey",
        }
    }

    /// The letter that stands for the colour in drawings. Green has the G, so grey is E.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Blue => 'B',
            Colour::Green => 'G',
            Colour::Cyan => 'C',
            Colour::Grey => 'E',
        }
    }
}

/// A byte or text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// The high half is not a colour.
    #[error(
        "{byte:#04x} is not a card: its colour is {}, but colours are 1 (red) to 6 (grey)",
        .0 >> 4,
        byte = .0
    )]
    Colour(u8),
    /// The low half is not a number from 1 to 9.
    #[error(
        "{byte:#04x} is not a card: its number is {}, but numbers are 1 to 9",
        .0 & 0xf,
        byte = .0
    )]
    Number(u8),
    /// The text is not a card.
    #[error(
        "{0:?} is not a card: a card is a colour (red, yellow, blue, green, cyan, grey) and a \
         number from 1 to 9, as in cyan2"
    )]
    Text(String),
}

/// A card. Cards are ordered by their byte: by colour, then by number.
///
/// ```
/// use ennead_schotten::Card;
/// let card: Card = "cyan2".parse()?;
/// assert_eq!(card.byte(), 0x52);
/// assert_eq!(Card::from_byte(0x17)?.to_string(), "red7");
/// # Ok::<(), ennead_schotten::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

/// A card is stored as its index with this bit set. The result is never zero, so `Option<Card>`
/// takes one byte; and since shift amounts are taken modulo 64, shifting a word by it shifts by the
/// index.
const MARK: u8 = 64;
/// One entry for each index below the mark, so a lookup needs no bounds check.
const INDICES: usize = MARK as usize;

/// The numbers of the cards: a lookup is faster than a division.
static NUMBER_OF: [u8; INDICES] = {
    let mut table = [0; INDICES];
    let mut index = 0;
    while index < CARDS {
        table[index] = (index % NUMBERS) as u8 + 1;
        index += 1;
    }
    table
};

/// The colours of the cards.
static COLOUR_OF: [Colour; INDICES] = {
    let mut table = [Colour::Red; INDICES];
    let mut index = 0;
    while index < CARDS {
        table[index] = Colour::ALL[index / NUMBERS];
        index += 1;
    }
    table
};

impl Card {
    /// The card with this index in ascending order, from 0.
    ///
    /// # Panics
    /// If `index` is not below [`CARDS`].
    pub const fn from_index(index: usize) -> Card {
        assert!(index < CARDS, "there are 54 cards");
        match NonZeroU8::new(MARK | index as u8) {
            Some(number) => Card(number),
            None => unreachable!(),
        }
    }

    /// The index of the card in ascending order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize % INDICES
    }

    /// The card's in-memory byte; never 0.
    #[inline]
    pub(crate) const fn stored(self) -> u8 {
        self.0.get()
    }

    /// The card of a colour and a number, if the number is from 1 to 9.
    pub const fn new(colour: Colour, number: u8) -> Option<Card> {
        if number == 0 || number as usize > NUMBERS {
            return None;
        }
        Some(Card::from_index(colour as usize * NUMBERS + number as usize - 1))
    }

    /// The card encoded by a byte.
    pub const fn from_byte(byte: u8) -> Result<Card, CardError> {
        let (colour, number) = (byte >> 4, byte & 0xf);
        if colour == 0 || colour as usize > COLOURS {
            return Err(CardError::Colour(byte));
        }
        if number == 0 || number as usize > NUMBERS {
            return Err(CardError::Number(byte));
        }
        Ok(Card::from_index((colour as usize - 1) * NUMBERS + number as usize - 1))
    }

    /// The card's byte: colour in the high half, number in the low one.
    pub const fn byte(self) -> u8 {
        (self.colour() as u8 + 1) << 4 | self.number()
    }

    /// The card's colour.
    #[inline]
    pub const fn colour(self) -> Colour {
        COLOUR_OF[self.index()]
    }

    /// The card's number, from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        NUMBER_OF[self.index()]
    }

    /// All cards in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + Clone {
        (0..CARDS).map(Card::from_index)
    }
}

impl Card {
    /// The card in prose, as in `red 7`. `Display` writes `red7`, which the formats parse.
    pub fn spoken(self) -> String {
        format!("{} {}", self.colour().name(), self.number())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().name(), self.number())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let wrong = || CardError::Text(text.chars().take(40).collect());
        let (at, digit) = text.char_indices().next_back().ok_or_else(wrong)?;
        let colour = Colour::ALL
            .into_iter()
            .find(|colour| colour.name() == &text[..at])
            .ok_or_else(wrong)?;
        let number = digit.to_digit(10).ok_or_else(wrong)?;
        Card::new(colour, number as u8).ok_or_else(wrong)
    }
}

/// A set of cards. Bit `i` is the card with index `i`, so each colour is a lane of nine bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

/// One bit in each lane: the cards with number 1.
const ONES: u64 = {
    let mut bits = 0;
    let mut colour = 0;
    while colour < COLOURS {
        bits |= 1 << (colour * NUMBERS);
        colour += 1;
    }
    bits
};
/// One lane.
const LANE: u64 = (1 << NUMBERS) - 1;

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 54.
    pub const ALL: CardSet = CardSet((1 << CARDS) - 1);

    /// The cards of one number, from 1 to 9.
    #[inline]
    pub const fn of_number(number: u8) -> CardSet {
        CardSet(ONES << (number - 1))
    }

    /// The cards of one colour.
    #[inline]
    pub const fn of_colour(colour: Colour) -> CardSet {
        CardSet(LANE << (colour as usize * NUMBERS))
    }

    /// The three cards of the colour run that starts at `lowest`, from 1 to 7.
    #[inline]
    pub const fn colour_run(colour: Colour, lowest: u8) -> CardSet {
        CardSet(0b111 << (colour as usize * NUMBERS + lowest as usize - 1))
    }

    /// The cards as bits: bit `i` is the card with index `i`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    #[inline]
    const fn single(card: Card) -> CardSet {
        CardSet(1u64.wrapping_shl(card.0.get() as u32))
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & CardSet::single(card).0 != 0
    }

    /// Adds a card and returns whether it was absent.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= CardSet::single(card).0;
        new
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !CardSet::single(card).0;
    }

    /// The number of cards in the set that precede `card`.
    #[inline]
    pub const fn rank(self, card: Card) -> u32 {
        (self.0 & (CardSet::single(card).0 - 1)).count_ones()
    }

    /// The card at position `rank` in ascending order, if there is one.
    pub fn nth(self, mut rank: u32) -> Option<Card> {
        for colour in 0..COLOURS {
            let mut lane = self.lane(colour);
            let count = u32::from(lane).count_ones();
            if rank < count {
                for _ in 0..rank {
                    lane &= lane - 1;
                }
                return Some(Card::from_index(colour * NUMBERS + lane.trailing_zeros() as usize));
            }
            rank -= count;
        }
        None
    }

    /// The cards in ascending order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        CardIter(self)
    }

    /// The cards of these numbers (bit 0 is number 1), of any colour.
    #[inline]
    pub(crate) const fn of_numbers(numbers: u16) -> CardSet {
        CardSet(numbers as u64 * ONES)
    }

    /// The numbers of one colour: bit 0 is number 1.
    #[inline]
    pub(crate) const fn lane(self, colour: usize) -> u16 {
        (self.0 >> (colour * NUMBERS) & LANE) as u16
    }

    /// The numbers of any colour.
    #[inline]
    pub(crate) const fn numbers(self) -> u16 {
        let folded = self.0 | self.0 >> (3 * NUMBERS);
        ((folded | folded >> NUMBERS | folded >> (2 * NUMBERS)) & LANE) as u16
    }

    /// Whether at least two cards have the number `bit + 1`.
    #[inline]
    pub(crate) const fn has_two_of(self, bit: u32) -> bool {
        let cards = self.0 & ONES << bit;
        cards & cards.wrapping_sub(1) != 0
    }

    /// The lowest numbers (bit 0 is number 1) of all runs within one colour.
    #[inline]
    pub(crate) const fn colour_runs(self) -> u16 {
        /// A run begins with a number from 1 to 7.
        const STARTS: u64 = ONES * 0x7f;
        CardSet(self.0 & self.0 >> 1 & self.0 >> 2 & STARTS).numbers()
    }
}

/// A double-ended iterator over the cards of a set.
#[derive(Clone)]
struct CardIter(CardSet);

impl CardIter {
    /// Removes the card with this index.
    #[inline]
    fn take(&mut self, index: u32) -> Card {
        let card = Card::from_index(index as usize % INDICES);
        self.0.remove(card);
        card
    }
}

impl Iterator for CardIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0.is_empty() { None } else { Some(self.take(self.0.0.trailing_zeros())) }
    }
}

impl DoubleEndedIterator for CardIter {
    fn next_back(&mut self) -> Option<Card> {
        if self.0.is_empty() { None } else { Some(self.take(self.0.0.ilog2())) }
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    /// The intersection.
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    /// The union.
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    /// The difference.
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl From<Card> for CardSet {
    #[inline]
    fn from(card: Card) -> CardSet {
        CardSet::single(card)
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        let mut set = CardSet::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
