//! Puzzles of any game: to win in so many moves, or to answer the game's own question.
//!
//! A win is proven by exhaustion, with the rules alone: [`WinProof::of`]. To solve a puzzle is to
//! play it out, and the opponent answers with the defence that lasts longest.

#[cfg(not(target_family = "wasm"))]
mod generate;
mod prover;
mod set;
mod task;
#[cfg(not(target_family = "wasm"))]
mod verify;

#[cfg(not(target_family = "wasm"))]
pub use generate::{GenerateError, GenerateJob, generate};
pub use prover::{MAX_PROOF, Prover, TooLarge, WinProof, difficulty};
pub use set::{PuzzleError, Puzzles};
pub use task::{Puzzle, Task, Verdict};
#[cfg(not(target_family = "wasm"))]
pub use verify::{VerifyError, verify, verify_each};
