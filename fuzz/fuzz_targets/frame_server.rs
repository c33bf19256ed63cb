//! Any message from a server: refused, or the only encoding of the frame that it is.
#![no_main]

use ennead_protocol::ServerFrame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(frame) = ServerFrame::decode(data) {
        assert_eq!(frame.encode(), data);
        assert_eq!(ServerFrame::decode(&frame.encode()), Ok(frame));
    }
});
