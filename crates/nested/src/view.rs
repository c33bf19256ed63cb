//! Everybody sees the whole board.
//!
//! A view's bytes: the number of cells of a half-made move (7 bits a byte, low ones first), those cells, two a byte, high half
//! first, and the packed position before that move.

use ennead_game::{Game, Look, Random, Refusal, Seen, SeenError, Turn, View, Viewer};

use crate::feed;
use crate::formats::pack;
use crate::{Nested, Path, draw_position};

/// What anyone knows of a nested position: all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedView(Nested);

impl NestedView {
    /// The position that is seen.
    pub fn position(&self) -> &Nested {
        &self.0
    }
}

impl Seen for NestedView {
    fn encode(&self) -> Vec<u8> {
        let begun = self.0.half_made();
        let cells = begun.cells();
        let mut bytes = count_bytes(cells.len());
        bytes.extend(cells.chunks(2).map(|two| two[0] << 4 | two.get(1).copied().unwrap_or(0)));
        bytes.extend(pack::write_before(&self.0));
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Self, SeenError> {
        let (count, at) = read_count(bytes).ok_or_else(|| SeenError {
            at: 0,
            reason: "the number of cells of a half-made move is cut off or longer than need be".into(),
        })?;
        let end = at + count.div_ceil(2);
        let cells = bytes.get(at..end).ok_or_else(|| SeenError {
            at: bytes.len(),
            reason: format!("{count} cell(s) of a half-made move are announced, but the bytes end"),
        })?;
        let mut position =
            pack::read(&bytes[end..]).map_err(|error| SeenError { at: end, reason: error.to_string() })?;
        replay(&mut position, cells, count)
            .map_err(|(index, reason)| SeenError { at: at + index, reason })?;
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

    fn labels(&self) -> u64 {
        feed::labels(&self.0)
    }

    fn label_text(&self, label: u8) -> String {
        format!("cell {}", u32::from(label) + 1)
    }

    fn feed(&self, look: &Look) -> Result<Vec<u8>, Refusal> {
        feed::feed(&self.0, look)
    }
}

/// Makes the choices of a half-made move again; the error says at which byte it is wrong.
fn replay(position: &mut Nested, halves: &[u8], count: usize) -> Result<(), (usize, String)> {
    if count >= position.depth() as usize {
        return Err((0, format!("{count} cell(s) are no half-made move at depth {}", position.depth())));
    }
    for index in 0..halves.len() * 2 {
        let cell = halves[index / 2] >> (4 * (1 - index % 2)) & 0x0f;
        if index == count {
            return if cell == 0 { Ok(()) } else { Err((index / 2, "the padding is not zero".into())) };
        }
        if cell > 8 || position.legal() & ennead_game::nine::bit(cell) == 0 {
            return Err((index / 2, format!("a half-made move cannot go through cell {}", cell + 1)));
        }
        position.choose(position.option_of(cell));
    }
    Ok(())
}

fn count_bytes(count: usize) -> Vec<u8> {
    if count < 0x80 { vec![count as u8] } else { vec![count as u8 | 0x80, (count >> 7) as u8] }
}

/// The count and its length; none if it is cut off, longer than need be or above what any game has.
fn read_count(bytes: &[u8]) -> Option<(usize, usize)> {
    match bytes {
        [low, ..] if *low < 0x80 => Some((usize::from(*low), 1)),
        [low, high @ 1..0x80, ..] => Some((usize::from(low & 0x7f) | usize::from(*high) << 7, 2)),
        _ => None,
    }
}

impl View for Nested {
    type Seen = NestedView;

    fn view(&self, _: Viewer) -> NestedView {
        NestedView(self.clone())
    }

    fn labels(&self, _: Viewer) -> u64 {
        feed::labels(self)
    }

    fn sample(seen: &NestedView, _: &mut dyn Random) -> Self {
        seen.0.clone()
    }
}
