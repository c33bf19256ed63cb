//! Queries.

use rusqlite::{Connection, OptionalExtension, params};

use crate::row::{LogRow, Row, RowBody, rematch_sum};
use crate::summary_row::SummaryBody;
use crate::{Counts, Due, Listing, MatchId, Progress, StoreError, SummaryRow};

/// The columns of a match in any table: id, whether it is running, listed, data, checksum, rematch.
const MATCHES: &str = "
    SELECT id, 1, listed, head, sum, (SELECT new FROM rematches WHERE old = id)
    FROM running WHERE id > ?1
    UNION ALL SELECT id, 0, 1, data, sum, (SELECT new FROM rematches WHERE old = id)
    FROM finished WHERE id > ?1
    UNION ALL SELECT id, 0, 0, data, sum, (SELECT new FROM rematches WHERE old = id)
    FROM unlisted WHERE id > ?1
    ORDER BY id LIMIT ?2";

/// The columns of a summary: id, whether it is running, listed, data, checksum, wake, open, the
/// current seats or the brief, and the ply.
macro_rules! running_summary {
    () => {
        "SELECT id, 1, listed, head, sum, wake, open, seats,
         coalesce((SELECT ply FROM log l WHERE l.id = r.id ORDER BY entry DESC LIMIT 1), 0)
         FROM running r"
    };
}
macro_rules! finished_summary {
    ($table:literal, $listed:literal) => {
        concat!("SELECT id, 0, ", $listed, ", data, sum, NULL, 0, brief, 0 FROM ", $table)
    };
}

fn id_of(number: i64) -> Result<MatchId, StoreError> {
    MatchId::from_i64(number)
        .ok_or_else(|| StoreError::Corrupt(format!("{number} is not a match id")))
}

pub(super) fn is_running(connection: &Connection, id: MatchId) -> Result<bool, StoreError> {
    Ok(connection.prepare_cached("SELECT 1 FROM running WHERE id = ?1")?.exists([id.as_i64()])?)
}

/// Whether there is a match with this id.
pub(super) fn exists(connection: &Connection, id: MatchId) -> Result<bool, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT 1 FROM running WHERE id = ?1 UNION ALL SELECT 1 FROM finished WHERE id = ?1
         UNION ALL SELECT 1 FROM unlisted WHERE id = ?1",
    )?;
    Ok(select.exists([id.as_i64()])?)
}

/// The match with this id.
pub(super) fn row(connection: &Connection, id: MatchId) -> Result<Option<Row>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT 1, listed, head, sum FROM running WHERE id = ?1
         UNION ALL SELECT 0, 1, data, sum FROM finished WHERE id = ?1
         UNION ALL SELECT 0, 0, data, sum FROM unlisted WHERE id = ?1",
    )?;
    let found = select
        .query_row([id.as_i64()], |row| Ok((row.get(0)?, row.get(1)?, (row.get(2)?, row.get(3)?))))
        .optional()?;
    let Some((running, listed, data)) = found else { return Ok(None) };
    let (rematch, body) = (rematch(connection, id)?, body(connection, id, running, data)?);
    Ok(Some(Row { id, rematch, listed, body }))
}

fn body(
    connection: &Connection,
    id: MatchId,
    running: bool,
    (data, sum): (Vec<u8>, i64),
) -> Result<RowBody, StoreError> {
    if !running {
        return Ok(RowBody::Finished { data, sum });
    }
    let mut select = connection
        .prepare_cached("SELECT entry, data, ply, sum FROM log WHERE id = ?1 ORDER BY entry")?;
    let log = select.query_map([id.as_i64()], |row| {
        Ok(LogRow { entry: row.get(0)?, data: row.get(1)?, ply: row.get(2)?, sum: row.get(3)? })
    })?;
    Ok(RowBody::Running { head: data, sum, log: log.collect::<Result<_, _>>()? })
}

/// The rematch of a match.
pub(super) fn rematch(connection: &Connection, id: MatchId) -> Result<Option<MatchId>, StoreError> {
    let mut select = connection.prepare_cached("SELECT new FROM rematches WHERE old = ?1")?;
    let new: Option<i64> = select.query_row([id.as_i64()], |row| row.get(0)).optional()?;
    new.map(id_of).transpose()
}

/// Running matches that are due.
pub(super) fn due(
    connection: &Connection,
    now: u64,
    after: Option<Due>,
    limit: u32,
) -> Result<Vec<Due>, StoreError> {
    let time = |unix_ms: u64| i64::try_from(unix_ms).unwrap_or(i64::MAX);
    let (wake, id) = after.map_or((-1, -1), |after| (time(after.wake), after.id.as_i64()));
    let mut select = connection.prepare_cached(
        "SELECT wake, id FROM running WHERE wake <= ?1 AND (wake, id) > (?2, ?3)
         ORDER BY wake, id LIMIT ?4",
    )?;
    let found = select.query_map(params![time(now), wake, id, limit], |row| {
        Ok((row.get::<_, i64>(0)?, row.get(1)?))
    })?;
    found
        .map(|found| {
            let (wake, id) = found?;
            Ok(Due { wake: wake.max(0).unsigned_abs(), id: id_of(id)? })
        })
        .collect()
}

/// The progress of matches.
pub(super) fn progress(
    connection: &Connection,
    ids: &[MatchId],
) -> Result<Vec<Progress>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT (SELECT max(entry) FROM log WHERE log.id = running.id) FROM running WHERE id = ?1",
    )?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let last: Option<Option<u32>> =
            select.query_row([id.as_i64()], |row| row.get(0)).optional()?;
        let entries = last.map(|last| last.map_or(0, |last| last.saturating_add(1)));
        found.push(Progress { id: *id, entries, rematch: rematch(connection, *id)? });
    }
    Ok(found)
}

