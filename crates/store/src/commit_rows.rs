//! New matches and changes of matches as rows, the same for every database.

use crate::row::{LogRow, Row, RowBody, choices_in, log_rows};
use crate::seats_bytes::{AuxiliaryColumns, seal_brief};
use crate::{Change, Commit, Entry, EntryBytes, Head, MatchId, Seating, StoreError, Successor};

/// A running match to create.
#[derive(Clone)]
pub(crate) struct NewRow {
    pub(crate) row: Row,
    pub(crate) auxiliary: AuxiliaryColumns,
}

impl NewRow {
    pub(crate) fn running(id: MatchId, head: &Head, entries: &[Entry], wake: u64) -> Self {
        let body = RowBody::running(id, head, entries);
        let seats = Seating::after(head, entries);
        NewRow {
            row: Row { id, rematch: None, listed: head.listed, body },
            auxiliary: AuxiliaryColumns::of(id, head, &seats, wake),
        }
    }
}

/// A [`Commit`] as rows.
pub(crate) struct CommitRows {
    pub(crate) id: MatchId,
    pub(crate) number: u32,
    pub(crate) change: ChangeRows,
    pub(crate) next: Option<NewRow>,
}

/// A [`Change`] as rows.
pub(crate) enum ChangeRows {
    Append {
        /// The plies count from the first of these entries.
        log: Vec<LogRow>,
        wake: Option<u64>,
        /// Whether a seat is open, and the sealed seats.
        seats: Option<(bool, Vec<u8>)>,
    },
    Finish {
        row: Row,
        brief: Option<Vec<u8>>,
    },
}

impl CommitRows {
    pub(crate) fn of(commit: Commit) -> Self {
        let Commit { id, number, change, next } = commit;
        let change = match change {
            Change::Append { entries, wake, seating } => ChangeRows::Append {
                log: log_rows(
                    id,
                    number.into(),
                    entries.iter().map(|entry| (entry.to_bytes(), choices_in(entry))),
                ),
                wake,
                seats: seating.map(|seating| (seating.is_open(), seating.to_sealed(id))),
            },
            Change::Finish { finished, brief } => {
                let body = RowBody::finished(id, &finished);
                let row = Row { id, rematch: None, listed: finished.listed, body };
                ChangeRows::Finish { row, brief: brief.map(|brief| seal_brief(id, &brief)) }
            }
        };
        let next = next.map(|Successor { id, head, entries, wake }| {
            NewRow::running(id, &head, &entries, wake)
        });
        CommitRows { id, number, change, next }
    }

    /// The id of the successor.
    pub(crate) fn next_id(&self) -> Option<MatchId> {
        self.next.as_ref().map(|next| next.row.id)
    }

    /// The answer to a commit that cannot be made because the match has changed. If the commit was
    /// tried before, that attempt may have made the change.
    pub(crate) fn refusal(&self, there: Option<&Row>, again: bool) -> Result<(), StoreError> {
        let is_done = |there: &Row| {
            let has_changed = match (&self.change, &there.body) {
                (ChangeRows::Append { log, .. }, RowBody::Running { log: all, .. }) => {
                    let added = all.get(self.number as usize..).unwrap_or_default();
                    added.len() >= log.len()
                        && added.iter().zip(log).all(|(one, other)| one.data == other.data)
                }
                (ChangeRows::Finish { row, .. }, body) => row.body == *body,
                _ => false,
            };
            has_changed && self.next_id().is_none_or(|next| there.rematch == Some(next))
        };
        match there {
            Some(there) if again && is_done(there) => Ok(()),
            Some(Row { body: RowBody::Running { .. }, .. }) => Err(StoreError::Conflict),
            _ => Err(StoreError::Gone),
        }
    }
}
