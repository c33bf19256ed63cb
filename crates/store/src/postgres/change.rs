//! Changes. Each task can be retried after a lost connection: if it turns out that the first
//! attempt succeeded, that is the answer.

use deadpool_postgres::{Client, GenericClient, Transaction};

use super::fault::Fault;
use super::pool::Task;
use super::query::{self, LOAD, id_of, select};
use crate::row::{Row, RowBody};
use crate::{MatchId, StoreError};

/// Clamps times to the range of the database; such a far future is as good as never.
fn time(unix_ms: u64) -> i64 {
    i64::try_from(unix_ms).unwrap_or(i64::MAX)
}

/// Appends an entry if the match is running and has exactly this many entries, and updates the
/// columns beside the head.
pub(super) struct Append {
    pub(super) id: MatchId,
    pub(super) number: u32,
    pub(super) data: Vec<u8>,
    pub(super) wake: Option<u64>,
    pub(super) open: Option<bool>,
}

impl Append {
    /// A single statement: one transaction and one round trip.
    async fn insert(&self, client: &Client) -> Result<u64, Fault> {
        let (id, number) = (self.id.as_i64(), i64::from(self.number));
        if self.wake.is_none() && self.open.is_none() {
            let statement = client
                .prepare_cached(
                    "INSERT INTO ennead.log (id, entry, data)
                     SELECT $1::bigint, $2::bigint, $3::bytea
                     WHERE EXISTS (SELECT 1 FROM ennead.running WHERE id = $1)
                     AND ($2 = 0
                     OR EXISTS (SELECT 1 FROM ennead.log WHERE id = $1 AND entry = $2 - 1))
                     ON CONFLICT DO NOTHING",
                )
                .await?;
            return Ok(client.execute(&statement, &[&id, &number, &self.data]).await?);
        }
        let statement = client
            .prepare_cached(
                "WITH added AS (
                     INSERT INTO ennead.log (id, entry, data)
                     SELECT $1::bigint, $2::bigint, $3::bytea
                     WHERE EXISTS (SELECT 1 FROM ennead.running WHERE id = $1)
                     AND ($2 = 0
                     OR EXISTS (SELECT 1 FROM ennead.log WHERE id = $1 AND entry = $2 - 1))
                     ON CONFLICT DO NOTHING RETURNING id
                 )
                 UPDATE ennead.running
                 SET wake = coalesce($4::bigint, wake), open = coalesce($5::boolean, open)
                 WHERE id IN (SELECT id FROM added)",
            )
            .await?;
        let wake = self.wake.map(time);
        Ok(client.execute(&statement, &[&id, &number, &self.data, &wake, &self.open]).await?)
    }

    /// Why nothing was appended.
    async fn refusal(&self, client: &Client, again: bool) -> Result<(), Fault> {
        let rows = select(client, LOAD, &[self.id.as_i64()]).await?;
        let Some(RowBody::Running { log, .. }) =
            query::rows(&rows)?.into_iter().next().map(|row| row.body)
        else {
            return Err(StoreError::Gone.into());
        };
        match log.get(self.number as usize) {
            Some((_, data)) if again && *data == self.data => Ok(()),
            _ => Err(StoreError::Conflict.into()),
        }
    }
}

impl Task for Append {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<(), Fault> {
        match self.insert(client).await? {
            0 => self.refusal(client, again).await,
            _ => Ok(()),
        }
    }
}

/// Replaces a running match with exactly this many entries by a finished one.
pub(super) struct Finish {
    pub(super) number: u32,
    pub(super) row: Row,
}

impl Task for Finish {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<(), Fault> {
        let id = self.row.id.as_i64();
        let change = client.transaction().await?;
        // From here on nobody can append an entry, since that needs a lock on the same row.
        if select(&change, "SELECT 1::bigint FROM ennead.running WHERE id = $1 FOR UPDATE", &[id])
            .await?
            .is_empty()
        {
            let there = load(&change, self.row.id).await?;
            let done = again && there.is_some_and(|there| there.body == self.row.body);
            return if done { Ok(()) } else { Err(StoreError::Gone.into()) };
        }
        if execute(&change, "DELETE FROM ennead.log WHERE id = $1", id).await?
            != u64::from(self.number)
        {
            return Err(StoreError::Conflict.into());
        }
        execute(&change, "DELETE FROM ennead.running WHERE id = $1", id).await?;
        if !insert(&change, &self.row, 0, false).await? {
            return Err(StoreError::Exists.into());
        }
        Ok(change.commit().await?)
    }
}

/// Creates a match and links it to the match that it is a rematch of.
pub(super) struct Create {
    pub(super) row: Row,
    pub(super) wake: u64,
    pub(super) open: bool,
    pub(super) rematch_of: Option<MatchId>,
}

