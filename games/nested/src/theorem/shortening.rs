//! The search for a shorter win: X follows the strategy for part of its first phase, then plays
//! freely.

use std::collections::BTreeSet;
use std::time::Instant;

use super::canonical::canonical;
use super::proof::replies;
use super::search::{Search, TimeIsUp};
use super::{CENTRE, Proof, START, answer, plies};
use crate::Flat;

/// Number of positions in the table of the search, 24 bytes each.
const ENTRIES: usize = 1 << 23;
/// Number of O's replies in the first phase: one for each cell around the centre.
const REPLIES: u8 = 8;

/// The result for the first-phase positions with a given number of O's replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelReport {
    /// The length that X tries to achieve, in plies.
    pub plies: u32,
    /// Number of O's replies before X may leave the strategy.
    pub replies: u8,
    /// Number of positions, up to symmetry.
    pub positions: usize,
    /// Positions from which X wins within that length.
    pub won: usize,
    /// Positions from which X does not.
    pub refuted: usize,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// A search for shorter wins than those of a proof.
#[derive(Debug)]
pub struct Shortening {
    proof: Proof,
    search: Search,
    /// The positions of the first phase with X to move, by number of O's replies.
    levels: Vec<BTreeSet<Flat>>,
}

impl Shortening {
    /// Creates a search with an optional deadline.
    pub fn new(proof: Proof, until: Option<Instant>) -> Self {
        Self::with_entries(proof, until, ENTRIES)
    }

    pub(super) fn with_entries(proof: Proof, until: Option<Instant>, entries: usize) -> Self {
        Shortening { proof, search: Search::new(entries, until), levels: first_phase() }
    }

    /// Searches for shorter and shorter wins. Starts with the last positions of the first phase and
    /// goes back one reply at a time while X does not win from all of them. Ends at the deadline,
    /// or when nothing is left to try.
    pub fn run<E>(
        &mut self,
        mut report: impl FnMut(&LevelReport) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let x_moves = self.proof.x_moves() - 1;
            let mut is_shorter = false;
            for level in (1..=REPLIES).rev() {
                let found = self.try_level(level, x_moves);
                report(&found)?;
                is_shorter = found.won == found.positions;
                if is_shorter || found.won + found.refuted < found.positions {
                    break;
                }
            }
            if !is_shorter {
                return Ok(());
            }
        }
    }

    /// The shortest win found.
    pub fn into_proof(self) -> Proof {
        self.proof
    }

    pub(super) fn try_level(&mut self, level: u8, x_moves: u8) -> LevelReport {
        let boards = self.levels[usize::from(level)].clone();
        let before = self.search.nodes();
        // X has made the opening move and answered every reply but the last.
        let left = x_moves - level;
        let (mut won, mut refuted) = (0, 0);
        for board in &boards {
            match self.record(board, left) {
                Ok(true) => won += 1,
                Ok(false) => refuted += 1,
                Err(TimeIsUp) => break,
            }
        }
        if won == boards.len() {
            self.complete(level, x_moves);
        }
        LevelReport {
            plies: plies(x_moves),
            replies: level,
            positions: boards.len(),
            won,
            refuted,
            nodes: self.search.nodes() - before,
        }
    }

    /// Stores X's moves from a position if X wins from it within `x_moves` moves.
    pub(super) fn record(&mut self, board: &Flat, x_moves: u8) -> Result<bool, TimeIsUp> {
        if self.proof.get(&canonical(board)).is_some_and(|known| known.x_moves <= x_moves) {
            return Ok(true);
        }
        let Some(best) = self.search.winning_move(board, x_moves)? else { return Ok(false) };
        for reply in replies(board, best).unwrap_or_default() {
            self.record(&reply, x_moves - 1)?;
        }
        self.proof.insert(board, best, x_moves);
        Ok(true)
    }

    /// Shortens the win from the earlier positions of the first phase, once all positions of a
    /// level are won.
    fn complete(&mut self, level: u8, x_moves: u8) {
        for earlier in (0..level).rev() {
            for board in &self.levels[usize::from(earlier)] {
                let grid = board.target().unwrap_or(CENTRE);
                self.proof.insert(board, (grid, CENTRE), x_moves - earlier);
            }
        }
        self.proof.set_x_moves(x_moves);
    }

    #[cfg(test)]
    pub(super) fn proof(&self) -> &Proof {
        &self.proof
    }
}

/// The positions of the first phase.
fn first_phase() -> Vec<BTreeSet<Flat>> {
    let mut levels = vec![BTreeSet::from([canonical(&START)])];
    for _ in 0..REPLIES {
        let last = levels.last().into_iter().flatten();
        let next = last.filter_map(|board| replies(board, answer(board)?)).flatten();
        let next = next.map(|board| canonical(&board)).collect();
        levels.push(next);
    }
    levels
}
