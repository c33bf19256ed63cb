//! Any bytes as a record: refused, or the record of the match that they decode to.
#![no_main]

use ennead_game::Match;
use ennead_ttt::Ttt;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(game) = Match::<Ttt>::decode(data) {
        assert_eq!(game.encode(), data);
        assert_eq!(Match::from_text(&game.to_text()), Ok(game));
    }
});
