//! The rules: place a card, claim stones, draw; five stones or three adjacent ones win.

use ennead_game::nine::{self, Mask, count};
use ennead_game::{Game, Outcome, Predictor, Random, Seat, Turn};

use crate::card::{CARDS, Card, CardSet};
use crate::setup::{Claims, Timing, Variant};
use crate::table::{Stones, Table, bit, place};

/// The number of slots in a hand.
pub const HAND: usize = 6;
/// The number of cards in the deck after the deal.
pub const DECK: usize = CARDS - 2 * HAND;

/// A player's hand of six slots. A slot is empty only after the deck has run out, and between
/// placing a card and drawing.
pub type Hand = [Option<Card>; HAND];

/// The next choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The next card of the shuffle.
    Shuffle,
    /// Which card to place.
    Card,
    /// Where to place the card of this slot.
    Column(u8),
    /// A pass, which is forced: no card can be placed.
    Pass,
    /// Whether to claim this stone.
    Claim(u8),
    /// No choice: the mover has won.
    Over,
}

/// A position of Schotten Totten.
///
/// Options, in this order:
/// - the shuffle: the cards not yet chosen, in ascending order; the first six are player one's
///   hand, the next six player two's, and the others the deck, top first;
/// - a card: the occupied slots of the hand, in ascending order;
/// - a stone: the unclaimed stones with room on the mover's side, from the left;
/// - a manual claim: no, yes;
/// - a pass: the only option if no card can be placed.
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
    /// The occupied slots of each hand, as the first six cells of [`nine`]. Derived from the hands,
    /// and cached because every turn needs them several times.
    held: [Mask; 2],
    /// The deck, top first. Drawn cards are cleared so that equal positions compare equal.
    deck: [Option<Card>; DECK],
    drawn: u8,
    /// The cards that the shuffle has not chosen yet.
    undealt: CardSet,
    pub(crate) mover: Seat,
    pub(crate) phase: Phase,
    /// The stone of the last card; `None` before the first card and after a pass.
    pub(crate) last: Option<u8>,
}

impl Schotten {
    /// The public part of the position.
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

    /// The seat whose turn it is or, after the end, the winner.
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The variant of the match.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Replaces the hands and the deck, which need not be full.
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

    /// The number of cards that the shuffle has chosen.
    pub(crate) fn dealt(&self) -> usize {
        CARDS - self.undealt.len() as usize
    }

    /// The occupied slots of a seat's hand.
    #[inline]
    pub(crate) fn occupied(&self, seat: Seat) -> Mask {
        self.held[place(seat)]
    }

    /// Whether the mover can place a card.
    #[inline]
    pub(crate) fn can_place(&self) -> bool {
        self.table.open(self.mover) != 0 && self.occupied(self.mover) != 0
    }

    /// The seat that moved last; after the end the winner, and before the first move player two.
    pub(crate) fn just_played(&self) -> Seat {
        if self.phase == Phase::Over { self.mover } else { self.mover.other() }
    }

    /// The slot for the card dealt at this index: the hands first, then the deck.
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

    /// Deals the remaining cards and starts the first turn.
    pub(crate) fn take_deal(&mut self, cards: &[Card]) {
        let (hands, deck) = (self.hands.as_flattened_mut(), &mut self.deck);
        // Filling one contiguous array and copying it is much faster than filling both in turn.
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
        self.held = [SLOTS; 2];
        self.begin_turn();
    }

    /// Sets the first choice of the mover's turn.
    #[inline]
    fn begin_turn(&mut self) {
        let can_place = self.can_place();
        if self.variant.timing == Timing::Start && self.claim_or_ask(!can_place) {
            return;
        }
        self.phase = if can_place { Phase::Card } else { Phase::Pass };
    }

    /// Claims stones, or asks the mover about them. A mover who cannot place a card is not asked:
    /// claims are then automatic (`forced`), so every match ends. Returns true if the match is over
    /// or the mover has a claim to decide.
    #[inline]
    fn claim_or_ask(&mut self, forced: bool) -> bool {
        match self.table.claimable(self.mover) {
            0 => false,
            claimable => self.claim_or_ask_for(claimable, forced),
        }
    }

    /// The rare case of [`claim_or_ask`](Self::claim_or_ask) in which stones may be claimed.
    #[cold]
    fn claim_or_ask_for(&mut self, claimable: Stones, forced: bool) -> bool {
        if forced || self.variant.claims == Claims::Auto {
            return self.claim(claimable);
        }
        self.phase = Phase::Claim(nine::nth(claimable, 0));
        true
    }

