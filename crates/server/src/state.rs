//! A match as the frame that a socket sends.

use axum::body::Bytes;
use ennead_game::{Look, Viewer};
use ennead_protocol::{End, StateFrame, Status};
use ennead_store::Reason;

use crate::live::Live;

/// How a reason is told.
pub(crate) fn end(reason: Reason) -> End {
    match reason {
        Reason::Rules => End::Rules,
        Reason::Resigned(_) => End::Resigned,
        Reason::Time(_) => End::Time,
        Reason::Agreed => End::Agreed,
        Reason::Abandoned => End::Abandoned,
    }
}

impl Live {
    fn status(&self) -> Status {
        match (self.ending, self.mover()) {
            (Some(ending), _) => Status::Over { outcome: self.outcome(), end: end(ending.reason) },
            (None, Some(turn)) => Status::Running { turn, draw_offer: self.offer },
            (None, None) => Status::Waiting,
        }
    }

    /// The state as `viewer` may see it.
    pub(crate) fn state(&self, viewer: Viewer, now: u64) -> Bytes {
        let Ok(scene) = self.scene(viewer, &Look::default()) else {
            tracing::error!(id = %self.id, "a match cannot be shown as a whole");
            return Bytes::new();
        };
        let on_move = self.mover().is_some_and(|seat| viewer == Viewer::Seat(seat));
        let hundredths = |ms: u64| u32::try_from(ms / 10).unwrap_or(u32::MAX);
        let frame = StateFrame {
            ply: self.ply(),
            viewer,
            status: self.status(),
            clocks: self.time_left(now).map(|left| left.map(hundredths)),
            labels: if on_move { scene.labels() } else { 0 },
            last: self.last().to_vec(),
            feed: scene.feed().to_vec(),
        };
        frame.encode().into()
    }
}
