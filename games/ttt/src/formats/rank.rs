//! `ttt.rank`: a reachable position as an index among all 5,478 of them.

use std::sync::LazyLock;

use ennead_bits::bits_for;
use ennead_game::Symmetric;
use ennead_game::nine::FULL;
use thiserror::Error;

use crate::Ttt;

/// Number of reachable positions.
pub const POSITIONS: u32 = 5_478;
/// Width of a value in bits.
pub const BITS: u32 = bits_for(POSITIONS as u64);

/// A number that is not a valid rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("rank {0} is out of range: there are {POSITIONS} positions, numbered from 0")]
pub struct RankError(pub u128);

/// All positions in ascending order of their keys, and the inverse mapping.
struct RankTable {
    positions: Vec<Ttt>,
    ranks: Vec<u16>,
}

static TABLE: LazyLock<RankTable> = LazyLock::new(|| {
    let mut positions = Vec::with_capacity(POSITIONS as usize);
    let mut ranks = vec![0; TERNARY_CODES];
    for x in 0..=FULL {
        for o in (0..=FULL).filter(|o| x & o == 0) {
            if let Ok(position) = Ttt::from_masks(x, o) {
                ranks[ternary(&position)] = positions.len() as u16;
                positions.push(position);
            }
        }
    }
    debug_assert!(positions.is_sorted_by_key(Symmetric::key));
    RankTable { positions, ranks }
});

/// Number of boards with three states per square, reachable or not.
const TERNARY_CODES: usize = 19_683;

/// The value of a mask read as base-three digits.
static BASE_THREE: [u16; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        let half = table[mask / 2];
        table[mask] = half * 3 + (mask % 2) as u16;
        mask += 1;
    }
    table
};

fn ternary(position: &Ttt) -> usize {
    usize::from(BASE_THREE[usize::from(position.x)])
        + 2 * usize::from(BASE_THREE[usize::from(position.o)])
}

/// The rank of a position.
pub fn rank(position: &Ttt) -> u16 {
    TABLE.ranks[ternary(position)]
}

/// The position with the given rank.
pub fn unrank(rank: u128) -> Result<Ttt, RankError> {
    usize::try_from(rank)
        .ok()
        .and_then(|index| TABLE.positions.get(index))
        .copied()
        .ok_or(RankError(rank))
}

/// All reachable positions in ascending order of rank.
pub fn all_positions() -> &'static [Ttt] {
    &TABLE.positions
}
