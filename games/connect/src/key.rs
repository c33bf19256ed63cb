//! Packed keys: dense numbers of positions with the same number of stones.
//!
//! The layer is the number of stones `n`, so a layer fixes how many are X's. The key is
//!
//! ```text
//! (rank of the occupied cells) * C(n, stones of X) + (rank of X's stones among the occupied cells)
//! ```
//!
//! With gravity the occupied cells are a list of column heights, ranked among all lists with the
//! same sum; without, any set of `n` cells. Of the symmetric positions the one with the smallest
//! occupied rank, and then the smallest rank of X, has the key.

use std::sync::Arc;

use ennead_game::{
    Census, Child, FinalValue, Game, Keys, LayerKey, NoKeysError, Packed, Symmetric,
};

use crate::bits::{Bits, Wide};
use crate::lines::has_line;
use crate::rules::Stones;
use crate::{Connect, ConnectSetup};

/// Maximum number of cells of a board without gravity: 3^40 is below 2^64.
const MAX_CELLS: u8 = 40;
const MAX_STONES: usize = 64;
/// Maximum number of columns of a board with gravity. 64 bits would hold 21 columns of two rows,
/// but a side is at most 15.
const MAX_COLUMNS: usize = 15;

/// `C(n, k)` for `n` and `k` up to 63, where it fits into 64 bits.
static BINOMIALS: [[u64; MAX_STONES]; MAX_STONES] = {
    let mut table = [[0u64; MAX_STONES]; MAX_STONES];
    let mut n = 0;
    while n < MAX_STONES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1].saturating_add(table[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The packed keys of one board size.
#[derive(Clone, Debug)]
pub struct ConnectKeys {
    setup: ConnectSetup,
    skylines: Arc<Skylines>,
}

/// Ranks of column heights.
#[derive(Debug)]
struct Skylines {
    height: usize,
    /// The number of ways, by column and by the sum of heights from that column on.
    ways: Vec<Vec<u64>>,
}

/// The stones of a board with gravity, column by column.
#[derive(Clone, Copy)]
struct Columns {
    width: usize,
    heights: [u8; MAX_COLUMNS],
    /// X's stones in each column, with the bottom one in the lowest bit.
    x: [u16; MAX_COLUMNS],
}

impl Packed for Connect {
    type Keys = ConnectKeys;

    fn keys(setup: &ConnectSetup) -> Result<ConnectKeys, NoKeysError> {
        let reason = if setup.gravity() && setup.bit_len() > u64::BITS {
            "with gravity, width * (height + 1) can be at most 64"
        } else if !setup.gravity() && setup.cells() > MAX_CELLS {
            "without gravity, a board can have at most 40 cells"
        } else {
            return Ok(ConnectKeys { setup: *setup, skylines: Arc::new(Skylines::new(setup)) });
        };
        Err(NoKeysError { game: Self::ID, reason: reason.into() })
    }
}

impl Skylines {
    fn new(setup: &ConnectSetup) -> Self {
        let (width, height) = (usize::from(setup.width()), usize::from(setup.height()));
        let most = width * height;
        let mut ways = vec![vec![0; most + 1]; width + 1];
        ways[width][0] = 1;
        for column in (0..width).rev() {
            for sum in 0..=most {
                let rest = |own: usize| ways[column + 1][sum - own];
                ways[column][sum] = (0..=height.min(sum)).map(rest).sum();
            }
        }
        Skylines { height, ways }
    }

    #[inline]
    fn rank(&self, columns: &Columns, stones: usize) -> u64 {
        let mut left = stones;
        let mut rank = 0;
        for column in 0..columns.width {
            let own = usize::from(columns.heights[column]);
            let ways = &self.ways[column + 1];
            rank += (0..own).map(|lower| ways[left - lower]).sum::<u64>();
            left -= own;
        }
        rank
    }

    fn unrank(&self, width: usize, stones: usize, mut rank: u64) -> [u8; MAX_COLUMNS] {
        let mut heights = [0; MAX_COLUMNS];
        let mut left = stones;
        for (column, height) in heights.iter_mut().enumerate().take(width) {
            let ways = &self.ways[column + 1];
            let mut own = 0;
            while own < self.height.min(left) && rank >= ways[left - own] {
                rank -= ways[left - own];
                own += 1;
            }
            *height = own as u8;
            left -= own;
        }
        heights
    }
}

impl Columns {
    #[inline]
    fn of(setup: &ConnectSetup, x: u64, o: u64) -> Self {
        let stride = setup.stride();
        let lane = (1u64 << setup.length()) - 1;
        let mut columns = Columns {
            width: usize::from(setup.width()),
            heights: [0; MAX_COLUMNS],
            x: [0; MAX_COLUMNS],
        };
        let (mut x, mut occupied) = (x, x | o);
        for column in 0..columns.width {
            columns.heights[column] = (occupied & lane).trailing_ones() as u8;
            columns.x[column] = (x & lane) as u16;
            x >>= stride;
            occupied >>= stride;
        }
        columns
    }

    /// Compares the position with its mirror image; equal if it is symmetric.
    #[inline]
    fn compare_mirrored(&self) -> std::cmp::Ordering {
        let width = self.width;
        let compare = |one: usize| self.heights[width - 1 - one].cmp(&self.heights[one]);
        let heights = (0..width).map(compare).find(|order| order.is_ne());
        let stones = |one: usize| self.x[width - 1 - one].cmp(&self.x[one]);
        heights
            .or_else(|| (0..width).map(stones).find(|order| order.is_ne()))
            .unwrap_or(std::cmp::Ordering::Equal)
    }

    #[inline]
    fn canonical(mut self) -> Self {
        if self.compare_mirrored().is_lt() {
            self.heights[..self.width].reverse();
            self.x[..self.width].reverse();
        }
        self
    }

    /// X's stones among the occupied cells, column by column.
    #[inline]
    fn packed_x(&self) -> u64 {
        let mut packed = 0;
        let mut below = 0;
        for column in 0..self.width {
            packed |= u64::from(self.x[column]) << below;
            below += self.heights[column];
        }
        packed
    }
}

/// The rank of a set of numbers among all sets of the same size.
#[inline]
fn rank_of_set(mut set: u64) -> u64 {
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        rank += BINOMIALS[set.trailing_zeros() as usize][size];
        set &= set - 1;
        size += 1;
    }
    rank
}

/// The set of `size` numbers below `limit` with the given rank.
#[inline]
fn set_of_rank(mut rank: u64, limit: usize, size: usize) -> u64 {
    let mut set = 0;
    let mut left = size;
    for number in (0..limit).rev() {
        let below = BINOMIALS[number][left];
        if left > 0 && rank >= below {
            rank -= below;
            set |= 1 << number;
            left -= 1;
        }
    }
    set
}

/// The members of `set` selected by index in `chosen`.
#[inline]
fn spread(chosen: u64, mut set: u64) -> u64 {
    let mut spread = 0;
    let mut index = 0;
    while set != 0 {
        let lowest = set & set.wrapping_neg();
        if chosen >> index & 1 == 1 {
            spread |= lowest;
        }
        set ^= lowest;
        index += 1;
    }
    spread
}

/// The indices of the members of `set` that are in `part`.
fn gather(part: u64, set: u64) -> u64 {
    let bits = set.each().enumerate();
    bits.filter(|(_, at)| part.has(*at)).fold(0, |chosen, (index, _)| chosen | 1 << index)
}

impl ConnectKeys {
    #[inline]
    fn narrow_key(&self, x: u64, o: u64, stones: u32) -> LayerKey<u64> {
        let columns = Columns::of(&self.setup, x, o).canonical();
        let n = stones as usize;
        let colourings = BINOMIALS[n][n.div_ceil(2)];
        let skyline = self.skylines.rank(&columns, n);
        let word = skyline * colourings + rank_of_set(columns.packed_x());
        LayerKey { layer: stones, word }
    }

    /// The stones of X and O on a board with gravity.
    #[inline]
    fn narrow_stones(&self, key: LayerKey<u64>) -> [u64; 2] {
        let n = (key.layer as usize).min(usize::from(self.setup.cells()));
        let x_stones = n.div_ceil(2);
        let colourings = BINOMIALS[n][x_stones];
        let width = usize::from(self.setup.width());
        let heights = self.skylines.unrank(width, n, key.word / colourings);
        let mut packed = set_of_rank(key.word % colourings, n, x_stones);
        let stride = self.setup.stride();
        let (mut x, mut occupied) = (0, 0);
        for (column, height) in heights.iter().enumerate().take(width) {
            let lane = (1u64 << height) - 1;
            occupied |= lane << (column as u32 * stride);
            x |= (packed & lane) << (column as u32 * stride);
            packed >>= height;
        }
        [x, occupied & !x]
    }

    /// The stones as a set of cell indices, so that ranks do not depend on the layout.
    fn by_index(&self, stones: Wide) -> u64 {
        stones.each().fold(0, |set, at| set | 1 << self.setup.index_of(at))
    }

    fn flat_key(&self, position: &Connect) -> (u64, u64) {
        let [x, o] = position.stones().map(|stones| self.by_index(stones));
        (rank_of_set(x | o), rank_of_set(gather(x, x | o)))
    }

    fn flat_position(&self, key: LayerKey<u64>) -> [Wide; 2] {
        let cells = usize::from(self.setup.cells());
        let n = (key.layer as usize).min(cells);
        let colourings = BINOMIALS[n][n.div_ceil(2)];
        let occupied = set_of_rank(key.word / colourings, cells, n);
        let x = spread(set_of_rank(key.word % colourings, n, n.div_ceil(2)), occupied);
        let layout = |set: u64| {
            set.each().fold(Wide::NONE, |stones, index| {
                stones | Wide::bit(self.setup.bit_of(index as u8))
            })
        };
        [layout(x), layout(occupied & !x)]
    }

    /// The images of a position under the symmetries of the board.
    fn images(position: &Connect) -> impl Iterator<Item = Connect> + '_ {
        (0..Connect::SYMMETRIES).map(|symmetry| position.transform(symmetry))
    }
}

