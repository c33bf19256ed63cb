//! A match as the database stores it.

use ennead_host::bytes::checksum;

use crate::ByteError;
use crate::{
    Entry, EntryBytes, Event, Finished, FinishedBytes, Head, HeadBytes, MatchId, Running,
    StoreError, Stored,
};

/// A match as the database stores it, not yet decoded, so that one damaged match does not hide the
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The match's id.
    pub id: MatchId,
    /// Its rematch, if any.
    pub rematch: Option<MatchId>,
    pub(crate) listed: bool,
    pub(crate) body: RowBody,
}

/// The bytes of a match and their checksums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowBody {
    Running { head: Vec<u8>, sum: i64, log: Vec<LogRow> },
    Finished { data: Vec<u8>, sum: i64 },
}

/// An entry of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogRow {
    /// Its number, counted from 0.
    pub(crate) entry: i64,
    pub(crate) data: Vec<u8>,
    /// The number of choices up to and including this entry, for lists.
    pub(crate) ply: i64,
    pub(crate) sum: i64,
}

/// The checksum of a head or of a finished match.
pub(crate) fn match_sum(id: MatchId, listed: bool, data: &[u8]) -> i64 {
    checksum(id, &[&[u8::from(listed)], data])
}

/// The checksum of an entry.
pub(crate) fn entry_sum(id: MatchId, entry: i64, data: &[u8]) -> i64 {
    checksum(id, &[&entry.to_be_bytes(), data])
}

/// The checksum of a link to a rematch.
pub(crate) fn rematch_sum(old: MatchId, new: MatchId) -> i64 {
    checksum(old, &[&new.to_bytes()])
}

/// The number of choices in an entry.
pub(crate) fn choices_in(entry: &Entry) -> i64 {
    match &entry.event {
        Event::Choices(choices) => choices.len() as i64,
        _ => 0,
    }
}

/// The log rows of entries with numbers from `first` on; their plies count from there.
pub(crate) fn log_rows(
    id: MatchId,
    first: i64,
    entries: impl IntoIterator<Item = (Vec<u8>, i64)>,
) -> Vec<LogRow> {
    let mut ply = 0;
    (first..)
        .zip(entries)
        .map(|(entry, (data, choices))| {
            ply += choices;
            LogRow { entry, sum: entry_sum(id, entry, &data), data, ply }
        })
        .collect()
}

impl RowBody {
    /// Encodes a match for storage.
    pub(crate) fn of(id: MatchId, stored: &Stored) -> Self {
        match stored {
            Stored::Running(running) => RowBody::running(id, &running.head, &running.entries),
            Stored::Finished(finished) => RowBody::finished(id, finished),
        }
    }

    pub(crate) fn running(id: MatchId, head: &Head, entries: &[Entry]) -> Self {
        let log =
            log_rows(id, 0, entries.iter().map(|entry| (entry.to_bytes(), choices_in(entry))));
        let listed = head.listed;
        let head = head.to_bytes(id);
        RowBody::Running { sum: match_sum(id, listed, &head), head, log }
    }

    pub(crate) fn finished(id: MatchId, finished: &Finished) -> Self {
        let data = finished.to_bytes(id);
        RowBody::Finished { sum: match_sum(id, finished.listed, &data), data }
    }
}

impl Row {
    /// Verifies the checksums and decodes the match.
    pub fn read(&self) -> Result<Stored, StoreError> {
        match &self.body {
            RowBody::Running { head, sum, log } => {
                self.check(", head", match_sum(self.id, self.listed, head), *sum)?;
                Ok(Stored::Running(self.read_running(head, log)?))
            }
            RowBody::Finished { data, sum } => {
                self.check("", match_sum(self.id, self.listed, data), *sum)?;
                let finished = Finished::from_bytes(self.id, self.listed, data);
                Ok(Stored::Finished(finished.map_err(|error| self.damage("", &error))?))
            }
        }
    }

    fn read_running(&self, head: &[u8], log: &[LogRow]) -> Result<Running, StoreError> {
        let head = Head::from_bytes(self.id, self.listed, head)
            .map_err(|error| self.damage(", head", &error))?;
        let mut entries = Vec::with_capacity(log.len());
        let mut ply = 0;
        for (wanted, row) in (0..).zip(log) {
            if row.entry != wanted {
                return Err(StoreError::Corrupt(format!(
                    "match {}: entry {wanted} is missing",
                    self.id
                )));
            }
            let place = format!(", entry {wanted}");
            self.check(&place, entry_sum(self.id, row.entry, &row.data), row.sum)?;
            let entry = Entry::from_bytes(&row.data);
            let entry = entry.map_err(|error| self.damage(&place, &error))?;
            ply += choices_in(&entry);
            if row.ply != ply {
                let what = format!("its ply is {ply}, not {}", row.ply);
                return Err(StoreError::Corrupt(format!("match {}{place}: {what}", self.id)));
            }
            entries.push(entry);
        }
        Ok(Running { head, entries })
    }

    fn check(&self, place: &str, right: i64, stored: i64) -> Result<(), StoreError> {
        if right == stored {
            return Ok(());
        }
        Err(StoreError::Corrupt(format!("match {}{place}: its checksum is wrong", self.id)))
    }

    fn damage(&self, place: &str, error: &ByteError) -> StoreError {
        StoreError::Corrupt(format!("match {}{place}: {error}", self.id))
    }
}
