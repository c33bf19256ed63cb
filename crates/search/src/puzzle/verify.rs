//! Re-verifies puzzles from their positions alone.

use ennead_game::{GameError, PuzzleEntry};
use thiserror::Error;

use super::prover::{MAX_PROOF, TooLarge, WinProof, difficulty};
use super::set::Puzzles;
use super::task::Task;

/// Why a puzzle is invalid.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// Its position cannot be read.
    #[error(transparent)]
    Position(#[from] GameError),
    /// Its proof is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There is no such win.
    #[error("there is no win in {0} moves")]
    NoWin(u32),
    /// There is a faster win.
    #[error("it is won in {found} moves, not in {stated}")]
    Faster {
        /// The smallest number of moves.
        found: u32,
        /// The number of moves that the puzzle states.
        stated: u32,
    },
    /// Several first moves win.
    #[error("{} first moves win in time: {}", .0.len(), .0.join(", "))]
    Ambiguous(Vec<String>),
    /// The rules and the exhaustive search disagree.
    #[error("the answer is {answer:b} by the rules and {proven:b} by exhaustion")]
    Answer {
        /// The items according to the rules.
        answer: u32,
        /// The items according to the exhaustive search.
        proven: u32,
    },
    /// The answer is empty.
    #[error("no item is right")]
    Empty,
    /// The difficulty does not match the size of the proof.
    #[error("a proof of {nodes} positions has difficulty {right}, not {stated}")]
    Difficulty {
        /// The size of the proof.
        nodes: u64,
        /// The difficulty that matches.
        right: u8,
        /// The difficulty that the puzzle states.
        stated: u8,
    },
    /// The question has no workshop to prove its answers.
    #[error("the game cannot prove the answers to its question")]
    NoWorkshop,
}

/// Tests the puzzles that a game ships: `puzzle_tests!(GAME, 1000)`. Checks their number, their
/// correctness and their size.
#[macro_export]
macro_rules! puzzle_tests {
    ($game:expr, $count:expr) => {
        mod puzzles {
            use super::*;
            use $crate::puzzle::verify_each;

            #[test]
            fn a_sample_is_proven() {
                assert_eq!(verify_each($game.puzzles(), 50), Ok($count));
            }

            #[test]
            fn slow_all_are_proven() {
                assert_eq!(verify_each($game.puzzles(), 1), Ok($game.puzzle_count()));
            }

            #[test]
            fn they_take_few_bytes() {
                let bytes = $game.puzzles().book.len();
                assert!(bytes <= $count * 20, "{bytes} bytes");
            }
        }
    };
}

/// Verifies every `step`th puzzle of a book, and returns the number of puzzles in it. The error
/// names the first invalid one.
pub fn verify_each(puzzles: Puzzles<'_>, step: usize) -> Result<usize, String> {
    let book = puzzles.parse().map_err(|error| error.to_string())?;
    for at in (0..book.len()).step_by(step) {
        let entry = book.entry(at).ok_or_else(|| format!("there is no puzzle {}", at + 1))?;
        verify(puzzles, &entry).map_err(|error| format!("puzzle {}: {error}", at + 1))?;
    }
    Ok(book.len())
}

/// Verifies a puzzle: a win is the fastest and has a unique first move, an answer is correct and
/// not empty, the proof is small enough, and the difficulty matches its size. Returns that size.
pub fn verify(puzzles: Puzzles<'_>, entry: &PuzzleEntry) -> Result<u64, VerifyError> {
    let puzzle = puzzles.open(entry)?;
    let nodes = match puzzle.task() {
        Task::Win(stated) => {
            let proof = WinProof::of(puzzle.play(), stated, MAX_PROOF)?;
            let proof = proof.ok_or(VerifyError::NoWin(stated))?;
            if proof.moves != stated {
                return Err(VerifyError::Faster { found: proof.moves, stated });
            }
            if proof.first.len() != 1 {
                return Err(VerifyError::Ambiguous(proof.first));
            }
            proof.nodes
        }
        Task::Answer(question) => {
            let workshop = question.workshop.ok_or(VerifyError::NoWorkshop)?;
            let answer = puzzle.answer().items;
            let (proven, nodes) = (workshop.prove)(puzzle.play());
            if answer != proven {
                return Err(VerifyError::Answer { answer, proven });
            }
            if answer == 0 {
                return Err(VerifyError::Empty);
            }
            if nodes > MAX_PROOF {
                return Err(TooLarge(MAX_PROOF).into());
            }
            nodes
        }
    };
    let (right, stated) = (difficulty(nodes), entry.difficulty);
    if right != stated {
        return Err(VerifyError::Difficulty { nodes, right, stated });
    }
    Ok(nodes)
}
