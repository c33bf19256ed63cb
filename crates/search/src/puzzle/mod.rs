//! Puzzles of any game: win in a number of moves, or answer the game's own question.
//!
//! A win is proven by exhaustive search, with the rules alone: [`WinProof::of`]. The solver plays
//! the win out, and the opponent replies with the longest defence.

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
pub use task::{MoveVerdict, Puzzle, Task};
#[cfg(not(target_family = "wasm"))]
pub use verify::{VerifyError, verify, verify_each};
