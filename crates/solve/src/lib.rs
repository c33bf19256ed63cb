//! Exact solutions of small games.
//!
//! A [`Graph`] holds every reachable position, once for all its symmetric forms. A [`Solution`]
//! adds the [`SolvedValue`] of each position under perfect play for the seat that chooses next, and
//! the properties by which the 3T engine ranks moves (see [`Node`]). It works for any game without
//! chance in which two seats alternate and no position repeats, and rejects others. Tables
//! ([`SolvedTable`]) also hold games in which a seat may have to pass.
//!
//! ```
//! use ennead_game::SplitMix64;
//! use ennead_solve::{DEFAULT_LIMIT, Solution, SolvedValue};
//! use ennead_ttt::Ttt;
//!
//! let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
//! assert_eq!(solution.graph().len(), 765);
//! assert_eq!(solution.value(&Ttt::EMPTY), Some(SolvedValue::Draw));
//!
//! let corner_and_edge: Ttt = "XO.......".parse()?; // O has made a mistake
//! assert_eq!(solution.value(&corner_and_edge), Some(SolvedValue::Win(5)));
//! let option = solution.choose(&corner_and_edge, &mut SplitMix64::new(1)).expect("not over");
//! let moves = solution.moves(&corner_and_edge).expect("reachable");
//! assert!(moves.contains(&(option, SolvedValue::Win(5))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_solver;
#[cfg(feature = "distributed")]
pub mod distributed;
mod engine;
mod export;
mod file;
mod fraction;
mod graph;
mod node;
mod score;
mod solution;
#[cfg(feature = "distributed")]
pub mod suite;
mod table;
mod value;

#[cfg(feature = "distributed")]
pub use any_solver::AnySolveError;
pub use any_solver::{AnySolver, SolverOf};
pub use engine::Best;
pub use export::Dot;
pub use file::FileError;
pub use graph::{DEFAULT_LIMIT, Graph, GraphError};
pub use node::{Node, UNFORCED_3T};
pub use solution::Solution;
pub use table::{AnyTable, PositionSolution, SolvedOption, SolvedTable, TableError, TableSummary};
pub use value::SolvedValue;