impl Task for Create {
    type Answer = MatchId;

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<MatchId, Fault> {
        let id = self.row.id;
        let change = client.transaction().await?;
        if let Some(old) = self.rematch_of
            && !link(&change, old, id).await?
        {
            let there = select(&change, query::REMATCH, &[old.as_i64()]).await?;
            let there =
                there.first().ok_or_else(|| Fault::Lost("a rematch came and went".into()))?;
            return Ok(id_of(there.get(0))?);
        }
        if !insert(&change, &self.row, self.wake, self.open).await? {
            let there = load(&change, id).await?;
            let done = again && there.is_some_and(|there| there.body == self.row.body);
            return if done { Ok(id) } else { Err(StoreError::Exists.into()) };
        }
        change.commit().await?;
        Ok(id)
    }
}

/// Adds a match from another store.
pub(super) struct Put {
    pub(super) row: Row,
    pub(super) open: bool,
}

impl Task for Put {
    type Answer = bool;

    async fn attempt(&self, client: &mut Client, again: bool) -> Result<bool, Fault> {
        let change = client.transaction().await?;
        if !insert(&change, &self.row, 0, self.open).await? {
            let there = load(&change, self.row.id).await?;
            let same = there.is_some_and(|there| there == self.row);
            return if same { Ok(again) } else { Err(StoreError::Exists.into()) };
        }
        if let Some(rematch) = self.row.rematch {
            link(&change, self.row.id, rematch).await?;
        }
        // The link may have existed before the match.
        if load(&change, self.row.id).await?.as_ref() != Some(&self.row) {
            return Err(StoreError::Exists.into());
        }
        change.commit().await?;
        Ok(true)
    }
}

/// Sets when a running match is due.
pub(super) struct Postpone {
    pub(super) id: MatchId,
    pub(super) wake: u64,
}

impl Task for Postpone {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        let statement =
            client.prepare_cached("UPDATE ennead.running SET wake = $2 WHERE id = $1").await?;
        match client.execute(&statement, &[&self.id.as_i64(), &time(self.wake)]).await? {
            0 => Err(StoreError::Gone.into()),
            _ => Ok(()),
        }
    }
}

/// Writes without changing anything.
pub(super) struct Touch;

impl Task for Touch {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        client.execute("UPDATE ennead.version SET version = version", &[]).await?;
        Ok(())
    }
}

async fn load(change: &Transaction<'_>, id: MatchId) -> Result<Option<Row>, Fault> {
    Ok(query::rows(&select(change, LOAD, &[id.as_i64()]).await?)?.into_iter().next())
}

async fn execute(change: &Transaction<'_>, sql: &str, id: i64) -> Result<u64, Fault> {
    let statement = change.prepare_cached(sql).await?;
    Ok(change.execute(&statement, &[&id]).await?)
}

/// Links a rematch; false if there is one already.
async fn link(change: &Transaction<'_>, old: MatchId, new: MatchId) -> Result<bool, Fault> {
    let statement = change
        .prepare_cached(
            "INSERT INTO ennead.rematches (old, new) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        )
        .await?;
    Ok(change.execute(&statement, &[&old.as_i64(), &new.as_i64()]).await? == 1)
}

/// Inserts a match; false if its id is taken.
async fn insert(change: &Transaction<'_>, row: &Row, wake: u64, open: bool) -> Result<bool, Fault> {
    let id = row.id.as_i64();
    let added = match &row.body {
        RowBody::Running { head, log } => {
            let statement = change
                .prepare_cached(
                    "INSERT INTO ennead.running (id, head, wake, open, listed)
                     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                )
                .await?;
            let added =
                change.execute(&statement, &[&id, head, &time(wake), &open, &row.listed]).await?;
            if added == 1 {
                insert_log(change, id, log).await?;
            }
            added
        }
        RowBody::Finished(data) => {
            let statement = change
                .prepare_cached(match row.listed {
                    true => {
                        "INSERT INTO ennead.finished (id, data) VALUES ($1, $2)
                         ON CONFLICT DO NOTHING"
                    }
                    false => {
                        "INSERT INTO ennead.unlisted (id, data) VALUES ($1, $2)
                         ON CONFLICT DO NOTHING"
                    }
                })
                .await?;
            change.execute(&statement, &[&id, data]).await?
        }
    };
    // The other tables may have the id too. This statement sees the state before the insertion had
    // to wait.
    Ok(added == 1 && select(change, LOAD, &[id]).await?.len() == 1)
}

async fn insert_log(
    change: &Transaction<'_>,
    id: i64,
    log: &[(i64, Vec<u8>)],
) -> Result<(), Fault> {
    if log.is_empty() {
        return Ok(());
    }
    let (numbers, entries): (Vec<i64>, Vec<&[u8]>) =
        log.iter().map(|(number, data)| (*number, data.as_slice())).unzip();
    let statement = change
        .prepare_cached(
            "INSERT INTO ennead.log (id, entry, data)
             SELECT $1::bigint, * FROM unnest($2::bigint[], $3::bytea[])",
        )
        .await?;
    change.execute(&statement, &[&id, &numbers, &entries]).await?;
    Ok(())
}
