//! The rules: place a card, claim stones, draw; five stones or three in a row win.

use ennead_game::{Game, Outcome, Random, Seat, Turn};

use crate::card::{CARDS, Card, CardSet};
use crate::setup::{Claims, Timing, Variant};
use crate::table::{Stones, Table, count_bits, nth_bit, place};

/// How many cards a hand takes.
pub const HAND: usize = 6;
/// How many cards are left for the deck after the deal.
pub const DECK: usize = CARDS - 2 * HAND;

/// A player's hand: six slots, empty ones only once the deck is, and while a placed card is not yet replaced.
pub type Hand = [Option<Card>; HAND];

/// What is chosen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The next card of the shuffle.
    Shuffle,
    /// Which card to place.
    Card,
    /// Where to place the card of this slot.
    Column(u8),
    /// Nothing can be placed: a lone option.
    Pass,
    /// Whether to claim this stone.
    Claim(u8),
    /// Nothing: the mover has won.
    Over,
}

/// A position of Schotten Totten.
///
/// Options, in this order:
/// - the shuffle: the cards not yet chosen, in ascending order; the first six are player one's hand, the next six
///   player two's, and the others the deck, top first;
/// - which card: the occupied slots of the hand, in ascending order;
/// - where: the stones with room on the mover's side that nobody has claimed, from the left;
/// - a claim, where the player decides: no, yes;
/// - a pass: a lone option, where nothing can be placed.
///
/// ```
/// use ennead_game::{Game, Seat, SplitMix64, Turn};
/// use ennead_schotten::{Schotten, Variant};
/// let mut position = Schotten::new(&Variant::default());
/// assert_eq!((position.turn(), position.options()), (Turn::Chance, 54));
/// position.deal(&mut SplitMix64::new(1));
/// assert_eq!((position.turn(), position.options()), (Turn::Seat(Seat::FIRST), 6));
/// position.choose(0); // the card in slot 0 …
/// assert_eq!(position.options(), 9);
/// position.choose(4); // … goes to the stone in the middle
/// assert_eq!(position.turn(), Turn::Seat(Seat::SECOND));
/// assert_eq!(position.deck().len(), 41);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schotten {
    pub(crate) variant: Variant,
    pub(crate) table: Table,
    hands: [Hand; 2],
    /// The slots of each hand that hold a card. They follow from the hands; every turn asks for them several times.
    held: [u32; 2],
    /// Top first; drawn cards are gone, so that equal positions are equal.
    deck: [Option<Card>; DECK],
    drawn: u8,
    /// Cards that the shuffle has still to choose from.
    undealt: CardSet,
    pub(crate) mover: Seat,
    pub(crate) phase: Phase,
    /// Where the last card was placed; none before the first and after a pass.
    pub(crate) last: Option<u8>,
}

