//! Tic-tac-toe: rules on bitboards, encodings, bots and boards.
//!
//! ```
//! use ennead_ttt::{History, Ttt, formats::{class, line, rank, three_t, tiny}};
//!
//! let history: History = "5 1 9 3".parse()?;
//! let position: Ttt = history.legal()?;
//! assert_eq!(position.to_string(), "O.O.X...X");
//!
//! // The same game in five encodings: placements, position, rank, class and line.
//! assert_eq!(tiny::encode(&history), 0b1_0100_000_110_001); // 14 bits
//! assert_eq!(three_t::decode(three_t::encode(&position))?, position); // 32 bits
//! assert_eq!(rank::unrank(rank::rank(&position).into())?, position); // 13 bits
//! assert!(u32::from(class::class(&position)) < class::CLASSES); // 10 bits
//! assert_eq!(line::decode_line(line::encode_line(&history)?.into())?, history); // 20 bits
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod commands;
mod content;
mod draw;
mod environment;
mod examples;
pub mod formats;
mod history;
mod key;
mod kit;
mod machine;
mod model;
mod notation;
mod payload;
mod rules;
mod solver;
mod symmetry;
#[cfg(feature = "tui")]
pub mod tui;
mod view;

pub use ennead_game::Mark;

pub use bot::level_bot;
pub use content::{Content, Formats, parse_position};
pub use draw::draw_board;
pub use history::{History, HistoryError, HistoryResult, PlayedOn};
pub use key::TttKeys;
pub use kit::GAME;
pub use machine::{Accepting, Machine, MachineError, Rejection};
pub use model::training_rows;
pub use notation::{BoardTextError, Square};
pub use payload::payload;
pub use rules::{BoardError, PlaceError, Ttt};
pub use solver::MachineSolver;
pub use view::TttView;
