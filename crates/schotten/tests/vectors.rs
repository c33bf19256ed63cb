//! The vectors that every implementation shares.

use ennead_game::play_tally;
use ennead_schotten::{Schotten, Variant};

#[test]
fn the_digest_games() {
    let tally = play_tally::<Schotten>(&Variant::default(), 10);
    assert_eq!((tally.first, tally.second, tally.draw), (5, 5, 0));
    assert_eq!(tally.plies, 497);
    assert_eq!(tally.digest, 7_206_592_206_552_246_029);
}
