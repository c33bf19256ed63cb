//! The tables of the model and their changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use tokio::time::Instant;

use crate::commit_rows::{ChangeRows, CommitRows, NewRow};
use crate::row::{LogRow, Row, RowBody};
use crate::seats_bytes::AuxiliaryColumns;
use crate::summary_row::SummaryBody;
use crate::{
    Counts, Due, Entry, EntryBytes, Finished, Listing, MatchId, Postpone, Progress, Running,
    StoreError, SummaryRow,
};

/// All matches. Each method is one transaction.
#[derive(Default)]
pub(super) struct Tables {
    matches: BTreeMap<MatchId, Stored>,
    rematches: BTreeMap<MatchId, MatchId>,
    /// The deadlines of running matches, in order.
    deadlines: BTreeSet<Due>,
    /// A defect for testing a simulation's checker: deadlines are set without a comparison.
    pub(super) postpones_blindly: bool,
    /// All changes, in order.
    pub(super) journal: Vec<Change>,
}

/// A change to an in-memory match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// When it was made.
    pub at: Instant,
    /// The match.
    pub id: MatchId,
    /// The effect.
    pub effect: Effect,
}

/// The effect of a change on a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was created.
    Create(Running),
    /// Entries were appended in one transaction.
    Append(Vec<Entry>),
    /// It ended.
    Finish(Finished),
    /// It got a rematch.
    Rematch(MatchId),
}

/// A match and its auxiliary columns.
struct Stored {
    listed: bool,
    body: RowBody,
    auxiliary: AuxiliaryColumns,
    brief: Option<Vec<u8>>,
}

/// Clamps times to the range of databases; such a far future is as good as never.
fn time(unix_ms: u64) -> u64 {
    unix_ms.min(i64::MAX as u64)
}

impl Tables {
    fn row(&self, id: MatchId, stored: &Stored) -> Row {
        let rematch = self.rematches.get(&id).copied();
        Row { id, rematch, listed: stored.listed, body: stored.body.clone() }
    }

    /// Adds a change to the journal.
    fn note(&mut self, id: MatchId, effect: Option<Effect>) {
        self.journal.extend(effect.map(|effect| Change { at: Instant::now(), id, effect }));
    }

    fn log(&mut self, id: MatchId) -> Result<&mut Vec<LogRow>, StoreError> {
        match self.matches.get_mut(&id).map(|stored| &mut stored.body) {
            Some(RowBody::Running { log, .. }) => Ok(log),
            _ => Err(StoreError::Gone),
        }
    }

    fn insert(&mut self, row: Row, auxiliary: AuxiliaryColumns, brief: Option<Vec<u8>>) {
        let Row { id, listed, body, .. } = row;
        let auxiliary = AuxiliaryColumns { wake: time(auxiliary.wake), ..auxiliary };
        if matches!(body, RowBody::Running { .. }) {
            self.deadlines.insert(Due { wake: auxiliary.wake, id });
        }
        self.matches.insert(id, Stored { listed, body, auxiliary, brief });
    }

    fn remove(&mut self, id: MatchId) -> Option<Stored> {
        let stored = self.matches.remove(&id)?;
        self.deadlines.remove(&Due { wake: stored.auxiliary.wake, id });
        Some(stored)
    }

    fn set_wake(&mut self, id: MatchId, wake: u64) {
        if let Some(stored) = self.matches.get_mut(&id) {
            self.deadlines.remove(&Due { wake: stored.auxiliary.wake, id });
            stored.auxiliary.wake = time(wake);
            self.deadlines.insert(Due { wake: stored.auxiliary.wake, id });
        }
    }

