//! Arbitrary messages from a server: rejected, or the canonical encoding of a frame.

use ennead_protocol::ServerFrame;

pub(crate) fn frame_server(data: &[u8]) {
    if let Ok(frame) = ServerFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ServerFrame::decode(&frame.encode()), Ok(frame));
    }
}
