//! Packed keys: the squares of X and O in the symmetric image with the smallest key.

use ennead_game::nine::{CELLS, FULL, Mask};
use ennead_game::{Census, Game, Keys, LayerKey, NoKeysError, Packed, Symmetric};

use crate::Ttt;

/// Packed keys of tic-tac-toe; a position's layer is its number of marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct TttKeys;

impl Packed for Ttt {
    type Keys = TttKeys;

    fn keys((): &()) -> Result<TttKeys, NoKeysError> {
        Ok(TttKeys)
    }
}

impl Keys<Ttt> for TttKeys {
    type Word = u64;

    fn last_layer(&self) -> u32 {
        CELLS as u32
    }

    fn bits(&self, _: u32) -> u32 {
        2 * CELLS as u32
    }

    fn pack(&self, position: &Ttt) -> Option<LayerKey<u64>> {
        let word = u64::from(position.canonical().0.key());
        Some(LayerKey { layer: word.count_ones(), word })
    }

    fn unpack(&self, key: LayerKey<u64>) -> Ttt {
        let (x, o) = ((key.word >> CELLS) as Mask & FULL, key.word as Mask & FULL);
        Ttt { x, o }
    }

    fn census(&self, key: LayerKey<u64>) -> Census {
        let position = self.unpack(key);
        let mut images: Vec<u32> =
            (0..Ttt::SYMMETRIES).map(|symmetry| position.transform(symmetry).key()).collect();
        images.sort_unstable();
        images.dedup();
        Census { orbit: images.len() as u32, over: position.outcome().is_some() }
    }
}
