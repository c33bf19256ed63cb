//! The vectors on the format page match the code.

use ennead_connect::Connect;
use ennead_game::{Erased, suite};

#[test]
fn vectors_on_the_format_page() {
    suite::format_page(
        &Erased::<Connect, ennead_connect::Formats>::new(),
        include_str!("../FORMAT.md"),
    );
}
