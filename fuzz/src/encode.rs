//! Arbitrary text as the text form of any format: rejected, or encoded to a value that decodes.

use crate::values::{check_accepted, chosen_format, chosen_game, chosen_options, ways};
use ennead_game::{Options, Show};

pub(crate) fn encode(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let (Some(format), Some(game)) = (bytes.next(), bytes.next()) else { return };
    let format = chosen_format(format);
    let game = chosen_game(&format, game);
    let options = chosen_options(game, format.info, &mut bytes);
    let Ok(text) = String::from_utf8(bytes.collect()) else { return };
    let Ok(value) = game.encode(format.info.id, &text, &options) else { return };
    let decodes = |way: &Options| game.decode(format.info.id, &value, way).is_ok();
    assert!(ways(format.info).iter().any(decodes), "what was encoded decodes");
    check_accepted(game, format.info, &value);
    let written = value.show(value.default_show());
    assert_eq!(format.info.parse_value(&written, None).as_ref(), Ok(&value));
    assert_eq!(format.info.parse_value(&value.show(Show::Bin), Some(Show::Bin)), Ok(value));
}
