//! Arbitrary bytes as a value of any format: rejected, or decoded and encoded to the same bytes.

use crate::values::{check_accepted, chosen_format, value_of};
use ennead_game::Options;

pub(crate) fn decode(data: &[u8]) {
    let Some((choice, bytes)) = data.split_first() else { return };
    let format = chosen_format(*choice);
    let Some(value) = value_of(format.info.kind, bytes) else { return };
    let Ok(kit) = format.game_of(&value, crate::GAMES) else { return };
    let game = kit.game();
    if game.decode(format.info.id, &value, &Options::new()).is_ok() {
        check_accepted(game, format.info, &value);
    }
}
