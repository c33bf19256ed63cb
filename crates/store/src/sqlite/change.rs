//! Changes, each inside a transaction. A single thread writes, so what was checked still holds when
//! it is changed.

use rusqlite::{Connection, OptionalExtension, params};

use super::query;
use crate::row::{Row, RowBody};
use crate::{MatchId, StoreError};

/// Clamps times to the range of the database; such a far future is as good as never.
fn time(unix_ms: u64) -> i64 {
    i64::try_from(unix_ms).unwrap_or(i64::MAX)
}

/// A match to create.
pub(super) struct New {
    pub(super) row: Row,
    pub(super) wake: u64,
    pub(super) open: bool,
}

/// Creates a match and links it to the match that it is a rematch of.
pub(super) fn create(
    connection: &Connection,
    new: &New,
    rematch_of: Option<MatchId>,
) -> Result<MatchId, StoreError> {
    let id = new.row.id;
    if let Some(old) = rematch_of
        && let Some(there) = query::rematch(connection, old)?
    {
        return Ok(there);
    }
    if query::exists(connection, id)? {
        return Err(StoreError::Exists);
    }
    insert(connection, new)?;
    if let Some(old) = rematch_of {
        link(connection, old, id)?;
    }
    Ok(id)
}

/// Adds a match from another store and returns whether it is new.
pub(super) fn put(connection: &Connection, new: &New) -> Result<bool, StoreError> {
    let Row { id, rematch, .. } = new.row;
    let linked = query::rematch(connection, id)?;
    if let Some(there) = query::row(connection, id)? {
        let same = Row { rematch: linked, ..there } == new.row;
        return if same { Ok(false) } else { Err(StoreError::Exists) };
    }
    // The link may exist before the match does.
    if linked.is_some() && linked != rematch {
        return Err(StoreError::Exists);
    }
    insert(connection, new)?;
    if let (None, Some(rematch)) = (linked, rematch) {
        link(connection, id, rematch)?;
    }
    Ok(true)
}

fn insert(connection: &Connection, new: &New) -> Result<(), StoreError> {
    let Row { id, listed, body, .. } = &new.row;
    match body {
        RowBody::Finished(data) => insert_finished(connection, *id, *listed, data),
        RowBody::Running { head, log } => {
            let mut insert = connection.prepare_cached(
                "INSERT INTO running (id, head, wake, open, listed) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            insert.execute(params![id.as_i64(), head, time(new.wake), new.open, listed])?;
            let mut insert = connection
                .prepare_cached("INSERT INTO log (id, entry, data) VALUES (?1, ?2, ?3)")?;
            for (entry, data) in log {
                insert.execute(params![id.as_i64(), entry, data])?;
            }
            Ok(())
        }
    }
}

fn insert_finished(
    connection: &Connection,
    id: MatchId,
    listed: bool,
    data: &[u8],
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(match listed {
        true => "INSERT OR IGNORE INTO finished (id, data) VALUES (?1, ?2)",
        false => "INSERT OR IGNORE INTO unlisted (id, data) VALUES (?1, ?2)",
    })?;
    match insert.execute(params![id.as_i64(), data])? {
        0 => Err(StoreError::Exists),
        _ => Ok(()),
    }
}

fn link(connection: &Connection, old: MatchId, new: MatchId) -> Result<(), StoreError> {
    let mut insert =
        connection.prepare_cached("INSERT INTO rematches (old, new) VALUES (?1, ?2)")?;
    insert.execute(params![old.as_i64(), new.as_i64()])?;
    Ok(())
}

/// Appends an entry if the match is running and has exactly `number` entries.
pub(super) fn append(
    connection: &Connection,
    id: MatchId,
    number: u32,
    data: &[u8],
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO log (id, entry, data) SELECT ?1, ?2, ?3
         WHERE EXISTS (SELECT 1 FROM running WHERE id = ?1)
         AND (?2 = 0 OR EXISTS (SELECT 1 FROM log WHERE id = ?1 AND entry = ?2 - 1))",
    )?;
    match insert.execute(params![id.as_i64(), number, data])? {
        0 if query::is_running(connection, id)? => Err(StoreError::Conflict),
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Sets when a running match is due.
pub(super) fn set_wake(connection: &Connection, id: MatchId, wake: u64) -> Result<(), StoreError> {
    let mut update = connection.prepare_cached("UPDATE running SET wake = ?2 WHERE id = ?1")?;
    match update.execute(params![id.as_i64(), time(wake)])? {
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Sets whether a running match has an open seat.
pub(super) fn set_open(connection: &Connection, id: MatchId, open: bool) -> Result<(), StoreError> {
    let mut update = connection.prepare_cached("UPDATE running SET open = ?2 WHERE id = ?1")?;
    update.execute(params![id.as_i64(), open])?;
    Ok(())
}

/// Replaces a running match with exactly `number` entries by a finished one.
pub(super) fn finish(
    connection: &Connection,
    id: MatchId,
    number: u32,
    listed: bool,
    data: &[u8],
) -> Result<(), StoreError> {
    if !query::is_running(connection, id)? {
        return Err(StoreError::Gone);
    }
    if entries(connection, id)? != i64::from(number) {
        return Err(StoreError::Conflict);
    }
    insert_finished(connection, id, listed, data)?;
    connection.prepare_cached("DELETE FROM log WHERE id = ?1")?.execute([id.as_i64()])?;
    connection.prepare_cached("DELETE FROM running WHERE id = ?1")?.execute([id.as_i64()])?;
    Ok(())
}

/// The number of entries of a match: they are numbered from 0 without gaps.
fn entries(connection: &Connection, id: MatchId) -> Result<i64, StoreError> {
    let mut last = connection
        .prepare_cached("SELECT entry FROM log WHERE id = ?1 ORDER BY entry DESC LIMIT 1")?;
    let last: Option<i64> = last.query_row([id.as_i64()], |row| row.get(0)).optional()?;
    Ok(last.map_or(0, |last| last.saturating_add(1)))
}

/// Writes without changing anything.
pub(super) fn touch(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.pragma_update(None, "user_version", super::schema::VERSION)?)
}
