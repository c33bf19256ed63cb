//! The chance of winning after a placement, estimated by a small trained network from what the
//! mover sees: the table, the hand, and the set of hidden cards.
//!
//! Each stone has a list of features, as do the hand and the deck. A placement changes one stone,
//! and those where its card could have helped, so most of the work is done once per position.
//! `train/value_game.cu` computes the same features.

use ennead_game::{Seat, nine};

use crate::{
    Card, CardSet, Formation, HAND, SIDE_CARDS, STONES, Schotten, Stones, Strength, Table, Thirds,
    beating, best_reachable, wins,
};

use super::board::Placement;
use super::evaluator::{BaseEvaluation, EVALUATOR, SideCards, related};
use super::net::{Contribution, FEATURES, Features, GLOBALS, HEAD, NET, add, owned};
use super::outlook::{Chances, Outlook};

/// The log-odds of a certain result.
const CERTAIN: f32 = 20.0;
/// The maximum number of placements that [`best`] compares.
const MAX_TRIED: usize = 16;

/// The placement with the best value among those with the best static evaluation.
pub(super) fn best(position: &Schotten, tried: usize) -> (f32, Placement) {
    let mut top =
        [(f32::NEG_INFINITY, Placement { card: Card::from_index(0), stone: 0 }); MAX_TRIED];
    let tried = tried.clamp(1, top.len());
    let evaluator = NetEvaluator::new(position);
    EVALUATOR.each_of(&evaluator.base, position, |placement, score| {
        if score > top[tried - 1].0 {
            let mut at = tried - 1;
            while at > 0 && top[at - 1].0 < score {
                top[at] = top[at - 1];
                at -= 1;
            }
            top[at] = (score, placement);
        }
    });
    let mut found = (f32::NEG_INFINITY, top[0].1);
    let mut left = evaluator.base.own.hand;
    while let Some(card) = left.iter().next() {
        left.remove(card);
        let mut rest = None;
        for (score, placement) in &top[..tried] {
            if placement.card == card && *score > f32::NEG_INFINITY {
                let rest = rest.get_or_insert_with(|| evaluator.without(card));
                let value = evaluator.value(rest, placement.stone);
                if value > found.0 {
                    found = (value, *placement);
                }
            }
        }
    }
    found
}

/// The features of a placement, as the network sees them.
pub(super) struct Sample {
    pub(super) stones: [Features; STONES],
    pub(super) globals: [f32; GLOBALS],
}

/// Evaluates the placements of a position.
pub(super) struct NetEvaluator<'a> {
    position: &'a Schotten,
    base: BaseEvaluation<'a>,
    /// The stones that each player owns or can claim, before the placement.
    decided: [Stones; 2],
    /// Whether a complete side might become provable.
    pending: bool,
    contributions: [Contribution; STONES],
}

impl<'a> NetEvaluator<'a> {
    pub(super) fn new(position: &'a Schotten) -> Self {
        let base = EVALUATOR.evaluate(position);
        let table = position.table();
        let decided = decided(table, position.mover());
        let full = table.full(Seat::FIRST) | table.full(Seat::SECOND);
        let pending = full & !(decided[0] | decided[1]) != 0;
        let contributions = [[0.0; HEAD]; STONES];
        let mut evaluator = NetEvaluator { position, decided, pending, contributions, base };
        let hand = evaluator.base.own.hand;
        for stone in 0..STONES {
            evaluator.contributions[stone] = match owner(decided, stone) {
                Some(owner) => *NET.owned(owner, stone),
                None => NET.contribution(&evaluator.stone(stone, hand), stone),
            };
        }
        evaluator
    }

    fn sides(&self, stone: usize) -> [&SideCards; 2] {
        let (table, seat) = (self.position.table(), self.position.mover());
        [seat, seat.other()].map(|seat| table.side(seat, stone))
    }

    /// The features of a stone as it is, with this hand.
    fn stone(&self, stone: usize, hand: CardSet) -> Features {
        let [own, other] = self.sides(stone);
        self.features(own, other, hand)
    }

