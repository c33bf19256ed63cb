//! Proofs by exhaustive search that a seat wins within a number of its moves.

use ennead_game::{AnyMatch, MAX_DIFFICULTY, Outcome, Seat, Turn};
use thiserror::Error;

/// The most positions in the proof of a puzzle.
pub const MAX_PROOF: u64 = 100_000;

/// The proof was abandoned after this many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the proof needs more than {0} positions")]
pub struct TooLarge(pub u64);

/// Searches all lines of play, and counts the positions that it visits.
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    nodes: u64,
    most: u64,
}

impl Prover {
    /// Creates a prover that gives up after `most` positions.
    pub const fn new(most: u64) -> Prover {
        Prover { nodes: 0, most }
    }

    /// The number of positions visited.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a seat can force a win with at most this many of its own moves. A position with
    /// chance proves nothing.
    pub fn wins(&mut self, play: &dyn AnyMatch, seat: Seat, moves: u32) -> Result<bool, TooLarge> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(TooLarge(self.most));
        }
        let mover = match play.turn() {
            Turn::Over(outcome) => return Ok(outcome == Outcome::Win(seat)),
            Turn::Seat(mover) if moves > 0 => mover,
            _ => return Ok(false),
        };
        let is_own = mover == seat;
        for option in 0..play.options() {
            let mut next = play.boxed_clone();
            // Cannot fail: the option is below the number of options.
            let _ = next.play(option);
            let is_whole = is_own && next.turn() != Turn::Seat(seat);
            if self.wins(&*next, seat, moves - u32::from(is_whole))? == is_own {
                return Ok(is_own);
            }
        }
        Ok(!is_own)
    }

    /// The smallest number of its own moves, from 1 to `most`, with which a seat wins.
    pub fn distance(
        &mut self,
        play: &dyn AnyMatch,
        seat: Seat,
        most: u32,
    ) -> Result<Option<u32>, TooLarge> {
        for moves in 1..=most {
            if self.wins(play, seat, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}

/// A proof that the seat to move wins, with its winning first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinProof {
    /// The smallest number of moves.
    pub moves: u32,
    /// Every first move that wins in this many moves, as text.
    pub first: Vec<String>,
    /// The positions visited, including the search for shorter wins.
    pub nodes: u64,
}

impl WinProof {
    /// Proves a win in at most `most` moves, visiting at most `nodes` positions; `None` if there is
    /// no such win.
    pub fn of(play: &dyn AnyMatch, most: u32, nodes: u64) -> Result<Option<WinProof>, TooLarge> {
        let Turn::Seat(seat) = play.turn() else { return Ok(None) };
        let mut prover = Prover::new(nodes);
        let after: Vec<(String, Box<dyn AnyMatch>)> = whole_moves(play);
        for moves in 1..=most {
            let mut first = Vec::new();
            for (text, next) in &after {
                if prover.wins(&**next, seat, moves - 1)? {
                    first.push(text.clone());
                }
            }
            if !first.is_empty() {
                return Ok(Some(WinProof { moves, first, nodes: prover.nodes() }));
            }
        }
        Ok(None)
    }
}

/// Every legal move and the match after it.
pub(super) fn whole_moves(play: &dyn AnyMatch) -> Vec<(String, Box<dyn AnyMatch>)> {
    let made = |text: String| {
        let mut next = play.boxed_clone();
        let choices = play.choices_of(&text).ok()?;
        choices.into_iter().try_for_each(|option| next.play(option)).ok()?;
        Some((text, next))
    };
    play.legal_moves().into_iter().filter_map(made).collect()
}

/// The difficulty of a puzzle, from the size of its proof: each step is four times the previous
/// one.
///
/// ```
/// use ennead_search::puzzle::difficulty;
/// assert_eq!([1, 299, 300, 1_200, 4_800, 19_200, 100_000].map(difficulty), [1, 1, 2, 3, 4, 5, 5]);
/// ```
pub const fn difficulty(nodes: u64) -> u8 {
    let mut difficulty = 1;
    let mut step = 300;
    while nodes >= step && difficulty < MAX_DIFFICULTY {
        difficulty += 1;
        step *= 4;
    }
    difficulty
}
