//! Changes, each inside a transaction. A single thread writes, so what was checked still holds when
//! the change is made.

use rusqlite::{Connection, OptionalExtension, params};

use super::query;
use crate::commit_rows::{ChangeRows, CommitRows, NewRow};
use crate::row::{LogRow, Row, RowBody, rematch_sum};
use crate::seats_bytes::AuxiliaryColumns;
use crate::{MatchId, Postpone, StoreError};

/// Clamps times to the range of the database; such a far future is as good as never.
fn time(unix_ms: u64) -> i64 {
    i64::try_from(unix_ms).unwrap_or(i64::MAX)
}

/// Creates a match and links it to the match that it is a rematch of.
pub(super) fn create(
    connection: &Connection,
    new: &NewRow,
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
pub(super) fn put(connection: &Connection, new: &NewRow) -> Result<bool, StoreError> {
    let Row { id, rematch, .. } = new.row;
    if let Some(there) = query::row(connection, id)? {
        return if there == new.row { Ok(false) } else { Err(StoreError::Exists) };
    }
    let linked = query::rematch(connection, id)?;
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

fn insert(connection: &Connection, new: &NewRow) -> Result<(), StoreError> {
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

/// Makes a change of a running match that has exactly as many entries as the caller knows. Whatever
/// is refused is refused before the first write: other changes share the transaction.
pub(super) fn commit(connection: &Connection, rows: &CommitRows) -> Result<(), StoreError> {
    let CommitRows { id, number, change, next } = rows;
    let before = ply_before(connection, *id, *number)?;
    if let Some(next) = next {
        if query::rematch(connection, *id)?.is_some() {
            return Err(StoreError::Conflict);
        }
        if query::exists(connection, next.row.id)? {
            return Err(StoreError::Exists);
        }
    }
    match change {
        ChangeRows::Append { log, wake, seats } => {
            append(connection, *id, log, before)?;
            wake.map_or(Ok(()), |wake| set_wake(connection, *id, wake))?;
            if let Some((open, seats)) = seats {
                set_seats(connection, *id, *open, seats)?;
            }
        }
        ChangeRows::Finish { row, brief } => {
            finish(connection, *number, row, brief.as_deref())?;
        }
    }
    if let Some(next) = next {
        insert(connection, next)?;
        link(connection, *id, next.row.id)?;
    }
    Ok(())
}

/// Appends entries after `before` choices. Two plain statements for each take a third of the time
/// of a single one with subqueries, which first collects its row in a temporary table.
fn append(
    connection: &Connection,
    id: MatchId,
    log: &[LogRow],
    before: i64,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO log (id, entry, data, sum, ply) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for LogRow { entry, data, ply, sum } in log {
        // Only the first of them can be there already.
        if insert.execute(params![id.as_i64(), entry, data, sum, before + ply])? == 0 {
            return Err(StoreError::Conflict);
        }
    }
    Ok(())
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
fn set_wake(connection: &Connection, id: MatchId, wake: u64) -> Result<(), StoreError> {
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
fn set_seats(
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
fn finish(
    connection: &Connection,
    number: u32,
    row: &Row,
    brief: Option<&[u8]>,
) -> Result<(), StoreError> {
    let id = row.id;
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
