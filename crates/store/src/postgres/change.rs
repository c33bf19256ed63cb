//! Changes. Each task can be retried after a lost connection: if the first attempt turns out to
//! have succeeded, so does the retry.

use deadpool_postgres::{Client, GenericClient, Transaction};

use super::fault::Fault;
use super::pool::DatabaseTask;
use super::query::{self, LOAD, id_of, select};
use crate::commit_rows::{ChangeRows, CommitRows, NewRow};
use crate::row::{LogRow, Row, RowBody, rematch_sum};
use crate::seats_bytes::AuxiliaryColumns;
use crate::{MatchId, Postpone, StoreError};

/// Clamps times to the range of the database; such a far future is as good as never.
pub(super) fn time(unix_ms: u64) -> i64 {
    i64::try_from(unix_ms).unwrap_or(i64::MAX)
}

/// Inserts entry $2 with data $3, checksum $4 and $5 choices.
macro_rules! insert_entry {
    () => {
        "INSERT INTO ennead.log (id, entry, data, sum, ply)
             SELECT $1::bigint, $2::bigint, $3::bytea, $4::bigint, $5::bigint + coalesce(
                 (SELECT ply FROM ennead.log WHERE id = $1 AND entry = $2 - 1), 0)
             WHERE EXISTS (SELECT 1 FROM ennead.running WHERE id = $1)
             AND ($2 = 0
             OR EXISTS (SELECT 1 FROM ennead.log WHERE id = $1 AND entry = $2 - 1))
             ON CONFLICT DO NOTHING"
    };
}

/// Makes a change of a running match.
pub(super) struct Commit(pub(super) CommitRows);

impl DatabaseTask for Commit {
    type Output = ();

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<(), Fault> {
        let CommitRows { id, number, change, next } = &self.0;
        let is_made = match (change, next) {
            (ChangeRows::Append { log, wake, seats }, None) if log.len() == 1 => {
                append_one(client, *id, &log[0], *wake, seats.as_ref()).await?
            }
            _ => make(client, *id, *number, change, next.as_ref()).await?,
        };
        if is_made {
            return Ok(());
        }
        let there = load(client, *id).await?;
        Ok(self.0.refusal(there.as_ref(), again)?)
    }
}

/// Appends an entry in a single statement: one transaction and one round trip. Returns false if the
/// match is not running or has another number of entries.
async fn append_one(
    client: &Client,
    id: MatchId,
    row: &LogRow,
    wake: Option<u64>,
    seats: Option<&(bool, Vec<u8>)>,
) -> Result<bool, Fault> {
    // The ply of a single new entry is its number of choices.
    let (id, LogRow { entry, data, ply: choices, sum }) = (id.as_i64(), row);
    if wake.is_none() && seats.is_none() {
        let statement = client.prepare_cached(insert_entry!()).await?;
        let added = client.execute(&statement, &[&id, entry, data, sum, choices]).await?;
        return Ok(added == 1);
    }
    // The update locks the row like `SetDeadline`, so the last of the two deadlines is that of
    // the newest state.
    let statement = client
        .prepare_cached(concat!(
            "WITH added AS (",
            insert_entry!(),
            " RETURNING id)
             UPDATE ennead.running
             SET wake = coalesce($6::bigint, wake), open = coalesce($7::boolean, open),
                 seats = coalesce($8::bytea, seats)
             WHERE id IN (SELECT id FROM added)",
        ))
        .await?;
    let (wake, open) = (wake.map(time), seats.map(|(open, _)| *open));
    let seats = seats.map(|(_, seats)| seats.as_slice());
    let changed =
        client.execute(&statement, &[&id, entry, data, sum, choices, &wake, &open, &seats]).await?;
    Ok(changed == 1)
}

