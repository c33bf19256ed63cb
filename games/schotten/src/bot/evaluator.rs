//! Static evaluation of placements by their effect on the chances of winning each stone. It uses
//! only what the mover knows: their hand, the table, and the set of hidden cards. Both players of a
//! playout can therefore use it without hidden cards leaking.

use std::sync::LazyLock;

use crate::{
    Card, CardSet, Formation, SIDE_CARDS, STONES, Schotten, Strength, Thirds, beating,
    best_reachable,
};
use ennead_game::nine;

use super::board::{Placement, own_hand};
use super::odds::{Luck, OddsTable};
use super::outlook::{Counts, Outlook, Values};

/// The parameters of the evaluation, tuned in matches between evaluators and against the greedy
/// bot.
#[derive(Clone, Copy, Debug)]
struct Weights {
    luck: Luck,
    /// The value of each formation.
    value: Values,
    /// The value of each point in a sum.
    point: f32,
    /// The value of an empty side.
    empty: f32,
    /// The probability that an empty side will beat each formation.
    from_scratch: Values,
    /// The weight of the difference between two incomplete sides.
    sharpness: f32,
    /// The weight of a single stone relative to three adjacent stones, which weigh 1.
    stone: f32,
    /// The cost of spending a card that other stones with two cards, or with one, could use.
    keep: [f32; 2],
}

const WEIGHTS: Weights = Weights {
    luck: Luck { held: 0.73, own_draw: 0.8, their_draw: 0.95 },
    value: [0.15, 0.33, 0.6, 0.8, 1.05],
    point: 0.006,
    empty: 0.725,
    from_scratch: [1.0, 0.91, 0.68, 0.23, 0.13],
    sharpness: 0.56,
    stone: 0.56,
    keep: [0.82, 0.64],
};

/// A static evaluator of placements.
pub(super) struct Evaluator {
    weights: Weights,
    odds: OddsTable,
}

/// The shared evaluator.
pub(super) static EVALUATOR: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::new(WEIGHTS));

/// A side of a stone.
pub(super) type SideCards = [Option<Card>; SIDE_CARDS];

/// The evaluation of a position before the mover places a card.
pub(super) struct BaseEvaluation<'a> {
    pub(super) own: Outlook<'a>,
    pub(super) other: Outlook<'a>,
    /// The mover's chance of winning each stone.
    chances: [f32; STONES],
    /// The values of the incomplete sides of the mover and of the opponent.
    values: [[f32; STONES]; 2],
    importance: [f32; STONES],
    /// The strength to beat, where the opponent's side is complete.
    targets: [Option<Strength>; STONES],
    /// The cards that the mover's incomplete sides need.
    outs: [CardSet; STONES],
}

impl Evaluator {
    fn new(weights: Weights) -> Evaluator {
        Evaluator { weights, odds: OddsTable::new(weights.luck) }
    }

    /// The values of formations for cards with this mean number.
    #[inline]
    fn values(&self, mean: f32) -> Values {
        let bonus = self.weights.point * (mean - 5.0) * 3.0;
        self.weights.value.map(|value| value + bonus)
    }

    /// The value of an incomplete side against another incomplete side.
    #[inline]
    fn value(&self, outlook: &Outlook<'_>, side: &SideCards) -> f32 {
        match *side {
            [Some(a), Some(b), _] => outlook.two(a, b, outlook.hand, &self.values(mean(a, b))),
            [Some(a), ..] => {
                outlook.one(a, outlook.hand - a.into(), &self.values(f32::from(a.number())))
            }
            _ => self.weights.empty,
        }
    }

    /// The probability that an incomplete side beats a complete one.
    #[inline]
    pub(super) fn beats(
        &self,
        outlook: &Outlook<'_>,
        side: &SideCards,
        hand: CardSet,
        target: Strength,
    ) -> f32 {
        match *side {
            [Some(a), Some(b), _] => outlook.one_of(beating(a, b, target), hand),
            [Some(a), ..] => {
                if best_reachable(&[a], outlook.within_reach() - a.into()) <= Some(target) {
                    return 0.0;
                }
                outlook.one(a, hand - a.into(), &against(target))
            }
            _ => self.beats_from_scratch(outlook, target),
        }
    }

