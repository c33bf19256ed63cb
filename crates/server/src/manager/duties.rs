//! What a match needs without being asked: bots that wake up, flags that fall, leases; and what
//! operators do.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ennead_host::{Action, Failure, LiveMatch, MatchId};
use ennead_protocol::Code;
use ennead_store::{Due, Postpone, StoreError};

use crate::bot_player;
use crate::cached_match::CachedMatch;

use super::Manager;

impl Manager {
    /// Starts a bot that has to move or to answer, unless this node is thinking for it already or
    /// nobody is there to see it: a match between bots goes on while it has subscribers.
    pub(crate) fn wake_bot(self: &Arc<Self>, cached: &Arc<CachedMatch>, live: &LiveMatch) {
        let is_wanted = live.awaits_bot() && cached.lets_bots_think(live);
        if is_wanted && !cached.is_thinking.swap(true, Ordering::Relaxed) {
            let _bot = tokio::spawn(bot_player::play(Arc::clone(self), Arc::clone(cached)));
            #[cfg(feature = "simulation")]
            self.simulated.track(_bot.abort_handle());
        }
    }

    /// Processes a match whose time has come: its clock, its bot, or that it is idle.
    pub(crate) async fn process_due(self: &Arc<Self>, due: Due) -> Result<(), Failure> {
        if self.quarantine.holds(due.id) {
            return Ok(());
        }
        let cached = self.fresh_match(due.id).await?;
        let guard = self.lock(&cached).await?;
        self.check_clock(guard.head.clock)?;
        let now = self.now();
        if guard.ending.is_some() {
            return Ok(());
        }
        if guard.is_out_of_time(now) {
            return self.time_out(&cached, guard, now).await;
        }
        if now >= guard.idle_until() {
            drop(guard);
            return self.act(&cached, None, &Action::Abandon).await.map(drop);
        }
        let (number, wake) = (guard.entries, guard.due(now));
        let postpone = Postpone { id: due.id, number, seen: Some(due.wake), wake };
        #[cfg(feature = "simulation")]
        self.simulated.believe(postpone);
        match self.store.postpone(postpone).await {
            Ok(()) => self.wake_bot(&cached, &guard),
            // It has gone on, or another node has taken it.
            Err(StoreError::Conflict | StoreError::Gone) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Tells other nodes that this one still thinks for a bot of a match.
    pub(crate) async fn renew_lease(self: &Arc<Self>, cached: &Arc<CachedMatch>) {
        if !self.store.is_shared() {
            return;
        }
        #[cfg(feature = "simulation")]
        if self.simulated.never_renews() {
            return;
        }
        let live = cached.live.lock().await;
        let Some(live) = live.as_ref().filter(|live| live.awaits_bot()) else { return };
        let (number, wake) = (live.entries, live.due(self.now()));
        let postpone = Postpone { id: cached.id, number, seen: None, wake };
        if let Err(error) = self.store.postpone(postpone).await {
            tracing::debug!(id = %cached.id, %error, "a bot's lease was not renewed");
        }
    }

    /// Calls a match off for the operator.
    pub(crate) async fn end(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        let cached = self.fresh_match(id).await?;
        if self.lock(&cached).await?.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        self.act(&cached, None, &Action::Abandon).await.map(drop)
    }

    /// Deletes a match for the operator. One that is running is called off first, so that its
    /// players learn of it; one that cannot be read is deleted nevertheless.
    pub(crate) async fn delete(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        match self.end(id).await {
            Ok(()) => {}
            Err(failure) if matches!(failure.code, Code::Over | Code::Internal) => {}
            Err(failure) => return Err(failure),
        }
        let deleted = self.store.delete(id).await?;
        self.cache().remove(&id);
        self.quarantine.release(id);
        let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
        deleted.then_some(()).ok_or_else(unknown)
    }
}
