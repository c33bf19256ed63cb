//! Exact values of small games.
//!
//! A [`Graph`] holds every position that play can reach, once for all its symmetric forms. A [`Solution`] adds what each is worth
//! under perfect play: a [`Value`] for whoever chooses next, and the properties by which the 3T engine ranks its moves
//! (see [`Node`]). It works for any game of two seats that move in turn, without chance, in which no position comes back.
//!
//! ```
//! use ennead_game::SplitMix64;
//! use ennead_solve::{DEFAULT_LIMIT, Solution, Value};
//! use ennead_ttt::Ttt;
//!
//! let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
//! assert_eq!(solution.graph().len(), 765);
//! assert_eq!(solution.value(&Ttt::EMPTY), Some(Value::Draw));
//!
//! let corner_and_edge: Ttt = "XO.......".parse()?; // a mistake of O's
//! assert_eq!(solution.value(&corner_and_edge), Some(Value::Win(5)));
//! let option = solution.choose(&corner_and_edge, &mut SplitMix64::new(1)).expect("the game is not over");
//! assert!(solution.moves(&corner_and_edge).expect("reachable").contains(&(option, Value::Win(5))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod export;
mod file;
mod fraction;
mod graph;
mod node;
mod score;
mod solution;
mod value;

pub use engine::Best;
pub use export::Dot;
pub use file::FileError;
pub use graph::{DEFAULT_LIMIT, Graph, GraphError};
pub use node::{Node, UNFORCED_3T};
pub use solution::Solution;
pub use value::Value;