impl Keys<Connect> for ConnectKeys {
    type Word = u64;

    fn last_layer(&self) -> u32 {
        self.setup.cells().into()
    }

    fn bits(&self, layer: u32) -> u32 {
        let n = layer.min(self.last_layer()) as usize;
        let sets = match self.setup.gravity() {
            true => self.skylines.ways[0][n],
            false => BINOMIALS[usize::from(self.setup.cells())][n],
        };
        let most = sets.saturating_mul(BINOMIALS[n][n.div_ceil(2)]).saturating_sub(1);
        u64::BITS - most.leading_zeros()
    }

    fn pack(&self, position: &Connect) -> Option<LayerKey<u64>> {
        if *position.setup() != self.setup {
            return None;
        }
        let stones = u32::from(position.placed());
        if let (true, Stones::Narrow(board)) = (self.setup.gravity(), &position.0) {
            let [x, o] = board.stones();
            return Some(self.narrow_key(x, o, stones));
        }
        let smallest = Self::images(position).map(|image| self.flat_key(&image)).min();
        let (occupied, x) = smallest.unwrap_or_default();
        let n = stones as usize;
        Some(LayerKey { layer: stones, word: occupied * BINOMIALS[n][n.div_ceil(2)] + x })
    }

    fn unpack(&self, key: LayerKey<u64>) -> Connect {
        let stones = match self.setup.gravity() {
            true => self.narrow_stones(key).map(Bits::wide),
            false => self.flat_position(key),
        };
        // Only an invalid key can produce an unreachable board.
        Connect::from_stones(&self.setup, stones).unwrap_or_else(|_| Connect::new(&self.setup))
    }