    fn beats_from_scratch(&self, outlook: &Outlook<'_>, target: Strength) -> f32 {
        if best_reachable(&[], outlook.within_reach()) <= Some(target) {
            return 0.0;
        }
        self.weights.from_scratch[target.formation() as usize]
    }

    /// The chance of an incomplete side against another one, given their values.
    #[inline]
    fn balance(&self, own: f32, other: f32) -> f32 {
        (0.5 + self.weights.sharpness * (own - other)).clamp(0.02, 0.98)
    }

    /// Evaluates a position before the mover places a card.
    pub(super) fn evaluate<'a>(&'a self, position: &Schotten) -> BaseEvaluation<'a> {
        let hand = own_hand(position);
        let hidden = position.table().unseen() - hand;
        let counts = Counts::of(hidden);
        let [own_odds, other_odds] = self.odds.at(position.deck().len());
        let mut base = BaseEvaluation {
            own: Outlook::new(hand, hidden, counts, own_odds),
            other: Outlook::new(CardSet::EMPTY, hidden, counts, other_odds),
            chances: [0.0; STONES],
            values: [[0.0; STONES]; 2],
            importance: [0.0; STONES],
            targets: [None; STONES],
            outs: [CardSet::EMPTY; STONES],
        };
        for stone in 0..STONES {
            self.look_at(&mut base, position, stone);
        }
        base.importance = importance(&base.chances, self.weights.stone);
        base
    }

    #[inline]
    fn look_at(&self, base: &mut BaseEvaluation<'_>, position: &Schotten, stone: usize) {
        let (table, seat) = (position.table(), position.mover());
        if let Some(owner) = table.owner(stone) {
            base.chances[stone] = f32::from(u8::from(owner == seat));
            return;
        }
        let [own, other] = [seat, seat.other()].map(|seat| table.side(seat, stone));
        let target = table.strength(seat.other(), stone);
        base.chances[stone] = match (table.strength(seat, stone), target) {
            (None, None) => {
                base.values[0][stone] = self.value(&base.own, own);
                base.values[1][stone] = self.value(&base.other, other);
                self.balance(base.values[0][stone], base.values[1][stone])
            }
            (None, Some(target)) => self.beats(&base.own, own, base.own.hand, target),
            (Some(strength), None) => {
                1.0 - self.beats(&base.other, other, CardSet::EMPTY, strength)
            }
            (Some(_), Some(_)) => f32::from(u8::from(table.beats(seat, stone))),
        };
        base.targets[stone] = target;
        base.outs[stone] = outs(own, target);
    }

    /// The mover's chance at a stone after placing a card there.
    #[inline]
    fn chance_with(
        &self,
        base: &BaseEvaluation<'_>,
        position: &Schotten,
        card: Card,
        alone: f32,
        stone: usize,
    ) -> f32 {
        let (table, seat) = (position.table(), position.mover());
        let hand = base.own.hand - card.into();
        match (*table.side(seat, stone), base.targets[stone]) {
            ([Some(_), Some(_), _], Some(_)) => {
                f32::from(u8::from(base.outs[stone].contains(card)))
            }
            ([Some(a), Some(b), _], None) => {
                let other = table.side(seat.other(), stone);
                1.0 - self.beats(&base.other, other, CardSet::EMPTY, Strength::of([a, b, card]))
            }
            ([Some(a), ..], Some(target)) => base.own.one_of(beating(a, card, target), hand),
            ([Some(a), ..], None) => {
                let value = base.own.two(a, card, hand, &self.values(mean(a, card)));
                self.balance(value, base.values[1][stone])
            }
            (_, Some(target)) => {
                self.beats(&base.own, &[Some(card), None, None], base.own.hand, target)
            }
            (_, None) => self.balance(alone, base.values[1][stone]),
        }
    }

    /// The loss in the mover's chance at an incomplete stone if the card is placed elsewhere.
    #[inline]
    fn missed(
        &self,
        base: &BaseEvaluation<'_>,
        position: &Schotten,
        card: Card,
        stone: usize,
    ) -> f32 {
        let outs = base.outs[stone];
        if !outs.contains(card) {
            return 0.0;
        }
        let hand = base.own.hand - card.into();
        let side = position.table().side(position.mover(), stone);
        let (without, keep) = match (*side, base.targets[stone]) {
            ([Some(_), Some(_), _], Some(_)) => (base.own.one_of(outs, hand), self.weights.keep[0]),
            ([Some(a), Some(b), _], None) => {
                let value = base.own.two(a, b, hand, &self.values(mean(a, b)));
                (self.balance(value, base.values[1][stone]), self.weights.keep[0])
            }
            ([Some(a), ..], None) => {
                let value = base.own.one(a, hand, &self.values(f32::from(a.number())));
                (self.balance(value, base.values[1][stone]), self.weights.keep[1])
            }
            _ => return 0.0,
        };
        (base.chances[stone] - without) * base.importance[stone] * keep
    }

    /// Calls `found` with every placement and its score.
    #[inline]
    pub(super) fn each_placement(&self, position: &Schotten, found: impl FnMut(Placement, f32)) {
        self.each_of(&self.evaluate(position), position, found);
    }

    /// Calls `found` with every placement and its score, given the base evaluation of the position.
    #[inline]
    pub(super) fn each_of(
        &self,
        base: &BaseEvaluation<'_>,
        position: &Schotten,
        mut found: impl FnMut(Placement, f32),
    ) {
        let (table, seat) = (position.table(), position.mover());
        let open = table.open(seat);
        let stones = || (0..nine::count(open)).map(|index| nine::nth(open, index));
        let untouched = stones().any(|stone| table.side(seat, usize::from(stone))[0].is_none());
        for card in base.own.hand.iter() {
            let mut missed = [0.0; STONES];
            let mut all = 0.0;
            for stone in stones() {
                let at = usize::from(stone);
                missed[at] = self.missed(base, position, card, at);
                all += missed[at];
            }
            let alone =
                if untouched { self.value(&base.own, &[Some(card), None, None]) } else { 0.0 };
            for stone in stones() {
                let at = usize::from(stone);
                let gain = self.chance_with(base, position, card, alone, at) - base.chances[at];
                found(Placement { card, stone }, gain * base.importance[at] - (all - missed[at]));
            }
        }
    }
}

