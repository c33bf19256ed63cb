//! Background duties of a match (bots, clocks and leases) and operator actions.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ennead_host::{Action, Failure, LiveMatch, MatchId};
use ennead_protocol::Code;
use ennead_store::{Due, Postpone, StoreError};

use crate::bot_player;
use crate::cached_match::CachedMatch;

use super::Manager;

impl Manager {
    /// Starts a bot that has to move or answer, unless this node is already thinking for it or
    /// nobody would see it: a match between bots advances only while it has subscribers. Every
    /// change of a match ends here, so this is also where the bots of a finished match are dropped.
    pub(crate) fn wake_bot(self: &Arc<Self>, cached: &Arc<CachedMatch>, live: &LiveMatch) {
        if live.ending.is_some() {
            self.bots.drop_match(live.id);
        }
        let is_wanted = live.awaits_bot() && cached.lets_bots_think(live);
        if is_wanted && !cached.is_thinking.swap(true, Ordering::Relaxed) {
            let _bot = tokio::spawn(bot_player::run(Arc::clone(self), Arc::clone(cached)));
            #[cfg(feature = "simulation")]
            self.simulated.track(_bot.abort_handle());
        }
    }

    /// Processes a match whose deadline has passed: its clock, its bot, or its idle timeout.
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
            // The match has advanced, or another node has claimed it.
            Err(StoreError::Conflict | StoreError::Gone) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Tells other nodes that this one is still thinking for a bot of a match.
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

    /// Calls off a match on behalf of the operator; does nothing if it is over.
    pub(crate) async fn end(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        let cached = self.fresh_match(id).await?;
        self.act(&cached, None, &Action::Abandon).await.map(drop)
    }

    /// Deletes a match on behalf of the operator. A running one is called off first, so that its
    /// players are notified; an unreadable one is deleted all the same.
    pub(crate) async fn delete(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        match self.end(id).await {
            Ok(()) => {}
            Err(failure) if failure.code == Code::Internal => {}
            Err(failure) => return Err(failure),
        }
        let deleted = self.store.delete(id).await?;
        self.cache().remove(&id);
        self.quarantine.release(id);
        let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
        deleted.then_some(()).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Options, Seat};
    use ennead_host::{Beginning, Clock, Head, SeatHolder, SeatKey};
    use ennead_kit::Games;
    use ennead_store::Store;
    use ennead_store::testing::Folder;

    use super::super::Pools;
    use super::*;
    use crate::limits::Limits;
    use crate::{Config, Thinking};

    static GAMES: Games = Games::new(&[&ennead_ttt::GAME]);

    async fn manager(folder: &Folder) -> Arc<Manager> {
        let config = Config::new("the operator's secret".into());
        let store = Store::open(&folder.sqlite()).await.unwrap();
        let pool = || Thinking::new(1, 8);
        let pools = Pools { bots: pool(), studies: pool(), workers: pool() };
        Manager::new(GAMES, store, pools, Limits::new(config.limits), &config)
    }

    #[tokio::test]
    async fn a_match_that_a_person_ends_leaves_no_bot_behind() {
        let folder = Folder::new();
        let manager = manager(&folder).await;
        let head = Head {
            start: GAMES.game("ttt").unwrap().game().start(&Options::new()).unwrap().record(),
            seats: [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Bot(3)],
            names: [None, None],
            clock: Clock::None,
            listed: true,
            beginning: Beginning::Fresh,
            created: manager.now(),
        };
        let id = manager.create(head, Vec::new(), None, None).await.unwrap();
        let bot = GAMES.game("ttt").unwrap().bots().bot("level3", 1).unwrap();
        manager.bots.lend(id, Seat::SECOND).give_back(bot);
        let cached = manager.find_cached(id).unwrap();
        manager.act(&cached, Some(Seat::FIRST), &Action::Resign).await.unwrap();
        assert!(manager.bots.lend(id, Seat::SECOND).take().is_none());
    }
}
