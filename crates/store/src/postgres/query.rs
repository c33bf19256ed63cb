//! Queries, one statement each, so that each reads a consistent snapshot.

use deadpool_postgres::{Client, GenericClient};
use tokio_postgres::types::ToSql;

use super::fault::Fault;
use super::pool::DatabaseTask;
use crate::row::{LogRow, Row, RowBody, rematch_sum};
use crate::summary_row::SummaryBody;
use crate::{Counts, Due, MatchId, Progress, StoreError, SummaryRow};

/// The columns of a running match: id, running, listed, data, checksum, the columns of the
/// entries, and the rematch.
macro_rules! running {
    () => {
        "SELECT id, true, listed, head, sum,
             ARRAY(SELECT entry FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
             ARRAY(SELECT data FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
             ARRAY(SELECT ply FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
             ARRAY(SELECT sum FROM ennead.log l WHERE l.id = r.id ORDER BY entry),
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
            ", data, sum, NULL::bigint[], NULL::bytea[], NULL::bigint[], NULL::bigint[],
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

/// Matches after an id, in id order.
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

/// The columns of the summary of a running match: id, running, listed, data, checksum, wake, open,
/// the current seats and the ply.
macro_rules! running_summary {
    () => {
        "SELECT id, true, listed, head, sum, wake, open, seats, coalesce((SELECT ply
             FROM ennead.log l WHERE l.id = r.id ORDER BY entry DESC LIMIT 1), 0)
         FROM ennead.running r"
    };
}

/// The same columns of a finished match, with the brief in place of the seats.
macro_rules! finished_summary {
    ($table:literal, $listed:literal) => {
        concat!(
            "SELECT id, false, ",
            $listed,
            ", data, sum, NULL::bigint, false, brief, 0::bigint FROM ennead.",
            $table
        )
    };
}

pub(super) const LIST_OPEN: &str =
    concat!(running_summary!(), " WHERE listed AND open AND id <= $1 ORDER BY id DESC LIMIT $2");
pub(super) const LIST_RUNNING: &str = concat!(
    running_summary!(),
    " WHERE listed AND NOT open AND id <= $1 ORDER BY id DESC LIMIT $2"
);
pub(super) const LIST_FINISHED: &str =
    concat!(finished_summary!("finished", "true"), " WHERE id <= $1 ORDER BY id DESC LIMIT $2");

/// Summaries after an id, in id order.
pub(super) const SUMMARIES: &str = concat!(
    "(",
    running_summary!(),
    " WHERE id > $1 ORDER BY id LIMIT $2) UNION ALL ",
    "(",
    finished_summary!("finished", "true"),
    " WHERE id > $1 ORDER BY id LIMIT $2) UNION ALL ",
    "(",
    finished_summary!("unlisted", "false"),
    " WHERE id > $1 ORDER BY id LIMIT $2) ORDER BY id LIMIT $2"
);

pub(super) const REMATCH: &str = "SELECT new FROM ennead.rematches WHERE old = $1";
pub(super) const DUE: &str = "SELECT wake, id FROM ennead.running
    WHERE wake <= $1 AND (wake, id) > ($2, $3) ORDER BY wake, id LIMIT $4";
pub(super) const LINKS: &str = "SELECT old, new, sum FROM ennead.rematches";
const PROGRESS: &str = "SELECT i.id, r.id IS NOT NULL,
        (SELECT max(entry) FROM ennead.log l WHERE l.id = i.id),
        (SELECT new FROM ennead.rematches WHERE old = i.id)
    FROM unnest($1::bigint[]) AS i(id) LEFT JOIN ennead.running r ON r.id = i.id";
const TIME: &str = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
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

impl DatabaseTask for Select<'_> {
    type Output = Vec<tokio_postgres::Row>;

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<Self::Output, Fault> {
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
    MatchId::from_i64(number)
        .ok_or_else(|| StoreError::Corrupt(format!("{number} is not a match id")))
}

/// The ids of the first column.
pub(super) fn ids(rows: &[tokio_postgres::Row]) -> Result<Vec<MatchId>, StoreError> {
    rows.iter().map(|row| id_of(row.get(0))).collect()
}

/// Decodes matches from the columns that these statements share.
pub(super) fn rows(found: &[tokio_postgres::Row]) -> Result<Vec<Row>, StoreError> {
    found.iter().map(row).collect()
}

fn row(found: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let (data, sum) = (found.get(3), found.get(4));
    let body = match found.get(1) {
        false => RowBody::Finished { data, sum },
        true => RowBody::Running { head: data, sum, log: log(found) },
    };
    let rematch = found.get::<_, Option<i64>>(9).map(id_of).transpose()?;
    Ok(Row { id: id_of(found.get(0))?, rematch, listed: found.get(2), body })
}

fn log(found: &tokio_postgres::Row) -> Vec<LogRow> {
    let (numbers, entries): (Vec<i64>, Vec<Vec<u8>>) = (found.get(5), found.get(6));
    let (plies, sums): (Vec<i64>, Vec<i64>) = (found.get(7), found.get(8));
    let auxiliary = plies.into_iter().zip(sums);
    let rows = numbers.into_iter().zip(entries).zip(auxiliary);
    rows.map(|((entry, data), (ply, sum))| LogRow { entry, data, ply, sum }).collect()
}

/// Decodes summaries from the columns that their statements share.
pub(super) fn summaries(found: &[tokio_postgres::Row]) -> Result<Vec<SummaryRow>, StoreError> {
    found.iter().map(summary).collect()
}

fn summary(found: &tokio_postgres::Row) -> Result<SummaryRow, StoreError> {
    let (data, sum, auxiliary) = (found.get(3), found.get(4), found.get(7));
    let body = match found.get(1) {
        true => SummaryBody::Running {
            head: data,
            sum,
            seats: auxiliary,
            open: found.get(6),
            ply: found.get(8),
        },
        false => SummaryBody::Finished { data, sum, brief: auxiliary },
    };
    let wake = found.get::<_, Option<i64>>(5).map(|wake| wake.max(0).unsigned_abs());
    Ok(SummaryRow { id: id_of(found.get(0))?, wake, listed: found.get(2), body })
}

/// Decodes due matches.
pub(super) fn due(found: &[tokio_postgres::Row]) -> Result<Vec<Due>, StoreError> {
    let due = |row: &tokio_postgres::Row| {
        let wake: i64 = row.get(0);
        Ok(Due { wake: wake.max(0).unsigned_abs(), id: id_of(row.get(1))? })
    };
    found.iter().map(due).collect()
}

/// Links to rematches with a wrong checksum.
pub(super) fn damaged_links(found: &[tokio_postgres::Row]) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    for link in found {
        let (old, new) = (id_of(link.get(0))?, id_of(link.get(1))?);
        if rematch_sum(old, new) != link.get::<_, i64>(2) {
            faults.push(format!("match {old}: the checksum of the link to its rematch is wrong"));
        }
    }
    Ok(faults)
}

/// The progress of matches.
pub(super) struct FindProgress(pub(super) Vec<i64>);

impl DatabaseTask for FindProgress {
    type Output = Vec<Progress>;

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<Self::Output, Fault> {
        let statement = client.prepare_cached(PROGRESS).await?;
        let found = client.query(&statement, &[&self.0]).await?;
        let progress = |row: &tokio_postgres::Row| {
            let last: Option<i64> = row.get(2);
            let entries = last.map_or(0, |last| u32::try_from(last + 1).unwrap_or(u32::MAX));
            let entries = row.get::<_, bool>(1).then_some(entries);
            let rematch = row.get::<_, Option<i64>>(3).map(id_of).transpose()?;
            Ok(Progress { id: id_of(row.get(0))?, entries, rematch })
        };
        Ok(found.iter().map(progress).collect::<Result<_, StoreError>>()?)
    }
}

/// The database's clock.
pub(super) struct Time;

impl DatabaseTask for Time {
    type Output = u64;

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<u64, Fault> {
        let statement = client.prepare_cached(TIME).await?;
        let now: i64 = client.query_one(&statement, &[]).await?.get(0);
        Ok(now.unsigned_abs())
    }
}

pub(super) fn counts(row: &tokio_postgres::Row) -> Counts {
    let count = |column: usize| row.get::<_, i64>(column).unsigned_abs();
    Counts { open: count(0), running: count(1), finished: count(2) }
}
