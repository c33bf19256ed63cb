//! What a page draws of a value.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::nine::{CELLS, LINES, Mask};
use ennead_game::{AnyMatch, Look, Seat, Seen, Turn, Viewer};
use ennead_nested::NestedView;
use serde_json::Value as Json;

/// The position of a match as it is shown to [`viewer`].
pub(crate) fn of_match(game: &dyn AnyMatch) -> Option<String> {
    let scene = game.scene(viewer(game), &Look::default()).ok()?;
    Some(text(scene.feed()))
}

/// The seat whose turn it is, or the first one where it is nobody's.
pub(crate) fn viewer(game: &dyn AnyMatch) -> Viewer {
    match game.turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Seat(Seat::FIRST),
    }
}

/// A value of a format that knows a position but no match, where the page can draw it.
pub(crate) fn of_position(game: &str, format: &str, value: &[u8], json: &Json) -> Option<String> {
    match (game, format) {
        ("ttt", _) => Some(text(&of_board(json["board"].as_str()?)?)),
        ("nested", "nested.pack") => of_pack(value),
        _ => None,
    }
}

/// A feed as JSON has it.
pub(crate) fn text(feed: &[u8]) -> String {
    BASE64URL_NOPAD.encode(feed)
}

/// Nine squares and the lines on them. The board need not be one that a game can reach: some formats hold others.
fn of_board(board: &str) -> Option<[u8; 4]> {
    let marks = ['.', 'X', 'O'];
    let squares: Vec<usize> = board.chars().map_while(|c| marks.iter().position(|mark| *mark == c)).collect();
    if squares.len() != CELLS {
        return None;
    }
    let mask = |mark: usize| {
        let set = squares.iter().enumerate().filter(|(_, square)| **square == mark);
        set.fold(0, |mask: Mask, (cell, _)| mask | ennead_game::nine::bit(cell as u8))
    };
    let (x, o) = (mask(1), mask(2));
    let lines =
        LINES.iter().fold(0, |bits: u32, line| bits << 1 | u32::from(x & line == *line || o & line == *line));
    let cells = squares.iter().fold(0, |bits: u32, square| bits << 2 | *square as u32);
    Some((cells << (32 - 2 * CELLS) | lines).to_be_bytes())
}

/// A view of a nested position is the number of cells of a half-made move, here none, and the packed position.
fn of_pack(pack: &[u8]) -> Option<String> {
    let seen = NestedView::decode(&[&[0], pack].concat()).ok()?;
    Some(text(&seen.feed(&Look::default()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_four_bytes() {
        assert_eq!(of_board("XXXOO...."), Some([0b01_01_01_10, 0b10_00_00_00, 0, 0b1000_0000]));
        assert_eq!(of_board("........."), Some([0; 4]));
        assert_eq!(of_board("X.O"), None);
        assert_eq!(of_board("XXXOO...x"), None);
        assert_eq!(of_board("XXXOO....."), None);
    }
}
