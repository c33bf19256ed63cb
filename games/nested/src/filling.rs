//! Fillings of a lowest grid, numbered.

use std::sync::LazyLock;

use ennead_game::nine::{FULL, Mask, has_line};

/// Number of fillings, with three states per cell.
pub(crate) const FILLINGS: u32 = 19_683;
/// Number of fillings without a line and with an empty cell: the undecided lowest grids.
pub(crate) const OPEN_FILLINGS: u32 = 11_093;

/// The value of a mask read as base-three digits.
static BASE_THREE: [u16; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask / 2] * 3 + (mask % 2) as u16;
        mask += 1;
    }
    table
};

/// The number of a filling in base three: X is 1 and O is 2, first cell highest.
pub(crate) fn number(x: Mask, o: Mask) -> u32 {
    u32::from(BASE_THREE[usize::from(x)]) + 2 * u32::from(BASE_THREE[usize::from(o)])
}

/// The cells of X and O in the filling with this number.
pub(crate) fn filling(mut number: u32) -> (Mask, Mask) {
    let (mut x, mut o) = (0, 0);
    for cell in 0..9 {
        match number % 3 {
            1 => x |= 1 << cell,
            2 => o |= 1 << cell,
            _ => {}
        }
        number /= 3;
    }
    (x, o)
}

/// The open fillings in ascending order of their numbers, and the inverse mapping.
struct FillingTable {
    fillings: Vec<(Mask, Mask)>,
    ranks: Vec<u16>,
}

static TABLE: LazyLock<FillingTable> = LazyLock::new(|| {
    let mut fillings = Vec::with_capacity(OPEN_FILLINGS as usize);
    let mut ranks = vec![0; FILLINGS as usize];
    for number in 0..FILLINGS {
        let (x, o) = filling(number);
        if !has_line(x) && !has_line(o) && x | o != FULL {
            ranks[number as usize] = fillings.len() as u16;
            fillings.push((x, o));
        }
    }
    debug_assert_eq!(fillings.len(), OPEN_FILLINGS as usize);
    FillingTable { fillings, ranks }
});

/// The rank of an open filling; the empty one is 0.
pub(crate) fn rank(x: Mask, o: Mask) -> u32 {
    u32::from(TABLE.ranks[number(x, o) as usize])
}

/// The open filling with a rank below [`OPEN_FILLINGS`].
pub(crate) fn unrank(rank: u32) -> (Mask, Mask) {
    TABLE.fillings[rank as usize]
}
