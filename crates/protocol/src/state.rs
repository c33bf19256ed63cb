//! The state of a match: everything a client needs.

use ennead_bits::write_number;
use ennead_game::{LabelSet, Outcome, Seat, Viewer};

use crate::frame_reader::FrameReader;
use crate::server::STATE;
use crate::{FrameError, Wrong};

/// The longest time that a clock shows, in hundredths of a second: about 46 hours. Longer times are
/// capped.
pub const MAX_CLOCK: u32 = (1 << 24) - 1;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Time,
    /// The seats agreed on a draw.
    Agreed,
    /// It was called off.
    Abandoned,
}

impl End {
    /// All ends, in the order of their codes.
    pub const ALL: [End; 5] = [End::Rules, End::Resigned, End::Time, End::Agreed, End::Abandoned];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        ["rules", "resigned", "time", "agreed", "abandoned"][self as usize]
    }

    /// Its code in frames.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The end with a code.
    pub fn of(number: u8) -> Option<End> {
        End::ALL.get(usize::from(number)).copied()
    }
}

/// The status of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A seat is still open.
    Waiting,
    /// It is being played.
    Running {
        /// Whose turn it is.
        turn: Seat,
        /// The seat whose draw offer is pending.
        draw_offer: Option<Seat>,
    },
    /// It is over.
    Over {
        /// The winner or a draw; `None` if it was called off.
        outcome: Option<Outcome>,
        /// Why it is over.
        end: End,
    },
}

/// The state of a match as one viewer sees it.
///
/// ```
/// use ennead_game::{LabelSet, Seat, Viewer};
/// use ennead_protocol::{ServerFrame, StateFrame, Status};
/// let state = StateFrame {
///     ply: 1,
///     viewer: Viewer::Seat(Seat::SECOND),
///     status: Status::Running { turn: Seat::SECOND, draw_offer: None },
///     clocks: None,
///     labels: LabelSet::from(0b1_1110_1111),
///     last: vec![4],
///     payload: vec![0x00, 0x40, 0x00, 0x00],
/// };
/// let bytes = state.encode();
/// assert_eq!(bytes, [0x01, 1, 0b0101, 2, 0x01, 0xef, 1, 4, 0x00, 0x40, 0x00, 0x00]);
/// assert_eq!(ServerFrame::decode(&bytes)?, ServerFrame::State(state));
/// # Ok::<(), ennead_protocol::FrameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFrame {
    /// The number of choices made.
    pub ply: u32,
    /// The viewer that the frame is for.
    pub viewer: Viewer,
    /// Whose turn it is, or how it ended.
    pub status: Status,
    /// The time left to each seat in hundredths of a second, at most [`MAX_CLOCK`].
    pub clocks: Option<[u32; 2]>,
    /// The labels on offer to the viewer.
    pub labels: LabelSet,
    /// The labels of the last move, where they are public.
    pub last: Vec<u8>,
    /// What to draw.
    pub payload: Vec<u8>,
}

/// The turn while a seat is open and once the match is over.
const NOBODY: u8 = 2;
const OVER: u8 = 3;
/// The outcome of a draw, and of a match that was called off.
const DRAWN: u8 = 2;
const CALLED_OFF: u8 = 3;
/// The bit that says that clocks follow.
const CLOCKS: u8 = 1 << 6;

/// The most bytes in a set of labels.
const MAX_LABEL_BYTES: usize = LabelSet::MOST as usize / 8;
/// An upper bound for everything but the last move and the payload: kind, ply, viewer and turn,
/// end, clocks, labels with their length, length of the last move.
const FIXED: usize = 1 + 5 + 1 + 1 + 6 + (1 + MAX_LABEL_BYTES) + 5;

