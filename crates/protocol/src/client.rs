//! Frames from a client.

use ennead_bits::{begins_number, write_number};

use crate::frame_reader::FrameReader;
use crate::{Features, FrameError, Wrong};

/// The longest frame from a client. The longest sensible one addresses a part of a board a thousand
/// levels down.
pub const MAX_CLIENT_FRAME: usize = 4_096;

/// The id of a match: eight bytes.
pub type MatchIdBytes = [u8; 8];
/// The secret that proves the right to a seat.
pub type Token = [u8; 16];

const OPEN: u8 = 0xf0;
const RESIGN: u8 = 0xf1;
const DRAW: u8 = 0xf2;
const DECLINE: u8 = 0xf3;
const REMATCH: u8 = 0xf4;
const LOOK: u8 = 0xf5;
const LABELS: u8 = 0xf6;
const EXPLAIN: u8 = 0xf7;
const TAKEBACK: u8 = 0xf8;
const DECLINE_TAKEBACK: u8 = 0xf9;

/// The largest byte of document 003 that places a card (slot 5 to column 8), and the one that
/// passes.
const LAST_MOVE: u8 = 0x58;
const PASS: u8 = 0xff;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFrame {
    /// Consecutive choices by option number.
    Choice {
        /// The number of choices made before.
        ply: u32,
        /// The options, at least one.
        options: Vec<u32>,
    },
    /// Subscribes to a match, from a seat or as a spectator.
    Open {
        /// The match.
        id: MatchIdBytes,
        /// The seat's token; `None` for a spectator.
        token: Option<Token>,
        /// The optional frames that the client supports.
        features: Features,
    },
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts one.
    Draw,
    /// Declines the opponent's draw offer.
    Decline,
    /// Requests a rematch.
    Rematch,
    /// Requests a part of the board.
    Look {
        /// The most bytes that the part may take.
        budget: u32,
        /// The path to it, one cell per level.
        path: Vec<u8>,
    },
    /// Consecutive choices by label.
    Labels {
        /// The number of choices made before.
        ply: u32,
        /// The labels, at least one.
        labels: Vec<u8>,
    },
    /// Requests the game's explanation of the position.
    Explain,
    /// Takes back the sender's last move, asks the opponent for that, or grants the opponent's
    /// request.
    Takeback,
    /// Declines the opponent's takeback request.
    DeclineTakeback,
    /// Document 003's one-byte move: slot in the high half, column in the low half; `ff` passes.
    /// Other bytes are not frames.
    Move003(u8),
}

