//! Any message from a client: refused, or the only encoding of the frame that it is.

use ennead_protocol::ClientFrame;

/// Runs the target.
pub(crate) fn frame_client(data: &[u8]) {
    if let Ok(frame) = ClientFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ClientFrame::decode(&frame.encode()), Ok(frame));
    }
}
