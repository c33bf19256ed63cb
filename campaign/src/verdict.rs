//! Reads the stored matches back and judges them together with what clients sent and received.

use std::collections::BTreeMap;

use ennead_host::{Entry, Event, LiveMatch, MatchId, Reason, Running, Stored};
use ennead_judge::{ConnectionId, HistoryEvent, Limits, Ms, StoredChange, What, check};
use ennead_store::memory::Effect;
use ennead_store::{Store, StoreError};
use rustc_hash::FxHashSet;

use crate::games::games;
use crate::ledger::Ledger;
use crate::world::{RealWeather, World};

/// Number of matches read per query.
pub(crate) const PAGE: u32 = 2_000;
/// Maximum number of violations listed; all of them are counted.
const LISTED: usize = 100;

/// The judge's findings.
#[derive(Debug, Default)]
pub(crate) struct CampaignVerdict {
    /// The number of violations.
    pub(crate) violations: u64,
    /// The first violations.
    pub(crate) listed: Vec<String>,
    /// Number of matches read back.
    pub(crate) matches: u64,
    /// Number of choices in them.
    pub(crate) choices: u64,
    /// Number of matches that existed before the campaign.
    pub(crate) older: u64,
}

impl CampaignVerdict {
    /// Adds violations.
    pub(crate) fn add(&mut self, violations: Vec<String>) {
        self.violations += violations.len() as u64;
        let room = LISTED.saturating_sub(self.listed.len());
        self.listed.extend(violations.into_iter().take(room));
    }
}

struct Judge<'a> {
    world: &'a World,
    weather: RealWeather,
    limits: Limits,
    ends: Ms,
    tables: BTreeMap<MatchId, Vec<HistoryEvent>>,
    ledger: Ledger,
    /// Matches that existed before the campaign.
    older: FxHashSet<MatchId>,
    /// The matches after which people went on in another one, although a player had won them; and
    /// the forks.
    won: Vec<(MatchId, MatchId)>,
    forks: FxHashSet<MatchId>,
    verdict: CampaignVerdict,
}

/// Judges all matches of a campaign that ended at `ends`.
pub(crate) async fn judge(
    world: &World,
    ledger: Ledger,
    older: FxHashSet<MatchId>,
    limits: Limits,
    ends: Ms,
    url: &str,
) -> Result<CampaignVerdict, StoreError> {
    let store = Store::open_to_read(url).await?;
    let mut judge = Judge {
        world,
        weather: world.weather(),
        limits,
        ends,
        tables: by_match(world.history.events()),
        ledger,
        older,
        won: Vec::new(),
        forks: FxHashSet::default(),
        verdict: CampaignVerdict::default(),
    };
    judge.verdict.add(store.faults().await?);
    let mut after = None;
    loop {
        let rows = store.rows(after, PAGE).await?;
        let Some(last) = rows.last() else { break };
        after = Some(last.id);
        for row in &rows {
            match row.read() {
                Ok(stored) => judge.judge(row.id, &stored, row.rematch),
                Err(error) => judge.verdict.add(vec![error.to_string()]),
            }
        }
    }
    judge.judge_forks();
    judge.judge_missing();
    store.close().await;
    Ok(judge.verdict)
}

/// The events of each match, in their order.
fn by_match(events: Vec<HistoryEvent>) -> BTreeMap<MatchId, Vec<HistoryEvent>> {
    let mut connections: BTreeMap<ConnectionId, MatchId> = BTreeMap::new();
    let mut all: BTreeMap<MatchId, Vec<HistoryEvent>> = BTreeMap::new();
    for event in events {
        let id = match &event.what {
            What::Opened { connection, id, .. } => {
                connections.insert(*connection, *id);
                Some(*id)
            }
            What::Sent { connection, .. } | What::Closed { connection } => {
                connections.get(connection).copied()
            }
            What::Choice { id, .. }
            | What::Acknowledged { id, .. }
            | What::Created { id }
            | What::Joined { id, .. }
            | What::Rematch { id, .. } => Some(*id),
            _ => None,
        };
        if let Some(id) = id {
            all.entry(id).or_default().push(event);
        }
    }
    all
}

