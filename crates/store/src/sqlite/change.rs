//! Changes, each inside a transaction. A single thread writes, so what was checked still holds when
//! the change is made.

use rusqlite::{Connection, OptionalExtension, params};

use super::query;
use crate::row::{LogRow, Row, RowBody, rematch_sum};
use crate::seats_bytes::AuxiliaryColumns;
use crate::{MatchId, Postpone, StoreError};

/// Clamps times to the range of the database; such a far future is as good as never.
fn time(unix_ms: u64) -> i64 {
    i64::try_from(unix_ms).unwrap_or(i64::MAX)
}

/// A match to create.
pub(super) struct New {
    pub(super) row: Row,
    pub(super) auxiliary: AuxiliaryColumns,
}

/// An entry to append.
pub(super) struct NewEntry {
    pub(super) id: MatchId,
    pub(super) number: u32,
    pub(super) data: Vec<u8>,
    pub(super) sum: i64,
    /// The number of choices in the entry.
    pub(super) choices: i64,
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

/// Adds a match from another store; returns whether it is new.
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
        RowBody::Finished { .. } => insert_finished(connection, &new.row, None),
        RowBody::Running { head, sum, log } => {
            let AuxiliaryColumns { wake, open, seats } = &new.auxiliary;
            let mut insert = connection.prepare_cached(
                "INSERT INTO running (id, head, wake, open, listed, seats, sum)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            insert.execute(params![id.as_i64(), head, time(*wake), open, listed, seats, sum])?;
            insert_log(connection, *id, log)
        }
    }
}

fn insert_log(connection: &Connection, id: MatchId, log: &[LogRow]) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO log (id, entry, data, ply, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for LogRow { entry, data, ply, sum } in log {
        insert.execute(params![id.as_i64(), entry, data, ply, sum])?;
    }
    Ok(())
}

fn insert_finished(
    connection: &Connection,
    row: &Row,
    brief: Option<&[u8]>,
) -> Result<(), StoreError> {
    let RowBody::Finished { data, sum } = &row.body else { return Err(StoreError::Exists) };
    let mut insert = connection.prepare_cached(match row.listed {
        true => "INSERT OR IGNORE INTO finished (id, data, sum, brief) VALUES (?1, ?2, ?3, ?4)",
        false => "INSERT OR IGNORE INTO unlisted (id, data, sum, brief) VALUES (?1, ?2, ?3, ?4)",
    })?;
    match insert.execute(params![row.id.as_i64(), data, sum, brief])? {
        0 => Err(StoreError::Exists),
        _ => Ok(()),
    }
}

fn link(connection: &Connection, old: MatchId, new: MatchId) -> Result<(), StoreError> {
    let mut insert =
        connection.prepare_cached("INSERT INTO rematches (old, new, sum) VALUES (?1, ?2, ?3)")?;
    insert.execute(params![old.as_i64(), new.as_i64(), rematch_sum(old, new)])?;
    Ok(())
}