    fn features(&self, own: &SideCards, other: &SideCards, hand: CardSet) -> Features {
        let mut features = [0.0; FEATURES];
        let counts = [own, other].map(|side| side.iter().flatten().count());
        features[counts[0]] = 1.0;
        features[4 + counts[1]] = 1.0;
        let [ours, theirs] = [own, other].map(strength);
        features[8..12].copy_from_slice(&chances(&self.base.own, own, hand));
        features[12..16].copy_from_slice(&chances(&self.base.other, other, CardSet::EMPTY));
        features[16] = sum(own);
        features[17] = sum(other);
        features[18..22].copy_from_slice(&near(own, hand));
        match (ours, theirs) {
            (None, Some(target)) => {
                features[22] = EVALUATOR.beats(&self.base.own, own, hand, target);
                features[23] = f32::from(u8::from(best_of(own, hand) > Some(target)));
                features[24] = 1.0;
            }
            (Some(target), None) => {
                features[25] = EVALUATOR.beats(&self.base.other, other, CardSet::EMPTY, target);
                features[26] = 1.0;
            }
            _ => {}
        }
        let hidden = self.base.own.hidden;
        let [ours, theirs] = [(own, hand | hidden), (other, hidden)]
            .map(|(side, cards)| side[0].and_then(|_| best_of(side, cards)));
        features[29] = share(ours);
        features[30] = share(theirs);
        features[31] = f32::from(u8::from(theirs.is_some() && ours > theirs));
        features
    }

    /// The position with the rest of the hand, shared by all placements of a card.
    pub(super) fn without(&self, card: Card) -> Rest {
        let hand = self.base.own.hand - card.into();
        let mut rest = Rest {
            card,
            hand,
            sums: NET.globals(&self.globals(hand)),
            contributions: self.contributions,
        };
        for stone in 0..STONES {
            if self.matters(stone, card) {
                rest.contributions[stone] = NET.contribution(&self.stone(stone, hand), stone);
            }
            add(&mut rest.sums, &rest.contributions[stone], 1.0);
        }
        rest
    }

    /// Whether a card in hand affects the features of a stone.
    fn matters(&self, stone: usize, card: Card) -> bool {
        let [own, other] = self.sides(stone);
        !is_in(self.decided[0] | self.decided[1], stone) && helps(own, other, card)
    }

    /// The stones that are decided after a placement.
    fn decided_after(&self, placement: Placement) -> [Stones; 2] {
        let (table, seat) = (self.position.table(), self.position.mover());
        let at = usize::from(placement.stone);
        if !self.pending && table.side(seat, at)[1].is_none() {
            return self.decided;
        }
        let mut after = table.clone();
        after.lay(seat, at, placement.card);
        decided(&after, seat)
    }

    /// The features of a stone with one more card on the mover's side.
    fn with(&self, placement: Placement, hand: CardSet) -> Features {
        let [own, other] = self.sides(usize::from(placement.stone));
        let mut own = *own;
        if let Some(slot) = own.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(placement.card);
        }
        self.features(&own, other, hand)
    }

    /// The mover's log-odds of winning after a placement.
    pub(super) fn value(&self, rest: &Rest, stone: u8) -> f32 {
        let placement = Placement { card: rest.card, stone };
        let after = self.decided_after(placement);
        if let Some(certain) = certain(after) {
            return certain;
        }
        let at = usize::from(stone);
        let mut sums = rest.sums;
        for (owner, stones) in after.into_iter().enumerate() {
            for stone in nine::cells(stones & !self.decided[owner]).map(usize::from) {
                exchange(&mut sums, &rest.contributions[stone], NET.owned(owner, stone));
            }
        }
        if !is_in(after[0] | after[1], at) {
            let contribution = NET.contribution(&self.with(placement, rest.hand), at);
            exchange(&mut sums, &rest.contributions[at], &contribution);
        }
        NET.odds(&sums)
    }

    /// The features of a placement, unless its result is certain.
    pub(super) fn sample(&self, placement: Placement) -> Option<Sample> {
        let hand = self.base.own.hand - placement.card.into();
        let after = self.decided_after(placement);
        if certain(after).is_some() {
            return None;
        }
        let stones = std::array::from_fn(|stone| match owner(after, stone) {
            Some(owner) => owned(owner),
            None if stone == usize::from(placement.stone) => self.with(placement, hand),
            None => self.stone(stone, hand),
        });
        Some(Sample { stones, globals: self.globals(hand) })
    }

    fn globals(&self, hand: CardSet) -> [f32; GLOBALS] {
        let bits = hand.bits();
        let (mut mates, mut twins, mut total) = (0, 0, 0);
        for card in hand.iter() {
            mates += (related(card) & CardSet::of_colour(card.colour()) & hand).len() - 1;
            twins += (CardSet::of_number(card.number()) & hand).len() - 1;
            total += u32::from(card.number());
        }
        let triple = hand.colour_runs() != 0;
        [
            self.position.deck().len() as f32 / 42.0,
            hand.len() as f32 / HAND as f32,
            mates.min(6) as f32 / 6.0,
            twins.min(6) as f32 / 6.0,
            f32::from(u8::from(triple)),
            total as f32 / 45.0,
            f32::from(u8::from(self.position.deck().is_empty())),
            f32::from(u8::from(bits == 0)),
        ]
    }
}

