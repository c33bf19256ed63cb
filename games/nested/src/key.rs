//! Packed keys for depths 1 and 2: one digit per grid, then the turn and the target.
//!
//! A grid is reduced to what the rest of the game depends on. The layer is the number of cells that
//! can no longer be played: marks in open grids, and all nine cells of closed ones. It grows with
//! every move, whereas the number of moves can no longer be determined once a grid is closed.

use ennead_game::nine::{CELLS, FULL, Mask, cells, count};
use ennead_game::{Census, Game, Keys, LayerKey, NoKeysError, Packed, Symmetric};

use crate::filling::{FILLINGS, OPEN_FILLINGS, filling, number, rank, unrank};
use crate::flat::{Flat, FlatParts};
use crate::node::{Nodes, ROOT};
use crate::rules::Representation;
use crate::tree::GridTree;
use crate::{GridResult, Mark, Nested, NestedSetup, Rules};

/// Number of codes of a closed grid: X, O and drawn.
const CLOSED: u32 = 3;
/// Number of codes of a won grid that is still playable (open rules): its empty cells and its
/// owner.
const OWNED: u32 = 2 << CELLS;
/// Number of codes of a grid.
const GRID_CODES: u32 = OPEN_FILLINGS + CLOSED + OWNED;
/// Number of targets: none, or one of the grids.
const TARGETS: u32 = 1 + CELLS as u32;

/// The keys of nested tic-tac-toe at depth 1 or 2.
#[derive(Clone, Debug)]
pub struct NestedKeys {
    setup: NestedSetup,
}

impl Packed for Nested {
    type Keys = NestedKeys;

    fn keys(setup: &NestedSetup) -> Result<NestedKeys, NoKeysError> {
        match setup.depth() {
            1 | 2 => Ok(NestedKeys { setup: *setup }),
            depth => Err(NoKeysError {
                game: Self::ID,
                reason: format!("keys exist for depths 1 and 2, not for depth {depth}"),
            }),
        }
    }
}

/// The code of a grid of a depth-2 board.
fn grid_code(flat: &Flat, grid: u8) -> u32 {
    let empty = flat.empty(grid);
    match flat.result(grid) {
        None => {
            let (x, o) = flat.marks(grid);
            rank(x, o)
        }
        Some(result) if flat.rules() == Rules::Open && empty != 0 => {
            let owner = u32::from(result == GridResult::O);
            OPEN_FILLINGS + CLOSED + owner * (OWNED / 2) + u32::from(empty)
        }
        Some(result) => OPEN_FILLINGS + result as u32,
    }
}

/// The key of a depth-2 board between moves, without symmetry reduction.
fn flat_word(flat: &Flat) -> u128 {
    let grids = (0..CELLS as u8)
        .fold(0, |word, grid| word * u128::from(GRID_CODES) + u128::from(grid_code(flat, grid)));
    let target = flat.target().map_or(0, |grid| 1 + u128::from(grid));
    (grids * u128::from(TARGETS) + target) * 2 + flat.mover() as u128
}

/// The board with this key.
fn flat_board(mut word: u128, rules: Rules) -> Flat {
    let mut digit = |radix: u32| {
        let digit = (word % u128::from(radix)) as u32;
        word /= u128::from(radix);
        digit
    };
    let mover = if digit(2) == 0 { Mark::X } else { Mark::O };
    let target = digit(TARGETS).checked_sub(1).map(|grid| grid as u8);
    let mut parts =
        FlatParts { marks: [(0, 0); CELLS], won: (0, 0), playable: 0, target: None, mover, rules };
    for grid in (0..CELLS as u8).rev() {
        place_grid(&mut parts, grid, digit(GRID_CODES));
    }
    if crate::grid_result::outcome(parts.won.0, parts.won.1, rules, 2).is_some() {
        parts.playable = 0;
        parts.mover = Mark::X;
    }
    parts.target = target.filter(|grid| parts.playable & ennead_game::nine::bit(*grid) != 0);
    parts.board()
}

fn place_grid(parts: &mut FlatParts, grid: u8, code: u32) {
    let here = ennead_game::nine::bit(grid);
    let at = usize::from(grid);
    match code.checked_sub(OPEN_FILLINGS) {
        None => {
            parts.marks[at] = unrank(code);
            parts.playable |= here;
        }
        Some(closed) if closed < CLOSED => {
            parts.marks[at] = (FULL, 0);
            parts.won.0 |= if closed != GridResult::O as u32 { here } else { 0 };
            parts.won.1 |= if closed != GridResult::X as u32 { here } else { 0 };
        }
        Some(owned) => {
            let owned = owned - CLOSED;
            let empty = owned as Mask & FULL;
            parts.marks[at] = (FULL & !empty, 0);
            if owned < OWNED / 2 {
                parts.won.0 |= here;
            } else {
                parts.won.1 |= here;
            }
            parts.playable |= if empty != 0 { here } else { 0 };
        }
    }
}

/// Number of cells that can no longer be played.
fn flat_layer(flat: &Flat) -> u32 {
    // Once the game is over, open grids keep their marks.
    cells(FULL).map(|grid| CELLS as u32 - count(flat.empty(grid))).sum()
}

impl NestedKeys {
    fn tree_word(tree: &GridTree) -> u128 {
        let masks = tree.nodes().masks(ROOT);
        u128::from(number(masks.x, masks.o)) * 2 + tree.mover() as u128
    }

