//! Any message from a server: refused, or the only encoding of the frame that it is.

use ennead_protocol::ServerFrame;

/// Runs the target.
pub(crate) fn frame_server(data: &[u8]) {
    if let Ok(frame) = ServerFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ServerFrame::decode(&frame.encode()), Ok(frame));
    }
}
