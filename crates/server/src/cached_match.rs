//! A match in this node's memory, and its subscribers.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use ennead_game::{Seat, Viewer};
use ennead_host::{LiveMatch, MatchId, Snapshot, Wanted};
use ennead_protocol::Features;
use tokio::sync::{Mutex, watch};

/// Work on a match that takes longer is not done on the threads of the network.
const COSTLY_US: u32 = 300;

/// A match in memory: one task at a time may change it, and any number may subscribe to it.
pub(crate) struct CachedMatch {
    pub(crate) id: MatchId,
    /// None after a failed write: the next access reloads the match from the store.
    pub(crate) live: Arc<Mutex<Option<LiveMatch>>>,
    pub(crate) snapshots: watch::Sender<Arc<Snapshot>>,
    spectators: AtomicUsize,
    /// How many subscribers want the log of moves.
    log_readers: AtomicUsize,
    /// The address whose share of the thinking threads its bots use.
    sponsor: StdMutex<Option<IpAddr>>,
    pub(crate) is_between_bots: bool,
    /// What the last work on this match took, in microseconds.
    cost_us: AtomicU32,
    /// Whether this node thinks for a bot of this match. Changed only while `live` is locked.
    pub(crate) is_thinking: AtomicBool,
}

impl CachedMatch {
    pub(crate) fn new(live: LiveMatch) -> Arc<CachedMatch> {
        CachedMatch::of(live.id, live.head.is_between_bots(), Some(live))
    }

    /// A match whose first access reads it from the store.
    pub(crate) fn unread(id: MatchId, is_between_bots: bool) -> Arc<CachedMatch> {
        CachedMatch::of(id, is_between_bots, None)
    }

    fn of(id: MatchId, is_between_bots: bool, live: Option<LiveMatch>) -> Arc<CachedMatch> {
        Arc::new(CachedMatch {
            id,
            is_between_bots,
            live: Arc::new(Mutex::new(live)),
            cost_us: AtomicU32::new(COSTLY_US),
            snapshots: watch::Sender::default(),
            spectators: AtomicUsize::new(0),
            log_readers: AtomicUsize::new(0),
            sponsor: StdMutex::default(),
            is_thinking: false.into(),
        })
    }

    /// The parts of a snapshot that somebody here wants.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted {
            spectator: self.spectators.load(Ordering::Relaxed) > 0,
            log: self.log_readers.load(Ordering::Relaxed) > 0,
        }
    }

    /// The address that its bots think for: that of the client who came last.
    pub(crate) fn sponsor(&self) -> Option<IpAddr> {
        *self.sponsor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_sponsor(&self, address: IpAddr) {
        *self.sponsor.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
    }

    /// Whether its bots may think now: a person plays, or somebody watches.
    pub(crate) fn lets_bots_think(&self, live: &LiveMatch) -> bool {
        !live.head.is_between_bots() || self.has_subscribers()
    }

    /// Whether work on this match has to stay off the threads of the network. A match whose cost is
    /// unknown counts as costly.
    pub(crate) fn is_costly(&self) -> bool {
        self.cost_us.load(Ordering::Relaxed) >= COSTLY_US
    }

    /// Remembers what work on this match took; a costly match stays costly for a while.
    pub(crate) fn note_cost(&self, took: Duration) {
        let took = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
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

/// A viewer's subscription to a match; it ends when it is dropped.
pub(crate) struct Subscription {
    pub(crate) cached: Arc<CachedMatch>,
    pub(crate) viewer: Viewer,
    pub(crate) features: Features,
    pub(crate) snapshots: watch::Receiver<Arc<Snapshot>>,
}

impl Subscription {
    /// Subscribes to the snapshots from now on. Call it while the match is locked, so that none is
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

/// The seat of a viewer; none for spectators.
pub(crate) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}