/// Makes a change of several rows in one transaction. Returns false if the match is not as the
/// caller has seen it; nothing is changed then.
async fn make(
    client: &mut Client,
    id: MatchId,
    number: u32,
    change: &ChangeRows,
    next: Option<&NewRow>,
) -> Result<bool, Fault> {
    let all = client.transaction().await?;
    let key = id.as_i64();
    // From here on no entry can be appended, since that needs a lock on the same row.
    let sql = "SELECT 1::bigint FROM ennead.running WHERE id = $1 FOR UPDATE";
    let is_running = !select(&all, sql, &[key]).await?.is_empty();
    let sql = "SELECT coalesce(max(entry) + 1, 0), coalesce(max(ply), 0)
        FROM ennead.log WHERE id = $1";
    let found = select(&all, sql, &[key]).await?;
    let (entries, before): (i64, i64) =
        found.first().map_or((0, 0), |row| (row.get(0), row.get(1)));
    if !is_running || entries != i64::from(number) {
        return Ok(false);
    }
    match change {
        ChangeRows::Append { log, wake, seats } => {
            let log = log.iter().map(|row| LogRow { ply: before + row.ply, ..row.clone() });
            insert_log(&all, key, &log.collect::<Vec<_>>()).await?;
            let statement = all
                .prepare_cached(
                    "UPDATE ennead.running
                     SET wake = coalesce($2::bigint, wake), open = coalesce($3::boolean, open),
                         seats = coalesce($4::bytea, seats)
                     WHERE id = $1",
                )
                .await?;
            let (wake, open) = (wake.map(time), seats.as_ref().map(|(open, _)| *open));
            let seats = seats.as_ref().map(|(_, seats)| seats.as_slice());
            all.execute(&statement, &[&key, &wake, &open, &seats]).await?;
        }
        ChangeRows::Finish { row, brief } => {
            execute(&all, "DELETE FROM ennead.log WHERE id = $1", key).await?;
            execute(&all, "DELETE FROM ennead.running WHERE id = $1", key).await?;
            let auxiliary = AuxiliaryColumns::default();
            if !insert(&all, row, &auxiliary, brief.as_deref()).await? {
                return Err(StoreError::Exists.into());
            }
        }
    }
    if let Some(next) = next {
        if !link(&all, id, next.row.id).await? {
            return Ok(false);
        }
        if !insert(&all, &next.row, &next.auxiliary, None).await? {
            return Err(StoreError::Exists.into());
        }
    }
    all.commit().await?;
    Ok(true)
}

/// Creates a match and links it to the match that it is a rematch of.
pub(super) struct Create {
    pub(super) new: NewRow,
    pub(super) rematch_of: Option<MatchId>,
}

impl DatabaseTask for Create {
    type Output = MatchId;

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<MatchId, Fault> {
        let NewRow { row, auxiliary } = &self.new;
        let id = row.id;
        let change = client.transaction().await?;
        if let Some(old) = self.rematch_of
            && !link(&change, old, id).await?
        {
            let there = select(&change, query::REMATCH, &[old.as_i64()]).await?;
            let there =
                there.first().ok_or_else(|| Fault::Lost("a rematch came and went".into()))?;
            return Ok(id_of(there.get(0))?);
        }
        if !insert(&change, row, auxiliary, None).await? {
            let there = load(&change, id).await?;
            let done = again && there.is_some_and(|there| there.body == row.body);
            return if done { Ok(id) } else { Err(StoreError::Exists.into()) };
        }
        change.commit().await?;
        Ok(id)
    }
}

/// Adds a match from another store.
pub(super) struct Put(pub(super) NewRow);

impl DatabaseTask for Put {
    type Output = bool;

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<bool, Fault> {
        let NewRow { row, auxiliary } = &self.0;
        let change = client.transaction().await?;
        if !insert(&change, row, auxiliary, None).await? {
            let there = load(&change, row.id).await?;
            let same = there.is_some_and(|there| there == *row);
            return if same { Ok(again) } else { Err(StoreError::Exists.into()) };
        }
        if let Some(rematch) = row.rematch {
            link(&change, row.id, rematch).await?;
        }
        // The link may have existed before the match.
        if load(&change, row.id).await?.as_ref() != Some(row) {
            return Err(StoreError::Exists.into());
        }
        change.commit().await?;
        Ok(true)
    }
}

/// Sets the deadline of a running match that is still as the caller has seen it.
pub(super) struct SetDeadline(pub(super) Postpone);

impl DatabaseTask for SetDeadline {
    type Output = ();

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<(), Fault> {
        let Postpone { id, number, seen, wake } = self.0;
        let id = id.as_i64();
        let change = client.transaction().await?;
        // From here on no entry can be appended, since that needs a lock on the same row.
        let sql = "SELECT wake FROM ennead.running WHERE id = $1 FOR UPDATE";
        let found = select(&change, sql, &[id]).await?;
        let there: i64 = found.first().ok_or(StoreError::Gone)?.get(0);
        if again && there == time(wake) {
            return Ok(());
        }
        let sql = "SELECT coalesce(max(entry) + 1, 0) FROM ennead.log WHERE id = $1";
        let entries: i64 = select(&change, sql, &[id]).await?.first().map_or(0, |row| row.get(0));
        let same = seen.is_none_or(|seen| time(seen) == there);
        if !same || entries != i64::from(number) {
            return Err(StoreError::Conflict.into());
        }
        let statement =
            change.prepare_cached("UPDATE ennead.running SET wake = $2 WHERE id = $1").await?;
        change.execute(&statement, &[&id, &time(wake)]).await?;
        Ok(change.commit().await?)
    }
}

/// Stores the brief of a finished match that has none.
pub(super) struct SetBrief {
    pub(super) id: MatchId,
    pub(super) brief: Vec<u8>,
}

