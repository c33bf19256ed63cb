//! A match in this node's memory, and its subscribers.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use ennead_game::{Seat, Viewer};
use ennead_host::{LiveMatch, MatchId, Snapshot, Wanted};
use ennead_protocol::Features;
use tokio::sync::{Mutex, watch};

use crate::client::Client;
use crate::match_guard::Place;

/// Work on a match that takes longer than this is moved off the network threads.
const COSTLY_US: u32 = 300;

/// A match in memory: one task at a time may change it, and any number may subscribe to it.
pub(crate) struct CachedMatch {
    pub(crate) id: MatchId,
    /// `None` after a failed write: the next access reloads the match from the store.
    pub(crate) live: Arc<Mutex<Option<LiveMatch>>>,
    pub(crate) snapshots: watch::Sender<Arc<Snapshot>>,
    spectators: AtomicUsize,
    /// The number of subscribers that want the log of moves.
    log_readers: AtomicUsize,
    /// The client whose share of the thinking threads its bots use.
    sponsor: StdMutex<Option<Client>>,
    is_between_bots: AtomicBool,
    /// Whether the store has a match with this id.
    is_known: AtomicBool,
    /// The number of loads from the store that have begun, and the number of the last one that
    /// succeeded. Changed only while `live` is locked.
    loads: AtomicU64,
    loaded: AtomicU64,
    /// What the last work on this match took, in microseconds.
    cost_us: AtomicU32,
    /// Whether this node is thinking for a bot of this match. Changed only while `live` is locked.
    pub(crate) is_thinking: AtomicBool,
}

impl CachedMatch {
    /// A match that the first access reads from the store. `cost` is how long a snapshot of it
    /// took, where that is known.
    pub(crate) fn unread(
        id: MatchId,
        is_between_bots: bool,
        cost: Option<Duration>,
    ) -> Arc<CachedMatch> {
        Arc::new(CachedMatch {
            id,
            is_between_bots: is_between_bots.into(),
            is_known: false.into(),
            loads: AtomicU64::new(0),
            loaded: AtomicU64::new(0),
            live: Arc::default(),
            cost_us: AtomicU32::new(cost.map_or(COSTLY_US, microseconds)),
            snapshots: watch::Sender::default(),
            spectators: AtomicUsize::new(0),
            log_readers: AtomicUsize::new(0),
            sponsor: StdMutex::default(),
            is_thinking: false.into(),
        })
    }

    /// Locks its place in memory.
    pub(crate) async fn lock(&self) -> Place {
        Arc::clone(&self.live).lock_owned().await
    }

    /// Whether the store has a match with this id; false until it has answered.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Relaxed)
    }

    /// Remembers that the store has a match with this id.
    pub(crate) fn set_known(&self) {
        self.is_known.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_between_bots(&self) -> bool {
        self.is_between_bots.load(Ordering::Relaxed)
    }

    /// The number of loads from the store that have begun so far.
    pub(crate) fn loads(&self) -> u64 {
        self.loads.load(Ordering::Relaxed)
    }

    /// Begins a load, while the match is locked; returns its number.
    pub(crate) fn begin_load(&self) -> u64 {
        self.loads.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Remembers that a load has succeeded.
    pub(crate) fn note_load(&self, number: u64, live: &LiveMatch) {
        self.loaded.store(number, Ordering::Relaxed);
        self.is_between_bots.store(live.head.is_between_bots(), Ordering::Relaxed);
        self.set_known();
    }

    /// Whether a load has succeeded that began when `loads` others had begun, or later.
    pub(crate) fn was_loaded_after(&self, loads: u64) -> bool {
        self.loaded.load(Ordering::Relaxed) > loads
    }

    /// The parts of a snapshot that somebody here wants.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted {
            spectator: self.spectators.load(Ordering::Relaxed) > 0,
            log: self.log_readers.load(Ordering::Relaxed) > 0,
        }
    }

    /// The client that its bots think for.
    pub(crate) fn sponsor(&self) -> Option<Client> {
        *self.sponsor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_sponsor(&self, client: Client) {
        *self.sponsor.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    /// Whether its bots may think now: a person is playing, or somebody is watching.
    pub(crate) fn lets_bots_think(&self, live: &LiveMatch) -> bool {
        !live.head.is_between_bots() || self.has_subscribers()
    }

    /// Whether work on this match must stay off the network threads. A match of unknown cost counts
    /// as costly.
    pub(crate) fn is_costly(&self) -> bool {
        self.cost_us.load(Ordering::Relaxed) >= COSTLY_US
    }

    /// Records how long work on this match took; a costly match stays costly for a while.
    pub(crate) fn note_cost(&self, took: Duration) {
        let took = microseconds(took);
        let before = self.cost_us.load(Ordering::Relaxed);
        self.cost_us.store(took.max(before - before / 4), Ordering::Relaxed);
    }

    /// Whether the next access reloads the match from the store.
    pub(crate) fn is_dropped(&self) -> bool {
        self.live.try_lock().is_ok_and(|live| live.is_none())
    }

    pub(crate) fn has_subscribers(&self) -> bool {
        self.snapshots.receiver_count() > 0
    }
}

fn microseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_micros()).unwrap_or(u32::MAX)
}

/// A viewer's subscription to a match; dropping it unsubscribes.
pub(crate) struct Subscription {
    pub(crate) cached: Arc<CachedMatch>,
    pub(crate) viewer: Viewer,
    pub(crate) features: Features,
    pub(crate) snapshots: watch::Receiver<Arc<Snapshot>>,
}

impl Subscription {
    /// Subscribes to snapshots from now on. Call it while the match is locked, so that none is
    /// missed.
    pub(crate) fn new(cached: &Arc<CachedMatch>, viewer: Viewer, features: Features) -> Self {
        if viewer == Viewer::Spectator {
            cached.spectators.fetch_add(1, Ordering::Relaxed);
        }
        if features.contains(Features::MOVES) {
            cached.log_readers.fetch_add(1, Ordering::Relaxed);
        }
        let mut snapshots = cached.snapshots.subscribe();
        snapshots.mark_unchanged();
        Subscription { cached: Arc::clone(cached), viewer, features, snapshots }
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        seat_of(self.viewer)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if self.viewer == Viewer::Spectator {
            self.cached.spectators.fetch_sub(1, Ordering::Relaxed);
        }
        if self.features.contains(Features::MOVES) {
            self.cached.log_readers.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The seat of a viewer; `None` for spectators.
pub(crate) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}
