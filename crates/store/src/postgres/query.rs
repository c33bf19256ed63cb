//! Queries: one statement each, so that each reads one consistent snapshot.

use deadpool_postgres::{Client, GenericClient};
use tokio_postgres::types::ToSql;

use super::fault::Fault;
use super::pool::Task;
use crate::row::{Row, RowBody};
use crate::{Counts, MatchId, StoreError};

/// The columns of a running match: id, running, listed, data, numbers and data of the entries.
macro_rules! running {
    () => {
        "SELECT id, true, listed, head,
         ARRAY(SELECT entry FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
             ARRAY(SELECT data FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
             (SELECT new FROM ennead.rematches WHERE old = r.id) AS rematch
         FROM ennead.running r"
    };
}

/// The same columns of a finished match.
macro_rules! finished {
    ($table:literal, $listed:literal) => {
        concat!(
            "SELECT id, false, ",
            $listed,
            ", data, NULL::bigint[], NULL::bytea[],
                 (SELECT new FROM ennead.rematches WHERE old = f.id) AS rematch
             FROM ennead.",
            $table,
            " f"
        )
    };
}

/// A match by its id.
pub(super) const LOAD: &str = concat!(
    running!(),
    " WHERE id = $1 UNION ALL ",
    finished!("finished", "true"),
    " WHERE id = $1 UNION ALL ",
    finished!("unlisted", "false"),
    " WHERE id = $1"
);

/// Matches after an id in the order of their ids.
pub(super) const PAGE: &str = concat!(
    "(",
    running!(),
    " WHERE id > $1 ORDER BY id LIMIT $2) UNION ALL ",
    "(",
    finished!("finished", "true"),
    " WHERE id > $1 ORDER BY id LIMIT $2) UNION ALL ",
    "(",
    finished!("unlisted", "false"),
    " WHERE id > $1 ORDER BY id LIMIT $2) ORDER BY id LIMIT $2"
);

pub(super) const LIST_OPEN: &str =
    concat!(running!(), " WHERE listed AND open AND id <= $1 ORDER BY id DESC LIMIT $2");
pub(super) const LIST_RUNNING: &str =
    concat!(running!(), " WHERE listed AND NOT open AND id <= $1 ORDER BY id DESC LIMIT $2");
pub(super) const LIST_FINISHED: &str =
    concat!(finished!("finished", "true"), " WHERE id <= $1 ORDER BY id DESC LIMIT $2");

pub(super) const REMATCH: &str = "SELECT new FROM ennead.rematches WHERE old = $1";
pub(super) const DUE: &str =
    "SELECT id FROM ennead.running WHERE wake <= $1 ORDER BY wake LIMIT $2";
pub(super) const COUNTS: &str = "SELECT (SELECT count(*) FROM ennead.running WHERE open),
    (SELECT count(*) FROM ennead.running WHERE NOT open),
    (SELECT count(*) FROM ennead.finished) + (SELECT count(*) FROM ennead.unlisted)";
pub(super) const TWICE: &str =
    "SELECT id FROM ennead.running WHERE id IN (SELECT id FROM ennead.finished
         UNION ALL SELECT id FROM ennead.unlisted)
    UNION ALL SELECT id FROM ennead.finished WHERE id IN (SELECT id FROM ennead.unlisted)";

/// A statement that returns rows.
pub(super) struct Select<'a> {
    pub(super) sql: &'a str,
    pub(super) numbers: &'a [i64],
}

impl Task for Select<'_> {
    type Answer = Vec<tokio_postgres::Row>;

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<Self::Answer, Fault> {
        select(client, self.sql, self.numbers).await
    }
}

/// Runs a statement that is prepared once per connection.
pub(super) async fn select(
    client: &impl GenericClient,
    sql: &str,
    numbers: &[i64],
) -> Result<Vec<tokio_postgres::Row>, Fault> {
    let statement = client.prepare_cached(sql).await?;
    let numbers: Vec<&(dyn ToSql + Sync)> = numbers.iter().map(|number| number as _).collect();
    Ok(client.query(&statement, &numbers).await?)
}

pub(super) fn id_of(number: i64) -> Result<MatchId, StoreError> {
    MatchId::from_i64(number).ok_or_else(|| StoreError::Corrupt(format!("{number} is no match id")))
}

/// The ids of the first column.
pub(super) fn ids(rows: &[tokio_postgres::Row]) -> Result<Vec<MatchId>, StoreError> {
    rows.iter().map(|row| id_of(row.get(0))).collect()
}

/// Reads matches from the columns that these statements share.
pub(super) fn rows(found: &[tokio_postgres::Row]) -> Result<Vec<Row>, StoreError> {
    found.iter().map(row).collect()
}

fn row(found: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let data = found.get(3);
    let body = match found.get(1) {
        false => RowBody::Finished(data),
        true => {
            let (numbers, entries): (Vec<i64>, Vec<Vec<u8>>) = (found.get(4), found.get(5));
            RowBody::Running { head: data, log: numbers.into_iter().zip(entries).collect() }
        }
    };
    let rematch = found.get::<_, Option<i64>>(6).map(id_of).transpose()?;
    Ok(Row { id: id_of(found.get(0))?, rematch, listed: found.get(2), body })
}

pub(super) fn counts(row: &tokio_postgres::Row) -> Counts {
    let count = |column: usize| row.get::<_, i64>(column).unsigned_abs();
    Counts { open: count(0), running: count(1), finished: count(2) }
}
