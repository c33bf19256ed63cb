//! A position made for playing it to the end very often: no slots, no history, cards as numbers and bits.

use ennead_game::{Random, Seat};
use ennead_schotten::{Claims, DECK, STONES, Sight, Stage, Timing};

use super::lanes::{Card, Cards, Rank, beating, best_reachable, bit, each, rank_of};

/// A set of stones: bit 0 is the leftmost.
pub(super) type Stones = u16;
const ALL_STONES: Stones = (1 << STONES) - 1;
const STONES_TO_WIN: u32 = 5;

/// What is chosen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Next {
    /// A card and a stone.
    Place,
    /// Nothing can be placed.
    Pass,
    /// Whether to claim this stone.
    Claim(u8),
    /// Nothing: the mover has won.
    Over,
}

/// A card and the stone it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) card: Card,
    pub(super) stone: u8,
}

/// One player's cards at the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    cards: [[Card; 3]; STONES],
    counts: [u8; STONES],
    /// What complete sides are worth, 0 for the others.
    pub(super) ranks: [Rank; STONES],
    full: Stones,
}

impl Side {
    const EMPTY: Side = Side { cards: [[0; 3]; STONES], counts: [0; STONES], ranks: [0; STONES], full: 0 };

    #[inline]
    pub(super) fn at(&self, stone: usize) -> &[Card] {
        &self.cards[stone][..usize::from(self.counts[stone])]
    }

    #[inline]
    fn lay(&mut self, stone: usize, card: Card) {
        let count = &mut self.counts[stone];
        self.cards[stone][usize::from(*count)] = card;
        *count += 1;
        if *count == 3 {
            let [a, b, c] = self.cards[stone];
            self.ranks[stone] = rank_of(a, b, c);
            self.full |= 1 << stone;
        }
    }
}

/// A position with all its cards in some place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) sides: [Side; 2],
    pub(super) hands: [Cards; 2],
    /// The cards that are not on the table.
    pub(super) unseen: Cards,
    pub(super) claimed: [Stones; 2],
    /// Stones that the second seat was the first to complete.
    second_was_first: Stones,
    /// The top card is the last one before `deck_len`.
    deck: [Card; DECK],
    pub(super) deck_len: u8,
    pub(super) mover: u8,
    pub(super) next: Next,
    asks: bool,
    claims_first: bool,
}

impl Board {
    /// Everything that a player sees, and the cards whose places the player does not know. The hidden hand and the deck are empty.
    pub(super) fn of(sight: &Sight) -> (Board, Vec<Card>) {
        let table = sight.table();
        let variant = sight.variant();
        let mut board = Board {
            sides: [Side::EMPTY; 2],
            hands: [0; 2],
            unseen: table.unseen().iter().fold(0, |set, card| set | bit(card.index() as Card)),
            claimed: [0; 2],
            second_was_first: 0,
            deck: [0; DECK],
            deck_len: sight.deck_len() as u8,
            mover: sight.mover().0,
            next: match sight.stage() {
                Stage::Claim(stone) => Next::Claim(stone),
                Stage::Pass => Next::Pass,
                Stage::Over => Next::Over,
                _ => Next::Place,
            },
            asks: variant.claims == Claims::Manual,
            claims_first: variant.timing == Timing::Start,
        };
        for stone in 0..STONES {
            board.read_stone(sight, stone);
        }
        let own = sight.hand().into_iter().flatten().flatten();
        let hand = own.fold(0, |set, card| set | bit(card.index() as Card));
        board.hands[usize::from(board.mover)] = hand;
        let hidden = each(board.unseen & !hand).collect();
        (board, hidden)
    }

    fn read_stone(&mut self, sight: &Sight, stone: usize) {
        let table = sight.table();
        for seat in Seat::BOTH {
            for card in table.cards(seat, stone) {
                self.sides[seat.index()].lay(stone, card.index() as Card);
            }
            self.claimed[seat.index()] |= Stones::from(table.owner(stone) == Some(seat)) << stone;
        }
        let second = table.first_to_complete(stone) == Some(Seat::SECOND);
        self.second_was_first |= Stones::from(second) << stone;
    }

    /// Gives the hidden cards out as they lie: the last ones to the other player, the rest to the deck.
    pub(super) fn give(&mut self, hidden: &[Card]) {
        let (deck, hand) = hidden.split_at(usize::from(self.deck_len));
        self.deck[..deck.len()].copy_from_slice(deck);
        self.hands[usize::from(self.mover ^ 1)] = hand.iter().fold(0, |set, card| set | bit(*card));
    }

    /// Stones where a seat may lay a card.
    #[inline]
    pub(super) fn open(&self, seat: usize) -> Stones {
        ALL_STONES & !(self.claimed[0] | self.claimed[1] | self.sides[seat].full)
    }

