//! Exclusive access to a match.

use ennead_host::LiveMatch;
use tokio::sync::OwnedMutexGuard;

/// A locked slot of the cache; empty if its state was dropped.
pub(crate) type Place = OwnedMutexGuard<Option<LiveMatch>>;

/// A locked, loaded match. It can be sent to another thread.
///
/// A state that is not both durable and published is unsettled. Dropping the guard of an unsettled
/// state, because its task was cancelled or panicked, drops the state as well: the next access
/// reloads it from the store and publishes it.
pub(crate) struct MatchGuard {
    place: Place,
    is_unsettled: bool,
}

impl std::ops::Deref for MatchGuard {
    type Target = LiveMatch;
    fn deref(&self) -> &LiveMatch {
        self.place.as_ref().expect("a guard is made for a loaded match")
    }
}

impl std::ops::DerefMut for MatchGuard {
    fn deref_mut(&mut self) -> &mut LiveMatch {
        self.place.as_mut().expect("a guard is made for a loaded match")
    }
}

impl MatchGuard {
    /// The guard of a loaded match, or the slot itself if its state was dropped.
    pub(crate) fn of(place: Place) -> Result<MatchGuard, Place> {
        if place.is_some() { Ok(MatchGuard { place, is_unsettled: false }) } else { Err(place) }
    }

    /// Puts a match into its slot. Subscribers may not have seen this state, so it is unsettled.
    pub(crate) fn load(mut place: Place, live: LiveMatch) -> MatchGuard {
        *place = Some(live);
        MatchGuard { place, is_unsettled: true }
    }

    /// Marks the state as about to differ from what is stored and published.
    pub(crate) fn unsettle(&mut self) {
        self.is_unsettled = true;
    }

    /// Marks the state as durable and published.
    pub(crate) fn settle(&mut self) {
        self.is_unsettled = false;
    }

    /// Drops the cached state; the next access reloads it from the store.
    pub(crate) fn drop_state(mut self) {
        self.is_unsettled = true;
    }
}

impl Drop for MatchGuard {
    fn drop(&mut self) {
        if self.is_unsettled || std::thread::panicking() {
            *self.place = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use ennead_game::Options;
    use ennead_host::{Beginning, Clock, Head, MatchId, SeatHolder};
    use ennead_kit::Games;
    use tokio::sync::Mutex;

    use super::*;

    static GAMES: Games = Games::new(&[&ennead_ttt::GAME]);

    fn live() -> LiveMatch {
        let head = Head {
            start: ennead_ttt::GAME.game().start(&Options::new()).unwrap().record(),
            seats: [SeatHolder::Open; 2],
            names: [None, None],
            clock: Clock::None,
            listed: true,
            beginning: Beginning::Fresh,
            created: 1_800_000_000_000,
        };
        LiveMatch::new(GAMES, MatchId::new(head.created, 1), head).unwrap()
    }

    #[tokio::test]
    async fn a_state_stays_only_if_it_is_settled() {
        let place: Arc<Mutex<Option<LiveMatch>>> = Arc::default();
        let lock = async || Arc::clone(&place).lock_owned().await;
        let is_kept = async || lock().await.is_some();
        drop(MatchGuard::load(lock().await, live()));
        assert!(!is_kept().await, "nobody has published it");
        let mut guard = MatchGuard::load(lock().await, live());
        guard.settle();
        drop(guard);
        assert!(is_kept().await);
        let guard = MatchGuard::of(lock().await).map_err(drop).unwrap();
        let panicking = catch_unwind(AssertUnwindSafe(move || {
            let _guard = guard;
            panic!("on purpose");
        }));
        assert!(panicking.is_err());
        assert!(!is_kept().await, "it may be half changed");
    }
}
