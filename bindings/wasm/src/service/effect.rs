//! Effects that the module asks the page to perform.

/// An effect of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The answer to the request.
    Answer {
        /// The HTTP status.
        status: u16,
        /// The JSON body.
        json: Vec<u8>,
    },
    /// A match to be stored: the bytes of an `Item`, which begin with the match id.
    Store(Vec<u8>),
    /// A frame to be delivered.
    Frame {
        /// The connection.
        connection: u32,
        /// The frame.
        bytes: Vec<u8>,
    },
    /// A request to be called again for a bot or a clock in this many milliseconds.
    Wake(u32),
}

impl Effect {
    /// Appends the kind (1 byte), a number and the length of the payload (4 bytes each,
    /// little-endian), and the payload.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let (kind, number, bytes): (u8, u32, &[u8]) = match self {
            Effect::Answer { status, json } => (0, u32::from(*status), json),
            Effect::Store(bytes) => (1, 0, bytes),
            Effect::Frame { connection, bytes } => (2, *connection, bytes),
            Effect::Wake(ms) => (3, *ms, &[]),
        };
        out.push(kind);
        out.extend(number.to_le_bytes());
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    }
}