    /// The smallest key among a position's symmetric images.
    fn word(position: &Nested) -> u128 {
        match &position.0 {
            Representation::Flat(flat) => {
                let images = (0..Nested::SYMMETRIES).map(|symmetry| flat.transform(symmetry));
                images.map(|image| flat_word(&image)).min().unwrap_or_default()
            }
            Representation::Tree(tree) => {
                let images = (0..Nested::SYMMETRIES).map(|symmetry| tree.transform(symmetry));
                images.map(|image| Self::tree_word(&image)).min().unwrap_or_default()
            }
        }
    }

    fn layer(position: &Nested) -> u32 {
        match &position.0 {
            Representation::Flat(flat) => flat_layer(flat),
            Representation::Tree(tree) => {
                let masks = tree.nodes().masks(ROOT);
                count(masks.x | masks.o)
            }
        }
    }
}

impl Keys<Nested> for NestedKeys {
    type Word = u128;

    fn last_layer(&self) -> u32 {
        (CELLS as u32).pow(self.setup.depth())
    }

    fn bits(&self, _: u32) -> u32 {
        let most = match self.setup.depth() {
            1 => u128::from(2 * FILLINGS),
            _ => u128::from(GRID_CODES).pow(CELLS as u32) * u128::from(2 * TARGETS),
        };
        u128::BITS - most.leading_zeros()
    }

    fn pack(&self, position: &Nested) -> Option<LayerKey<u128>> {
        let same = position.depth() == self.setup.depth() && position.rules() == self.setup.rules();
        let between = position.half_made().cells().is_empty();
        (same && between)
            .then(|| LayerKey { layer: Self::layer(position), word: Self::word(position) })
    }

    fn unpack(&self, key: LayerKey<u128>) -> Nested {
        if self.setup.depth() == 2 {
            return Nested(Representation::Flat(flat_board(key.word, self.setup.rules())));
        }
        let (x, o) = filling((key.word / 2 % u128::from(FILLINGS)) as u32);
        let mover = if key.word.is_multiple_of(2) { Mark::X } else { Mark::O };
        let mut nodes = Nodes::new();
        nodes.set_masks(ROOT, x, o);
        Nested(Representation::Tree(Box::new(GridTree::from_parts(
            &self.setup,
            nodes,
            mover,
            None,
        ))))
    }

    fn census(&self, key: LayerKey<u128>) -> Census {
        let position = self.unpack(key);
        let mut images: Vec<u128> = (0..Nested::SYMMETRIES)
            .map(|symmetry| match position.transform(symmetry).0 {
                Representation::Flat(flat) => flat_word(&flat),
                Representation::Tree(tree) => Self::tree_word(&tree),
            })
            .collect();
        images.sort_unstable();
        images.dedup();
        Census { orbit: images.len() as u32, over: position.outcome().is_some() }
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64, Turn};

    use super::*;

    /// Plays the same random game on a position and on a copy unpacked from its key, move by move.
    fn check_game(setup: NestedSetup, random: &mut SplitMix64) {
        let keys = Nested::keys(&setup).unwrap();
        let mut position = Nested::new(&setup);
        let mut layer = None;
        loop {
            if let Some(key) = keys.pack(&position) {
                assert!(layer.is_none_or(|before| before < key.layer));
                layer = Some(key.layer);
                assert!(key.word >> keys.bits(key.layer) == 0);
                let back = keys.unpack(key);
                assert_eq!(keys.pack(&back), Some(key));
                assert_eq!(back.turn(), position.turn());
                assert_eq!(keys.census(key).over, position.outcome().is_some());
                let image = position.transform(random.below(8) as u32);
                assert_eq!(keys.pack(&image), Some(key));
                assert_eq!(children(&keys, &back), children(&keys, &position));
            }
            if !matches!(position.turn(), Turn::Seat(_)) {
                break;
            }
            position.choose(random.below(position.options().into()) as u32);
        }
    }

    fn children(keys: &NestedKeys, position: &Nested) -> Vec<LayerKey<u128>> {
        let mut children = Vec::new();
        ennead_game::visit_by_choices(keys, position.clone(), |child| children.push(child.key));
        children.sort_unstable();
        children.dedup();
        children
    }

    #[test]
    fn keys_agree_with_symmetry_and_rules() {
        let mut random = SplitMix64::new(5);
        for rules in Rules::ALL {
            for depth in [1, 2] {
                for first in [Mark::X, Mark::O] {
                    let Ok(setup) = NestedSetup::new(depth, first, rules) else { continue };
                    (0..15).for_each(|_| check_game(setup, &mut random));
                }
            }
        }
    }

    #[test]
    fn other_depths_have_no_keys() {
        let setup = NestedSetup::new(3, Mark::X, Rules::Both).unwrap();
        assert_eq!(
            Nested::keys(&setup).unwrap_err().to_string(),
            "nested cannot be solved with this set-up: keys exist for depths 1 and 2, not for \
             depth 3"
        );
    }

    #[test]
    fn garbage_keys_do_not_panic() {
        for depth in [1, 2] {
            for rules in Rules::ALL {
                let Ok(setup) = NestedSetup::new(depth, Mark::X, rules) else { continue };
                let keys = Nested::keys(&setup).unwrap();
                for word in [0, 1, u128::MAX / 7, u128::MAX / 3, u128::MAX] {
                    let key = LayerKey { layer: 3, word };
                    keys.unpack(key);
                    keys.census(key);
                }
            }
        }
    }
}