impl ClientFrame {
    /// Encodes the frame.
    ///
    /// ```
    /// use ennead_protocol::{ClientFrame, Features};
    /// assert_eq!(ClientFrame::Choice { ply: 200, options: vec![0, 7] }.encode(), [0xc0, 8, 0, 7]);
    /// assert_eq!(ClientFrame::Resign.encode(), [0xf1]);
    /// let look = ClientFrame::Look { budget: 512, path: vec![0, 8] };
    /// assert_eq!(look.encode(), [0xf5, 0xc1, 0x40, 2, 0, 8]);
    /// assert_eq!(ClientFrame::Move003(0x13).encode(), [0x13]);
    ///
    /// let open = ClientFrame::Open { id: [7; 8], token: None, features: Features::MOVES };
    /// assert_eq!(open.encode(), [0xf0, 7, 7, 7, 7, 7, 7, 7, 7, 1]);
    /// ```
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2);
        self.encode_into(&mut bytes);
        bytes
    }

    /// Appends the encoded frame.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) {
        match self {
            ClientFrame::Choice { ply, options } => {
                write_number(bytes, *ply);
                options.iter().for_each(|option| write_number(bytes, *option));
            }
            ClientFrame::Open { id, token, features } => {
                bytes.push(OPEN);
                bytes.extend_from_slice(id);
                bytes.extend_from_slice(token.as_ref().map_or(&[], Token::as_slice));
                if !features.is_none() {
                    bytes.push(features.bits());
                }
            }
            ClientFrame::Resign => bytes.push(RESIGN),
            ClientFrame::Draw => bytes.push(DRAW),
            ClientFrame::Decline => bytes.push(DECLINE),
            ClientFrame::Rematch => bytes.push(REMATCH),
            ClientFrame::Look { budget, path } => {
                bytes.push(LOOK);
                write_number(bytes, *budget);
                write_number(bytes, path.len() as u32);
                bytes.extend_from_slice(path);
            }
            ClientFrame::Labels { ply, labels } => {
                bytes.push(LABELS);
                write_number(bytes, *ply);
                bytes.extend_from_slice(labels);
            }
            ClientFrame::Explain => bytes.push(EXPLAIN),
            ClientFrame::Takeback => bytes.push(TAKEBACK),
            ClientFrame::DeclineTakeback => bytes.push(DECLINE_TAKEBACK),
            ClientFrame::Move003(byte) => bytes.push(*byte),
        }
    }

    /// Decodes a message.
    ///
    /// ```
    /// use ennead_protocol::ClientFrame;
    /// assert_eq!(ClientFrame::decode(&[0xf2]), Ok(ClientFrame::Draw));
    /// assert_eq!(
    ///     ClientFrame::decode(&[0xf0, 1, 2]).unwrap_err().to_string(),
    ///     "the frame is cut off: 6 more byte(s) wanted (byte 3 of the frame)"
    /// );
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        match *bytes {
            [] => Err(FrameError::new(0, Wrong::Empty)),
            _ if bytes.len() > MAX_CLIENT_FRAME => {
                Err(FrameError::new(MAX_CLIENT_FRAME, Wrong::TooLong(bytes.len())))
            }
            [byte] if byte <= LAST_MOVE || byte == PASS => decode_move(byte),
            [first, ..] if begins_number(first) => decode_choice(FrameReader::new(bytes)),
            _ => decode_named(FrameReader::new(bytes)),
        }
    }
}

fn decode_move(byte: u8) -> Result<ClientFrame, FrameError> {
    let is_place = byte >> 4 <= LAST_MOVE >> 4 && byte & 0xf <= LAST_MOVE & 0xf;
    if !is_place && byte != PASS {
        return Err(FrameError::new(0, Wrong::Move(byte)));
    }
    Ok(ClientFrame::Move003(byte))
}

fn decode_choice(mut reader: FrameReader<'_>) -> Result<ClientFrame, FrameError> {
    Ok(ClientFrame::Choice { ply: reader.number()?, options: reader.numbers("option")? })
}

fn decode_named(mut reader: FrameReader<'_>) -> Result<ClientFrame, FrameError> {
    let frame = match reader.byte()? {
        OPEN => decode_open(&mut reader)?,
        RESIGN => ClientFrame::Resign,
        DRAW => ClientFrame::Draw,
        DECLINE => ClientFrame::Decline,
        REMATCH => ClientFrame::Rematch,
        LOOK => decode_look(&mut reader)?,
        LABELS => {
            ClientFrame::Labels { ply: reader.number()?, labels: reader.some("label")?.to_vec() }
        }
        EXPLAIN => ClientFrame::Explain,
        TAKEBACK => ClientFrame::Takeback,
        DECLINE_TAKEBACK => ClientFrame::DeclineTakeback,
        other => return Err(reader.wrong(Wrong::Kind(other))),
    };
    reader.end()?;
    Ok(frame)
}

/// The features are the last byte of an *open*, omitted if there are none: the length after the id
/// distinguishes a token (16 bytes), features (1) and both (17).
fn decode_open(reader: &mut FrameReader<'_>) -> Result<ClientFrame, FrameError> {
    let id = reader.array()?;
    let token = if reader.rest().len() > 1 { Some(reader.array()?) } else { None };
    let features = if reader.rest().is_empty() { Features::NONE } else { decode_features(reader)? };
    Ok(ClientFrame::Open { id, token, features })
}

fn decode_features(reader: &mut FrameReader<'_>) -> Result<Features, FrameError> {
    match reader.byte()? {
        0 => Err(reader.wrong(Wrong::NoFeatures)),
        bits => Ok(Features::of(bits)),
    }
}

fn decode_look(reader: &mut FrameReader<'_>) -> Result<ClientFrame, FrameError> {
    let budget = reader.number()?;
    let length = reader.number()? as usize;
    Ok(ClientFrame::Look { budget, path: reader.take(length)?.to_vec() })
}
