//! What happened in a run, as clients and nodes saw it.

use std::sync::Mutex;

use ennead_game::{Seat, Viewer};
use ennead_host::MatchId;
use ennead_protocol::{Code, Status};
use ennead_store::memory::Effect;

use crate::weather::Ms;

/// A connection of a client to a node.
pub(crate) type ConnectionId = u64;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) at: Ms,
    pub(crate) what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A player sends a choice, perhaps again.
    Choice { id: MatchId, seat: Seat, ply: u32, option: u32 },
    /// A player learns that a choice was made: now, or when it was sent before.
    Acknowledged { id: MatchId, seat: Seat, ply: u32, option: u32, is_new: bool },
    /// A client learns that its match was created.
    Created { id: MatchId },
    /// A client learns that it holds a seat.
    Joined { id: MatchId, seat: Seat },
    /// A player learns of the rematch that it asked for.
    Rematch { id: MatchId, next: MatchId },
    /// A node has answered a request that it got at `from`; the code of a failure.
    Answered { from: Ms, failure: Option<Code> },
    /// A client follows a match.
    Opened { connection: ConnectionId, node: usize, id: MatchId, viewer: Viewer },
    /// A node has sent a state.
    Sent { connection: ConnectionId, ply: u32, status: Status, board: u64, next: Option<MatchId> },
    /// A connection has ended.
    Closed { connection: ConnectionId },
    /// A node has died.
    Died { node: usize },
    /// A node has started.
    #[expect(dead_code, reason = "a line of the story")]
    Started { node: usize },
    /// What a node holds in memory after everybody has gone: matches, and entries of limits.
    Held { node: usize, matches: usize, limits: usize },
}

/// A change in the database, and when it was made.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) at: Ms,
    pub(crate) effect: Effect,
}

/// Everything that happened.
#[derive(Default)]
pub(crate) struct History {
    events: Mutex<Vec<Event>>,
}

impl History {
    pub(crate) fn add(&self, at: Ms, what: What) {
        self.events.lock().unwrap().push(Event { at, what });
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap().clone()
    }
}

/// Adds bytes to a digest (FNV-1a).
pub(crate) fn fold(digest: u64, bytes: &[u8]) -> u64 {
    let add = |digest: u64, byte: &u8| (digest ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(digest ^ 0xcbf2_9ce4_8422_2325, add)
}
