//! Messages on sockets: every frame, and bytes that are not a frame.

use ennead_game::{Random, SplitMix64};
use ennead_host::{Action, MatchId};
use ennead_protocol::{ClientFrame, Features, ServerFrame};

use super::calls::{Call, both};
use super::known::{Known, some_choices};
use super::party::{Line, Party, Wire};

/// The kinds of WebSocket messages.
const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const RESERVED: u8 = 0x3;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;

/// The frames that a client can send. A new one does not compile until it is named here, and fails
/// the test until it is sent.
pub(super) const CLIENT_FRAMES: [&str; 12] = [
    "choice",
    "open",
    "resign",
    "draw",
    "decline",
    "rematch",
    "look",
    "labels",
    "explain",
    "takeback",
    "decline takeback",
    "move of document 003",
];

fn client_frame(frame: &ClientFrame) -> &'static str {
    CLIENT_FRAMES[match frame {
        ClientFrame::Choice { .. } => 0,
        ClientFrame::Open { .. } => 1,
        ClientFrame::Resign => 2,
        ClientFrame::Draw => 3,
        ClientFrame::Decline => 4,
        ClientFrame::Rematch => 5,
        ClientFrame::Look { .. } => 6,
        ClientFrame::Labels { .. } => 7,
        ClientFrame::Explain => 8,
        ClientFrame::Takeback => 9,
        ClientFrame::DeclineTakeback => 10,
        ClientFrame::Move003(_) => 11,
    }]
}

/// The messages that hold no frame, all of which must be sent.
pub(super) const MESSAGES: [&str; 8] = [
    "a text message",
    "a ping",
    "a close",
    "a close with a reason",
    "a close without a code",
    "a message of no kind",
    "a message that is too large",
    "a message of empty fragments that does not end",
];

/// The name of a close frame.
pub(super) const CLOSE_FRAME: &str = "a close frame";

/// The frames that the server can send, with the same guarantee.
pub(super) const SERVER_FRAMES: [&str; 8] =
    ["state", "detail", "next", "error", "bye", "moves", "explanation", "takeback"];

fn server_frame(frame: &ServerFrame) -> &'static str {
    SERVER_FRAMES[match frame {
        ServerFrame::State(_) => 0,
        ServerFrame::Detail { .. } => 1,
        ServerFrame::Next { .. } => 2,
        ServerFrame::Error { .. } => 3,
        ServerFrame::Bye { .. } => 4,
        ServerFrame::Moves { .. } => 5,
        ServerFrame::Explanation { .. } => 6,
        ServerFrame::Takeback { .. } => 7,
    }]
}

/// A random message of a party.
pub(super) fn some_message(party: Party, known: &Known, random: &mut SplitMix64) -> Call {
    let message = |kind, name: &str, payload: &[u8]| Call {
        line: Line { party, wire: Wire::Socket },
        name: name.into(),
        bytes: both(masked(kind, payload)),
        subject: None,
        choices: None,
    };
    match random.below(250) {
        number @ 0..8 => {
            let (kind, payload): (u8, &[u8]) = match number {
                0 => (TEXT, b"choice 3"),
                1 => (PING, b"?"),
                2 => (CLOSE, &[3, 232]),
                3 => (CLOSE, b"\x0f\xa0that is all"),
                4 => (CLOSE, b""),
                5 => (RESERVED, b"?"),
                _ => (BINARY, &[7; 5_000]),
            };
            let call = message(kind, MESSAGES[number as usize], payload);
            if number == 7 { Call { bytes: both(fragments(4_000)), ..call } } else { call }
        }
        8..18 => {
            let bytes: Vec<u8> = (0..random.below(6)).map(|_| random.below(256) as u8).collect();
            match ClientFrame::decode(&bytes) {
                Ok(frame) => of_frames(party, known, &both(frame)),
                Err(_) => message(BINARY, "some bytes", &bytes),
            }
        }
        _ => of_frames(party, known, &both(some_frame(party, known, random))),
    }
}

/// A move of a party as a frame; `None` if a frame cannot express it.
pub(super) fn play_frame(party: Party, known: &Known, choices: &[Action; 2]) -> Option<Call> {
    let frame = |choices: &Action| match choices.clone() {
        Action::Options { ply, options } => Some(ClientFrame::Choice { ply, options }),
        Action::Labels { ply, labels } => Some(ClientFrame::Labels { ply, labels }),
        Action::Byte(byte) => Some(ClientFrame::Move003(byte)),
        _ => None,
    };
    let [here, there] = choices.each_ref().map(frame);
    Some(of_frames(party, known, &[here?, there?]))
}

