//! Any bytes as what a viewer of any game may know: refused, or the bytes of a view that can be shown and talked about.
#![no_main]

use ennead_game::{Look, Seen, View};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;
use libfuzzer_sys::fuzz_target;

fn check<G: View>(bytes: &[u8]) {
    if let Ok(seen) = G::Seen::decode(bytes) {
        assert_eq!(seen.encode(), bytes);
        let labels = seen.labels();
        assert!(labels == 0 || labels.count_ones() == seen.options());
        (0..u64::BITS as u8)
            .filter(|label| labels >> label & 1 == 1)
            .for_each(|label| drop(seen.label_text(label)));
        drop(seen.explain());
        seen.feed(&Look::default()).expect("a position can be shown");
        drop(seen.feed(&Look { path: bytes.iter().map(|byte| byte % 10).collect(), budget: bytes.len() }));
    }
}

fuzz_target!(|data: &[u8]| {
    check::<Ttt>(data);
    check::<Nested>(data);
    check::<Schotten>(data);
});
