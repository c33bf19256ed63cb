//! Proofs: X's moves in all positions that O can reach, with the number of moves to the win.

use ennead_game::{Outcome, Seat};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::canonical::{canonical, canonical_move, smallest};
use super::{START, answer, plies};
use crate::rules::Representation;
use crate::{Flat, Nested, Path, draw_position};

/// A winning move of X in a canonical position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofAnswer {
    pub(super) best: (u8, u8),
    /// Number of X's moves up to the win, including this one.
    pub(super) x_moves: u8,
}

/// A position in which the strategy does not win.
#[derive(Clone, Debug, Error)]
#[error("the strategy does not win from this position:\n{}", self.drawing())]
pub struct Gap(pub Flat);

impl Gap {
    fn drawing(&self) -> String {
        let position = Nested(Representation::Flat(self.0));
        draw_position(&position, &Path::new(&[])).unwrap_or_default()
    }
}

/// A proven win of X from the initial position.
#[derive(Clone, Debug)]
pub struct Proof {
    answers: FxHashMap<Flat, ProofAnswer>,
    x_moves: u8,
}

impl Proof {
    /// Plays the strategy against every reply of O, visiting each position once up to symmetry.
    pub fn of_strategy() -> Result<Proof, Gap> {
        let mut proof = Proof { answers: FxHashMap::default(), x_moves: 0 };
        // The strategy depends on marks in won grids, which the keys of `answers` leave out.
        let mut visited = FxHashMap::default();
        proof.x_moves = proof.verify(&START, &mut visited)?;
        Ok(proof)
    }

    /// Length of the longest game in plies.
    pub fn plies(&self) -> u32 {
        plies(self.x_moves)
    }

    pub(super) fn x_moves(&self) -> u8 {
        self.x_moves
    }

    pub(super) fn get(&self, canonical: &Flat) -> Option<ProofAnswer> {
        self.answers.get(canonical).copied()
    }

    /// Number of moves X needs from a position with the strategy.
    fn verify(&mut self, board: &Flat, visited: &mut FxHashMap<Flat, u8>) -> Result<u8, Gap> {
        let board = smallest(board);
        if let Some(known) = visited.get(&board) {
            return Ok(*known);
        }
        let gap = || Gap(board);
        let best = answer(&board).ok_or_else(gap)?;
        let mut x_moves = 1;
        for reply in replies(&board, best).ok_or_else(gap)? {
            x_moves = x_moves.max(1 + self.verify(&reply, visited)?);
        }
        visited.insert(board, x_moves);
        self.insert(&board, best, x_moves);
        Ok(x_moves)
    }

    /// Stores a move unless a shorter win is known. Stored wins are consistent, since each move
    /// leads to positions whose stored win is shorter still.
    pub(super) fn insert(&mut self, board: &Flat, best: (u8, u8), x_moves: u8) {
        let key = canonical(board);
        if self.get(&key).is_some_and(|known| known.x_moves <= x_moves) {
            return;
        }
        let best = canonical_move(board, best);
        self.answers.insert(key, ProofAnswer { best, x_moves });
    }

    /// Records that X wins from the initial position in this many moves.
    pub(super) fn set_x_moves(&mut self, x_moves: u8) {
        self.x_moves = x_moves;
    }
}

/// The positions after X's move and each reply of O: empty if the move wins, `None` if the move or
/// a reply ends the game in another way.
pub(super) fn replies(board: &Flat, (grid, cell): (u8, u8)) -> Option<Vec<Flat>> {
    let mut after = *board;
    after.put(grid, cell);
    match after.outcome() {
        Some(Outcome::Win(Seat::FIRST)) => return Some(Vec::new()),
        Some(_) => return None,
        None => {}
    }
    let reply = |(grid, cell)| {
        let mut next = after;
        next.put(grid, cell);
        next.outcome().is_none().then_some(next)
    };
    after.moves().map(reply).collect()
}
