//! Any message from a client: refused, or the only encoding of the frame that it is.
#![no_main]

use ennead_protocol::ClientFrame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(frame) = ClientFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ClientFrame::decode(&frame.encode()), Ok(frame));
    }
});