    /// Gives stones to the mover. Returns true if that ends the match.
    #[inline]
    fn claim(&mut self, stones: Stones) -> bool {
        self.table.claim(self.mover, stones);
        let won = self.table.has_won(self.mover);
        if won {
            self.phase = Phase::Over;
        }
        won
    }

    /// Places a card of the mover's hand at a stone that is open to the mover, like choosing its
    /// slot and then the stone.
    ///
    /// ```
    /// use ennead_game::{Game, Seat, SplitMix64};
    /// use ennead_schotten::{Schotten, Stage, Variant};
    /// let mut position = Schotten::new(&Variant::default());
    /// position.deal(&mut SplitMix64::new(1));
    /// let mut chosen = position.clone();
    /// position.place(position.hand(Seat::FIRST)[2].unwrap(), 4);
    /// chosen.choose(2);
    /// chosen.choose(4);
    /// assert_eq!(position, chosen);
    /// ```
    ///
    /// # Panics
    /// If no card is to be placed now, or if the mover does not hold the card.
    #[inline]
    pub fn place(&mut self, card: Card, stone: usize) {
        assert!(self.phase == Phase::Card, "no card is to be placed now");
        let slot = self.hands[place(self.mover)].iter().position(|held| *held == Some(card));
        self.place_card(slot.expect("only cards of the hand are placed"), stone);
    }

    #[inline]
    pub(crate) fn place_card(&mut self, slot: usize, stone: usize) {
        let card = self.hands[place(self.mover)][slot].take();
        self.held[place(self.mover)] &= !bit(slot);
        self.table.lay(self.mover, stone, card.expect("only occupied slots are chosen"));
        self.last = Some(stone as u8);
        if self.variant.timing == Timing::After && self.claim_or_ask(false) {
            return;
        }
        self.draw_and_hand_over();
    }

    /// Draws a card into the slot of the placed one, unless the deck is empty, and ends the turn.
    #[inline]
    fn draw_and_hand_over(&mut self) {
        if let Some(top) = self.deck.get_mut(usize::from(self.drawn)) {
            // While the deck lasts, the slot of the placed card is the only empty one.
            let held = &mut self.held[place(self.mover)];
            let slot = usize::from(nine::nth(SLOTS & !*held, 0));
            self.hands[place(self.mover)][slot] = top.take();
            *held |= bit(slot);
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
        if yes && self.claim(nine::bit(stone)) {
            return;
        }
        let later = self.table.claimable(self.mover) & (nine::bit(stone) - 1);
        if later != 0 {
            self.phase = Phase::Claim(nine::nth(later, 0));
            return;
        }
        match self.variant.timing {
            Timing::After => self.draw_and_hand_over(),
            Timing::Start => self.phase = Phase::Card,
        }
    }
}

/// All slots of a hand.
const SLOTS: Mask = nine::FULL & !(nine::FULL >> HAND);

/// The slots of a hand that hold a card.
pub(crate) fn occupied(hand: &Hand) -> Mask {
    let slots = (0..HAND).filter(|slot| hand[*slot].is_some());
    slots.fold(0, |slots, slot| slots | bit(slot))
}

impl Game for Schotten {
    const ID: &'static str = "schotten";
    const NUMBER: u8 = 3;
    type Setup = Variant;
    const MODEL: u8 = crate::model::LATEST;

    fn predictor(_: &Variant, model: u8) -> Option<Box<dyn Predictor<Self>>> {
        crate::model::predictor(model)
    }

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
            Phase::Card => count(self.occupied(self.mover)),
            Phase::Column(_) => count(self.table.open(self.mover)),
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
            Phase::Card => self.phase = Phase::Column(nine::nth(self.occupied(self.mover), option)),
            Phase::Column(slot) => {
                let stone = nine::nth(self.table.open(self.mover), option);
                self.place_card(usize::from(slot), usize::from(stone));
            }
            Phase::Pass => self.pass(),
            Phase::Claim(stone) => self.answer(stone, option == 1),
            Phase::Over => {}
        }
    }

    /// Performs a Fisher-Yates shuffle of the remaining cards in ascending order, and returns it as
    /// choices.
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

/// All cards in ascending order, the initial order of a shuffle.
pub(crate) static ASCENDING: [Card; CARDS] = {
    let mut cards = [Card::from_index(0); CARDS];
    let mut index = 0;
    while index < CARDS {
        cards[index] = Card::from_index(index);
        index += 1;
    }
    cards
};

/// A Fisher-Yates shuffle: from the last position down to the second, swaps with any position up to
/// it.
#[inline]
pub fn shuffle<T, R: Random + ?Sized>(cards: &mut [T], random: &mut R) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
}