impl StateFrame {
    /// Encodes the frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + self.last.len() + self.payload.len());
        self.encode_into(&mut bytes);
        bytes
    }

    /// Appends the encoded frame, without allocating if there is room for it.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) {
        bytes.push(STATE);
        write_number(bytes, self.ply);
        bytes.push(self.who());
        if let Status::Over { end, .. } = self.status {
            bytes.push(end.number());
        }
        for clock in self.clocks.iter().flatten() {
            bytes.extend_from_slice(&(*clock).min(MAX_CLOCK).to_be_bytes()[1..]);
        }
        let length_at = bytes.len();
        bytes.push(0);
        bytes.extend(self.labels.bytes());
        bytes[length_at] = (bytes.len() - length_at - 1) as u8;
        write_number(bytes, self.last.len() as u32);
        bytes.extend_from_slice(&self.last);
        bytes.extend_from_slice(&self.payload);
    }

    fn who(&self) -> u8 {
        let you = match self.viewer {
            Viewer::Seat(seat) => seat.0 & 1,
            Viewer::Spectator => 2,
        };
        let (turn, more) = match self.status {
            Status::Waiting => (NOBODY, 0),
            Status::Running { turn, draw_offer } => {
                (turn.0 & 1, draw_offer.map_or(0, |seat| (seat.0 & 1) + 1))
            }
            Status::Over { outcome, .. } => (OVER, outcome_code(outcome)),
        };
        you | turn << 2 | more << 4 | if self.clocks.is_some() { CLOCKS } else { 0 }
    }

    /// Decodes a state after its first byte.
    pub(crate) fn read(reader: &mut FrameReader<'_>) -> Result<Self, FrameError> {
        let ply = reader.number()?;
        let who = reader.byte()?;
        if who >> 7 != 0 {
            return Err(reader.wrong(Wrong::Code { what: "turn byte", found: who }));
        }
        let viewer = read_viewer(who & 3, reader)?;
        let status = read_status(who >> 2 & 3, who >> 4 & 3, reader)?;
        let clocks =
            if who & CLOCKS == 0 { None } else { Some([read_clock(reader)?, read_clock(reader)?]) };
        let labels = read_labels(reader)?;
        let length = reader.number()? as usize;
        let last = reader.take(length)?.to_vec();
        let payload = reader.take(reader.rest().len())?.to_vec();
        Ok(StateFrame { ply, viewer, status, clocks, labels, last, payload })
    }
}

fn outcome_code(outcome: Option<Outcome>) -> u8 {
    match outcome {
        Some(Outcome::Win(seat)) => seat.0 & 1,
        Some(Outcome::Draw) => DRAWN,
        None => CALLED_OFF,
    }
}

fn read_viewer(code: u8, reader: &FrameReader<'_>) -> Result<Viewer, FrameError> {
    match code {
        0 | 1 => Ok(Viewer::Seat(Seat(code))),
        2 => Ok(Viewer::Spectator),
        found => Err(reader.wrong(Wrong::Code { what: "viewer", found })),
    }
}

fn read_status(turn: u8, more: u8, reader: &mut FrameReader<'_>) -> Result<Status, FrameError> {
    let wrong =
        |reader: &FrameReader<'_>, what, found| Err(reader.wrong(Wrong::Code { what, found }));
    match (turn, more) {
        (OVER, _) => {
            let number = reader.byte()?;
            match End::of(number) {
                Some(end) => Ok(Status::Over { outcome: outcome_of(more), end }),
                None => wrong(reader, "end reason", number),
            }
        }
        (NOBODY, 0) => Ok(Status::Waiting),
        (NOBODY, _) | (_, 3) => wrong(reader, "draw-offering seat", more),
        _ => Ok(Status::Running { turn: Seat(turn), draw_offer: more.checked_sub(1).map(Seat) }),
    }
}

fn outcome_of(code: u8) -> Option<Outcome> {
    match code {
        CALLED_OFF => None,
        DRAWN => Some(Outcome::Draw),
        seat => Some(Outcome::Win(Seat(seat))),
    }
}

fn read_clock(reader: &mut FrameReader<'_>) -> Result<u32, FrameError> {
    let [high, middle, low] = reader.array()?;
    Ok(u32::from_be_bytes([0, high, middle, low]))
}

fn read_labels(reader: &mut FrameReader<'_>) -> Result<LabelSet, FrameError> {
    let count = usize::from(reader.byte()?);
    if count > MAX_LABEL_BYTES {
        return Err(reader.wrong(Wrong::Labels));
    }
    let labels = reader.take(count)?;
    LabelSet::from_bytes(labels).ok_or_else(|| reader.wrong(Wrong::Labels))
}
