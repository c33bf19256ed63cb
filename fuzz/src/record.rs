//! Any bytes as a record: refused, or the record of the match that they decode to.

use ennead_game::Match;
use ennead_ttt::Ttt;

/// Runs the target.
pub(crate) fn record(data: &[u8]) {
    if let Ok(game) = Match::<Ttt>::decode(data) {
        assert_eq!(game.encode(), data);
        assert_eq!(Match::from_text(&game.to_text()), Ok(game));
    }
}
