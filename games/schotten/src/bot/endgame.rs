//! Exhaustive search of endgames. Once the deck is empty, the table determines both hands, so
//! nothing is hidden.

use crate::{Schotten, Stage, Table};
use ennead_game::{Game, Seat};
use rustc_hash::FxHashMap;

use super::board::Placement;
use super::evaluator::Evaluator;
use super::spending::Spending;

/// The number of endgame positions that cost about as much as a playout.
const POSITIONS_PER_PLAYOUT: u32 = 8;
/// The capacity of the transposition table.
const TABLE_CAPACITY: usize = 200_000;

/// An exhaustive endgame search with a transposition table.
pub(super) struct Endgame<'a> {
    evaluator: &'a Evaluator,
    spending: &'a mut Spending,
    /// The fraction of the budget that may be spent.
    share: f64,
    positions: u32,
    winners: FxHashMap<EndgameKey, Seat>,
}

/// The key of a position within one endgame. The table determines the hands, and the stone of the
/// last card is irrelevant.
#[derive(PartialEq, Eq, Hash)]
struct EndgameKey {
    table: Table,
    mover: Seat,
    stage: Stage,
}

impl EndgameKey {
    fn of(position: &Schotten) -> EndgameKey {
        EndgameKey {
            table: position.table().clone(),
            mover: position.mover(),
            stage: position.stage(),
        }
    }
}

impl<'a> Endgame<'a> {
    /// Creates a search that gives up after a fraction of the budget.
    pub(super) fn new(evaluator: &'a Evaluator, spending: &'a mut Spending, share: f64) -> Self {
        Endgame { evaluator, spending, share, positions: 0, winners: FxHashMap::default() }
    }

    /// The winner under best play, or `None` if the budget is exhausted.
    pub(super) fn winner(&mut self, position: &Schotten) -> Option<Seat> {
        if position.stage() == Stage::Over {
            return Some(position.mover());
        }
        let known = EndgameKey::of(position);
        if let Some(winner) = self.winners.get(&known) {
            return Some(*winner);
        }
        self.count()?;
        let winner = self.search(position)?;
        if self.winners.len() < TABLE_CAPACITY {
            self.winners.insert(known, winner);
        }
        Some(winner)
    }

    fn count(&mut self) -> Option<()> {
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_PER_PLAYOUT) {
            self.spending.count();
        }
        (self.spending.spent() < self.share).then_some(())
    }

    fn search(&mut self, position: &Schotten) -> Option<Seat> {
        if position.stage() == Stage::Card {
            let placements = ordered(self.evaluator, position);
            self.first_winning(position, placements, |after, placement| placement.make(after))
        } else {
            // A claim, with yes tried first, or a pass.
            self.first_winning(position, (0..position.options()).rev(), Schotten::choose)
        }
    }

    /// The mover if one of the options wins, otherwise the opponent.
    fn first_winning<T>(
        &mut self,
        position: &Schotten,
        answers: impl IntoIterator<Item = T>,
        give: impl Fn(&mut Schotten, T),
    ) -> Option<Seat> {
        for answer in answers {
            let mut after = position.clone();
            give(&mut after, answer);
            if self.winner(&after)? == position.mover() {
                return Some(position.mover());
            }
        }
        Some(position.mover().other())
    }
}

/// All placements, most promising first.
fn ordered(evaluator: &Evaluator, position: &Schotten) -> Vec<Placement> {
    let mut scored = Vec::with_capacity(54);
    evaluator.each_placement(position, |placement, score| scored.push((score, placement)));
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, placement)| placement).collect()
}
