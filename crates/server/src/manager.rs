//! The manager: every match goes through here, and nothing else decides a move.
//!
//! An action is checked against the rules in memory, made durable, and only then told to anyone. Whenever the store says
//! something else than memory, memory is thrown away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ennead_game::{Random, Seat, Viewer};
use ennead_protocol::Code;
use ennead_store::{Append, Entry, Event, Head, MatchId, Store, StoreError};
use metrics::{counter, histogram};
use tokio::sync::MutexGuard;

use crate::action::{Action, Deed};
use crate::entropy::Entropy;
use crate::live::Live;
use crate::now::now;
use crate::slot::{Follower, News, Slot};
use crate::{Failure, Thinking};

/// How often an action is tried again when another node was faster.
const TRIES: u32 = 16;

/// Owns the matches of this node.
pub(crate) struct Manager {
    pub(crate) store: Store,
    pub(crate) thinking: Arc<Thinking>,
    table: Mutex<HashMap<MatchId, Arc<Slot>>>,
    max_matches: u64,
}

/// When an action was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Now; everyone who follows is told.
    Now,
    /// Before: it came twice.
    Before,
}

/// A match that is locked and loaded.
pub(crate) struct Held<'a>(MutexGuard<'a, Option<Live>>);

impl std::ops::Deref for Held<'_> {
    type Target = Live;
    fn deref(&self) -> &Live {
        self.0.as_ref().expect("a held match is loaded")
    }
}

impl std::ops::DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut Live {
        self.0.as_mut().expect("a held match is loaded")
    }
}

impl Held<'_> {
    /// Forgets what is in memory: the store knows better.
    fn forget(mut self) {
        *self.0 = None;
    }
}

impl Manager {
    pub(crate) fn new(store: Store, thinking: Arc<Thinking>, max_matches: u64) -> Arc<Manager> {
        Arc::new(Manager { store, thinking, table: Mutex::default(), max_matches })
    }

    fn table(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, Arc<Slot>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a match, with its deal if it begins with one.
    pub(crate) async fn create(
        self: &Arc<Self>,
        head: Head,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, Failure> {
        if self.table().len() as u64 >= self.max_matches {
            return Err(Failure::new(
                Code::TooMany,
                "this server holds as many matches as it may: try later",
            ));
        }
        let now = now();
        let mut live = Live::new(MatchId::new(now, Entropy.next_u64()), head)?;
        let entries = live.first_entries();
        live.wake = live.due(now);
        let made = self.store.create(live.id, &live.head, &entries, live.wake, rematch_of).await?;
        if made != live.id {
            return Ok(made);
        }
        counter!("ennead_matches_created_total").increment(1);
        let slot = Slot::new(live);
        self.table().insert(made, Arc::clone(&slot));
        let held = self.hold(&slot).await?;
        self.tell(&slot, &held);
        self.wake_bot(&slot, &held);
        Ok(made)
    }

    /// The match in memory, or from the store.
    pub(crate) async fn slot(&self, id: MatchId) -> Result<Arc<Slot>, Failure> {
        if let Some(slot) = self.table().get(&id) {
            return Ok(Arc::clone(slot));
        }
        let live = self.load(id).await?;
        Ok(Arc::clone(self.table().entry(id).or_insert_with(|| Slot::new(live))))
    }

    async fn load(&self, id: MatchId) -> Result<Live, Failure> {
        let stored = self.store.load(id).await?;
        let stored =
            stored.ok_or_else(|| Failure::new(Code::UnknownMatch, format!("there is no match {id}")))?;
        let mut live = Live::of(id, stored)?;
        if live.ending.is_some() {
            live.next = self.store.rematch(id).await?;
        }
        // What the store will wake it at is not known here: anything that is due goes into the next entry.
        live.wake = u64::MAX;
        Ok(live)
    }

    /// Locks a match, loading it if need be.
    pub(crate) async fn hold<'a>(self: &Arc<Self>, slot: &'a Arc<Slot>) -> Result<Held<'a>, Failure> {
        let mut live = slot.live.lock().await;
        if live.is_some() {
            return Ok(Held(live));
        }
        *live = Some(self.load(slot.id).await?);
        let held = Held(live);
        // It was forgotten because of something that another node did, and nobody here may have heard of that.
        self.tell(slot, &held);
        self.wake_bot(slot, &held);
        Ok(held)
    }

