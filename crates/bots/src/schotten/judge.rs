//! What a placement is worth at first sight: how much it changes the chances to win each stone.
//!
//! A player is judged by what that player knows: the own hand, the table, and which cards are hidden. So it serves for both
//! players of a playout, and nobody sees through the backs of cards.

use std::sync::LazyLock;

use ennead_schotten::STONES;

use super::board::{Board, Placement, Side};
use super::lanes::{
    Card, FORMATIONS, Rank, THIRDS, Thirds, beating, best_reachable, bit, colour, each, formation, number,
    rank_of,
};
use super::odds::{Luck, OddsTable};
use super::outlook::{Counts, Outlook};

/// The numbers that the judgement is made of, found by letting judges play each other and the greedy player.
#[derive(Clone, Copy, Debug)]
struct Weights {
    luck: Luck,
    /// What each formation is worth.
    value: [f32; FORMATIONS],
    /// What each point of a sum adds.
    point: f32,
    /// What an untouched side is worth.
    empty: f32,
    /// How often an untouched side still beats each formation.
    from_scratch: [f32; FORMATIONS],
    /// How much the difference between two unfinished sides says.
    sharpness: f32,
    /// What a stone counts by itself, where three in a row count 1.
    stone: f32,
    /// How much a card is missed at other stones that have two cards, and one.
    keep: [f32; 2],
    /// How far taste moves a judgement in a playout.
    taste: f32,
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
    taste: 0.02,
};

/// Judges placements.
pub(super) struct Judge {
    weights: Weights,
    odds: OddsTable,
}

/// The one judge.
pub(super) static JUDGE: LazyLock<Judge> = LazyLock::new(|| Judge::new(WEIGHTS));

/// What a judge thinks of a position before the mover places.
struct Scene<'a> {
    own: Outlook<'a>,
    other: Outlook<'a>,
    /// The mover's chance to win each stone.
    chances: [f32; STONES],
    /// What the mover's unfinished sides are worth, and the opponent's.
    worths: [[f32; STONES]; 2],
    importance: [f32; STONES],
}

impl Judge {
    fn new(weights: Weights) -> Judge {
        Judge { weights, odds: OddsTable::new(weights.luck) }
    }

    /// What formations are worth to cards with this mean number.
    #[inline]
    fn values(&self, mean: f32) -> [f32; FORMATIONS] {
        let bonus = self.weights.point * (mean - 5.0) * 3.0;
        self.weights.value.map(|value| value + bonus)
    }

    /// What an unfinished side is worth against an unfinished one.
    #[inline]
    fn worth(&self, outlook: &Outlook<'_>, side: &[Card]) -> f32 {
        match *side {
            [a] => outlook.one(a, outlook.hand & !bit(a), &self.values(number(a) as f32 + 1.0)),
            [a, b] => {
                outlook.two(a, b, outlook.hand, &self.values((number(a) + number(b)) as f32 / 2.0 + 1.0))
            }
            _ => self.weights.empty,
        }
    }

    /// The chance that an unfinished side beats a finished one.
    #[inline]
    fn beats(&self, outlook: &Outlook<'_>, side: &[Card], target: Rank) -> f32 {
        match *side {
            [a, b] => outlook.one_of(beating(a, b, target), outlook.hand),
            [a] => {
                if best_reachable(side, outlook.within_reach() & !bit(a)) <= target {
                    return 0.0;
                }
                outlook.one(a, outlook.hand & !bit(a), &against(target))
            }
            _ => self.beats_from_scratch(outlook, target),
        }
    }

    fn beats_from_scratch(&self, outlook: &Outlook<'_>, target: Rank) -> f32 {
        if best_reachable(&[], outlook.within_reach()) <= target {
            return 0.0;
        }
        self.weights.from_scratch[usize::from(formation(target))]
    }

    /// The chance of an unfinished side against an unfinished one, from their worths.
    #[inline]
    fn balance(&self, own: f32, other: f32) -> f32 {
        (0.5 + self.weights.sharpness * (own - other)).clamp(0.02, 0.98)
    }

