//! A greedy bot that looks one move ahead.

use crate::{Card, CardSet, SIDE_CARDS, Schotten, SchottenView, Strength, best_reachable, wins};
use ennead_game::nine::{bit, cells};
use ennead_game::{Random, SplitMix64};

use super::board::{Placement, own_hand};
use super::pending_choice::PendingChoice;
use ennead_search::{Advice, Bot, Budget};

/// The answers to a claim.
pub(super) const NO: u32 = 0;
pub(super) const YES: u32 = 1;

/// The score difference between two adjacent formations.
const FORMATION: i32 = 32;
/// The bonus for a stone that can be claimed immediately.
const CLAIMED: i32 = 40;
/// The bonus for an immediate win.
const WON: i32 = 10_000;

/// Looks one move ahead: it scores each card and stone by the change in the best formation that can
/// be reached there. A stone that is lost either way scores nothing; a certain win scores high. It
/// makes every claim.
///
/// ```
/// use ennead_search::{Bot, Budget};
/// use ennead_game::{Game, Seat, SplitMix64, View, Viewer};
/// use ennead_schotten::{Greedy, Schotten, Variant};
/// let mut position = Schotten::new(&Variant::default());
/// position.deal(&mut SplitMix64::new(1));
/// let advice = Greedy::new(0).advise(&position.view(Viewer::Seat(Seat::FIRST)), Budget::nodes(1));
/// assert_eq!(advice.line.len(), 2, "a card and a stone for it");
/// assert!(position.play(advice.option).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Greedy {
    seed: u64,
}

impl Greedy {
    /// Creates a bot that breaks ties by the seed.
    pub fn new(seed: u64) -> Self {
        Greedy { seed }
    }

    fn choose(&self, choice: &PendingChoice<'_>) -> Option<Placement> {
        let seed = choice.seed(self.seed);
        let position = &choice.position;
        let (hand, open) = (own_hand(position), position.table().open(position.mover()));
        let cards = choice.cards().iter();
        let placements =
            cards.flat_map(|card| cells(open).map(move |stone| Placement { card, stone }));
        placements.max_by_key(|placement| {
            // The same tie-break before and after the card is chosen.
            let number = (placement.card.index() as u64) << 8 | u64::from(placement.stone);
            (score(position, hand, *placement), SplitMix64::new(seed ^ number).next_u64())
        })
    }
}

/// The gain in the best formation that the mover can reach with `hand`.
fn score(position: &Schotten, hand: CardSet, placement: Placement) -> i32 {
    let (table, seat, stone) = (position.table(), position.mover(), usize::from(placement.stone));
    let target = table.strength(seat.other(), stone);
    let mut side = [placement.card; SIDE_CARDS];
    let count = table.count(seat, stone);
    for (place, card) in side.iter_mut().zip(table.cards(seat, stone)) {
        *place = card;
    }
    let reach =
        |side| within_reach(side, table.unseen(), target) + within_reach(side, hand, target) / 2;
    reach(&side[..=count]) - reach(&side[..count]) + sure_gain(position, placement)
}

/// The best strength that a side can reach with these cards, or 0 if it would lose.
fn within_reach(side: &[Card], cards: CardSet, target: Option<Strength>) -> i32 {
    let laid = side.iter().copied().collect();
    let best = best_reachable(side, cards - laid);
    best.filter(|_| best > target).map_or(0, points)
}

/// A strength as a number.
fn points(strength: Strength) -> i32 {
    strength.formation() as i32 * FORMATION + i32::from(strength.sum())
}

/// The bonus for what a placement wins immediately.
fn sure_gain(position: &Schotten, placement: Placement) -> i32 {
    let (seat, mut after) = (position.mover(), position.table().clone());
    after.lay(seat, usize::from(placement.stone), placement.card);
    let claimable = after.claimable(seat);
    let won_stone = claimable & bit(placement.stone) != 0;
    let won_game = wins(after.claimed(seat) | claimable);
    i32::from(won_stone) * CLAIMED + i32::from(won_game) * WON
}

impl Bot<Schotten> for Greedy {
    fn advise(&mut self, view: &SchottenView, _: Budget) -> Advice {
        let Some(choice) = PendingChoice::of(view) else { return Advice::bare(0) };
        if choice.is_claim() {
            return Advice::bare(YES);
        }
        let Some(placement) = self.choose(&choice) else { return Advice::bare(0) };
        Advice { line: choice.line(placement), nodes: 1, ..Advice::bare(choice.option(placement)) }
    }
}
