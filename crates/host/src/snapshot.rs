//! Snapshots, which subscribers of a match receive.

use std::sync::Arc;

use bytes::Bytes;
use ennead_game::{Seat, Viewer};

use crate::{Failure, LiveMatch, MatchId};

/// The parts of a snapshot that are built only if a subscriber needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The spectators' frame.
    pub spectator: bool,
    /// The log of moves.
    pub log: bool,
}

/// The newest state of a match as frames, one per viewer, ready to be sent. A slow subscriber may
/// miss intermediate snapshots, but never the last one.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    first: Bytes,
    second: Bytes,
    /// Empty while there are no spectators.
    spectator: Bytes,
    /// The number of log entries that led to this state; `None` once the match is over, since a
    /// finished match is stored without entries.
    pub version: Option<u32>,
    /// Whether a seat is open.
    pub is_open: bool,
    /// The rematch, once there is one.
    pub next: Option<MatchId>,
    /// The seat whose takeback request is pending.
    pub takeback_asker: Option<Seat>,
    /// The logs of the viewers; `None` unless requested.
    logs: Option<[Log; 3]>,
}

/// One line per move.
type Log = Arc<[Arc<str>]>;

impl Snapshot {
    /// The snapshot of a match, with the optional parts that are wanted.
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
            logs: wanted.log.then(|| Viewer::ALL.map(|viewer| live.log(viewer))),
        })
    }

    /// One line per move as a viewer sees it; `None` unless requested.
    pub fn log(&self, viewer: Viewer) -> Option<&Arc<[Arc<str>]>> {
        Some(&self.logs.as_ref()?[viewer.index()])
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
