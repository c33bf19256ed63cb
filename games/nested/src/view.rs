//! The view of nested games: all viewers see the whole board.
//!
//! A view is encoded as the number of cells of a half-made move (7 bits per byte, low bits first),
//! those cells, two per byte, high half first, and the packed position before that move.

use ennead_game::{
    Focus, Game, GameError, LabelSet, Random, Turn, View, ViewData, ViewError, Viewer,
};

use crate::formats::pack;
use crate::payload;
use crate::{Nested, Path, draw_position};

/// The view of a position: the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedView(Nested);

impl NestedView {
    /// The position.
    pub fn position(&self) -> &Nested {
        &self.0
    }
}

impl ViewData for NestedView {
    fn encode(&self) -> Vec<u8> {
        let begun = self.0.half_made();
        let cells = begun.cells();
        let mut bytes = count_bytes(cells.len());
        bytes.extend(cells.chunks(2).map(|two| two[0] << 4 | two.get(1).copied().unwrap_or(0)));
        bytes.extend(pack::write_before(&self.0));
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let (count, at) = read_count(bytes).ok_or_else(|| ViewError {
            at: 0,
            reason:
                "the number of cells of a half-made move is cut off or not in its shortest form"
                    .into(),
        })?;
        let end = at + count.div_ceil(2);
        let cells = bytes.get(at..end).ok_or_else(|| ViewError {
            at: bytes.len(),
            reason: format!("{count} cell(s) of a half-made move are announced, but the bytes end"),
        })?;
        let mut position = pack::read(&bytes[end..])
            .map_err(|error| ViewError { at: end, reason: error.to_string() })?;
        replay(&mut position, cells, count)
            .map_err(|(index, reason)| ViewError { at: at + index, reason })?;
        Ok(NestedView(position))
    }

    fn draw(&self) -> String {
        draw_position(&self.0, &Path::TOP).unwrap_or_default()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn labels(&self) -> LabelSet {
        payload::labels(&self.0)
    }

    fn label_text(&self, label: u8) -> String {
        format!("cell {}", u32::from(label) + 1)
    }

    fn payload(&self, focus: &Focus) -> Result<Vec<u8>, GameError> {
        payload::payload(&self.0, focus)
    }
}

/// Replays the choices of a half-made move; an error contains the offset of the invalid byte.
fn replay(position: &mut Nested, halves: &[u8], count: usize) -> Result<(), (usize, String)> {
    if count >= position.depth() as usize {
        return Err((
            0,
            format!("{count} cell(s) are not a half-made move at depth {}", position.depth()),
        ));
    }
    for index in 0..halves.len() * 2 {
        let cell = halves[index / 2] >> (4 * (1 - index % 2)) & 0x0f;
        if index == count {
            return if cell == 0 {
                Ok(())
            } else {
                Err((index / 2, "the padding is not zero".into()))
            };
        }
        if cell > 8 || position.legal() & ennead_game::nine::bit(cell) == 0 {
            return Err((
                index / 2,
                format!("a half-made move cannot go through cell {}", cell + 1),
            ));
        }
        position.choose(position.option_of(cell));
    }
    Ok(())
}

fn count_bytes(count: usize) -> Vec<u8> {
    if count < 0x80 { vec![count as u8] } else { vec![count as u8 | 0x80, (count >> 7) as u8] }
}

/// The count and its length in bytes; `None` if it is truncated, not in its shortest form, or above
/// the maximum depth.
fn read_count(bytes: &[u8]) -> Option<(usize, usize)> {
    match bytes {
        [low, ..] if *low < 0x80 => Some((usize::from(*low), 1)),
        [low, high @ 1..0x80, ..] => Some((usize::from(low & 0x7f) | usize::from(*high) << 7, 2)),
        _ => None,
    }
}

impl View for Nested {
    type Data = NestedView;
    const OPEN: bool = true;

    fn view(&self, _: Viewer) -> NestedView {
        NestedView(self.clone())
    }

    fn labels(&self, _: Viewer) -> LabelSet {
        payload::labels(self)
    }

    fn sample(view: &NestedView, _: &mut dyn Random) -> Self {
        view.0.clone()
    }
}
