//! The events of a run, as clients and nodes saw them.

use std::sync::{Mutex, PoisonError};

use ennead_game::{Seat, Viewer};
use ennead_host::MatchId;
use ennead_protocol::{Code, Status};
use ennead_store::memory::Effect;

use crate::Ms;

/// A connection of a client to a node.
pub type ConnectionId = u64;

/// An event of a run.
#[derive(Clone, Debug)]
pub struct HistoryEvent {
    /// When.
    pub at: Ms,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// A player sends a choice, perhaps again.
    Choice {
        /// The match.
        id: MatchId,
        /// The player's seat.
        seat: Seat,
        /// The number of choices that the player saw before it.
        ply: u32,
        /// What the player chose.
        option: u32,
    },
    /// A player receives the acknowledgement of a choice, made now or when it was first sent.
    Acknowledged {
        /// The match.
        id: MatchId,
        /// The player's seat.
        seat: Seat,
        /// The number of choices before it.
        ply: u32,
        /// The option that the player had chosen.
        option: u32,
        /// Whether it was made now.
        is_new: bool,
    },
    /// A client learns that its match was created.
    Created {
        /// The match.
        id: MatchId,
    },
    /// A client learns that it holds a seat.
    Joined {
        /// The match.
        id: MatchId,
        /// The seat.
        seat: Seat,
    },
    /// A player learns of the rematch that it requested.
    Rematch {
        /// The match that is over.
        id: MatchId,
        /// The rematch.
        next: MatchId,
    },
    /// A client receives the record of a match.
    Revealed {
        /// The match.
        id: MatchId,
    },
    /// A node has answered a request.
    Answered {
        /// When the node received the request.
        from: Ms,
        /// The error code, if it failed.
        failure: Option<Code>,
    },
    /// A client begins to follow a match.
    Opened {
        /// The connection.
        connection: ConnectionId,
        /// The node at its other end.
        node: usize,
        /// The match.
        id: MatchId,
        /// The viewer whose view the client gets.
        viewer: Viewer,
    },
    /// A node has sent a state.
    Sent {
        /// The connection.
        connection: ConnectionId,
        /// The number of choices.
        ply: u32,
        /// The seat to move, or how the match ended.
        status: Status,
        /// A digest of the board.
        board: u64,
        /// The rematch.
        next: Option<MatchId>,
    },
    /// A connection has ended.
    Closed {
        /// The connection.
        connection: ConnectionId,
    },
    /// A node has died.
    Died {
        /// The node.
        node: usize,
    },
    /// A node has started.
    Started {
        /// The node.
        node: usize,
    },
    /// What a node holds in memory after everybody has left.
    Held {
        /// The node.
        node: usize,
        /// Matches.
        matches: usize,
        /// Limit entries.
        limits: usize,
    },
}

/// A change in the database, and its time.
#[derive(Clone, Debug)]
pub struct StoredChange {
    /// When it was made.
    pub at: Ms,
    /// The change.
    pub effect: Effect,
}

/// All events of a run.
#[derive(Default)]
pub struct History {
    events: Mutex<Vec<HistoryEvent>>,
}

impl History {
    /// Adds an event.
    pub fn add(&self, at: Ms, what: What) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(HistoryEvent { at, what });
    }

    /// All events, in order.
    pub fn events(&self) -> Vec<HistoryEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Adds bytes to a digest (FNV-1a).
pub fn fold(digest: u64, bytes: &[u8]) -> u64 {
    let add = |digest: u64, byte: &u8| (digest ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(digest ^ 0xcbf2_9ce4_8422_2325, add)
}