impl Judge<'_> {
    fn judge(&mut self, id: MatchId, stored: &Stored, rematch: Option<MatchId>) {
        if self.older.contains(&id) {
            self.verdict.older += 1;
            let broken = LiveMatch::of(games(), id, stored.clone()).err();
            return self.verdict.add(broken.iter().map(ToString::to_string).collect());
        }
        self.note_fork(id, stored, rematch);
        let (known, page) = (self.tables.remove(&id), self.ledger.take(id));
        self.verdict.matches += 1;
        // Only tables have times.
        let changes = match self.journal(id, stored, rematch, known.as_deref().unwrap_or_default())
        {
            Ok(changes) => changes,
            Err(broken) => return self.verdict.add(vec![broken]),
        };
        let events = known.or_else(|| page.map(|page| page.events(id, self.world.now())));
        self.decide(&events.unwrap_or_default(), &BTreeMap::from([(id, changes)]));
    }

    fn decide(&mut self, events: &[HistoryEvent], journal: &BTreeMap<MatchId, Vec<StoredChange>>) {
        let violations = check(games(), &self.weather, self.limits, events, journal, self.ends);
        self.verdict.add(violations);
    }

    fn note_fork(&mut self, id: MatchId, stored: &Stored, next: Option<MatchId>) {
        let is_fork = match stored {
            Stored::Running(running) => running.head.beginning.continues().is_some(),
            Stored::Finished(finished) => finished.continues.is_some(),
        };
        self.forks.extend(is_fork.then_some(id));
        let Some(next) = next else { return };
        match stored {
            Stored::Running(_) => {
                self.verdict.add(vec![format!("match {id} runs beside {next}")]);
            }
            Stored::Finished(finished) if matches!(finished.reason, Reason::Resigned(_)) => {
                self.won.push((id, next));
            }
            Stored::Finished(_) => {}
        }
    }

    /// Reports matches that a player has won and that go on nevertheless.
    fn judge_forks(&mut self) {
        let both: Vec<String> = std::mem::take(&mut self.won)
            .into_iter()
            .filter(|(_, next)| self.forks.contains(next))
            .map(|(id, next)| format!("match {id} was resigned, and goes on in the fork {next}"))
            .collect();
        self.verdict.add(both);
    }

    /// Reports matches that clients know but the database does not.
    fn judge_missing(&mut self) {
        for (_, events) in std::mem::take(&mut self.tables) {
            self.decide(&events, &BTreeMap::new());
        }
        for (id, page) in std::mem::take(&mut self.ledger).rest() {
            self.decide(&page.events(id, self.world.now()), &BTreeMap::new());
        }
    }

    /// The changes of a match. The database has the times of entries only while a match is running;
    /// after that, a choice is dated by the first client that received it. A node's clock may be
    /// ahead by half the time that the database took to answer, so that no entry is dated later
    /// than a client has heard of it.
    fn journal(
        &mut self,
        id: MatchId,
        stored: &Stored,
        rematch: Option<MatchId>,
        events: &[HistoryEvent],
    ) -> Result<Vec<StoredChange>, String> {
        let live =
            LiveMatch::of(games(), id, stored.clone()).map_err(|broken| broken.to_string())?;
        self.verdict.choices += u64::from(live.ply());
        let created = live.head.created;
        let head = Running { head: live.head.clone(), entries: Vec::new() };
        let at = first_heard(events, 0).min(self.world.moment(created));
        let mut changes = vec![StoredChange { at, effect: Effect::Create(head) }];
        match stored {
            Stored::Running(running) => {
                let (mut ply, mut entries) = (0, Vec::new());
                for entry in &running.entries {
                    if let Event::Choices(options) = &entry.event {
                        ply += options.len();
                    }
                    let moment = self.world.moment(created + entry.at);
                    let at = first_heard(events, ply).min(moment).max(at);
                    entries.push(StoredChange { at, effect: Effect::Append(vec![entry.clone()]) });
                }
                // An entry is no younger than the one that follows it.
                let mut next = Ms::MAX;
                for change in entries.iter_mut().rev() {
                    next = next.min(change.at);
                    change.at = next;
                }
                changes.extend(entries);
            }
            Stored::Finished(finished) => {
                let ended = self.world.moment(finished.ended);
                let since = self.world.began_unix_ms().saturating_sub(created);
                let mut known = 0;
                for (seen, ply) in heard(events) {
                    let ply = ply.min(live.game.choices().len());
                    if ply > known {
                        let choices = live.game.choices()[known..ply].to_vec();
                        let event = Event::Choices(choices);
                        let at = seen.min(ended).max(at);
                        let since_creation =
                            (self.world.began_unix_ms() + at).saturating_sub(created).max(since);
                        let entry = Entry { at: since_creation, event };
                        changes.push(StoredChange { at, effect: Effect::Append(vec![entry]) });
                        known = ply;
                    }
                }
                changes.push(StoredChange { at: ended, effect: Effect::Finish(finished.clone()) });
            }
        }
        if let Some(next) = rematch {
            let at = changes.last().map_or(at, |last| last.at);
            changes.push(StoredChange { at, effect: Effect::Rematch(next) });
        }
        Ok(changes)
    }
}