/// A position with one card removed from the mover's hand.
pub(super) struct Rest {
    card: Card,
    hand: CardSet,
    sums: Contribution,
    contributions: [Contribution; STONES],
}

/// Replaces a contribution in the sums.
#[inline]
fn exchange(sums: &mut Contribution, old: &Contribution, new: &Contribution) {
    for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
        *sum += new - old;
    }
}

/// The stones that the seat and its opponent own or can claim.
fn decided(table: &Table, seat: Seat) -> [Stones; 2] {
    [seat, seat.other()].map(|seat| table.claimed(seat) | table.claimable(seat))
}

/// Whether a card in hand affects the features of a stone with these sides.
fn helps(own: &SideCards, other: &SideCards, card: Card) -> bool {
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

/// The player who owns or can claim a stone.
fn owner(decided: [Stones; 2], stone: usize) -> Option<usize> {
    decided.iter().position(|set| is_in(*set, stone))
}

#[inline]
fn is_in(set: Stones, stone: usize) -> bool {
    set & nine::bit(stone as u8) != 0
}

/// The value of a match that is already decided.
fn certain(decided: [Stones; 2]) -> Option<f32> {
    match decided.map(wins) {
        [true, _] => Some(CERTAIN),
        [_, true] => Some(-CERTAIN),
        _ => None,
    }
}

fn strength(side: &SideCards) -> Option<Strength> {
    match *side {
        [Some(a), Some(b), Some(c)] => Some(Strength::of([a, b, c])),
        _ => None,
    }
}

/// A strength scaled to a fraction.
fn share(strength: Option<Strength>) -> f32 {
    strength.map_or(0.0, |strength| f32::from(strength.number()) / 160.0)
}

fn sum(side: &SideCards) -> f32 {
    side.iter().flatten().map(|card| f32::from(card.number())).sum::<f32>() / 27.0
}

/// The strongest side that can be completed from the hand.
fn best_of(side: &SideCards, hand: CardSet) -> Option<Strength> {
    let mut cards = [Card::from_index(0); SIDE_CARDS];
    let mut count = 0;
    for card in side.iter().flatten() {
        cards[count] = *card;
        count += 1;
    }
    best_reachable(&cards[..count], hand)
}

/// The chances of a side becoming each formation.
fn chances(outlook: &Outlook<'_>, side: &SideCards, hand: CardSet) -> Chances {
    match *side {
        [Some(a), Some(b), Some(c)] => {
            let mut chances = [0.0; 4];
            match Strength::of([a, b, c]).formation() {
                Formation::Sum => {}
                formation => chances[formation as usize - 1] = 1.0,
            }
            chances
        }
        [Some(a), Some(b), _] => outlook.chances_of_two(a, b, hand),
        [Some(a), ..] => outlook.chances_of_one(a, hand - a.into()),
        _ => [0.0; 4],
    }
}

/// How close the hand brings the side to each formation.
fn near(side: &SideCards, hand: CardSet) -> [f32; 4] {
    match *side {
        [Some(_), Some(_), Some(_)] => [0.0; 4],
        [Some(a), Some(b), _] => {
            let thirds = Thirds::of(a, b);
            [thirds.run, thirds.colour, thirds.three, thirds.colour_run]
                .map(|outs| f32::from(u8::from(!(outs & hand).is_empty())))
        }
        [Some(a), ..] => {
            let colour = CardSet::of_colour(a.colour());
            [CardSet::EMPTY, colour, CardSet::of_number(a.number()), related(a) & colour]
                .map(|outs| (outs & hand).len().min(2) as f32 / 2.0)
        }
        _ => [0.0; 4],
    }
}
