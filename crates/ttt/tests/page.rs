//! The format page tells the truth.

use ennead_game::{Entry, suite};
use ennead_ttt::Ttt;

#[test]
fn vectors_on_the_format_page() {
    suite::format_page(&Entry::<Ttt>::new(), include_str!("../FORMAT.md"));
}
