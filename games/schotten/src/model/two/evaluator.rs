//! The chance of winning after each placement, estimated by a network from what the mover knows:
//! the table, the hand, and the set of hidden cards.

use std::sync::LazyLock;

use ennead_game::{Seat, nine};

use crate::{
    Card, CardSet, DECK, HAND, SIDE_CARDS, STONES, Schotten, Stones, Strength, Table, Thirds,
    beating, best_reachable, wins,
};

use super::net::{Contribution, FEATURES, Features, GLOBALS, NET};
use super::odds::{ONE, Odds, tables};
use super::outlook::{Outlook, Side};

/// The log-odds of a certain result, in units of 1/1024.
pub(super) const CERTAIN: i32 = 20 << 10;

static ODDS: LazyLock<Vec<[Odds; 2]>> = LazyLock::new(tables);

/// Evaluates the placements of a position.
pub(super) struct NetEvaluator<'a> {
    position: &'a Schotten,
    hand: CardSet,
    own: Outlook<'a>,
    other: Outlook<'a>,
    /// The stones that each player owns or can claim, before the placement.
    decided: [Stones; 2],
    /// Whether a complete side might become provable.
    pending: bool,
    contributions: [Contribution; STONES],
}

impl<'a> NetEvaluator<'a> {
    pub(super) fn new(position: &'a Schotten) -> Self {
        let (table, mover) = (position.table(), position.mover());
        let hand: CardSet = position.hand(mover).iter().flatten().copied().collect();
        let hidden = table.unseen() - hand;
        let [own, other] = &ODDS[position.deck().len().min(DECK)];
        let decided = decided(table, mover);
        let full = table.full(Seat::FIRST) | table.full(Seat::SECOND);
        let mut evaluator = NetEvaluator {
            position,
            hand,
            own: Outlook::new(hand, hidden, own),
            other: Outlook::new(CardSet::EMPTY, hidden, other),
            decided,
            pending: full & !(decided[0] | decided[1]) != 0,
            contributions: [[0; _]; STONES],
        };
        evaluator.contributions = std::array::from_fn(|stone| match owner(decided, stone) {
            Some(owner) => *NET.owned(owner, stone),
            None => NET.contribution(&evaluator.stone(stone, hand), stone),
        });
        evaluator
    }

    /// The mover's log-odds after placing a card at each open stone.
    pub(super) fn odds(&self, card: Card, stones: Stones) -> impl Iterator<Item = i32> {
        let hand = self.hand - card.into();
        let mut contributions = self.contributions;
        let mut sums = NET.globals(&self.globals(hand));
        for (stone, contribution) in contributions.iter_mut().enumerate() {
            if self.matters(stone, card) {
                *contribution = NET.contribution(&self.stone(stone, hand), stone);
            }
            exchange(&mut sums, &[0; _], contribution);
        }
        nine::cells(stones).map(move |stone| self.value(sums, &contributions, card, stone.into()))
    }

    fn value(
        &self,
        mut sums: Contribution,
        contributions: &[Contribution; STONES],
        card: Card,
        at: usize,
    ) -> i32 {
        let after = self.decided_after(card, at);
        match after.map(wins) {
            [true, _] => return CERTAIN,
            [_, true] => return -CERTAIN,
            _ => {}
        }
        for (owner, stones) in after.into_iter().enumerate() {
            for stone in nine::cells(stones & !self.decided[owner]).map(usize::from) {
                exchange(&mut sums, &contributions[stone], NET.owned(owner, stone));
            }
        }
        if !is_in(after[0] | after[1], at) {
            let [own, other] = self.sides(at);
            let features = self.features(&with(own, card), other, self.hand - card.into());
            exchange(&mut sums, &contributions[at], &NET.contribution(&features, at));
        }
        NET.odds(&sums)
    }

    fn sides(&self, stone: usize) -> [&Side; 2] {
        let (table, seat) = (self.position.table(), self.position.mover());
        [seat, seat.other()].map(|seat| table.side(seat, stone))
    }

    /// The features of a stone as it is, with this hand.
    fn stone(&self, stone: usize, hand: CardSet) -> Features {
        let [own, other] = self.sides(stone);
        self.features(own, other, hand)
    }

    fn features(&self, own: &Side, other: &Side, hand: CardSet) -> Features {
        let mut features = [0; FEATURES];
        features[count(own)] = ONE;
        features[4 + count(other)] = ONE;
        features[8..12].copy_from_slice(&self.own.chances(own, hand));
        features[12..16].copy_from_slice(&self.other.chances(other, CardSet::EMPTY));
        features[16] = sum(own);
        features[17] = sum(other);
        features[18..22].copy_from_slice(&near(own, hand));
        match [own, other].map(strength) {
            [None, Some(target)] => {
                features[22] = self.own.beats(own, hand, target);
                features[23] = flag(best_of(own, hand) > Some(target));
                features[24] = ONE;
            }
            [Some(target), None] => {
                features[25] = self.other.beats(other, CardSet::EMPTY, target);
                features[26] = ONE;
            }
            _ => {}
        }
        let hidden = self.own.hidden;
        let [ours, theirs] = [(own, hand | hidden), (other, hidden)]
            .map(|(side, cards)| side[0].and_then(|_| best_of(side, cards)));
        features[29] = share(ours);
        features[30] = share(theirs);
        features[31] = flag(theirs.is_some() && ours > theirs);
        features.map(|value| value as i16)
    }