impl Schotten {
    /// What lies open to everyone.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[place(seat)]
    }

    /// The deck, top first.
    pub fn deck(&self) -> &[Option<Card>] {
        &self.deck[usize::from(self.drawn)..]
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The same position with these hands and this deck, which need not be full.
    pub(crate) fn with_hidden(mut self, hands: [Hand; 2], deck: &[Card]) -> Self {
        self.hands = hands;
        self.held = hands.map(|hand| occupied(&hand));
        self.undealt = CardSet::EMPTY;
        self.drawn = (DECK - deck.len()) as u8;
        self.deck = [None; DECK];
        for (place, card) in self.deck[DECK - deck.len()..].iter_mut().zip(deck) {
            *place = Some(*card);
        }
        self
    }

    /// How many cards the shuffle has chosen.
    pub(crate) fn dealt(&self) -> usize {
        CARDS - self.undealt.len() as usize
    }

    /// The slots of a seat's hand that hold a card.
    #[inline]
    pub(crate) fn occupied(&self, seat: Seat) -> u32 {
        self.held[place(seat)]
    }

    /// Whether the mover has a card and a place for it.
    #[inline]
    pub(crate) fn can_place(&self) -> bool {
        self.table.open(self.mover) != 0 && self.occupied(self.mover) != 0
    }

    /// Whose move was the last one made or, after the end, the winning one. Before the first move it is player two.
    pub(crate) fn just_played(&self) -> Seat {
        if self.phase == Phase::Over { self.mover } else { self.mover.other() }
    }

    /// A place of the deal: the hands first, then the deck.
    #[inline]
    fn place_of(&mut self, place: usize) -> &mut Option<Card> {
        match place.checked_sub(2 * HAND) {
            None => &mut self.hands[place / HAND][place % HAND],
            Some(place) => &mut self.deck[place],
        }
    }

    fn deal_card(&mut self, card: Card) {
        *self.place_of(self.dealt()) = Some(card);
        self.undealt.remove(card);
        if self.undealt.is_empty() {
            self.end_shuffle();
        }
    }

    /// Puts cards into all places that are still to be dealt, and begins the first turn.
    pub(crate) fn take_deal(&mut self, cards: &[Card]) {
        let (hands, deck) = (self.hands.as_flattened_mut(), &mut self.deck);
        // Copied there and back, since places in one piece are filled far quicker.
        let mut places = [None; CARDS];
        places[..hands.len()].copy_from_slice(hands);
        places[hands.len()..].copy_from_slice(deck);
        for (place, card) in places[CARDS - cards.len()..].iter_mut().zip(cards) {
            *place = Some(*card);
        }
        hands.copy_from_slice(&places[..hands.len()]);
        deck.copy_from_slice(&places[hands.len()..]);
        self.undealt = CardSet::EMPTY;
        self.end_shuffle();
    }

    fn end_shuffle(&mut self) {
        self.held = [(1 << HAND) - 1; 2];
        self.begin_turn();
    }

    /// The first choice of the mover's turn.
    #[inline]
    fn begin_turn(&mut self) {
        let can_place = self.can_place();
        if self.variant.timing == Timing::Start && self.claim_or_ask(!can_place) {
            return;
        }
        self.phase = if can_place { Phase::Card } else { Phase::Pass };
    }

    /// Claims, or asks the mover, who is asked only where a card can be or was placed: otherwise claims are forced, so that
    /// matches end. True if the game is over, or if there is something to ask.
    #[inline]
    fn claim_or_ask(&mut self, forced: bool) -> bool {
        match self.table.claimable(self.mover) {
            0 => false,
            claimable => self.claim_or_ask_for(claimable, forced),
        }
    }

    /// The same for stones that may be claimed, of which there are few in a match.
    #[cold]
    fn claim_or_ask_for(&mut self, claimable: Stones, forced: bool) -> bool {
        if forced || self.variant.claims == Claims::Auto {
            return self.claim(claimable);
        }
        self.phase = Phase::Claim(claimable.trailing_zeros() as u8);
        true
    }

    /// Gives stones to the mover. True if that ends the game.
    #[inline]
    fn claim(&mut self, stones: Stones) -> bool {
        self.table.claim(self.mover, stones);
        let won = self.table.has_won(self.mover);
        if won {
            self.phase = Phase::Over;
        }
        won
    }

    #[inline]
    pub(crate) fn place_card(&mut self, slot: usize, stone: usize) {
        let card = self.hands[place(self.mover)][slot].take();
        self.held[place(self.mover)] &= !(1 << slot);
        self.table.lay(self.mover, stone, card.expect("only occupied slots are chosen"));
        self.last = Some(stone as u8);
        if self.variant.timing == Timing::After && self.claim_or_ask(false) {
            return;
        }
        self.draw_and_hand_over();
    }

    /// Draws into the slot that the placed card left, if there is a card, and begins the other's turn.
    #[inline]
    fn draw_and_hand_over(&mut self) {
        if let Some(top) = self.deck.get_mut(usize::from(self.drawn)) {
            // While the deck lasts, the slot of the placed card is the only empty one.
            let held = &mut self.held[place(self.mover)];
            let slot = held.trailing_ones() as usize;
            self.hands[place(self.mover)][slot] = top.take();
            *held |= 1 << slot;
            self.drawn += 1;
        }
        self.hand_over();
    }

    #[inline]
    fn hand_over(&mut self) {
        self.mover = self.mover.other();
        self.begin_turn();
    }

    fn pass(&mut self) {
        self.last = None;
        if self.variant.timing == Timing::After && self.claim_or_ask(true) {
            return;
        }
        self.hand_over();
    }

    fn answer(&mut self, stone: u8, yes: bool) {
        if yes && self.claim(1 << stone) {
            return;
        }
        let later = self.table.claimable(self.mover) >> stone >> 1;
        if later != 0 {
            self.phase = Phase::Claim(stone + 1 + later.trailing_zeros() as u8);
            return;
        }
        match self.variant.timing {
            Timing::After => self.draw_and_hand_over(),
            Timing::Start => self.phase = Phase::Card,
        }
    }
}

