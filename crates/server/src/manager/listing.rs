//! Lists of matches, and matches that cannot be read.

use ennead_host::{BrokenMatch, Failure, MatchId, Summary};
use ennead_store::SummaryRow;

use super::Manager;

impl Manager {
    /// The summaries of stored matches. One that cannot be read does not hide the others.
    pub(crate) async fn summaries(&self, rows: Vec<SummaryRow>) -> Vec<(MatchId, Summary)> {
        let mut summaries = Vec::with_capacity(rows.len());
        for row in rows {
            let id = row.id;
            match row.read() {
                Ok(Some(summary)) => summaries.push((id, summary)),
                Ok(None) => {
                    summaries.extend(self.replayed_summary(id).await.map(|found| (id, found)));
                }
                Err(error) => {
                    drop(self.report(BrokenMatch { id, reason: error.to_string() }));
                }
            }
        }
        summaries
    }

    /// The summary of a finished match that was stored without one; it is stored now.
    async fn replayed_summary(&self, id: MatchId) -> Option<Summary> {
        let live = self.load(id).await.ok()?;
        if let Some(brief) = live.brief()
            && let Err(error) = self.store.set_brief(id, &brief).await
        {
            tracing::debug!(%id, %error, "a summary could not be stored");
        }
        Some(live.summary())
    }

    /// Logs why a match cannot be read, once; clients learn only that it cannot.
    pub(crate) fn report(&self, broken: BrokenMatch) -> Failure {
        if self.quarantine.add(broken.id) {
            let BrokenMatch { id, reason } = &broken;
            tracing::error!(%id, %reason, "a stored match cannot be read and is left alone");
        }
        broken.into()
    }
}