    /// Whether a card in hand affects the features of a stone.
    fn matters(&self, stone: usize, card: Card) -> bool {
        let [own, other] = self.sides(stone);
        !is_in(self.decided[0] | self.decided[1], stone) && helps(own, other, card)
    }

    /// The stones that are decided after a placement.
    fn decided_after(&self, card: Card, at: usize) -> [Stones; 2] {
        let (table, seat) = (self.position.table(), self.position.mover());
        if !self.pending && table.side(seat, at)[1].is_none() {
            return self.decided;
        }
        let mut after = table.clone();
        after.lay(seat, at, card);
        decided(&after, seat)
    }

    fn globals(&self, hand: CardSet) -> [i16; GLOBALS] {
        let (mut mates, mut twins, mut total) = (0, 0, 0);
        for card in hand.iter() {
            mates += (related(card) & CardSet::of_colour(card.colour()) & hand).len() as i32 - 1;
            twins += (CardSet::of_number(card.number()) & hand).len() as i32 - 1;
            total += i32::from(card.number());
        }
        let deck = self.position.deck().len() as i32;
        [
            ONE * deck / 42,
            ONE * hand.len() as i32 / HAND as i32,
            ONE * mates.min(6) / 6,
            ONE * twins.min(6) / 6,
            flag(hand.colour_runs() != 0),
            ONE * total / 45,
            flag(deck == 0),
            flag(hand.is_empty()),
        ]
        .map(|value| value as i16)
    }
}

/// Replaces a contribution in the sums.
fn exchange(sums: &mut Contribution, old: &Contribution, new: &Contribution) {
    for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
        *sum += new - old;
    }
}

fn flag(value: bool) -> i32 {
    i32::from(value) * ONE
}

/// The stones that the seat and its opponent own or can claim.
fn decided(table: &Table, seat: Seat) -> [Stones; 2] {
    [seat, seat.other()].map(|seat| table.claimed(seat) | table.claimable(seat))
}

/// The player who owns or can claim a stone.
fn owner(decided: [Stones; 2], stone: usize) -> Option<usize> {
    decided.iter().position(|set| is_in(*set, stone))
}

fn is_in(set: Stones, stone: usize) -> bool {
    set & nine::bit(stone as u8) != 0
}

/// Whether a card in hand affects the features of a stone with these sides.
fn helps(own: &Side, other: &Side, card: Card) -> bool {
    match (*own, strength(other)) {
        ([Some(_), Some(_), Some(_)], _) => false,
        ([Some(a), Some(b), _], target) => {
            let thirds = Thirds::of(a, b);
            (thirds.run | thirds.colour | thirds.three).contains(card)
                || target.is_some_and(|target| beating(a, b, target).contains(card))
        }
        (_, Some(_)) => true,
        ([Some(a), ..], _) => (related(a) | CardSet::of_colour(a.colour())).contains(card),
        _ => false,
    }
}

/// The cards that share a good formation with a card: those of its number and of its colour runs.
fn related(card: Card) -> CardSet {
    let lowest = card.number().saturating_sub(2).max(1)..=card.number().min(7);
    let runs = lowest.map(|lowest| CardSet::colour_run(card.colour(), lowest));
    runs.fold(CardSet::of_number(card.number()), |cards, run| cards | run)
}

fn with(side: &Side, card: Card) -> Side {
    let mut side = *side;
    if let Some(slot) = side.iter_mut().find(|slot| slot.is_none()) {
        *slot = Some(card);
    }
    side
}

fn count(side: &Side) -> usize {
    side.iter().flatten().count()
}

fn strength(side: &Side) -> Option<Strength> {
    match *side {
        [Some(a), Some(b), Some(c)] => Some(Strength::of([a, b, c])),
        _ => None,
    }
}

/// A strength scaled to a fraction.
fn share(strength: Option<Strength>) -> i32 {
    strength.map_or(0, |strength| ONE * i32::from(strength.number()) / 160)
}

fn sum(side: &Side) -> i32 {
    ONE * side.iter().flatten().map(|card| i32::from(card.number())).sum::<i32>() / 27
}

/// The strongest side that can be completed from the hand.
fn best_of(side: &Side, hand: CardSet) -> Option<Strength> {
    let cards: [Card; SIDE_CARDS] =
        std::array::from_fn(|at| side[at].unwrap_or(Card::from_index(0)));
    best_reachable(&cards[..count(side)], hand)
}

/// How close the hand brings the side to each formation.
fn near(side: &Side, hand: CardSet) -> [i32; 4] {
    match *side {
        [Some(_), Some(_), Some(_)] => [0; 4],
        [Some(a), Some(b), _] => {
            let thirds = Thirds::of(a, b);
            [thirds.run, thirds.colour, thirds.three, thirds.colour_run]
                .map(|outs| flag(!(outs & hand).is_empty()))
        }
        [Some(a), ..] => {
            let colour = CardSet::of_colour(a.colour());
            [CardSet::EMPTY, colour, CardSet::of_number(a.number()), related(a) & colour]
                .map(|outs| ONE * (outs & hand).len().min(2) as i32 / 2)
        }
        _ => [0; 4],
    }
}
