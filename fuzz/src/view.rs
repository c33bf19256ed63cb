//! Arbitrary bytes as a view of any game: rejected, or the encoding of a view that can be displayed
//! and described.

use ennead_connect::Connect;
use ennead_game::{Focus, View, ViewData};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;

fn check<G: View>(bytes: &[u8]) {
    if let Ok(seen) = G::Data::decode(bytes) {
        assert_eq!(seen.encode(), bytes);
        let labels = seen.labels();
        assert!(labels.is_empty() || labels.len() == seen.options());
        labels.iter().for_each(|label| drop(seen.label_text(label)));
        drop(seen.explain(&mut std::iter::empty()));
        seen.payload(&Focus::default()).expect("a position can be shown");
        drop(seen.payload(&Focus {
            path: bytes.iter().map(|byte| byte % 10).collect(),
            budget: bytes.len(),
        }));
    }
}

pub(crate) fn view(data: &[u8]) {
    check::<Ttt>(data);
    check::<Nested>(data);
    check::<Schotten>(data);
    check::<Connect>(data);
}
