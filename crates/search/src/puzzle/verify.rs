//! Checks puzzles again, from their positions alone.

use ennead_game::{GameError, PuzzleEntry};
use thiserror::Error;

use super::prover::{MAX_PROOF, TooLarge, WinProof, difficulty};
use super::set::Puzzles;
use super::task::Task;

/// Why a puzzle is not one.
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
        /// The least number of moves.
        found: u32,
        /// The number of moves that the puzzle states.
        stated: u32,
    },
    /// Several first moves win.
    #[error("{} first moves win in time: {}", .0.len(), .0.join(", "))]
    Ambiguous(Vec<String>),
    /// The rules and the proof by exhaustion differ.
    #[error("the answer is {answer:b} by the rules and {proven:b} by exhaustion")]
    Answer {
        /// The items by the rules.
        answer: u32,
        /// The items by exhaustion.
        proven: u32,
    },
    /// The answer is empty.
    #[error("no item is right")]
    Empty,
    /// The difficulty does not follow from the size of the proof.
    #[error("a proof of {nodes} positions has difficulty {right}, not {stated}")]
    Difficulty {
        /// The size of the proof.
        nodes: u64,
        /// The difficulty that follows.
        right: u8,
        /// The difficulty that the puzzle states.
        stated: u8,
    },
    /// The question comes without what proves its answers.
    #[error("the game cannot prove the answers to its question")]
    NoWorkshop,
}

/// Proves every `step`th puzzle of a book, and returns how many the book has. The error names the
/// first one that does not hold.
pub fn verify_each(puzzles: Puzzles<'_>, step: usize) -> Result<usize, String> {
    let book = puzzles.parse().map_err(|error| error.to_string())?;
    for at in (0..book.len()).step_by(step) {
        let entry = book.entry(at).ok_or_else(|| format!("there is no puzzle {}", at + 1))?;
        verify(puzzles, &entry).map_err(|error| format!("puzzle {}: {error}", at + 1))?;
    }
    Ok(book.len())
}

/// Proves a puzzle: a win is the fastest and has one first move, an answer is right and not empty,
/// the proof is small enough, and the difficulty follows from its size. Returns that size.
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
