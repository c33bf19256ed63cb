//! Fills the columns that version 3 of the tables adds.

use rusqlite::{Connection, params};

use crate::row::{choices_in, entry_sum, match_sum, rematch_sum};
use crate::{Entry, EntryBytes, Head, HeadBytes, MatchId, Seating, StoreError};

/// Computes the checksums, plies and seats of matches from earlier versions. Damaged bytes are left
/// as they are: reading them reports the damage.
pub(super) fn fill_sums(connection: &Connection) -> Result<(), StoreError> {
    fill_running(connection)?;
    fill_finished(connection, "finished", true)?;
    fill_finished(connection, "unlisted", false)?;
    for (old, new) in pairs(connection, "SELECT old, new FROM rematches")? {
        if let (Some(old), Some(new)) = (MatchId::from_i64(old), MatchId::from_i64(new)) {
            let mut update =
                connection.prepare_cached("UPDATE rematches SET sum = ?2 WHERE old = ?1")?;
            update.execute(params![old.as_i64(), rematch_sum(old, new)])?;
        }
    }
    Ok(())
}

fn pairs(connection: &Connection, sql: &str) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn fill_running(connection: &Connection) -> Result<(), StoreError> {
    for (number, listed) in pairs(connection, "SELECT id, listed FROM running")? {
        let Some(id) = MatchId::from_i64(number) else { continue };
        let mut select = connection.prepare_cached("SELECT head FROM running WHERE id = ?1")?;
        let head: Vec<u8> = select.query_row([number], |row| row.get(0))?;
        let entries = fill_log(connection, id)?;
        let seats = Head::from_bytes(id, listed != 0, &head).ok().and_then(|head| {
            let now = Seating::after(&head, &entries);
            (now.seats != head.seats).then(|| now.to_sealed(id))
        });
        let sum = match_sum(id, listed != 0, &head);
        let mut update =
            connection.prepare_cached("UPDATE running SET seats = ?2, sum = ?3 WHERE id = ?1")?;
        update.execute(params![number, seats, sum])?;
    }
    Ok(())
}

/// Fills the log of a match; returns the readable entries.
fn fill_log(connection: &Connection, id: MatchId) -> Result<Vec<Entry>, StoreError> {
    let mut select =
        connection.prepare_cached("SELECT entry, data FROM log WHERE id = ?1 ORDER BY entry")?;
    let rows = select.query_map([id.as_i64()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(i64, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    let mut update = connection
        .prepare_cached("UPDATE log SET ply = ?3, sum = ?4 WHERE id = ?1 AND entry = ?2")?;
    let (mut ply, mut entries) = (0, Vec::new());
    for (number, data) in rows {
        let entry = Entry::from_bytes(&data).ok();
        ply += entry.as_ref().map_or(0, choices_in);
        update.execute(params![id.as_i64(), number, ply, entry_sum(id, number, &data)])?;
        entries.extend(entry);
    }
    Ok(entries)
}

fn fill_finished(connection: &Connection, table: &str, listed: bool) -> Result<(), StoreError> {
    const PAGE: i64 = 1000;
    let mut after = -1;
    loop {
        let sql = format!("SELECT id, data FROM {table} WHERE id > ?1 ORDER BY id LIMIT ?2");
        let mut select = connection.prepare_cached(&sql)?;
        let rows = select.query_map([after, PAGE], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rows: Vec<(i64, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = *last;
        let sql = format!("UPDATE {table} SET sum = ?2 WHERE id = ?1");
        let mut update = connection.prepare_cached(&sql)?;
        for (number, data) in &rows {
            let Some(id) = MatchId::from_i64(*number) else { continue };
            update.execute(params![number, match_sum(id, listed, data)])?;
        }
    }
}
