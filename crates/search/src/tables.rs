//! Open tables, shared by all bots that play and analyse from them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ennead_game::{AnyMatch, Packed, View};
use ennead_solve::{AnyTable, PositionSolution, SolvedTable, TableError};

use crate::{AnyBot, RosterError, TableBot};

/// An open table of a type-erased game.
pub trait SharedTable: Send + Sync {
    /// The identifier of the game.
    fn game(&self) -> &'static str;

    /// The set-up that was solved, as options and their values.
    fn setup(&self) -> Vec<(&'static str, String)>;

    /// The directory of the table.
    fn directory(&self) -> &Path;

    /// The value of the position after these choices, and of its options.
    fn solution(&self, choices: &[u32]) -> Result<PositionSolution, TableError>;

    /// A bot that plays from the table.
    fn bot(&self, seed: u64) -> Box<dyn AnyBot>;
}

struct TableOf<G: Packed> {
    table: Arc<SolvedTable<G>>,
    directory: PathBuf,
}

impl<G: Packed + View> SharedTable for TableOf<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn setup(&self) -> Vec<(&'static str, String)> {
        AnyTable::setup(&*self.table)
    }

    fn directory(&self) -> &Path {
        &self.directory
    }

    fn solution(&self, choices: &[u32]) -> Result<PositionSolution, TableError> {
        AnyTable::solution(&*self.table, choices)
    }

    fn bot(&self, seed: u64) -> Box<dyn AnyBot> {
        Box::new(TableBot::new(Arc::clone(&self.table), seed))
    }
}

/// Opens the table in a directory.
pub(crate) fn open<G: Packed + View>(directory: &Path) -> Result<Arc<dyn SharedTable>, TableError> {
    let table = Arc::new(SolvedTable::<G>::open(directory)?);
    Ok(Arc::new(TableOf { table, directory: directory.to_path_buf() }))
}

/// A readable game and set-up: `connect (width 4, height 4)`.
fn named(game: &str, setup: &[(&str, String)]) -> String {
    let pairs: Vec<String> = setup.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if pairs.is_empty() { game.to_string() } else { format!("{game} ({})", pairs.join(", ")) }
}

/// Rejects a set-up other than the table's. Unnamed options match anything.
pub(crate) fn check_setup(
    table: &dyn SharedTable,
    wanted: &[(&str, String)],
) -> Result<(), RosterError> {
    let own = table.setup();
    let differs = |(name, value): &(&str, String)| {
        own.iter().any(|(other, found)| other == name && found != value)
    };
    if !wanted.iter().any(differs) {
        return Ok(());
    }
    Err(RosterError::Table {
        directory: table.directory().display().to_string(),
        found: named(table.game(), &own),
        wanted: named(table.game(), wanted),
    })
}

/// The available tables. Positions of their games and set-ups are looked up instead of searched.
#[derive(Clone, Default)]
pub struct Tables {
    list: Vec<Arc<dyn SharedTable>>,
}

impl Tables {
    /// Adds a table; rejects a second one for the same game and set-up.
    pub fn add(&mut self, table: Arc<dyn SharedTable>) -> Result<(), RosterError> {
        let is_same = |other: &&Arc<dyn SharedTable>| {
            other.game() == table.game() && other.setup() == table.setup()
        };
        if let Some(other) = self.list.iter().find(is_same) {
            return Err(RosterError::SecondTable {
                first: other.directory().display().to_string(),
                second: table.directory().display().to_string(),
                game: named(table.game(), &table.setup()),
            });
        }
        self.list.push(table);
        Ok(())
    }

    /// The table of a match's game and set-up, if there is one.
    pub fn of_match(&self, game: &dyn AnyMatch) -> Option<&dyn SharedTable> {
        // A browser has no table files.
        if cfg!(target_family = "wasm") || self.list.is_empty() {
            return None;
        }
        let (id, setup) = (game.game(), game.setup());
        let found = self.list.iter().find(|table| table.game() == id && table.setup() == setup);
        found.map(|table| &**table)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &dyn SharedTable> {
        self.list.iter().map(|table| &**table)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.iter().map(SharedTable::directory)).finish()
    }
}