/// The mean number of two cards.
#[inline]
fn mean(a: Card, b: Card) -> f32 {
    f32::from(a.number() + b.number()) / 2.0
}

/// The outs of an incomplete side: cards that beat a complete opponent or, against an incomplete
/// one, lead from one or two cards to a good formation.
#[inline]
fn outs(side: &SideCards, target: Option<Strength>) -> CardSet {
    match (*side, target) {
        ([Some(_), Some(_), Some(_)], _) => CardSet::EMPTY,
        ([Some(a), Some(b), None], Some(target)) => beating(a, b, target),
        ([Some(a), Some(b), None], None) => {
            let thirds = Thirds::of(a, b);
            thirds.run | thirds.colour | thirds.three
        }
        ([Some(a), ..], None) => related(a),
        _ => CardSet::EMPTY,
    }
}

/// The cards that share a good formation with a card: those of its number and of its colour runs.
#[inline]
pub(super) fn related(card: Card) -> CardSet {
    let lowest = card.number().saturating_sub(2).max(1)..=card.number().min(7);
    let runs = lowest.map(|lowest| CardSet::colour_run(card.colour(), lowest));
    runs.fold(CardSet::of_number(card.number()), |cards, run| cards | run)
}

/// The values of formations when the only goal is to beat a complete side.
fn against(target: Strength) -> Values {
    let mut value = [0.0; Formation::COUNT];
    let at = target.formation() as usize;
    value[at] = 0.5;
    value[at + 1..].fill(1.0);
    value
}

/// The weight of each stone, on its own and as part of three adjacent stones of either player.
#[inline]
fn importance(chances: &[f32; STONES], stone: f32) -> [f32; STONES] {
    let mut importance = [stone; STONES];
    for low in 0..STONES - 2 {
        let [a, b, c] = [chances[low], chances[low + 1], chances[low + 2]];
        importance[low] += b * c + (1.0 - b) * (1.0 - c);
        importance[low + 1] += a * c + (1.0 - a) * (1.0 - c);
        importance[low + 2] += a * b + (1.0 - a) * (1.0 - b);
    }
    importance
}
