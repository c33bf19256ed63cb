//! Queries.

use rusqlite::{Connection, OptionalExtension, params};

use crate::row::{Row, RowBody};
use crate::{Counts, Listing, MatchId, StoreError};

/// The columns of a row of all tables: id, whether it is running, listed, data, rematch.
const MATCHES: &str = "
    SELECT id, 1, listed, head, (SELECT new FROM rematches WHERE old = id)
    FROM running WHERE id > ?1
    UNION ALL SELECT id, 0, 1, data, (SELECT new FROM rematches WHERE old = id)
    FROM finished WHERE id > ?1
    UNION ALL SELECT id, 0, 0, data, (SELECT new FROM rematches WHERE old = id)
    FROM unlisted WHERE id > ?1
    ORDER BY id LIMIT ?2";

fn id_of(number: i64) -> Result<MatchId, StoreError> {
    MatchId::from_i64(number).ok_or_else(|| StoreError::Corrupt(format!("{number} is no match id")))
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

/// The match with this id, without its rematch.
pub(super) fn row(connection: &Connection, id: MatchId) -> Result<Option<Row>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT 1, listed, head FROM running WHERE id = ?1
         UNION ALL SELECT 0, 1, data FROM finished WHERE id = ?1
         UNION ALL SELECT 0, 0, data FROM unlisted WHERE id = ?1",
    )?;
    let found = select
        .query_row([id.as_i64()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((running, listed, data)) = found else { return Ok(None) };
    Ok(Some(Row { id, rematch: None, listed, body: body(connection, id, running, data)? }))
}

fn body(
    connection: &Connection,
    id: MatchId,
    running: bool,
    data: Vec<u8>,
) -> Result<RowBody, StoreError> {
    if !running {
        return Ok(RowBody::Finished(data));
    }
    let mut select =
        connection.prepare_cached("SELECT entry, data FROM log WHERE id = ?1 ORDER BY entry")?;
    let log = select.query_map([id.as_i64()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(RowBody::Running { head: data, log: log.collect::<Result<_, _>>()? })
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
    limit: u32,
) -> Result<Vec<MatchId>, StoreError> {
    let now = i64::try_from(now).unwrap_or(i64::MAX);
    let mut select = connection
        .prepare_cached("SELECT id FROM running WHERE wake <= ?1 ORDER BY wake LIMIT ?2")?;
    let ids = select.query_map(params![now, limit], |row| row.get(0))?;
    ids.map(|id| id_of(id?)).collect()
}

/// Listed matches, newest first.
pub(super) fn list(
    connection: &Connection,
    which: Listing,
    before: Option<MatchId>,
    limit: u32,
) -> Result<Vec<Row>, StoreError> {
    let highest = before.map_or(i64::MAX, |before| before.as_i64() - 1);
    let mut select = connection.prepare_cached(match which {
        Listing::Open => {
            "SELECT id, 1, 1, head, NULL FROM running
             WHERE listed AND open = 1 AND id <= ?1 ORDER BY id DESC LIMIT ?2"
        }
        Listing::Running => {
            "SELECT id, 1, 1, head, NULL FROM running
             WHERE listed AND open = 0 AND id <= ?1 ORDER BY id DESC LIMIT ?2"
        }
        Listing::Finished => {
            "SELECT id, 0, 1, data, NULL FROM finished WHERE id <= ?1 ORDER BY id DESC LIMIT ?2"
        }
    })?;
    rows(connection, &mut select, highest, limit)
}

/// Matches after an id in the order of their ids.
pub(super) fn page(
    connection: &Connection,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Vec<Row>, StoreError> {
    let after = after.map_or(-1, MatchId::as_i64);
    rows(connection, &mut *connection.prepare_cached(MATCHES)?, after, limit)
}

/// Rows of id, whether it is running, listed, data and rematch.
fn rows(
    connection: &Connection,
    select: &mut rusqlite::Statement<'_>,
    from: i64,
    limit: u32,
) -> Result<Vec<Row>, StoreError> {
    let mut found = select.query(params![from, limit])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let id = id_of(row.get(0)?)?;
        let rematch = row.get::<_, Option<i64>>(4)?.map(id_of).transpose()?;
        let body = body(connection, id, row.get(1)?, row.get(3)?)?;
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
    Ok(faults)
}
