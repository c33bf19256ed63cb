//! Any bytes as what a viewer of any game may know: refused, or the bytes of the view that they decode to.
#![no_main]

use ennead_game::{Seen, View};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;
use libfuzzer_sys::fuzz_target;

fn check<G: View>(bytes: &[u8]) {
    if let Ok(seen) = G::Seen::decode(bytes) {
        assert_eq!(seen.encode(), bytes);
    }
}

fuzz_target!(|data: &[u8]| {
    check::<Ttt>(data);
    check::<Nested>(data);
    check::<Schotten>(data);
});