/// A message with a frame for each world.
fn of_frames(party: Party, known: &Known, frames: &[ClientFrame; 2]) -> Call {
    let subject = match &frames[0] {
        ClientFrame::Open { id, .. } => MatchId::from_bytes(*id),
        _ => known.opened[party as usize],
    };
    let [here, there] = frames.each_ref().map(choices_of);
    Call {
        line: Line { party, wire: Wire::Socket },
        name: client_frame(&frames[0]).into(),
        bytes: frames.each_ref().map(|frame| masked(BINARY, &frame.encode())),
        subject,
        choices: here.zip(there).map(|(here, there)| [here, there]),
    }
}

/// The choices that a frame requests.
fn choices_of(frame: &ClientFrame) -> Option<Action> {
    let is_choice = |action: &Action| {
        matches!(action, Action::Options { .. } | Action::Labels { .. } | Action::Byte(_))
    };
    Action::of_frame(frame).filter(is_choice)
}

fn some_frame(party: Party, known: &Known, random: &mut SplitMix64) -> ClientFrame {
    let opened = known.opened[party as usize];
    let Some(id) = opened.filter(|_| random.below(6) > 0) else {
        return some_open(party, known, random);
    };
    let choices = some_choices(known.guesses(id, random), known.ply_of(id), random);
    match random.below(16) {
        0 => ClientFrame::Resign,
        1 => ClientFrame::Draw,
        2 => ClientFrame::Decline,
        3 => ClientFrame::Rematch,
        4 => ClientFrame::Takeback,
        5 => ClientFrame::DeclineTakeback,
        6 | 7 => ClientFrame::Explain,
        8 | 9 => {
            let path = (0..random.below(3)).map(|_| random.below(12) as u8).collect();
            ClientFrame::Look { budget: random.below(600) as u32, path }
        }
        _ => match choices {
            Action::Options { ply, options } | Action::Line { ply, options } => {
                ClientFrame::Choice { ply, options }
            }
            Action::Labels { ply, labels } => ClientFrame::Labels { ply, labels },
            Action::Byte(byte) if byte >> 4 <= 5 && byte & 0xf <= 8 => ClientFrame::Move003(byte),
            _ => ClientFrame::Move003(0xff),
        },
    }
}

fn some_open(party: Party, known: &Known, random: &mut SplitMix64) -> ClientFrame {
    let id = match random.below(12) {
        0 => [0; 8],
        1 => [255; 8],
        _ => known.some_match(random).to_bytes(),
    };
    ClientFrame::Open { id, token: party.token(), features: Features::of(random.below(4) as u8) }
}

/// A message of empty fragments that does not end.
fn fragments(count: usize) -> Vec<u8> {
    let fragment = |kind| {
        let mut bytes = masked(kind, &[]);
        bytes[0] &= 0x7f;
        bytes
    };
    [fragment(BINARY), fragment(CONTINUATION).repeat(count)].concat()
}

/// A client's message. Its mask is zero, which leaves the payload unchanged.
fn masked(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut message = vec![0x80 | kind];
    match payload.len() {
        short @ 0..126 => message.push(0x80 | short as u8),
        long => {
            message.push(0x80 | 126);
            message.extend_from_slice(&(long as u16).to_be_bytes());
        }
    }
    message.extend_from_slice(&[0; 4]);
    message.extend_from_slice(payload);
    message
}

/// The names of the frames that a client has received.
pub(super) fn frames_in(mut bytes: &[u8]) -> Vec<&'static str> {
    let mut names = Vec::new();
    while let [kind, length, rest @ ..] = bytes {
        let (length, rest) = match (length, rest) {
            (126, [high, low, rest @ ..]) => (usize::from(*high) << 8 | usize::from(*low), rest),
            (short, rest) => (usize::from(*short), rest),
        };
        let Some((payload, more)) = rest.split_at_checked(length) else { break };
        match kind ^ 0x80 {
            BINARY => names.extend(ServerFrame::decode(payload).ok().as_ref().map(server_frame)),
            CLOSE => names.push(CLOSE_FRAME),
            _ => {}
        }
        bytes = more;
    }
    names
}
