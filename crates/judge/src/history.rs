//! What happened in a run, as clients and nodes saw it.

use std::sync::{Mutex, PoisonError};

use ennead_game::{Seat, Viewer};
use ennead_host::MatchId;
use ennead_protocol::{Code, Status};
use ennead_store::memory::Effect;

use crate::Ms;

/// A connection of a client to a node.
pub type ConnectionId = u64;

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Event {
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
        /// How many choices the player saw before it.
        ply: u32,
        /// What the player chose.
        option: u32,
    },
    /// A player learns that a choice was made: now, or when it was sent before.
    Acknowledged {
        /// The match.
        id: MatchId,
        /// The player's seat.
        seat: Seat,
        /// The number of choices before it.
        ply: u32,
        /// What the player had chosen.
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
    /// A player learns of the rematch that it asked for.
    Rematch {
        /// The match that is over.
        id: MatchId,
        /// The rematch.
        next: MatchId,
    },
    /// A node has answered a request that it got at `from`; the code of a failure.
    Answered {
        /// When the node got the request.
        from: Ms,
        /// The code of the failure.
        failure: Option<Code>,
    },
    /// A client follows a match.
    Opened {
        /// The connection.
        connection: ConnectionId,
        /// The node at its other end.
        node: usize,
        /// The match.
        id: MatchId,
        /// Whose view the client gets.
        viewer: Viewer,
    },
    /// A node has sent a state.
    Sent {
        /// The connection.
        connection: ConnectionId,
        /// The number of choices.
        ply: u32,
        /// Who is on the move, or how the match ended.
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
    /// What a node holds in memory after everybody has gone: matches, and entries of limits.
    Held {
        /// The node.
        node: usize,
        /// Matches.
        matches: usize,
        /// Entries of limits.
        limits: usize,
    },
}

/// A change in the database, and when it was made.
#[derive(Clone, Debug)]
pub struct Stored {
    /// When it was made.
    pub at: Ms,
    /// The change.
    pub effect: Effect,
}

/// Everything that happened.
#[derive(Default)]
pub struct History {
    events: Mutex<Vec<Event>>,
}

impl History {
    /// Adds something that happens at a time.
    pub fn add(&self, at: Ms, what: What) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(Event { at, what });
    }

    /// All events, in their order.
    pub fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Adds bytes to a digest (FNV-1a).
pub fn fold(digest: u64, bytes: &[u8]) -> u64 {
    let add = |digest: u64, byte: &u8| (digest ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(digest ^ 0xcbf2_9ce4_8422_2325, add)
}