impl DatabaseTask for SetBrief {
    type Output = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        for sql in [
            "UPDATE ennead.finished SET brief = $2 WHERE id = $1 AND brief IS NULL",
            "UPDATE ennead.unlisted SET brief = $2 WHERE id = $1 AND brief IS NULL",
        ] {
            let statement = client.prepare_cached(sql).await?;
            client.execute(&statement, &[&self.id.as_i64(), &self.brief]).await?;
        }
        Ok(())
    }
}

/// Deletes a match and the links from and to it.
pub(super) struct Delete(pub(super) MatchId);

impl DatabaseTask for Delete {
    type Output = bool;

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<bool, Fault> {
        let id = self.0.as_i64();
        let change = client.transaction().await?;
        select(&change, "SELECT 1::bigint FROM ennead.running WHERE id = $1 FOR UPDATE", &[id])
            .await?;
        execute(&change, "DELETE FROM ennead.log WHERE id = $1", id).await?;
        execute(&change, "DELETE FROM ennead.rematches WHERE old = $1 OR new = $1", id).await?;
        let mut deleted = 0;
        for sql in [
            "DELETE FROM ennead.running WHERE id = $1",
            "DELETE FROM ennead.finished WHERE id = $1",
            "DELETE FROM ennead.unlisted WHERE id = $1",
        ] {
            deleted += execute(&change, sql, id).await?;
        }
        change.commit().await?;
        Ok(deleted > 0 || again)
    }
}

/// Writes without changing anything.
pub(super) struct Touch;

impl DatabaseTask for Touch {
    type Output = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        client.execute("UPDATE ennead.version SET version = version", &[]).await?;
        Ok(())
    }
}

async fn load(client: &impl GenericClient, id: MatchId) -> Result<Option<Row>, Fault> {
    Ok(query::rows(&select(client, LOAD, &[id.as_i64()]).await?)?.into_iter().next())
}

async fn execute(change: &Transaction<'_>, sql: &str, id: i64) -> Result<u64, Fault> {
    let statement = change.prepare_cached(sql).await?;
    Ok(change.execute(&statement, &[&id]).await?)
}

/// Links a rematch; returns false if there already is one.
async fn link(change: &Transaction<'_>, old: MatchId, new: MatchId) -> Result<bool, Fault> {
    let statement = change
        .prepare_cached(
            "INSERT INTO ennead.rematches (old, new, sum) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
        )
        .await?;
    let sum = rematch_sum(old, new);
    Ok(change.execute(&statement, &[&old.as_i64(), &new.as_i64(), &sum]).await? == 1)
}

/// Inserts a match; returns false if its id is taken.
async fn insert(
    change: &Transaction<'_>,
    row: &Row,
    auxiliary: &AuxiliaryColumns,
    brief: Option<&[u8]>,
) -> Result<bool, Fault> {
    let id = row.id.as_i64();
    let added = match &row.body {
        RowBody::Running { head, sum, log } => {
            let statement = change
                .prepare_cached(
                    "INSERT INTO ennead.running (id, head, wake, open, listed, seats, sum)
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                )
                .await?;
            let AuxiliaryColumns { wake, open, seats } = auxiliary;
            let wake = time(*wake);
            let added = change
                .execute(&statement, &[&id, head, &wake, open, &row.listed, seats, sum])
                .await?;
            if added == 1 {
                insert_log(change, id, log).await?;
            }
            added
        }
        RowBody::Finished { data, sum } => {
            let statement = change
                .prepare_cached(match row.listed {
                    true => {
                        "INSERT INTO ennead.finished (id, data, sum, brief)
                         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
                    }
                    false => {
                        "INSERT INTO ennead.unlisted (id, data, sum, brief)
                         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
                    }
                })
                .await?;
            change.execute(&statement, &[&id, data, sum, &brief]).await?
        }
    };
    // The other tables may also have the id. This statement sees a newer state than an insertion
    // that had to wait.
    Ok(added == 1 && select(change, LOAD, &[id]).await?.len() == 1)
}

async fn insert_log(change: &Transaction<'_>, id: i64, log: &[LogRow]) -> Result<(), Fault> {
    if log.is_empty() {
        return Ok(());
    }
    let entries: Vec<i64> = log.iter().map(|row| row.entry).collect();
    let data: Vec<&[u8]> = log.iter().map(|row| row.data.as_slice()).collect();
    let plies: Vec<i64> = log.iter().map(|row| row.ply).collect();
    let sums: Vec<i64> = log.iter().map(|row| row.sum).collect();
    let statement = change
        .prepare_cached(
            "INSERT INTO ennead.log (id, entry, data, ply, sum)
             SELECT $1::bigint, *
             FROM unnest($2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[])",
        )
        .await?;
    change.execute(&statement, &[&id, &entries, &data, &plies, &sums]).await?;
    Ok(())
}
