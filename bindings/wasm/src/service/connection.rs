//! A page's subscription to a match.

use ennead_game::Viewer;
use ennead_host::{MatchId, Snapshot};
use ennead_protocol::{Features, ServerFrame, Token};

/// A subscription, and what its client has already received.
pub(crate) struct Connection {
    pub(crate) id: MatchId,
    pub(crate) token: Option<Token>,
    pub(crate) features: Features,
    /// The number of log lines sent to the client.
    lines: usize,
    /// The version of the last snapshot sent; a finished match has none.
    sent: Option<Option<u32>>,
    /// The rematch announced to the client.
    next: Option<MatchId>,
}

impl Connection {
    pub(crate) fn new(id: MatchId, token: Option<Token>, features: Features) -> Connection {
        Connection { id, token, features, lines: 0, sent: None, next: None }
    }

    /// The frames that bring the client up to date.
    pub(crate) fn frames(&mut self, snapshot: &Snapshot, viewer: Viewer) -> Vec<Vec<u8>> {
        let mut frames = Vec::new();
        if self.sent != Some(snapshot.version) {
            self.sent = Some(snapshot.version);
            frames.push(snapshot.frame(viewer).to_vec());
            frames.extend(self.moves(snapshot, viewer));
        }
        if snapshot.next != self.next {
            self.next = snapshot.next;
            frames.extend(snapshot.next.map(|id| ServerFrame::Next { id: id.to_bytes() }.encode()));
        }
        frames
    }

    /// The new lines of the log, if the client supports them.
    fn moves(&mut self, snapshot: &Snapshot, viewer: Viewer) -> Option<Vec<u8>> {
        let log = snapshot.log(viewer).filter(|_| self.features.contains(Features::MOVES))?;
        let first = self.lines.min(log.len());
        self.lines = log.len();
        let is_new = first < log.len() || first == 0;
        let moves = || ServerFrame::Moves { first: first as u32, lines: log[first..].to_vec() };
        is_new.then(|| moves().encode())
    }
}
