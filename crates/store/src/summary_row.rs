//! Summaries as the database stores them.

use crate::row::match_sum;
use crate::seats_bytes::unseal_brief;
use crate::{
    Finished, FinishedBytes, Head, HeadBytes, MatchId, SeatHolder, Seating, StoreError, Summary,
};

/// The columns that a list needs, not yet decoded, so that one damaged match does not hide the
/// others. A list reads no log and replays nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// The match's id.
    pub id: MatchId,
    /// The deadline of a running match, as Unix time in milliseconds.
    pub wake: Option<u64>,
    pub(crate) listed: bool,
    pub(crate) body: SummaryBody,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SummaryBody {
    Running { head: Vec<u8>, sum: i64, seats: Option<Vec<u8>>, open: bool, ply: i64 },
    Finished { data: Vec<u8>, sum: i64, brief: Option<Vec<u8>> },
}

impl SummaryRow {
    /// Decodes the summary; `None` for a finished match that was stored without one, by an earlier
    /// version or an import.
    pub fn read(&self) -> Result<Option<Summary>, StoreError> {
        match &self.body {
            SummaryBody::Running { head, sum, seats, open, ply } => {
                self.check(head, *sum)?;
                self.read_running(head, seats.as_deref(), *open, *ply).map(Some)
            }
            SummaryBody::Finished { data, sum, brief } => {
                self.check(data, *sum)?;
                brief.as_ref().map(|brief| self.read_finished(data, brief)).transpose()
            }
        }
    }

    fn read_running(
        &self,
        head: &[u8],
        seats: Option<&[u8]>,
        open: bool,
        ply: i64,
    ) -> Result<Summary, StoreError> {
        let head = Head::from_bytes(self.id, self.listed, head)
            .map_err(|error| self.damage(&error.to_string()))?;
        let seating = match seats {
            Some(seats) => Seating::from_sealed(self.id, seats)?,
            None => Seating { seats: head.seats, names: head.names },
        };
        if open != seating.seats.contains(&SeatHolder::Open) {
            return Err(self.damage("whether a seat is open is inconsistent"));
        }
        Ok(Summary {
            start: head.start,
            seats: seating.seats,
            names: seating.names,
            clock: head.clock,
            listed: self.listed,
            created: head.created,
            ply: u32::try_from(ply).map_err(|_| self.damage("no ply is negative"))?,
            result: None,
            continues: head.beginning.continues(),
        })
    }

    fn read_finished(&self, data: &[u8], brief: &[u8]) -> Result<Summary, StoreError> {
        let finished = Finished::from_bytes(self.id, self.listed, data)
            .map_err(|error| self.damage(&error.to_string()))?;
        let brief = unseal_brief(self.id, brief)?;
        Ok(Summary {
            start: brief.start,
            seats: finished.seats,
            names: finished.names,
            clock: finished.clock,
            listed: self.listed,
            created: finished.created,
            ply: brief.ply,
            result: Some(brief.result),
            continues: finished.continues,
        })
    }

    fn check(&self, data: &[u8], sum: i64) -> Result<(), StoreError> {
        let right = match_sum(self.id, self.listed, data) == sum;
        right.then_some(()).ok_or_else(|| self.damage("its checksum is wrong"))
    }

    fn damage(&self, what: &str) -> StoreError {
        StoreError::Corrupt(format!("match {}: {what}", self.id))
    }
}
