//! The tables and their migrations.

use rusqlite::Connection;

use super::migration;
use crate::StoreError;

/// Marks the files of this program: "Ennd".
const APPLICATION: i64 = 0x456e_6e64;

/// Each step migrates the tables from one version to the next; the first one creates them.
const STEPS: &[&str] = &[
    "CREATE TABLE running (
        id INTEGER PRIMARY KEY, head BLOB NOT NULL, wake INTEGER NOT NULL,
        open INTEGER NOT NULL, listed INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX running_wake ON running (wake);
     CREATE INDEX running_listed ON running (open) WHERE listed;
     CREATE TABLE log (
        id INTEGER NOT NULL, entry INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (id, entry)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE finished (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
     CREATE TABLE unlisted (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;",
    "CREATE TABLE rematches (old INTEGER PRIMARY KEY, new INTEGER NOT NULL) STRICT;",
    "ALTER TABLE running ADD COLUMN seats BLOB;
     ALTER TABLE running ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE log ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE log ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE finished ADD COLUMN brief BLOB;
     ALTER TABLE finished ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE unlisted ADD COLUMN brief BLOB;
     ALTER TABLE unlisted ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE rematches ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;",
];

/// The step that adds summaries and checksums.
const SUMS: i64 = 3;

/// The version of the tables that this program uses.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// Creates or migrates the tables.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let from = version(connection)?;
    if from == VERSION {
        return Ok(());
    }
    let change = connection.transaction()?;
    change.pragma_update(None, "application_id", APPLICATION)?;
    for step in &STEPS[usize::try_from(from).unwrap_or(0)..] {
        change.execute_batch(step)?;
    }
    if (1..SUMS).contains(&from) {
        migration::fill_sums(&change)?;
    }
    change.pragma_update(None, "user_version", VERSION)?;
    Ok(change.commit()?)
}

/// Rejects tables of a different version.
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    match version(connection)? {
        VERSION => Ok(()),
        older => Err(StoreError::Unavailable(format!(
            "its tables are of version {older}, and this program reads version {VERSION}: \
             open it for writing once, as 'ennead serve' does"
        ))),
    }
}

/// The version of the tables; 0 if there are none.
fn version(connection: &Connection) -> Result<i64, StoreError> {
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (application, version, tables) != (0, 0, 0) {
        return Err(StoreError::Unavailable("it is a database of another program".into()));
    }
    if !(0..=VERSION).contains(&version) {
        return Err(StoreError::Unavailable(format!(
            "its tables are of version {version}, made by a newer program; \
             this one knows up to {VERSION}"
        )));
    }
    Ok(version)
}
