//! The list of games of a program.

use std::path::Path;

use ennead_game::{AnyMatch, FormatInfo, Header, RECORDS};
use ennead_search::{BotError, RosterError, Tables};
use ennead_solve::TableSummary;

use crate::{Format, Kit, RecordGameError};

/// The games of a program, in display order.
#[derive(Clone, Copy)]
pub struct Games {
    kits: &'static [&'static Kit],
}

impl Games {
    /// Creates a list of games.
    pub const fn new(kits: &'static [&'static Kit]) -> Games {
        Games { kits }
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &'static Kit> + use<> {
        self.kits.iter().copied()
    }

    /// The game with this identifier.
    pub fn game(&self, id: &str) -> Option<&'static Kit> {
        self.iter().find(|kit| kit.id() == id)
    }

    /// The game with this number in records.
    pub fn game_numbered(&self, number: u8) -> Option<&'static Kit> {
        self.iter().find(|kit| kit.game().number() == number)
    }

    /// The identifiers of all games, for messages.
    pub fn names(&self) -> String {
        self.iter().map(Kit::id).collect::<Vec<_>>().join(", ")
    }

    /// All formats in the order of their games, followed by those of records.
    pub fn formats(&self) -> Vec<Format> {
        let own = |kit: &'static Kit| {
            let format = move |info: &'static FormatInfo| Format { info, kit: Some(kit) };
            kit.game().formats().into_iter().map(format)
        };
        let records = RECORDS.map(|info| Format { info, kit: None });
        self.iter().flat_map(own).chain(records).collect()
    }

    /// The format with this identifier.
    pub fn format(&self, id: &str) -> Option<Format> {
        self.formats().into_iter().find(|format| format.info.id == id)
    }

    /// The games as the terminal client needs them.
    #[cfg(feature = "tui")]
    pub fn playable(&self) -> Vec<ennead_tui::PlayableGame> {
        self.iter().map(Kit::playable).collect()
    }

    /// Opens tables of these games, for bots, hints and reviews.
    pub fn open_tables<'a>(
        &self,
        directories: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Tables, RosterError> {
        let mut tables = Tables::default();
        for directory in directories {
            let wrong = |reason: String| BotError::Table(reason);
            let summary =
                TableSummary::read(directory).map_err(|error| wrong(error.to_string()))?;
            let kit = self.game(summary.game()).ok_or_else(|| {
                let (place, game, known) = (directory.display(), summary.game(), self.names());
                wrong(format!("the table in {place} is of {game}, not of {known}"))
            })?;
            tables.add(kit.bots().table(directory)?)?;
        }
        Ok(tables)
    }

    /// The game named in a record's header.
    pub fn game_of_record(&self, record: &[u8]) -> Result<&'static Kit, RecordGameError> {
        let number = Header::game_number(record)?;
        let known = || {
            let name = |kit: &'static Kit| format!("{} {}", kit.game().number(), kit.id());
            self.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        self.game_numbered(number)
            .ok_or_else(|| RecordGameError::UnknownGame { number, known: known() })
    }

    /// Decodes a `record` or a `record.model` of any game.
    pub fn open_record(&self, record: &[u8]) -> Result<Box<dyn AnyMatch>, ennead_game::GameError> {
        self.game_of_record(record)?.game().open(record)
    }
}
