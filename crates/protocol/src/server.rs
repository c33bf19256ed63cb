//! What the server sends.

use ennead_bits::write_number;

use crate::reader::Reader;
use crate::{Code, FrameError, MatchId, StateFrame, Wrong};

pub(crate) const STATE: u8 = 1;
const DETAIL: u8 = 2;
const NEXT: u8 = 3;
const ERROR: u8 = 4;
const BYE: u8 = 5;

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerFrame {
    /// How the match stands.
    State(StateFrame),
    /// A part of the board.
    Detail {
        /// How many choices had been made.
        ply: u32,
        /// What to draw.
        feed: Vec<u8>,
    },
    /// There is a rematch.
    Next {
        /// The new match.
        id: MatchId,
    },
    /// Something was refused.
    Error {
        /// For programs.
        code: Code,
        /// For people.
        message: String,
    },
    /// The server goes down.
    Bye {
        /// After how many seconds to connect again.
        seconds: u32,
    },
}

impl ServerFrame {
    /// The frame's bytes.
    ///
    /// ```
    /// use ennead_protocol::{Code, ServerFrame};
    /// assert_eq!(ServerFrame::Bye { seconds: 2 }.encode(), [5, 2]);
    /// let error = ServerFrame::Error { code: Code::Over, message: "it is over".into() };
    /// assert_eq!(error.encode(), b"\x04\x09it is over");
    /// ```
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            ServerFrame::State(state) => return state.encode(),
            ServerFrame::Detail { ply, feed } => {
                bytes.push(DETAIL);
                write_number(&mut bytes, *ply);
                bytes.extend_from_slice(feed);
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
        }
        bytes
    }

    /// Reads a message.
    ///
    /// ```
    /// use ennead_protocol::ServerFrame;
    /// assert_eq!(ServerFrame::decode(&[2, 7, 0xaa]), Ok(ServerFrame::Detail { ply: 7, feed: vec![0xaa] }));
    /// assert_eq!(
    ///     ServerFrame::decode(&[9]).unwrap_err().to_string(),
    ///     "no frame begins with 0x09 (byte 0 of the frame)"
    /// );
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        if bytes.is_empty() {
            return Err(FrameError::new(0, Wrong::Empty));
        }
        let mut reader = Reader::new(bytes);
        let frame = match reader.byte()? {
            STATE => ServerFrame::State(StateFrame::read(&mut reader)?),
            DETAIL => ServerFrame::Detail {
                ply: reader.number()?,
                feed: reader.take(reader.rest().len())?.to_vec(),
            },
            NEXT => ServerFrame::Next { id: reader.array()? },
            ERROR => read_error(&mut reader)?,
            BYE => ServerFrame::Bye { seconds: reader.number()? },
            other => return Err(reader.wrong(Wrong::Kind(other))),
        };
        reader.end()?;
        Ok(frame)
    }
}

fn read_error(reader: &mut Reader<'_>) -> Result<ServerFrame, FrameError> {
    let number = reader.byte()?;
    let code =
        Code::of(number).ok_or_else(|| reader.wrong(Wrong::Code { what: "error code", found: number }))?;
    let at = 2;
    let text = std::str::from_utf8(reader.rest())
        .map_err(|error| FrameError::new(at + error.valid_up_to(), Wrong::Text))?;
    let message = text.to_string();
    reader.take(text.len())?;
    Ok(ServerFrame::Error { code, message })
}
