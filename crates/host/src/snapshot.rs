//! What subscribers of a match receive.

use std::sync::Arc;

use bytes::Bytes;
use ennead_game::{Seat, Viewer};

use crate::{Failure, LiveMatch, MatchId};

/// The parts of a snapshot that are made only if a subscriber wants them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The spectators' frame.
    pub spectator: bool,
    /// The log of moves.
    pub log: bool,
}

/// The newest state of a match as frames, one per viewer, ready to be sent. A slow subscriber
/// misses snapshots in between, but never the last one.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    first: Bytes,
    second: Bytes,
    /// Empty while there are no spectators.
    spectator: Bytes,
    /// The number of log entries that led to this state; none once the match is over, since a
    /// stored match that is over has no entries.
    pub version: Option<u32>,
    /// Whether a seat is open.
    pub is_open: bool,
    /// The rematch, once there is one.
    pub next: Option<MatchId>,
    /// The seat that asks to take a move back.
    pub takeback_asker: Option<Seat>,
    /// A line per move, public knowledge only; none unless it was asked for.
    pub log: Option<Arc<[String]>>,
}

impl Snapshot {
    /// The snapshot of a match; what only some subscribers want is made only for them.
    pub fn of(live: &LiveMatch, wanted: Wanted, now: u64) -> Result<Self, Failure> {
        let frame = |viewer| live.state_frame(viewer, now);
        Ok(Snapshot {
            first: frame(Viewer::Seat(Seat::FIRST))?,
            second: frame(Viewer::Seat(Seat::SECOND))?,
            spectator: if wanted.spectator { frame(Viewer::Spectator)? } else { Bytes::new() },
            version: live.ending.is_none().then_some(live.entries),
            is_open: live.is_open(),
            next: live.next,
            takeback_asker: live.takeback_asker,
            log: wanted.log.then(|| live.log().into()),
        })
    }

    /// The state frame for a viewer.
    pub fn frame(&self, viewer: Viewer) -> Bytes {
        match viewer {
            Viewer::Seat(Seat::FIRST) => self.first.clone(),
            Viewer::Seat(_) => self.second.clone(),
            Viewer::Spectator => self.spectator.clone(),
        }
    }
}
