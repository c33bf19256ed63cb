//! Matches in PostgreSQL, for any number of nodes.

mod change;
mod fault;
mod hints;
mod pool;
mod query;
mod schema;

use deadpool_postgres::Client;
use tokio::sync::broadcast;

use crate::row::{Row, RowBody};
use crate::{Append, Counts, EntryBytes, Finished, FinishedBytes, Listing, MatchId, StoreError};
use fault::Fault;
use hints::Teller;
use pool::{Connections, Task};
use query::Select;

/// A database, shared with other nodes.
pub(crate) struct Postgres {
    connections: Connections,
    /// None if it was opened for reading.
    teller: Option<Teller>,
}

impl Postgres {
    /// Opens a database and migrates its tables.
    pub(crate) async fn open(
        url: &str,
        heard: broadcast::Sender<MatchId>,
    ) -> Result<Self, StoreError> {
        let config = pool::config(url)?;
        let connections = Connections::new(config.clone())?;
        connections.once(&Migrate, false).await.map_err(plain)?;
        Ok(Postgres { connections, teller: Some(hints::start(config, heard)) })
    }

    /// Opens a database for reading.
    pub(crate) async fn open_to_read(url: &str) -> Result<Self, StoreError> {
        let connections = Connections::new(pool::config(url)?)?;
        connections.once(&Check, false).await.map_err(plain)?;
        Ok(Postgres { connections, teller: None })
    }

    /// The channel for hints from other nodes.
    pub(crate) fn heard() -> broadcast::Sender<MatchId> {
        hints::heard()
    }

    /// Makes a change and sends a hint to the other nodes.
    async fn change<T: Task>(
        &self,
        task: &T,
        changed: Option<MatchId>,
    ) -> Result<T::Answer, StoreError> {
        let Some(teller) = &self.teller else {
            return Err(StoreError::ReadOnly("it was opened for reading".into()));
        };
        let answer = self.connections.persist(task).await?;
        if let Some(id) = changed {
            teller.tell(id);
        }
        Ok(answer)
    }

    async fn select(
        &self,
        sql: &str,
        numbers: &[i64],
    ) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        self.connections.persist(&Select { sql, numbers }).await
    }

    pub(crate) async fn create(
        &self,
        row: Row,
        wake: u64,
        open: bool,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        self.change(&change::Create { row, wake, open, rematch_of }, rematch_of).await
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let data = append.entry.to_bytes();
        let Append { id, number, wake, open, .. } = append;
        self.change(&change::Append { id, number, data, wake, open }, Some(id)).await
    }

    pub(crate) async fn finish(
        &self,
        id: MatchId,
        number: u32,
        finished: &Finished,
    ) -> Result<(), StoreError> {
        let body = RowBody::Finished(finished.to_bytes(id));
        let row = Row { id, rematch: None, listed: finished.listed, body };
        self.change(&change::Finish { number, row }, Some(id)).await
    }

    pub(crate) async fn postpone(&self, id: MatchId, wake: u64) -> Result<(), StoreError> {
        self.change(&change::Postpone { id, wake }, None).await
    }

    pub(crate) async fn put(&self, row: Row, open: bool) -> Result<bool, StoreError> {
        self.change(&change::Put { row, open }, None).await
    }

    /// The caller asks for the current state, so there is no second attempt.
    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        self.connections.once(&change::Touch, false).await.map_err(plain)
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<Row>, StoreError> {
        let found = self.select(query::LOAD, &[id.as_i64()]).await?;
        Ok(query::rows(&found)?.into_iter().next())
    }

    pub(crate) async fn rematch(&self, id: MatchId) -> Result<Option<MatchId>, StoreError> {
        let found = self.select(query::REMATCH, &[id.as_i64()]).await?;
        Ok(query::ids(&found)?.into_iter().next())
    }

    pub(crate) async fn due(&self, now: u64, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        query::ids(&self.select(query::DUE, &[now, limit.into()]).await?)
    }

    pub(crate) async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let sql = match which {
            Listing::Open => query::LIST_OPEN,
            Listing::Running => query::LIST_RUNNING,
            Listing::Finished => query::LIST_FINISHED,
        };
        let highest = before.map_or(i64::MAX, |before| before.as_i64() - 1);
        query::rows(&self.select(sql, &[highest, limit.into()]).await?)
    }

    pub(crate) async fn rows(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let after = after.map_or(-1, MatchId::as_i64);
        query::rows(&self.select(query::PAGE, &[after, limit.into()]).await?)
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        let found = self.select(query::COUNTS, &[]).await?;
        Ok(found.first().map(query::counts).unwrap_or_default())
    }

    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let twice = query::ids(&self.select(query::TWICE, &[]).await?)?;
        Ok(twice.into_iter().map(|id| format!("match {id}: it is stored twice")).collect())
    }

    pub(crate) async fn close(&self) {
        self.connections.close();
        if let Some(teller) = &self.teller {
            teller.close();
        }
    }
}

/// The error of a single attempt.
fn plain(fault: Fault) -> StoreError {
    match fault {
        Fault::Final(error) => error,
        Fault::Lost(text) => StoreError::Unavailable(text),
    }
}

struct Migrate;

impl Task for Migrate {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        schema::migrate(client).await
    }
}

struct Check;

impl Task for Check {
    type Answer = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        schema::check(client).await
    }
}
