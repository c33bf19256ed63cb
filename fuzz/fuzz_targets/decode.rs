//! Any bytes as a value of any format: refused, or decoded and written again as they were.
#![no_main]

use ennead_fuzz::{check_accepted, chosen_format, value_of};
use ennead_game::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let format = chosen_format(*choice);
    let Some(value) = value_of(format.info.kind, bytes) else { return };
    let Ok(game) = format.game_of(&value) else { return };
    if game.decode(format.info.id, &value, &Options::new()).is_ok() {
        check_accepted(game, format.info, &value);
    }
});