    /// The seat that moves.
    #[inline]
    pub(super) fn seat(&self) -> usize {
        usize::from(self.mover)
    }

    /// Whether a seat has completed a stone before the other one did, or alone.
    #[inline]
    pub(super) fn was_first(&self, seat: usize, stone: usize) -> bool {
        usize::from(self.second_was_first >> stone & 1) == seat
    }

    /// Places a card of the mover's hand, with all that follows of itself.
    #[inline]
    pub(super) fn place(&mut self, placement: Placement) {
        self.lay(placement);
        if !self.claims_first && self.claim_or_ask(false) {
            return;
        }
        self.draw_and_hand_over();
    }

    /// Whether a placement makes its stone claimable for the mover, and whether claiming all that is claimable then wins.
    pub(super) fn claims_with(&self, placement: Placement) -> (bool, bool) {
        let mut after = self.clone();
        let seat = self.seat();
        after.lay(placement);
        let claimable = after.claimable();
        (claimable >> placement.stone & 1 == 1, wins(after.claimed[seat] | claimable))
    }

    /// Lays a card of the mover's hand on the table, and nothing else.
    #[inline]
    fn lay(&mut self, placement: Placement) {
        let (seat, stone) = (self.seat(), usize::from(placement.stone));
        self.hands[seat] &= !bit(placement.card);
        self.unseen &= !bit(placement.card);
        self.sides[seat].lay(stone, placement.card);
        if seat == 1 && (self.sides[1].full & !self.sides[0].full) >> stone & 1 == 1 {
            self.second_was_first |= 1 << stone;
        }
    }

    /// Goes on after a pass.
    pub(super) fn pass(&mut self) {
        if !self.claims_first && self.claim_or_ask(true) {
            return;
        }
        self.hand_over();
    }

    /// Answers whether a stone is claimed.
    pub(super) fn answer(&mut self, stone: u8, yes: bool) {
        if yes && self.claim(1 << stone) {
            return;
        }
        let later = self.claimable() >> stone >> 1;
        if later != 0 {
            self.next = Next::Claim(stone + 1 + later.trailing_zeros() as u8);
        } else if self.claims_first {
            self.next = Next::Place;
        } else {
            self.draw_and_hand_over();
        }
    }

    #[inline]
    fn draw_and_hand_over(&mut self) {
        if self.deck_len > 0 {
            self.deck_len -= 1;
            self.hands[self.seat()] |= bit(self.deck[usize::from(self.deck_len)]);
        }
        self.hand_over();
    }

    #[inline]
    fn hand_over(&mut self) {
        self.mover ^= 1;
        let can_place = self.hands[self.seat()] != 0 && self.open(self.seat()) != 0;
        if self.claims_first && self.claim_or_ask(!can_place) {
            return;
        }
        self.next = if can_place { Next::Place } else { Next::Pass };
    }

    /// True if the game is over, or if there is something to ask.
    #[inline]
    fn claim_or_ask(&mut self, forced: bool) -> bool {
        let claimable = self.claimable();
        if claimable == 0 {
            return false;
        }
        if forced || !self.asks {
            return self.claim(claimable);
        }
        self.next = Next::Claim(claimable.trailing_zeros() as u8);
        true
    }

    /// Gives stones to the mover. True if that ends the game.
    #[inline]
    fn claim(&mut self, stones: Stones) -> bool {
        let seat = self.seat();
        self.claimed[seat] |= stones;
        let won = wins(self.claimed[seat]);
        if won {
            self.next = Next::Over;
        }
        won
    }

    /// Stones that the mover may claim.
    #[inline]
    fn claimable(&self) -> Stones {
        let mut candidates = self.sides[self.seat()].full & !(self.claimed[0] | self.claimed[1]);
        let mut claimable = 0;
        while candidates != 0 {
            let stone = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            claimable |= Stones::from(self.beats(stone)) << stone;
        }
        claimable
    }

    #[inline]
    fn beats(&self, stone: usize) -> bool {
        let (own, other) = (&self.sides[self.seat()], &self.sides[self.seat() ^ 1]);
        let (ours, theirs) = (own.ranks[stone], other.ranks[stone]);
        if theirs != 0 {
            return ours > theirs || ours == theirs && self.was_first(self.seat(), stone);
        }
        match *other.at(stone) {
            [a, b] => beating(a, b, ours) & self.unseen == 0,
            ref side => best_reachable(side, self.unseen) <= ours,
        }
    }
}

/// Whether a set of stones wins: five, or three in a row.
#[inline]
pub(super) const fn wins(set: Stones) -> bool {
    set.count_ones() >= STONES_TO_WIN || set & set >> 1 & set >> 2 != 0
}

/// Fisher-Yates.
#[inline]
pub(super) fn shuffle(cards: &mut [Card], random: &mut impl Random) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
}
