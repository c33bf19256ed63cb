//! Parquet files, in a build with the feature `parquet`.

use std::io::{self, Write};

use ennead_data::{DataError, Dataset};
use ennead_kit::{Games, Kit};
use ennead_search::self_play::{SelfPlay, SelfPlayError};
use ennead_store::transfer::Item;

use crate::failure::Failure;

/// Whether this build can write Parquet files.
pub(crate) const IS_BUILT_IN: bool = true;

/// A table of stored matches.
pub(crate) struct MatchTable<W: Write>(ennead_data::MatchTable<W>);

impl<W: Write + Send> MatchTable<W> {
    pub(crate) fn new(games: Games, output: W) -> Result<Self, ParquetFailure> {
        Ok(MatchTable(ennead_data::MatchTable::new(games, output)?))
    }

    pub(crate) fn write(&mut self, item: &Item) -> Result<(), ParquetFailure> {
        Ok(self.0.write(item)?)
    }

    /// Completes the file, and returns the number of matches that cannot be replayed.
    pub(crate) fn finish(self) -> Result<u64, ParquetFailure> {
        let unreadable = self.0.tally().unreadable;
        self.0.finish()?;
        Ok(unreadable)
    }
}

/// Plays games, writes their decisions and returns a summary; `watch` receives the number of games
/// played.
pub(crate) fn write_dataset<W: Write + Send>(
    kit: &'static Kit,
    settings: SelfPlay<'_>,
    output: W,
    mut watch: impl FnMut(u64),
) -> Result<String, ParquetFailure> {
    let dataset = Dataset::new(kit, settings)?;
    let tally = dataset.write(output, |tally| watch(tally.games))?;
    let cut = match tally.cut {
        0 => String::new(),
        cut => format!(", {cut} of them cut off as draws"),
    };
    Ok(format!(
        "{} decision(s) of {} game(s){cut}, positions as {}",
        tally.rows,
        tally.games,
        dataset.position_format()
    ))
}

/// Why a file could not be written.
pub(crate) enum ParquetFailure {
    /// The output cannot be written.
    Io(io::Error),
    /// Everything else.
    Other(Failure),
}

impl From<DataError> for ParquetFailure {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Io(error) => ParquetFailure::Io(error),
            DataError::SelfPlay(SelfPlayError::Roster(error)) => {
                ParquetFailure::Other(error.into())
            }
            DataError::SelfPlay(SelfPlayError::Setup(error)) => ParquetFailure::Other(error.into()),
            error => ParquetFailure::Other(Failure::Service(error.to_string())),
        }
    }
}