/// Listed matches, newest first.
pub(super) fn list(
    connection: &Connection,
    which: Listing,
    before: Option<MatchId>,
    limit: u32,
) -> Result<Vec<SummaryRow>, StoreError> {
    let highest = before.map_or(i64::MAX, |before| before.as_i64() - 1);
    let select = match which {
        Listing::Open => concat!(
            running_summary!(),
            " WHERE listed AND open = 1 AND id <= ?1 ORDER BY id DESC LIMIT ?2"
        ),
        Listing::Running => concat!(
            running_summary!(),
            " WHERE listed AND open = 0 AND id <= ?1 ORDER BY id DESC LIMIT ?2"
        ),
        Listing::Finished => {
            concat!(finished_summary!("finished", "1"), " WHERE id <= ?1 ORDER BY id DESC LIMIT ?2")
        }
    };
    summary_rows(connection, select, highest, limit)
}

/// Summaries of the matches after an id.
pub(super) fn summaries(
    connection: &Connection,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Vec<SummaryRow>, StoreError> {
    let select = concat!(
        running_summary!(),
        " WHERE id > ?1 UNION ALL ",
        finished_summary!("finished", "1"),
        " WHERE id > ?1 UNION ALL ",
        finished_summary!("unlisted", "0"),
        " WHERE id > ?1 ORDER BY id LIMIT ?2"
    );
    summary_rows(connection, select, after.map_or(-1, MatchId::as_i64), limit)
}

fn summary_rows(
    connection: &Connection,
    select: &str,
    from: i64,
    limit: u32,
) -> Result<Vec<SummaryRow>, StoreError> {
    let mut select = connection.prepare_cached(select)?;
    let mut found = select.query(params![from, limit])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let (data, sum, auxiliary) = (row.get(3)?, row.get(4)?, row.get(7)?);
        let body = match row.get(1)? {
            true => {
                let (open, ply) = (row.get(6)?, row.get(8)?);
                SummaryBody::Running { head: data, sum, seats: auxiliary, open, ply }
            }
            false => SummaryBody::Finished { data, sum, brief: auxiliary },
        };
        let wake = row.get::<_, Option<i64>>(5)?.map(|wake| wake.max(0).unsigned_abs());
        rows.push(SummaryRow { id: id_of(row.get(0)?)?, wake, listed: row.get(2)?, body });
    }
    Ok(rows)
}

/// Matches after an id, in id order.
pub(super) fn page(
    connection: &Connection,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Vec<Row>, StoreError> {
    let after = after.map_or(-1, MatchId::as_i64);
    let mut select = connection.prepare_cached(MATCHES)?;
    let mut found = select.query(params![after, limit])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let id = id_of(row.get(0)?)?;
        let rematch = row.get::<_, Option<i64>>(5)?.map(id_of).transpose()?;
        let body = body(connection, id, row.get(1)?, (row.get(3)?, row.get(4)?))?;
        rows.push(Row { id, rematch, listed: row.get(2)?, body });
    }
    Ok(rows)
}

/// The number of matches.
pub(super) fn counts(connection: &Connection) -> Result<Counts, StoreError> {
    let count = |sql: &str| -> Result<u64, StoreError> {
        let count: i64 = connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    };
    Ok(Counts {
        open: count("SELECT count(*) FROM running WHERE open")?,
        running: count("SELECT count(*) FROM running WHERE NOT open")?,
        finished: count(
            "SELECT (SELECT count(*) FROM finished) + (SELECT count(*) FROM unlisted)",
        )?,
    })
}

/// Faults of the database itself.
pub(super) fn faults(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let texts = |sql: &str| -> Result<Vec<String>, StoreError> {
        let mut select = connection.prepare(sql)?;
        let texts = select.query_map([], |row| row.get(0))?;
        Ok(texts.collect::<Result<_, _>>()?)
    };
    let ids = |sql: &str, fault: &str| -> Result<Vec<String>, StoreError> {
        let mut select = connection.prepare(sql)?;
        let ids = select.query_map([], |row| row.get(0))?;
        ids.map(|id| Ok(format!("match {}: {fault}", id_of(id?)?))).collect()
    };
    let mut faults = texts("PRAGMA integrity_check")?;
    faults.retain(|line| line != "ok");
    faults.extend(ids(
        "SELECT DISTINCT id FROM log WHERE id NOT IN (SELECT id FROM running)",
        "it has entries, but is not running",
    )?);
    faults.extend(ids(
        "SELECT id FROM running
         WHERE id IN (SELECT id FROM finished UNION ALL SELECT id FROM unlisted)
         UNION ALL SELECT id FROM finished WHERE id IN (SELECT id FROM unlisted)",
        "it is stored twice",
    )?);
    faults.extend(damaged_links(connection)?);
    Ok(faults)
}

/// Links to rematches with a wrong checksum.
fn damaged_links(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut select = connection.prepare("SELECT old, new, sum FROM rematches")?;
    let links = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut faults = Vec::new();
    for link in links {
        let (old, new, sum): (i64, i64, i64) = link?;
        let (old, new) = (id_of(old)?, id_of(new)?);
        if rematch_sum(old, new) != sum {
            faults.push(format!("match {old}: the checksum of the link to its rematch is wrong"));
        }
    }
    Ok(faults)
}