    /// Reads the match anew where another node may have changed it, and tells those who follow it.
    pub(crate) async fn refresh(self: &Arc<Self>, slot: &Arc<Slot>) -> Result<(), Failure> {
        let mut live = slot.live.lock().await;
        let before = live.as_ref().map(|live| (live.entries, live.ending, live.next));
        let fresh = self.load(slot.id).await?;
        let changed = before != Some((fresh.entries, fresh.ending, fresh.next));
        if changed {
            *live = Some(fresh);
            let held = Held(live);
            self.tell(slot, &held);
            self.wake_bot(slot, &held);
        }
        Ok(())
    }

    /// A match that is up to date, also where other nodes write.
    pub(crate) async fn fresh_slot(self: &Arc<Self>, id: MatchId) -> Result<Arc<Slot>, Failure> {
        let slot = self.slot(id).await?;
        if self.store.is_shared() {
            self.refresh(&slot).await?;
        }
        Ok(slot)
    }

    /// Does something in a match: checked, made durable, then told to everyone.
    pub(crate) async fn act(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        seat: Option<Seat>,
        action: &Action,
    ) -> Result<Done, Failure> {
        for _ in 0..TRIES {
            let mut held = self.hold(slot).await?;
            let now = now();
            if held.is_out_of_time(now) && !matches!(action, Action::Timeout) {
                self.time_out(slot, held, now).await?;
                continue;
            }
            let ply = held.ply();
            let deed = match held.act(action, seat, now) {
                Ok(deed) => deed,
                Err(failure) => {
                    // A message may go wrong half-way.
                    if held.ply() != ply {
                        held.forget();
                    }
                    return Err(failure);
                }
            };
            let Deed::Entry(entry) = deed else { return Ok(Done::Before) };
            if self.keep(slot, held, entry, now).await? {
                return Ok(Done::Now);
            }
        }
        Err(Failure::new(Code::StoreUnavailable, "other nodes kept changing this match: try again"))
    }

    async fn time_out(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        mut held: Held<'_>,
        now: u64,
    ) -> Result<(), Failure> {
        if let Deed::Entry(entry) = held.act(&Action::Timeout, None, now)? {
            self.keep(slot, held, entry, now).await?;
        }
        Ok(())
    }

    /// Makes an entry durable, then tells everyone; false if another node was faster.
    async fn keep(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        mut held: Held<'_>,
        entry: Entry,
        now: u64,
    ) -> Result<bool, Failure> {
        let began = Instant::now();
        let result = self.write(&mut held, entry, now).await;
        match result {
            Ok(()) => {}
            Err(StoreError::Conflict | StoreError::Gone) => {
                counter!("ennead_conflicts_total").increment(1);
                held.forget();
                return Ok(false);
            }
            Err(error) => {
                held.forget();
                return Err(error.into());
            }
        }
        histogram!("ennead_commit_seconds").record(began.elapsed());
        counter!("ennead_entries_total").increment(1);
        self.tell(slot, &held);
        self.wake_bot(slot, &held);
        Ok(true)
    }

    async fn write(&self, live: &mut Live, entry: Entry, now: u64) -> Result<(), StoreError> {
        // The entry is in `live` already, so the log has one less.
        let number = live.entries - 1;
        if let Some(finished) = live.finished() {
            self.store.finish(live.id, number, &finished).await?;
            counter!("ennead_matches_finished_total").increment(1);
            return Ok(());
        }
        let due = live.due(now);
        let wake = (due < live.wake).then_some(due);
        let open = matches!(entry.event, Event::Join { .. }).then(|| live.is_open());
        self.store.append(Append { id: live.id, number, entry, wake, open }).await?;
        live.wake = wake.unwrap_or(live.wake);
        Ok(())
    }

