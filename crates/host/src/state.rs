//! The state of a match as a frame.

use bytes::Bytes;
use ennead_game::{Focus, LabelSet, Viewer};
use ennead_protocol::{End, StateFrame, Status};

use crate::{Failure, LiveMatch, Reason};

impl From<Reason> for End {
    fn from(reason: Reason) -> End {
        match reason {
            Reason::Rules => End::Rules,
            Reason::Resigned(_) => End::Resigned,
            Reason::Time(_) => End::Time,
            Reason::Agreed => End::Agreed,
            Reason::Abandoned => End::Abandoned,
        }
    }
}

impl LiveMatch {
    fn status(&self) -> Status {
        match (self.ending, self.mover()) {
            (Some(ending), _) => {
                Status::Over { outcome: self.outcome(), end: ending.reason.into() }
            }
            (None, Some(turn)) => Status::Running { turn, draw_offer: self.offer },
            (None, None) => Status::Waiting,
        }
    }

    /// The bytes of the state frame for a viewer.
    pub fn state_frame(&self, viewer: Viewer, now: u64) -> Result<Bytes, Failure> {
        let scene = self.scene(viewer, &Focus::default())?;
        let is_mover = self.mover().is_some_and(|seat| viewer == Viewer::Seat(seat));
        let hundredths = |ms: u64| u32::try_from(ms / 10).unwrap_or(u32::MAX);
        let frame = StateFrame {
            ply: self.ply(),
            viewer,
            status: self.status(),
            clocks: self.time_left(now).map(|left| left.map(hundredths)),
            labels: if is_mover { scene.labels() } else { LabelSet::EMPTY },
            last: self.last_labels(viewer).to_vec(),
            payload: scene.payload().to_vec(),
        };
        Ok(frame.encode().into())
    }
}