/// The slots of a hand that hold a card: bit 0 is slot 0.
pub(crate) fn occupied(hand: &Hand) -> u32 {
    hand.iter().enumerate().fold(0, |slots, (slot, card)| slots | u32::from(card.is_some()) << slot)
}

impl Game for Schotten {
    const ID: &'static str = "schotten";
    const NUMBER: u8 = 3;
    type Setup = Variant;

    fn new(variant: &Variant) -> Self {
        Schotten {
            variant: *variant,
            table: Table::EMPTY,
            hands: [[None; HAND]; 2],
            held: [0; 2],
            deck: [None; DECK],
            drawn: 0,
            undealt: CardSet::ALL,
            mover: Seat::FIRST,
            phase: Phase::Shuffle,
            last: None,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Shuffle => Turn::Chance,
            Phase::Over => Turn::Over(Outcome::Win(self.mover)),
            _ => Turn::Seat(self.mover),
        }
    }

    #[inline]
    fn options(&self) -> u32 {
        match self.phase {
            Phase::Shuffle => self.undealt.len(),
            Phase::Card => count_bits(self.occupied(self.mover)),
            Phase::Column(_) => count_bits(self.table.open(self.mover)),
            Phase::Pass => 1,
            Phase::Claim(_) => 2,
            Phase::Over => 0,
        }
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        match self.phase {
            Phase::Shuffle => {
                let card = self.undealt.nth(option).expect("the option is one of the cards left");
                self.deal_card(card);
            }
            Phase::Card => self.phase = Phase::Column(nth_bit(self.occupied(self.mover), option) as u8),
            Phase::Column(slot) => {
                self.place_card(usize::from(slot), nth_bit(self.table.open(self.mover), option));
            }
            Phase::Pass => self.pass(),
            Phase::Claim(stone) => self.answer(stone, option == 1),
            Phase::Over => {}
        }
    }

    /// A Fisher-Yates shuffle of the cards left, in ascending order at first, as the choices that lead to it.
    fn deal(&mut self, random: &mut dyn Random) -> Vec<u32> {
        if self.phase != Phase::Shuffle {
            return Vec::new();
        }
        let mut cards = ASCENDING;
        let mut left = CARDS;
        if self.undealt != CardSet::ALL {
            left = 0;
            for card in self.undealt.iter() {
                cards[left] = card;
                left += 1;
            }
        }
        shuffle(&mut cards[..left], random);
        let mut drawn = vec![0; left];
        for (option, card) in drawn.iter_mut().zip(&cards) {
            *option = self.undealt.rank(*card);
            self.undealt.remove(*card);
        }
        self.take_deal(&cards[..left]);
        drawn
    }
}

/// All cards in ascending order, as a shuffle begins.
pub(crate) static ASCENDING: [Card; CARDS] = {
    let mut cards = [Card::from_index(0); CARDS];
    let mut index = 0;
    while index < CARDS {
        cards[index] = Card::from_index(index);
        index += 1;
    }
    cards
};

/// Fisher-Yates: from the last place down to the second, swap with any place up to it.
#[inline]
pub(crate) fn shuffle<T, R: Random + ?Sized>(cards: &mut [T], random: &mut R) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
}