    /// Hands the newest states to all who follow.
    fn tell(&self, slot: &Slot, live: &Live) {
        if !slot.is_followed() {
            return;
        }
        slot.news.send_replace(Arc::new(News::of(live, slot.has_spectators())));
    }

    /// Begins to follow a match: the follower, and what there is to know now.
    pub(crate) async fn follow(
        self: &Arc<Self>,
        id: MatchId,
        token: Option<&[u8; 16]>,
    ) -> Result<(Follower, News), Failure> {
        let slot = self.fresh_slot(id).await?;
        let held = self.hold(&slot).await?;
        let viewer = viewer(&held, token)?;
        let follower = Follower::new(&slot, viewer);
        let news = News::of(&held, viewer == Viewer::Spectator);
        self.wake_bot(&slot, &held);
        drop(held);
        Ok((follower, news))
    }

    /// Makes the rematch of a match that is over, or finds it.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        seat: Option<Seat>,
    ) -> Result<MatchId, Failure> {
        let mut held = self.hold(slot).await?;
        if seat.is_none() {
            return Err(Failure::new(Code::NoSeat, "only a player may ask for a rematch"));
        }
        if held.ending.is_none() {
            return Err(Failure::new(Code::NotOver, "the match is not over yet"));
        }
        if let Some(next) = held.next {
            return Ok(next);
        }
        let next = self.create(held.rematch_head(now())?, Some(slot.id)).await?;
        held.next = Some(next);
        self.tell(slot, &held);
        Ok(next)
    }

    /// Sets a bot thinking, if one has something to do and none is at it.
    fn wake_bot(self: &Arc<Self>, slot: &Arc<Slot>, live: &Live) {
        use std::sync::atomic::Ordering;
        if live.awaits_bot() && !slot.thinking.swap(true, Ordering::Relaxed) {
            tokio::spawn(crate::bot_player::play(Arc::clone(self), Arc::clone(slot)));
        }
    }

    /// Looks at a match that is due: its clock, its bot, or that nobody comes any more.
    pub(crate) async fn look_after(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        let slot = self.fresh_slot(id).await?;
        let held = self.hold(&slot).await?;
        let now = now();
        if held.ending.is_some() {
            return Ok(());
        }
        if held.is_out_of_time(now) {
            return self.time_out(&slot, held, now).await;
        }
        let idle = held.idle_until();
        if now >= idle {
            drop(held);
            return self.act(&slot, None, &Action::Abandon).await.map(drop);
        }
        let mut held = held;
        held.wake = held.due(now).min(idle);
        self.wake_bot(&slot, &held);
        Ok(self.store.postpone(id, held.wake).await?)
    }

    /// Drops matches from memory that nobody follows.
    pub(crate) fn tidy(&self) {
        self.table().retain(|_, slot| slot.is_followed() || Arc::strong_count(slot) > 1);
    }

    /// The matches in memory.
    pub(crate) fn slots(&self) -> Vec<Arc<Slot>> {
        self.table().values().cloned().collect()
    }

    /// The match if it is in memory.
    pub(crate) fn cached(&self, id: MatchId) -> Option<Arc<Slot>> {
        self.table().get(&id).cloned()
    }
}

/// Who looks: the seat of a token, or a spectator without one.
pub(crate) fn viewer(live: &Live, token: Option<&[u8; 16]>) -> Result<Viewer, Failure> {
    let Some(token) = token else { return Ok(Viewer::Spectator) };
    let wrong = || Failure::new(Code::WrongToken, "this token holds no seat of this match");
    live.seat_of(token).map(Viewer::Seat).ok_or_else(wrong)
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Full(_) => Code::StoreFull,
            StoreError::ReadOnly(_) => Code::StoreReadOnly,
            StoreError::Corrupt(_) => Code::Internal,
            StoreError::Unavailable(_) | StoreError::Conflict | StoreError::Gone | StoreError::Exists => {
                Code::StoreUnavailable
            }
        };
        tracing::warn!(%error, "the store refused");
        Failure::new(code, error.to_string())
    }
}
