//! The tables and their migrations.

use deadpool_postgres::Client;

use super::fault::Fault;
use super::migration;
use crate::StoreError;

/// The key of the advisory lock that serialises starting nodes: "Ennd".
const LOCK: i64 = 0x456e_6e64;

/// Each step migrates the tables from one version to the next; the first one creates them.
const STEPS: &[&str] = &[
    "CREATE TABLE ennead.running (
        id bigint PRIMARY KEY, head bytea NOT NULL, wake bigint NOT NULL,
        open boolean NOT NULL, listed boolean NOT NULL
     );
     CREATE INDEX running_wake ON ennead.running (wake);
     CREATE INDEX running_listed ON ennead.running (open, id) WHERE listed;
     CREATE TABLE ennead.log (
        id bigint NOT NULL REFERENCES ennead.running, entry bigint NOT NULL,
        data bytea NOT NULL, PRIMARY KEY (id, entry)
     );
     CREATE TABLE ennead.finished (id bigint PRIMARY KEY, data bytea NOT NULL);
     CREATE TABLE ennead.unlisted (id bigint PRIMARY KEY, data bytea NOT NULL);",
    "CREATE TABLE ennead.rematches (old bigint PRIMARY KEY, new bigint NOT NULL);",
    "ALTER TABLE ennead.running ADD COLUMN seats bytea, ADD COLUMN sum bigint;
     ALTER TABLE ennead.log ADD COLUMN ply bigint, ADD COLUMN sum bigint;
     ALTER TABLE ennead.finished ADD COLUMN brief bytea, ADD COLUMN sum bigint;
     ALTER TABLE ennead.unlisted ADD COLUMN brief bytea, ADD COLUMN sum bigint;
     ALTER TABLE ennead.rematches ADD COLUMN sum bigint;",
];

/// The step that adds summaries and checksums.
const SUMS: i32 = 3;

/// From here on, a node of an earlier version that is still running can write nothing, rather than
/// rows without checksums.
const REQUIRE_SUMS: &str = "
    ALTER TABLE ennead.running ALTER COLUMN sum SET NOT NULL;
    ALTER TABLE ennead.log ALTER COLUMN ply SET NOT NULL, ALTER COLUMN sum SET NOT NULL;
    ALTER TABLE ennead.finished ALTER COLUMN sum SET NOT NULL;
    ALTER TABLE ennead.unlisted ALTER COLUMN sum SET NOT NULL;
    ALTER TABLE ennead.rematches ALTER COLUMN sum SET NOT NULL;";

/// The version of the tables that this program uses.
const VERSION: i32 = STEPS.len() as i32;

/// Creates or migrates the tables.
pub(super) async fn migrate(client: &mut Client) -> Result<(), Fault> {
    if version(client).await? == VERSION {
        return Ok(());
    }
    let change = client.transaction().await?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    change
        .batch_execute(
            "CREATE SCHEMA IF NOT EXISTS ennead;
             CREATE TABLE IF NOT EXISTS ennead.version (version integer NOT NULL);",
        )
        .await?;
    // Another node may already have migrated them.
    let from: Option<i32> =
        change.query_opt("SELECT version FROM ennead.version", &[]).await?.map(|row| row.get(0));
    for step in &STEPS[from.unwrap_or(0).clamp(0, VERSION) as usize..] {
        change.batch_execute(step).await?;
    }
    if from.unwrap_or(0) < SUMS {
        migration::fill_sums(&change).await?;
        change.batch_execute(REQUIRE_SUMS).await?;
    }
    let set = match from {
        None => "INSERT INTO ennead.version VALUES ($1)",
        Some(_) => "UPDATE ennead.version SET version = $1",
    };
    change.execute(set, &[&VERSION]).await?;
    Ok(change.commit().await?)
}

/// Rejects tables of a different version.
pub(super) async fn check(client: &Client) -> Result<(), Fault> {
    match version(client).await? {
        VERSION => Ok(()),
        older => Err(StoreError::Unavailable(format!(
            "its tables are of version {older}, and this program reads version {VERSION}: \
             open it for writing once, as 'ennead serve' does"
        ))
        .into()),
    }
}

/// The version of the tables; 0 if there are none.
async fn version(client: &Client) -> Result<i32, Fault> {
    let there = client.query_one("SELECT to_regclass('ennead.version') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    let row = client.query_opt("SELECT version FROM ennead.version", &[]).await?;
    let version = row.map_or(0, |row| row.get(0));
    if !(0..=VERSION).contains(&version) {
        return Err(StoreError::Unavailable(format!(
            "its tables are of version {version}, made by a newer program; \
             this one knows up to {VERSION}"
        ))
        .into());
    }
    Ok(version)
}
