//! Matches and self-play as [Parquet](https://parquet.apache.org) files, for DuckDB, pandas, Spark
//! and other readers.
//!
//! - A [`MatchTable`] has one row per stored match.
//! - A [`Dataset`] plays a bot against itself and has one row per decision, labelled with the bot's
//!   policy and value and with the outcome.
//!
//! Files are written in row groups that end early enough to bound the memory, regardless of the
//! number and length of the matches. `docs/DATA.md` describes every column.
//!
//! ```
//! use ennead_data::MatchTable;
//! use ennead_kit::Games;
//!
//! static GAMES: Games = Games::new(&[&ennead_ttt::GAME]);
//! let mut file = Vec::new();
//! MatchTable::new(GAMES, &mut file)?.finish()?;
//! assert_eq!(&file[..4], b"PAR1");
//! # Ok::<(), ennead_data::DataError>(())
//! ```

mod column;
mod dataset;
mod error;
mod match_row;
mod match_table;
mod table;

pub use dataset::{Dataset, DatasetTally};
pub use error::DataError;
pub use match_table::{MatchTable, MatchTally};
