//! Matches in PostgreSQL, for any number of nodes.

mod change;
mod fault;
mod hints;
mod migration;
mod pool;
mod query;
#[cfg(feature = "tls")]
mod rustls_connector;
mod schema;
mod tls;

use deadpool_postgres::Client;
use tokio::sync::broadcast;
use tokio_postgres::IsolationLevel;

use crate::commit_rows::{CommitRows, NewRow};
use crate::row::Row;
use crate::snapshot::{Pages, last_of};
use crate::{Counts, Due, Listing, MatchId, Postpone, Progress, StoreError, SummaryRow};
use fault::Fault;
use hints::HintSender;
use pool::{Connections, DatabaseTask};
use query::Select;

/// A database, shared with other nodes.
pub(crate) struct Postgres {
    connections: Connections,
    /// `None` if opened read-only.
    hint_sender: Option<HintSender>,
}

impl Postgres {
    /// Opens a database and migrates its tables.
    #[cfg_attr(
        not(feature = "tls"),
        expect(clippy::clone_on_copy, reason = "only `NoTls` is `Copy`")
    )]
    pub(crate) async fn open(
        url: &str,
        heard: broadcast::Sender<MatchId>,
    ) -> Result<Self, StoreError> {
        let (config, tls) = pool::config(url)?;
        let connections = Connections::new(config.clone(), tls.clone())?;
        connections.once(&Migrate, false).await.map_err(attempt_error)?;
        Ok(Postgres { connections, hint_sender: Some(hints::start(config, tls, heard)) })
    }

    /// Opens a database read-only.
    pub(crate) async fn open_to_read(url: &str) -> Result<Self, StoreError> {
        let (config, tls) = pool::config(url)?;
        let connections = Connections::new(config, tls)?;
        connections.once(&Check, false).await.map_err(attempt_error)?;
        Ok(Postgres { connections, hint_sender: None })
    }

    /// The channel for hints from other nodes.
    pub(crate) fn hint_channel() -> broadcast::Sender<MatchId> {
        hints::hint_channel()
    }

    /// Makes a change and sends a hint to the other nodes.
    async fn change<T: DatabaseTask>(
        &self,
        task: &T,
        changed: Option<MatchId>,
    ) -> Result<T::Output, StoreError> {
        let Some(hint_sender) = &self.hint_sender else {
            return Err(StoreError::ReadOnly("it was opened for reading".into()));
        };
        let answer = self.connections.persist(task).await?;
        if let Some(id) = changed {
            hint_sender.send(id);
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
        new: NewRow,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        self.change(&change::Create { new, rematch_of }, rematch_of).await
    }

    pub(crate) async fn commit(&self, rows: CommitRows) -> Result<(), StoreError> {
        let id = rows.id;
        self.change(&change::Commit(rows), Some(id)).await
    }

    pub(crate) async fn set_brief(&self, id: MatchId, brief: Vec<u8>) -> Result<(), StoreError> {
        self.change(&change::SetBrief { id, brief }, None).await
    }

    pub(crate) async fn delete(&self, id: MatchId) -> Result<bool, StoreError> {
        self.change(&change::Delete(id), Some(id)).await
    }

    pub(crate) async fn postpone(&self, postpone: Postpone) -> Result<(), StoreError> {
        self.change(&change::SetDeadline(postpone), None).await
    }

    pub(crate) async fn progress(&self, ids: Vec<MatchId>) -> Result<Vec<Progress>, StoreError> {
        let ids = ids.into_iter().map(MatchId::as_i64).collect();
        self.connections.persist(&query::FindProgress(ids)).await
    }

    pub(crate) async fn time(&self) -> Result<u64, StoreError> {
        self.connections.once(&query::Time, false).await.map_err(attempt_error)
    }

    pub(crate) async fn put(&self, new: NewRow) -> Result<bool, StoreError> {
        self.change(&change::Put(new), None).await
    }

    /// The caller wants to know the current state, so there is no retry.
    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        self.connections.once(&change::Touch, false).await.map_err(attempt_error)
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<Row>, StoreError> {
        let found = self.select(query::LOAD, &[id.as_i64()]).await?;
        Ok(query::rows(&found)?.into_iter().next())
    }

    pub(crate) async fn rematch(&self, id: MatchId) -> Result<Option<MatchId>, StoreError> {
        let found = self.select(query::REMATCH, &[id.as_i64()]).await?;
        Ok(query::ids(&found)?.into_iter().next())
    }

    pub(crate) async fn due(
        &self,
        now: u64,
        after: Option<Due>,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        let time = change::time;
        let (wake, id) = after.map_or((-1, -1), |after| (time(after.wake), after.id.as_i64()));
        query::due(&self.select(query::DUE, &[time(now), wake, id, limit.into()]).await?)
    }

    pub(crate) async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        let sql = match which {
            Listing::Open => query::LIST_OPEN,
            Listing::Running => query::LIST_RUNNING,
            Listing::Finished => query::LIST_FINISHED,
        };
        let highest = before.map_or(i64::MAX, |before| before.as_i64() - 1);
        query::summaries(&self.select(sql, &[highest, limit.into()]).await?)
    }

    pub(crate) async fn summaries(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        let after = after.map_or(-1, MatchId::as_i64);
        query::summaries(&self.select(query::SUMMARIES, &[after, limit.into()]).await?)
    }

    pub(crate) async fn rows(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let after = after.map_or(-1, MatchId::as_i64);
        query::rows(&self.select(query::PAGE, &[after, limit.into()]).await?)
    }

    pub(crate) async fn snapshot(&self, limit: u32, pages: Pages) -> Result<(), StoreError> {
        let mut client = self.connections.client().await.map_err(attempt_error)?;
        let read = async {
            let one_moment =
                client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
            let moment = one_moment.read_only(true).start().await?;
            let mut after = None;
            loop {
                let numbers = [after.map_or(-1, MatchId::as_i64), limit.into()];
                let page = query::rows(&query::select(&moment, query::PAGE, &numbers).await?)?;
                after = last_of(&page);
                if after.is_none() || pages.send(Ok(page)).await.is_err() {
                    return Ok(());
                }
            }
        };
        read.await.map_err(attempt_error)
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        let found = self.select(query::COUNTS, &[]).await?;
        Ok(found.first().map(query::counts).unwrap_or_default())
    }

    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let twice = query::ids(&self.select(query::TWICE, &[]).await?)?;
        let mut faults = query::damaged_links(&self.select(query::LINKS, &[]).await?)?;
        faults.extend(twice.into_iter().map(|id| format!("match {id}: it is stored twice")));
        Ok(faults)
    }

    pub(crate) async fn close(&self) {
        self.connections.close();
        if let Some(hint_sender) = &self.hint_sender {
            hint_sender.close();
        }
    }
}

/// The error of a single attempt.
fn attempt_error(fault: Fault) -> StoreError {
    match fault {
        Fault::Final(error) => error,
        Fault::Lost(text) => StoreError::Unavailable(text),
    }
}

struct Migrate;

impl DatabaseTask for Migrate {
    type Output = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        schema::migrate(client).await
    }
}

struct Check;

impl DatabaseTask for Check {
    type Output = ();

    async fn attempt(&self, client: &mut Client, _: bool) -> Result<(), Fault> {
        schema::check(client).await
    }
}
