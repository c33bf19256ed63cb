//! A match as the database stores it.

use crate::bytes::ByteError;
use crate::{
    Entry, EntryBytes, Finished, FinishedBytes, Head, HeadBytes, MatchId, Running, StoreError,
    Stored,
};

/// A match as the database stores it, not decoded yet, so that one damaged match does not hide the
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The match's id.
    pub id: MatchId,
    /// Its rematch, if there is one.
    pub rematch: Option<MatchId>,
    pub(crate) listed: bool,
    pub(crate) body: RowBody,
}

/// The bytes of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowBody {
    Running { head: Vec<u8>, log: Vec<(i64, Vec<u8>)> },
    Finished(Vec<u8>),
}

impl RowBody {
    /// The bytes of a match to store.
    pub(crate) fn of(id: MatchId, stored: &Stored) -> Self {
        match stored {
            Stored::Running(running) => RowBody::running(id, &running.head, &running.entries),
            Stored::Finished(finished) => RowBody::Finished(finished.to_bytes(id)),
        }
    }

    pub(crate) fn running(id: MatchId, head: &Head, entries: &[Entry]) -> Self {
        let log = (0..).zip(entries).map(|(number, entry)| (number, entry.to_bytes())).collect();
        RowBody::Running { head: head.to_bytes(id), log }
    }
}

impl Row {
    /// Decodes the match.
    pub fn read(&self) -> Result<Stored, StoreError> {
        match &self.body {
            RowBody::Running { head, log } => Ok(Stored::Running(self.read_running(head, log)?)),
            RowBody::Finished(bytes) => {
                let finished = Finished::from_bytes(self.id, self.listed, bytes);
                Ok(Stored::Finished(finished.map_err(|error| self.damage("", &error))?))
            }
        }
    }

    fn read_running(&self, head: &[u8], log: &[(i64, Vec<u8>)]) -> Result<Running, StoreError> {
        let head = Head::from_bytes(self.id, self.listed, head)
            .map_err(|error| self.damage(", head", &error))?;
        let mut entries = Vec::with_capacity(log.len());
        for (wanted, (number, bytes)) in (0..).zip(log) {
            if *number != wanted {
                return Err(StoreError::Corrupt(format!(
                    "match {}: entry {wanted} is missing",
                    self.id
                )));
            }
            let place = format!(", entry {number}");
            entries.push(Entry::from_bytes(bytes).map_err(|error| self.damage(&place, &error))?);
        }
        Ok(Running { head, entries })
    }

    fn damage(&self, place: &str, error: &ByteError) -> StoreError {
        StoreError::Corrupt(format!("match {}{place}: {error}", self.id))
    }
}