/// When a client first heard of a match with this many choices.
fn first_heard(events: &[HistoryEvent], ply: usize) -> Ms {
    let later = heard(events).filter(|(_, heard)| *heard >= ply);
    later.map(|(at, _)| at).min().unwrap_or(Ms::MAX)
}

/// When clients received each ply.
fn heard(events: &[HistoryEvent]) -> impl Iterator<Item = (Ms, usize)> {
    events.iter().filter_map(|event| match event.what {
        What::Sent { ply, .. } => Some((event.at, ply as usize)),
        What::Acknowledged { ply, .. } => Some((event.at, ply as usize + 1)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use ennead_game::Seat;
    use ennead_host::{Beginning, Clock, Head, SeatHolder, SeatKey};
    use ennead_store::testing::Folder;

    use super::*;

    /// A database with one match of two choices, 4 and 0.
    async fn database(world: &World, id: MatchId) -> Folder {
        let folder = Folder::new();
        let store = Store::open(&folder.sqlite()).await.unwrap();
        let head = Head {
            start: vec![0x51, 0],
            seats: [1, 2].map(|number| SeatHolder::Person(SeatKey::of(&[number; 16]))),
            names: [None, None],
            clock: Clock::None,
            listed: false,
            beginning: Beginning::Fresh,
            created: world.began_unix_ms(),
        };
        let entries = [4, 0].map(|choice| Entry { at: 1, event: Event::Choices(vec![choice]) });
        store.create(id, &head, &entries, u64::MAX >> 1, None).await.unwrap();
        store.close().await;
        folder
    }

    fn ledger(id: MatchId, options: &[u32]) -> Ledger {
        let mut ledger = Ledger::default();
        for (ply, option) in (0..).zip(options) {
            let seat = if ply % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
            ledger.send(id, ply, seat, *option);
            ledger.acknowledge(id, ply);
        }
        ledger
    }

    #[tokio::test]
    async fn lost_changed_and_invented_choices_are_found() {
        let world = World::new(Vec::new());
        let [id, other] = [1, 2].map(|number| MatchId::new(world.began_unix_ms(), number));
        let folder = database(&world, id).await;
        let verdict = async |ledger: Ledger| {
            let judged = judge(
                &world,
                ledger,
                FxHashSet::default(),
                Limits::default(),
                1_000,
                &folder.sqlite(),
            )
            .await;
            judged.unwrap().listed.join("\n")
        };
        assert_eq!(verdict(ledger(id, &[4, 0])).await, "");
        assert!(verdict(ledger(id, &[4, 3])).await.contains("option 3 at ply 1 is lost"));
        assert!(verdict(ledger(id, &[4, 0, 1])).await.contains("option 1 at ply 2 is lost"));
        assert!(verdict(ledger(id, &[4])).await.contains("nobody has sent option 0 at 1"));
        assert!(verdict(ledger(other, &[4])).await.contains("option 4 at ply 0 is lost"));
        let mut created = ledger(id, &[4, 0]);
        created.open(other);
        assert!(verdict(created).await.contains("is lost"));
        let mut linked = ledger(id, &[4, 0]);
        linked.rematch(id, other);
        assert!(verdict(linked).await.contains("its rematch is lost"));
    }
}
