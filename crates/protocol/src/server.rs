//! Frames from the server.

use std::sync::Arc;

use ennead_bits::write_number;
use ennead_game::Seat;

use crate::frame_reader::FrameReader;
use crate::{Code, FrameError, MatchIdBytes, StateFrame, Wrong};

pub(crate) const STATE: u8 = 1;
const DETAIL: u8 = 2;
const NEXT: u8 = 3;
const ERROR: u8 = 4;
const BYE: u8 = 5;
const MOVES: u8 = 6;
const EXPLANATION: u8 = 7;
const TAKEBACK: u8 = 8;

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerFrame {
    /// The state of the match.
    State(StateFrame),
    /// A part of the board.
    Detail {
        /// The number of choices made before.
        ply: u32,
        /// What to draw.
        payload: Vec<u8>,
    },
    /// There is a rematch.
    Next {
        /// The new match.
        id: MatchIdBytes,
    },
    /// A request was rejected.
    Error {
        /// The machine-readable reason.
        code: Code,
        /// The human-readable reason.
        message: String,
    },
    /// The server is shutting down.
    Bye {
        /// The number of seconds after which to reconnect.
        seconds: u32,
    },
    /// Lines of the match's log, for clients whose *open* names [`Features::MOVES`].
    ///
    /// [`Features::MOVES`]: crate::Features::MOVES
    Moves {
        /// The number of lines before the first of these. They replace any lines that the client
        /// has from there on.
        first: u32,
        /// One line per move, as this viewer may read it.
        lines: Vec<Arc<str>>,
    },
    /// The response to *explain*.
    Explanation {
        /// The number of choices made before.
        ply: u32,
        /// The game's own JSON, the same as from `GET /api/matches/{id}/explain`.
        json: String,
    },
    /// The pending takeback request, if any, for clients whose *open* names
    /// [`Features::TAKEBACKS`].
    ///
    /// [`Features::TAKEBACKS`]: crate::Features::TAKEBACKS
    Takeback {
        /// The seat that requests the takeback.
        asks: Option<Seat>,
    },
}

impl ServerFrame {
    /// Encodes the frame.
    ///
    /// ```
    /// use ennead_protocol::{Code, ServerFrame};
    /// assert_eq!(ServerFrame::Bye { seconds: 2 }.encode(), [5, 2]);
    /// let error = ServerFrame::Error { code: Code::Over, message: "it is over".into() };
    /// assert_eq!(error.encode(), b"\x04\x09it is over");
    /// let moves = ServerFrame::Moves { first: 3, lines: vec!["5".into(), "1.8".into()] };
    /// assert_eq!(moves.encode(), b"\x06\x03\x015\x031.8");
    /// ```
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            ServerFrame::State(state) => return state.encode(),
            ServerFrame::Detail { ply, payload } => {
                bytes.push(DETAIL);
                write_number(&mut bytes, *ply);
                bytes.extend_from_slice(payload);
            }
            ServerFrame::Next { id } => {
                bytes.push(NEXT);
                bytes.extend_from_slice(id);
            }
            ServerFrame::Error { code, message } => {
                bytes.extend_from_slice(&[ERROR, code.number()]);
                bytes.extend_from_slice(message.as_bytes());
            }
            ServerFrame::Bye { seconds } => {
                bytes.push(BYE);
                write_number(&mut bytes, *seconds);
            }
            ServerFrame::Moves { first, lines } => {
                bytes.push(MOVES);
                write_number(&mut bytes, *first);
                for line in lines {
                    write_number(&mut bytes, line.len() as u32);
                    bytes.extend_from_slice(line.as_bytes());
                }
            }
            ServerFrame::Explanation { ply, json } => {
                bytes.push(EXPLANATION);
                write_number(&mut bytes, *ply);
                bytes.extend_from_slice(json.as_bytes());
            }
            ServerFrame::Takeback { asks } => {
                bytes.extend_from_slice(&[TAKEBACK, asks.map_or(0, |seat| seat.0 + 1)]);
            }
        }
        bytes
    }

    /// Decodes a message.
    ///
    /// ```
    /// use ennead_protocol::ServerFrame;
    /// let detail = ServerFrame::Detail { ply: 7, payload: vec![0xaa] };
    /// assert_eq!(ServerFrame::decode(&[2, 7, 0xaa]), Ok(detail));
    /// assert_eq!(
    ///     ServerFrame::decode(&[9]).unwrap_err().to_string(),
    ///     "no frame begins with 0x09 (byte 0 of the frame)"
    /// );
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        if bytes.is_empty() {
            return Err(FrameError::new(0, Wrong::Empty));
        }
        let mut reader = FrameReader::new(bytes);
        let frame = match reader.byte()? {
            STATE => ServerFrame::State(StateFrame::read(&mut reader)?),
            DETAIL => ServerFrame::Detail {
                ply: reader.number()?,
                payload: reader.take(reader.rest().len())?.to_vec(),
            },
            NEXT => ServerFrame::Next { id: reader.array()? },
            ERROR => read_error(&mut reader)?,
            BYE => ServerFrame::Bye { seconds: reader.number()? },
            MOVES => read_moves(&mut reader)?,
            EXPLANATION => {
                let ply = reader.number()?;
                ServerFrame::Explanation { ply, json: reader.text(reader.rest().len())? }
            }
            TAKEBACK => ServerFrame::Takeback { asks: read_asker(&mut reader)? },
            other => return Err(reader.wrong(Wrong::Kind(other))),
        };
        reader.end()?;
        Ok(frame)
    }
}

fn read_asker(reader: &mut FrameReader<'_>) -> Result<Option<Seat>, FrameError> {
    match reader.byte()? {
        0 => Ok(None),
        number @ 1..=2 => Ok(Some(Seat(number - 1))),
        found => Err(reader.wrong(Wrong::Code { what: "requesting seat", found })),
    }
}

fn read_error(reader: &mut FrameReader<'_>) -> Result<ServerFrame, FrameError> {
    let number = reader.byte()?;
    let code = Code::of(number)
        .ok_or_else(|| reader.wrong(Wrong::Code { what: "error code", found: number }))?;
    let message = reader.text(reader.rest().len())?;
    Ok(ServerFrame::Error { code, message })
}

fn read_moves(reader: &mut FrameReader<'_>) -> Result<ServerFrame, FrameError> {
    let first = reader.number()?;
    let mut lines = Vec::new();
    while !reader.rest().is_empty() {
        let length = reader.number()? as usize;
        lines.push(reader.text(length)?.into());
    }
    Ok(ServerFrame::Moves { first, lines })
}