    pub(super) fn create(
        &mut self,
        new: &NewRow,
        rematch_of: Option<MatchId>,
        again: bool,
    ) -> Result<MatchId, StoreError> {
        let id = new.row.id;
        if let Some(there) = rematch_of.and_then(|old| self.rematches.get(&old)) {
            return Ok(*there);
        }
        if let Some(there) = self.matches.get(&id) {
            let done = again && there.body == new.row.body;
            return if done { Ok(id) } else { Err(StoreError::Exists) };
        }
        if let Some(old) = rematch_of {
            self.link(old, id);
        }
        self.add(new);
        Ok(id)
    }

    fn link(&mut self, old: MatchId, new: MatchId) {
        self.rematches.insert(old, new);
        self.note(old, Some(Effect::Rematch(new)));
    }

    fn add(&mut self, new: &NewRow) {
        self.insert(new.row.clone(), new.auxiliary.clone(), None);
        self.note(new.row.id, effect_of(&new.row));
    }

    pub(super) fn commit(&mut self, rows: &CommitRows, again: bool) -> Result<(), StoreError> {
        let CommitRows { id, number, change, next } = rows;
        let entries = self.log(*id).map(|log| log.len());
        let is_linked = next.is_some() && self.rematches.contains_key(id);
        if entries != Ok(*number as usize) || is_linked {
            return rows.refusal(self.load(*id).as_ref(), again);
        }
        if rows.next_id().is_some_and(|next| self.matches.contains_key(&next)) {
            return Err(StoreError::Exists);
        }
        match change {
            ChangeRows::Append { log, wake, seats } => {
                self.append(*id, log)?;
                if let Some(wake) = wake {
                    self.set_wake(*id, *wake);
                }
                if let Some(((open, seats), stored)) = seats.clone().zip(self.matches.get_mut(id)) {
                    stored.auxiliary.open = open;
                    stored.auxiliary.seats = Some(seats);
                }
            }
            ChangeRows::Finish { row, brief } => {
                self.remove(*id);
                self.insert(row.clone(), AuxiliaryColumns::default(), brief.clone());
                self.note(*id, effect_of(row));
            }
        }
        if let Some(next) = next {
            self.link(*id, next.row.id);
            self.add(next);
        }
        Ok(())
    }

    fn append(&mut self, id: MatchId, new: &[LogRow]) -> Result<(), StoreError> {
        let log = self.log(id)?;
        let before = log.last().map_or(0, |row| row.ply);
        log.extend(new.iter().map(|row| LogRow { ply: before + row.ply, ..row.clone() }));
        let entries = new.iter().map(|row| Entry::from_bytes(&row.data)).collect::<Result<_, _>>();
        self.note(id, entries.ok().map(Effect::Append));
        Ok(())
    }

    pub(super) fn set_brief(&mut self, id: MatchId, brief: &[u8]) {
        if let Some(stored) = self.matches.get_mut(&id)
            && matches!(stored.body, RowBody::Finished { .. })
        {
            stored.brief.get_or_insert_with(|| brief.to_vec());
        }
    }

    pub(super) fn delete(&mut self, id: MatchId, again: bool) -> bool {
        self.rematches.retain(|old, new| *old != id && *new != id);
        self.remove(id).is_some() || again
    }

    pub(super) fn postpone(&mut self, postpone: Postpone, again: bool) -> Result<(), StoreError> {
        let Postpone { id, number, seen, wake } = postpone;
        let entries = self.log(id)?.len();
        let there = self.matches.get(&id).map(|stored| stored.auxiliary.wake);
        if again && there == Some(time(wake)) {
            return Ok(());
        }
        let same = seen.is_none_or(|seen| there == Some(time(seen)));
        if (entries != number as usize || !same) && !self.postpones_blindly {
            return Err(StoreError::Conflict);
        }
        self.set_wake(id, wake);
        Ok(())
    }

    pub(super) fn put(&mut self, new: &NewRow, again: bool) -> Result<bool, StoreError> {
        let NewRow { row, auxiliary } = new;
        if let Some(there) = self.load(row.id) {
            return if there == *row { Ok(again) } else { Err(StoreError::Exists) };
        }
        let link = self.rematches.get(&row.id).copied();
        // The link may have existed before the match.
        if link.is_some() && link != row.rematch {
            return Err(StoreError::Exists);
        }
        self.rematches.extend(row.rematch.map(|rematch| (row.id, rematch)));
        self.insert(row.clone(), auxiliary.clone(), None);
        Ok(true)
    }

