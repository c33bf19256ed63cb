//! Lists of matches, and unreadable matches.

use ennead_host::matches::{MatchList, MatchSummary};
use ennead_host::{BrokenMatch, Failure, MatchId, Summary};
use ennead_store::SummaryRow;

use super::Manager;
use crate::panics::catch;

impl Manager {
    /// The summaries of stored matches. One that cannot be read does not hide the others.
    pub(crate) async fn summaries(
        &self,
        rows: Vec<SummaryRow>,
    ) -> Result<Vec<(MatchId, Summary)>, Failure> {
        let mut summaries = Vec::with_capacity(rows.len());
        // To compare the checksums of long matches takes a while.
        let reading = move || rows.iter().map(|row| (row.id, row.read())).collect::<Vec<_>>();
        for (id, read) in self.work(reading).await? {
            match read {
                Ok(Some(summary)) => summaries.push((id, summary)),
                Ok(None) => {
                    summaries.extend(self.replayed_summary(id).await.map(|found| (id, found)));
                }
                Err(error) => {
                    drop(self.report(BrokenMatch { id, reason: error.to_string() }));
                }
            }
        }
        Ok(summaries)
    }

    /// Computes the summary of a finished match that was stored without one, and stores it.
    async fn replayed_summary(&self, id: MatchId) -> Option<Summary> {
        let live = self.load(id).await.ok()?;
        let summing_up = || (live.brief(), live.summary());
        let summed_up = catch(summing_up).map_err(|panic| self.report_panic(id, &panic));
        let (brief, summary) = summed_up.ok()?;
        if let Some(brief) = brief
            && let Err(error) = self.store.set_brief(id, &brief).await
        {
            tracing::debug!(%id, %error, "a summary could not be stored");
        }
        Some(summary)
    }

    /// The page with these matches. One that cannot be read, or whose code panics, does not hide
    /// the others.
    pub(crate) fn list(
        &self,
        summaries: &[(MatchId, Summary)],
        last: Option<MatchId>,
    ) -> MatchList {
        let summarise = |(id, summary): &(MatchId, Summary)| {
            let summarised = catch(|| MatchSummary::of_stored(self.games, *id, summary));
            let summarised = summarised.map_err(|panic| self.report_panic(*id, &panic)).ok()?;
            summarised.map_err(|broken| self.report(broken)).ok()
        };
        MatchList::new(summaries.iter().filter_map(summarise).collect(), last)
    }

    /// Logs once why a match cannot be read; clients learn only that it cannot.
    pub(crate) fn report(&self, broken: BrokenMatch) -> Failure {
        if self.quarantine.add(broken.id) {
            let BrokenMatch { id, reason } = &broken;
            tracing::error!(%id, %reason, "a stored match cannot be read and is left alone");
        }
        broken.into()
    }
}
