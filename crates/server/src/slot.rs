//! A match that this node holds in memory, and those who follow it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use ennead_game::{Seat, Viewer};
use ennead_store::MatchId;
use tokio::sync::{Mutex, watch};

use crate::live::Live;
use crate::now::now;

/// The newest states of a match, ready to be sent. Whoever is slow misses some in between, and never the last.
#[derive(Debug, Default)]
pub(crate) struct News {
    first: Bytes,
    second: Bytes,
    /// Empty while nobody watches.
    spectator: Bytes,
    /// Which state this is: the number of entries that led to it.
    pub(crate) version: u32,
    /// The rematch, once there is one.
    pub(crate) next: Option<MatchId>,
}

impl News {
    /// The states of a match now; the spectators' only if it is asked for.
    pub(crate) fn of(live: &Live, watched: bool) -> Self {
        let now = now();
        let frame = |viewer| live.state(viewer, now);
        News {
            first: frame(Viewer::Seat(Seat::FIRST)),
            second: frame(Viewer::Seat(Seat::SECOND)),
            spectator: if watched { frame(Viewer::Spectator) } else { Bytes::new() },
            version: live.entries,
            next: live.next,
        }
    }

    /// The state as a viewer may see it.
    pub(crate) fn state(&self, viewer: Viewer) -> Bytes {
        match viewer {
            Viewer::Seat(Seat::FIRST) => self.first.clone(),
            Viewer::Seat(_) => self.second.clone(),
            Viewer::Spectator => self.spectator.clone(),
        }
    }
}

/// A match in memory: one at a time may act in it, any number may follow.
pub(crate) struct Slot {
    pub(crate) id: MatchId,
    /// None after a write that failed: then the store knows what is true.
    pub(crate) live: Mutex<Option<Live>>,
    pub(crate) news: watch::Sender<Arc<News>>,
    spectators: AtomicUsize,
    /// Whether this node thinks for a bot in it; changed only while `live` is locked.
    pub(crate) thinking: std::sync::atomic::AtomicBool,
}

impl Slot {
    pub(crate) fn new(live: Live) -> Arc<Slot> {
        Arc::new(Slot {
            id: live.id,
            live: Mutex::new(Some(live)),
            news: watch::Sender::default(),
            spectators: AtomicUsize::new(0),
            thinking: false.into(),
        })
    }

    pub(crate) fn has_spectators(&self) -> bool {
        self.spectators.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn is_followed(&self) -> bool {
        self.news.receiver_count() > 0
    }
}

/// Someone who follows a match, as long as this lives.
pub(crate) struct Follower {
    pub(crate) slot: Arc<Slot>,
    pub(crate) viewer: Viewer,
    pub(crate) news: watch::Receiver<Arc<News>>,
}

impl Follower {
    /// Call it while the match is locked, so that no state falls between.
    pub(crate) fn new(slot: &Arc<Slot>, viewer: Viewer) -> Self {
        if viewer == Viewer::Spectator {
            slot.spectators.fetch_add(1, Ordering::Relaxed);
        }
        let mut news = slot.news.subscribe();
        news.mark_unchanged();
        Follower { slot: Arc::clone(slot), viewer, news }
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        if self.viewer == Viewer::Spectator {
            self.slot.spectators.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