    fn scene<'a>(&'a self, board: &Board) -> Scene<'a> {
        let seat = board.seat();
        let hand = board.hands[seat];
        let hidden = board.unseen & !hand;
        let counts = Counts::of(hidden);
        let [own_odds, other_odds] = self.odds.at(board.deck_len);
        let mut scene = Scene {
            own: Outlook::new(hand, hidden, counts, own_odds),
            other: Outlook::new(0, hidden, counts, other_odds),
            chances: [0.0; STONES],
            worths: [[0.0; STONES]; 2],
            importance: [0.0; STONES],
        };
        for stone in 0..STONES {
            self.look_at(&mut scene, board, stone);
        }
        scene.importance = importance(&scene.chances, self.weights.stone);
        scene
    }

    #[inline]
    fn look_at(&self, scene: &mut Scene<'_>, board: &Board, stone: usize) {
        let seat = board.seat();
        let (own, other) = (&board.sides[seat], &board.sides[seat ^ 1]);
        let claimed = board.claimed.map(|set| set >> stone & 1 == 1);
        scene.chances[stone] = if claimed[0] || claimed[1] {
            if claimed[seat] { 1.0 } else { 0.0 }
        } else {
            match (own.ranks[stone], other.ranks[stone]) {
                (0, 0) => {
                    scene.worths[0][stone] = self.worth(&scene.own, own.at(stone));
                    scene.worths[1][stone] = self.worth(&scene.other, other.at(stone));
                    self.balance(scene.worths[0][stone], scene.worths[1][stone])
                }
                (0, target) => self.beats(&scene.own, own.at(stone), target),
                (rank, 0) => 1.0 - self.beats(&scene.other, other.at(stone), rank),
                (a, b) => f32::from(u8::from(a > b || a == b && board.was_first(seat, stone))),
            }
        };
    }

    /// The mover's chance at a stone after a card is laid there.
    #[inline]
    fn chance_with(&self, scene: &Scene<'_>, board: &Board, card: Card, alone: f32, stone: usize) -> f32 {
        let seat = board.seat();
        let other: &Side = &board.sides[seat ^ 1];
        let target = other.ranks[stone];
        let hand = scene.own.hand & !bit(card);
        match *board.sides[seat].at(stone) {
            [a, b] => {
                let rank = rank_of(a, b, card);
                if target != 0 {
                    f32::from(u8::from(rank > target))
                } else {
                    1.0 - self.beats(&scene.other, other.at(stone), rank)
                }
            }
            [a] if target != 0 => scene.own.one_of(beating(a, card, target), hand),
            [a] => {
                let values = self.values((number(a) + number(card)) as f32 / 2.0 + 1.0);
                self.balance(scene.own.two(a, card, hand, &values), scene.worths[1][stone])
            }
            _ if target != 0 => self.beats(&scene.own, &[card], target),
            _ => self.balance(alone, scene.worths[1][stone]),
        }
    }

    /// How much the mover's chance at an unfinished stone suffers when a card is laid elsewhere.
    #[inline]
    fn missed(&self, scene: &Scene<'_>, board: &Board, card: Card, stone: usize) -> f32 {
        let seat = board.seat();
        let target = board.sides[seat ^ 1].ranks[stone];
        let hand = scene.own.hand & !bit(card);
        let (without, keep) = match *board.sides[seat].at(stone) {
            [a] if target == 0 && related(a, card) => {
                let worth = scene.own.one(a, hand, &self.values(number(a) as f32 + 1.0));
                (self.balance(worth, scene.worths[1][stone]), self.weights.keep[1])
            }
            [a, b] if target != 0 => {
                let outs = beating(a, b, target);
                if outs & bit(card) == 0 {
                    return 0.0;
                }
                (scene.own.one_of(outs, hand), self.weights.keep[0])
            }
            [a, b] => {
                let thirds = Thirds::of(a, b);
                if (thirds.run | thirds.colour | thirds.three) & bit(card) == 0 {
                    return 0.0;
                }
                let values = self.values((number(a) + number(b)) as f32 / 2.0 + 1.0);
                (
                    self.balance(scene.own.two(a, b, hand, &values), scene.worths[1][stone]),
                    self.weights.keep[0],
                )
            }
            _ => return 0.0,
        };
        (scene.chances[stone] - without) * scene.importance[stone] * keep
    }

    /// Calls `found` with every placement and its score.
    #[inline]
    pub(super) fn each_placement(&self, board: &Board, mut found: impl FnMut(Placement, f32)) {
        let scene = self.scene(board);
        let open = board.open(board.seat());
        let side = &board.sides[board.seat()];
        let untouched = each(u64::from(open)).any(|stone| side.at(usize::from(stone)).is_empty());
        for card in each(scene.own.hand) {
            let mut missed = [0.0; STONES];
            let mut all = 0.0;
            for stone in each(u64::from(open)) {
                let at = usize::from(stone);
                missed[at] = self.missed(&scene, board, card, at);
                all += missed[at];
            }
            let alone = if untouched { self.worth(&scene.own, &[card]) } else { 0.0 };
            for stone in each(u64::from(open)) {
                let at = usize::from(stone);
                let gain = self.chance_with(&scene, board, card, alone, at) - scene.chances[at];
                found(Placement { card, stone }, gain * scene.importance[at] - (all - missed[at]));
            }
        }
    }

    /// The best placement at first sight, for a player with some taste: a little bonus for each placement that follows from the
    /// number `taste` alone, so that games which differ little are played alike.
    #[inline]
    pub(super) fn pick(&self, board: &Board, taste: u64) -> Placement {
        let mut best = (f32::NEG_INFINITY, Placement { card: 0, stone: 0 });
        let step = self.weights.taste / 65536.0;
        self.each_placement(board, |placement, score| {
            let score = score + liking(taste, placement) * step;
            if score > best.0 {
                best = (score, placement);
            }
        });
        best.1
    }
}

/// A number below 65536 for each placement.
#[inline]
fn liking(taste: u64, placement: Placement) -> f32 {
    let number = u64::from(placement.card) << 4 | u64::from(placement.stone);
    let mixed = (taste ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 48) as f32
}

/// Whether two cards can be part of one good formation.
#[inline]
fn related(a: Card, b: Card) -> bool {
    let (x, y) = (number(a), number(b));
    x == y || colour(a) == colour(b) && THIRDS[x][y] != 0
}

/// What formations are worth when all that counts is to beat a finished side.
fn against(target: Rank) -> [f32; FORMATIONS] {
    let mut value = [0.0; FORMATIONS];
    let at = usize::from(formation(target));
    value[at] = 0.5;
    value[at + 1..].fill(1.0);
    value
}

/// How much each stone matters: by itself, and for three in a row of either player.
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
