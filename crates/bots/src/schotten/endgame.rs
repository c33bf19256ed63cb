//! Once the deck is empty nothing is hidden any more: who holds what follows from the table, and the rest can be searched to the end.

use rustc_hash::FxHashMap;

use super::board::{Board, Next, Placement};
use super::clock::Clock;
use super::judge::Judge;

/// So many positions of an endgame take about as long as a playout.
const POSITIONS_A_PLAYOUT: u32 = 8;
/// More positions than this are not remembered.
const REMEMBERED: usize = 200_000;

/// Searches endgames to the end.
pub(super) struct Endgame<'a> {
    judge: &'a Judge,
    clock: &'a mut Clock,
    /// The share of the budget that may be spent.
    share: f64,
    positions: u32,
    winners: FxHashMap<Board, u8>,
}

impl<'a> Endgame<'a> {
    /// A search that gives up when a share of the budget is spent.
    pub(super) fn new(judge: &'a Judge, clock: &'a mut Clock, share: f64) -> Self {
        Endgame { judge, clock, share, positions: 0, winners: FxHashMap::default() }
    }

    /// Who wins with best play; none if the budget does not last.
    pub(super) fn winner(&mut self, board: &Board) -> Option<u8> {
        if board.next == Next::Over {
            return Some(board.mover);
        }
        if let Some(winner) = self.winners.get(board) {
            return Some(*winner);
        }
        self.count()?;
        let winner = self.search(board)?;
        if self.winners.len() < REMEMBERED {
            self.winners.insert(board.clone(), winner);
        }
        Some(winner)
    }

    fn count(&mut self) -> Option<()> {
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_A_PLAYOUT) {
            self.clock.count();
        }
        (self.clock.spent() < self.share).then_some(())
    }

    fn search(&mut self, board: &Board) -> Option<u8> {
        match board.next {
            Next::Over => Some(board.mover),
            Next::Pass => {
                let mut after = board.clone();
                after.pass();
                self.winner(&after)
            }
            Next::Claim(stone) => {
                self.first_winning(board, [true, false], |after, yes| after.answer(stone, yes))
            }
            Next::Place => {
                let placements = ordered(self.judge, board);
                self.first_winning(board, placements, Board::place)
            }
        }
    }

    /// The mover if one of the answers wins, the other player if none does.
    fn first_winning<T>(
        &mut self,
        board: &Board,
        answers: impl IntoIterator<Item = T>,
        give: impl Fn(&mut Board, T),
    ) -> Option<u8> {
        for answer in answers {
            let mut after = board.clone();
            give(&mut after, answer);
            if self.winner(&after)? == board.mover {
                return Some(board.mover);
            }
        }
        Some(board.mover ^ 1)
    }
}

/// All placements, the most promising first.
fn ordered(judge: &Judge, board: &Board) -> Vec<Placement> {
    let mut scored = Vec::with_capacity(54);
    judge.each_placement(board, |placement, score| scored.push((score, placement)));
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().map(|(_, placement)| placement).collect()
}