    pub(super) fn load(&self, id: MatchId) -> Option<Row> {
        self.matches.get(&id).map(|stored| self.row(id, stored))
    }

    pub(super) fn rematch(&self, id: MatchId) -> Option<MatchId> {
        self.rematches.get(&id).copied()
    }

    pub(super) fn due(&self, now: u64, after: Option<Due>, limit: u32) -> Vec<Due> {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let all = self.deadlines.range((after, Bound::Unbounded)).copied();
        all.take_while(|due| due.wake <= now).take(limit as usize).collect()
    }

    pub(super) fn progress(&self, ids: &[MatchId]) -> Vec<Progress> {
        let progress = |id: &MatchId| {
            let entries = match self.matches.get(id).map(|stored| &stored.body) {
                Some(RowBody::Running { log, .. }) => Some(log.len() as u32),
                _ => None,
            };
            Progress { id: *id, entries, rematch: self.rematch(*id) }
        };
        ids.iter().map(progress).collect()
    }

    pub(super) fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Vec<SummaryRow> {
        let end = before.map_or(Bound::Unbounded, Bound::Excluded);
        let is_wanted = |stored: &Stored| {
            let runs = matches!(stored.body, RowBody::Running { .. });
            stored.listed
                && match which {
                    Listing::Open => runs && stored.auxiliary.open,
                    Listing::Running => runs && !stored.auxiliary.open,
                    Listing::Finished => !runs,
                }
        };
        let all = self.matches.range((Bound::Unbounded, end)).rev();
        let wanted = all.filter(|(_, stored)| is_wanted(stored)).take(limit as usize);
        wanted.map(|(id, stored)| summary(*id, stored)).collect()
    }

    pub(super) fn summaries(&self, after: Option<MatchId>, limit: u32) -> Vec<SummaryRow> {
        self.after(after).take(limit as usize).map(|(id, stored)| summary(*id, stored)).collect()
    }

    pub(super) fn rows(&self, after: Option<MatchId>, limit: u32) -> Vec<Row> {
        self.after(after).take(limit as usize).map(|(id, stored)| self.row(*id, stored)).collect()
    }

    fn after(&self, after: Option<MatchId>) -> impl Iterator<Item = (&MatchId, &Stored)> {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        self.matches.range((after, Bound::Unbounded))
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for stored in self.matches.values() {
            match stored.body {
                RowBody::Running { .. } if stored.auxiliary.open => counts.open += 1,
                RowBody::Running { .. } => counts.running += 1,
                RowBody::Finished { .. } => counts.finished += 1,
            }
        }
        counts
    }
}

/// The effect of a new row on its match.
fn effect_of(row: &Row) -> Option<Effect> {
    Some(match row.read().ok()? {
        crate::Stored::Running(running) => Effect::Create(running),
        crate::Stored::Finished(finished) => Effect::Finish(finished),
    })
}

fn summary(id: MatchId, stored: &Stored) -> SummaryRow {
    let Stored { listed, body, auxiliary, brief } = stored;
    let (wake, body) = match body {
        RowBody::Running { head, sum, log } => {
            let ply = log.last().map_or(0, |row| row.ply);
            let (head, seats) = (head.clone(), auxiliary.seats.clone());
            let body = SummaryBody::Running { head, sum: *sum, seats, open: auxiliary.open, ply };
            (Some(auxiliary.wake), body)
        }
        RowBody::Finished { data, sum } => {
            let (data, brief) = (data.clone(), brief.clone());
            (None, SummaryBody::Finished { data, sum: *sum, brief })
        }
    };
    SummaryRow { id, wake, listed: *listed, body }
}
