//! Tic-tac-toe: the rules on bitboards, and every encoding of it that Ennead knows.
//!
//! ```
//! use ennead_ttt::{History, Ttt, formats::{class, line, rank, three_t, tiny}};
//!
//! let history: History = "5 1 9 3".parse()?;
//! let position: Ttt = history.legal()?;
//! assert_eq!(position.to_string(), "O.O.X...X");
//!
//! // The same game in five ways: placements, position, rank, class and line.
//! assert_eq!(tiny::encode(&history), 0b1_0100_000_110_001); // 14 bits
//! assert_eq!(three_t::decode(three_t::encode(&position))?, position); // 32 bits
//! assert_eq!(rank::unrank(rank::rank(&position).into())?, position); // 13 bits
//! assert!(u32::from(class::class(&position)) < class::CLASSES); // 10 bits
//! assert_eq!(line::decode_line(line::encode_line(&history)?.into())?, history); // 20 bits
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalog;
mod draw;
mod feed;
pub mod formats;
mod history;
mod machine;
mod notation;
mod rules;
mod solver;
mod symmetry;
mod view;

pub use ennead_game::Mark;

pub use catalog::{Content, parse_position};
pub use draw::draw_board;
pub use feed::feed;
pub use history::{History, HistoryError, PlayedOn, Verdict};
pub use machine::{Accepting, Machine, MachineError, Rejection};
pub use notation::{BoardTextError, Square};
pub use rules::{BoardError, PlaceError, Ttt};
pub use solver::MachineSolver;
pub use view::Board;
