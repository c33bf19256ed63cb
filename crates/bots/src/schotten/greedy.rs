//! One move deep: take what keeps the best formations within reach.

use ennead_game::{Random, SplitMix64};
use ennead_schotten::{Schotten, Sight};

use super::board::{Board, Placement};
use super::lanes::{Card, Rank, best_reachable, bit, each};
use super::question::Question;
use crate::{Advice, Bot, Budget};

/// A claim is answered with yes.
pub(super) const YES: u32 = 1;

/// What a stone that can be claimed at once adds to a score.
const CLAIMED: i32 = 40;
/// What winning the game at once adds.
const WON: i32 = 10_000;

/// Looks one move ahead: for each card and stone, how the best formation that is still within reach changes there. A stone
/// that is lost either way counts nothing, and one that is surely won is worth a lot. It claims whatever it may.
///
/// ```
/// use ennead_bots::{Bot, Budget, Greedy};
/// use ennead_game::{Game, Seat, SplitMix64, View, Viewer};
/// use ennead_schotten::{Schotten, Variant};
/// let mut position = Schotten::new(&Variant::default());
/// position.deal(&mut SplitMix64::new(1));
/// let advice = Greedy::new(0).advise(&position.view(Viewer::Seat(Seat::FIRST)), Budget::nodes(1));
/// assert_eq!(advice.line.len(), 2, "a card and a stone for it");
/// assert!(position.play(advice.option).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Greedy {
    seed: u64,
    noise: u64,
}

impl Greedy {
    /// A player whose choices among equals follow from the seed.
    pub fn new(seed: u64) -> Self {
        Greedy { seed, noise: 0 }
    }

    /// A player that misjudges every placement by up to so much, where two neighbouring formations lie some 30 apart.
    pub fn with_noise(seed: u64, noise: u32) -> Self {
        Greedy { seed, noise: u64::from(noise) }
    }

    fn choose(&self, question: &Question<'_>) -> Option<Placement> {
        let seed = question.seed(self.seed);
        let board = &question.board;
        let open = u64::from(board.open(board.seat()));
        let placements =
            each(question.cards()).flat_map(|card| each(open).map(move |stone| Placement { card, stone }));
        placements.max_by_key(|placement| {
            // The same for a placement whether its card is already chosen or not.
            let number = u64::from(placement.card) << 8 | u64::from(placement.stone);
            let mut random = SplitMix64::new(seed ^ number);
            let noise = random.below(self.noise + 1) as i32;
            (score(board, *placement) + noise, random.next_u64())
        })
    }
}

/// The gain in the best formation within reach of the mover.
fn score(board: &Board, placement: Placement) -> i32 {
    let (seat, stone) = (board.seat(), usize::from(placement.stone));
    let side = board.sides[seat].at(stone);
    let target = board.sides[seat ^ 1].ranks[stone];
    let mut with = [0; 3];
    with[..side.len()].copy_from_slice(side);
    with[side.len()] = placement.card;
    let with = &with[..=side.len()];
    let after = within_reach(board, with, target);
    after - within_reach(board, side, target) + sure_gain(board, placement)
}

/// The best rank that a side can reach, by the cards that nobody else has shown and, half as much, by the own hand; 0 where
/// that would not be enough.
fn within_reach(board: &Board, side: &[Card], target: Rank) -> i32 {
    let laid = side.iter().fold(0, |set, card| set | bit(*card));
    let reach = |cards| {
        let rank = best_reachable(side, cards & !laid);
        if rank > target { i32::from(rank) } else { 0 }
    };
    reach(board.unseen) + reach(board.hands[board.seat()]) / 2
}

/// What a placement wins at once.
fn sure_gain(board: &Board, placement: Placement) -> i32 {
    let (won_stone, won_game) = board.claims_with(placement);
    i32::from(won_stone) * CLAIMED + i32::from(won_game) * WON
}

impl Bot<Schotten> for Greedy {
    fn advise(&mut self, seen: &Sight, _: Budget) -> Advice {
        let Some(question) = Question::of(seen) else { return Advice::bare(0) };
        if question.is_claim() {
            return Advice::bare(YES);
        }
        let Some(placement) = self.choose(&question) else { return Advice::bare(0) };
        Advice { line: question.line(placement), nodes: 1, ..Advice::bare(question.option(placement)) }
    }
}
