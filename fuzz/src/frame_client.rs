//! Arbitrary messages from a client: rejected, or the canonical encoding of a frame.

use ennead_protocol::ClientFrame;

pub(crate) fn frame_client(data: &[u8]) {
    if let Ok(frame) = ClientFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ClientFrame::decode(&frame.encode()), Ok(frame));
    }
}
