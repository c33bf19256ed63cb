//! Arbitrary bytes as a record: rejected, or the record of the match they decode to.

use ennead_connect::Connect;
use ennead_game::{Coding, Game, Match};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;

pub(crate) fn record(data: &[u8]) {
    if let Ok(game) = Match::<Ttt>::decode(data) {
        assert_eq!(game.encode(), data);
        assert_eq!(Match::from_text(&game.to_text()), Ok(game));
    }
    modelled::<Ttt>(data);
    modelled::<Nested>(data);
    modelled::<Schotten>(data);
    modelled::<Connect>(data);
}

/// The same for the format `record.model`, whose decoder consults the game's model.
fn modelled<G: Game>(data: &[u8]) {
    if let Ok(game) = Match::<G>::decode_model(data) {
        let Ok(Coding::Model { number, .. }) = Coding::of(data) else { panic!("{data:?}") };
        assert_eq!(game.encode_model_as(number), data);
        assert!(data.len() <= game.encode().len() + 1);
    }
}