    fn census(&self, key: LayerKey<u64>) -> Census {
        if self.setup.gravity() {
            let [x, o] = self.narrow_stones(key);
            let mirrored = Columns::of(&self.setup, x, o).compare_mirrored().is_ne();
            let last = if key.layer % 2 == 1 { x } else { o };
            let over = key.layer >= self.last_layer() || has_line(last, &self.setup);
            return Census { orbit: 1 + u32::from(mirrored), over };
        }
        let position = self.unpack(key);
        let mut images: Vec<[Wide; 2]> =
            Self::images(&position).map(|image| image.stones()).collect();
        images.sort_unstable();
        images.dedup();
        Census { orbit: images.len() as u32, over: position.outcome().is_some() }
    }

    fn visit_children(&self, key: LayerKey<u64>, mut visit: impl FnMut(Child<u64>)) {
        if !self.setup.gravity() {
            return ennead_game::visit_by_choices(self, self.unpack(key), visit);
        }
        let stones = self.narrow_stones(key);
        let [x, o] = stones;
        let landing = (x | o).plus(self.setup.first()) & self.setup.full::<u64>();
        let mover = key.layer as usize % 2;
        let is_last = key.layer + 1 == self.last_layer();
        for at in landing.each() {
            let mut next = stones;
            next[mover] |= 1 << at;
            let end = match has_line(next[mover], &self.setup) {
                true => Some(FinalValue::Loss),
                false => is_last.then_some(FinalValue::Draw),
            };
            let key = self.narrow_key(next[0], next[1], key.layer + 1);
            visit(Child { key, end, again: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;

    /// Random positions of a set-up with all their images.
    fn check(setup: ConnectSetup, games: u32) {
        let keys = Connect::keys(&setup).unwrap();
        let mut random = SplitMix64::new(7);
        for _ in 0..games {
            let mut position = Connect::new(&setup);
            loop {
                check_position(&keys, &position);
                if position.options() == 0 {
                    break;
                }
                position.choose(random.below(position.options().into()) as u32);
            }
        }
    }

    fn check_position(keys: &ConnectKeys, position: &Connect) {
        let key = keys.pack(position).unwrap();
        assert!(key.word < 1u64.checked_shl(keys.bits(key.layer)).unwrap_or(u64::MAX));
        let back = keys.unpack(key);
        assert_eq!(keys.pack(&back), Some(key));
        let mut images: Vec<Connect> = ConnectKeys::images(position).collect();
        assert!(images.iter().all(|image| keys.pack(image) == Some(key)));
        assert!(images.contains(&back), "{back} is no image of {position}");
        images.sort_unstable();
        images.dedup();
        let census = keys.census(key);
        assert_eq!(census.orbit as usize, images.len(), "{position}");
        assert_eq!(census.over, position.outcome().is_some(), "{position}");
        if !census.over {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let told = |child: Child<u64>| (child.key, child.end.is_some());
            keys.visit_children(key, &mut |child| fast.push(told(child)));
            ennead_game::visit_by_choices(keys, position.clone(), &mut |child| {
                slow.push(told(child));
            });
            for children in [&mut fast, &mut slow] {
                children.sort_unstable();
                children.dedup();
            }
            assert_eq!(fast, slow, "{position}");
        }
    }

    #[test]
    fn keys_agree_with_symmetry_and_rules() {
        for (width, height, line, gravity, games) in [
            (7, 6, 4, true, 60),
            (4, 4, 4, true, 40),
            (5, 3, 3, true, 40),
            (15, 3, 4, true, 20),
            (3, 15, 4, true, 20),
            (3, 3, 3, false, 40),
            (4, 3, 3, false, 20),
            (6, 6, 5, false, 4),
        ] {
            check(ConnectSetup::new(width, height, line, gravity).unwrap(), games);
        }
    }

    #[test]
    fn boards_that_do_not_fit_are_rejected() {
        let error = Connect::keys(&ConnectSetup::new(9, 7, 4, true).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "connect cannot be solved with this set-up: with gravity, width * (height + 1) can be \
             at most 64"
        );
        assert!(Connect::keys(&ConnectSetup::new(7, 6, 4, false).unwrap()).is_err());
    }

    #[test]
    fn garbage_keys_do_not_panic() {
        for (gravity, height) in [(true, 6), (false, 5)] {
            let keys = Connect::keys(&ConnectSetup::new(7, height, 4, gravity).unwrap()).unwrap();
            for word in [0, 1, 12_345, u64::MAX / 3, u64::MAX] {
                for layer in [0, 1, 20, 35, 99] {
                    let key = LayerKey { layer, word };
                    keys.unpack(key);
                    keys.census(key);
                }
            }
        }
    }
}