/// Appends an entry if the match is running and has exactly as many entries as the caller knows.
/// Two plain statements take a third of the time of a single one with subqueries, which first
/// collects its row in a temporary table.
pub(super) fn append(connection: &Connection, new: &NewEntry) -> Result<(), StoreError> {
    let NewEntry { id, number, data, sum, choices } = new;
    let before = ply_before(connection, *id, *number)?;
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO log (id, entry, data, sum, ply) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    match insert.execute(params![id.as_i64(), number, data, sum, before + choices])? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

/// The number of choices in the first `number` entries of a running match. Only running matches
/// have entries.
fn ply_before(connection: &Connection, id: MatchId, number: u32) -> Result<i64, StoreError> {
    let Some(last) = number.checked_sub(1) else {
        return if query::is_running(connection, id)? { Ok(0) } else { Err(StoreError::Gone) };
    };
    let mut select =
        connection.prepare_cached("SELECT ply FROM log WHERE id = ?1 AND entry = ?2")?;
    let ply: Option<i64> =
        select.query_row(params![id.as_i64(), last], |row| row.get(0)).optional()?;
    match ply {
        Some(ply) => Ok(ply),
        None if query::is_running(connection, id)? => Err(StoreError::Conflict),
        None => Err(StoreError::Gone),
    }
}

/// Sets the deadline of a running match.
pub(super) fn set_wake(connection: &Connection, id: MatchId, wake: u64) -> Result<(), StoreError> {
    let mut update = connection.prepare_cached("UPDATE running SET wake = ?2 WHERE id = ?1")?;
    match update.execute(params![id.as_i64(), time(wake)])? {
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Sets the deadline of a match that is still as the caller has seen it.
pub(super) fn postpone(connection: &Connection, postpone: &Postpone) -> Result<(), StoreError> {
    let Postpone { id, number, seen, wake } = *postpone;
    let mut select = connection.prepare_cached("SELECT wake FROM running WHERE id = ?1")?;
    let there: Option<i64> = select.query_row([id.as_i64()], |row| row.get(0)).optional()?;
    let there = there.ok_or(StoreError::Gone)?;
    let same = seen.is_none_or(|seen| time(seen) == there);
    if !same || entries(connection, id)? != i64::from(number) {
        return Err(StoreError::Conflict);
    }
    set_wake(connection, id, wake)
}

/// Sets the current seats of a running match, and whether one is open.
pub(super) fn set_seats(
    connection: &Connection,
    id: MatchId,
    open: bool,
    seats: &[u8],
) -> Result<(), StoreError> {
    let mut update =
        connection.prepare_cached("UPDATE running SET open = ?2, seats = ?3 WHERE id = ?1")?;
    update.execute(params![id.as_i64(), open, seats])?;
    Ok(())
}

/// Stores the brief of a finished match that has none.
pub(super) fn set_brief(
    connection: &Connection,
    id: MatchId,
    brief: &[u8],
) -> Result<(), StoreError> {
    for sql in [
        "UPDATE finished SET brief = ?2 WHERE id = ?1 AND brief IS NULL",
        "UPDATE unlisted SET brief = ?2 WHERE id = ?1 AND brief IS NULL",
    ] {
        connection.prepare_cached(sql)?.execute(params![id.as_i64(), brief])?;
    }
    Ok(())
}

/// Deletes a match and the links from and to it.
pub(super) fn delete(connection: &Connection, id: MatchId) -> Result<bool, StoreError> {
    connection.execute("DELETE FROM log WHERE id = ?1", [id.as_i64()])?;
    connection.execute("DELETE FROM rematches WHERE old = ?1 OR new = ?1", [id.as_i64()])?;
    let mut deleted = 0;
    for sql in [
        "DELETE FROM running WHERE id = ?1",
        "DELETE FROM finished WHERE id = ?1",
        "DELETE FROM unlisted WHERE id = ?1",
    ] {
        deleted += connection.execute(sql, [id.as_i64()])?;
    }
    Ok(deleted > 0)
}

/// Replaces a running match with exactly `number` entries by a finished one.
pub(super) fn finish(
    connection: &Connection,
    number: u32,
    row: &Row,
    brief: Option<&[u8]>,
) -> Result<(), StoreError> {
    let id = row.id;
    ply_before(connection, id, number)?;
    let mut select = connection.prepare_cached("SELECT 1 FROM log WHERE id = ?1 AND entry = ?2")?;
    if select.exists(params![id.as_i64(), number])? {
        return Err(StoreError::Conflict);
    }
    insert_finished(connection, row, brief)?;
    connection.prepare_cached("DELETE FROM log WHERE id = ?1")?.execute([id.as_i64()])?;
    connection.prepare_cached("DELETE FROM running WHERE id = ?1")?.execute([id.as_i64()])?;
    Ok(())
}

/// The number of entries of a match, which are numbered from 0 without gaps.
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
