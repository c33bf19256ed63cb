//! Lines of stones, in all four directions at once.

use crate::ConnectSetup;
use crate::bits::{Bits, Wide};

/// The first cells of all runs of `length` stones in the direction of `step`.
#[inline]
fn run_starts<B: Bits>(stones: B, step: u32, length: u32) -> B {
    let mut runs = stones;
    let mut have = 1;
    // Two runs of length `have` whose starts are `more` apart make one of length `have + more`.
    while have < length {
        let more = have.min(length - have);
        runs = runs & runs.down(more * step);
        have += more;
    }
    runs
}

/// Whether the stones contain a line.
#[inline]
pub(crate) fn has_line<B: Bits>(stones: B, setup: &ConnectSetup) -> bool {
    let line = setup.line().into();
    setup.steps().into_iter().any(|step| !run_starts(stones, step, line).is_empty())
}

/// Whether the stones contain a line through the stone at `at`, provided they contained none
/// without it.
#[inline]
pub(crate) fn completes_line<B: Bits>(stones: B, at: u32, setup: &ConnectSetup) -> bool {
    if B::WIDTH < Wide::WIDTH {
        return has_line(stones, setup);
    }
    // On large boards most neighbours of a stone are empty: a few probes are faster than shifting
    // wide words.
    let line = u32::from(setup.line());
    setup.steps().into_iter().any(|step| {
        let after = (1..line).take_while(|n| has_cell(stones, at.checked_add(n * step))).count();
        let before = (1..line).take_while(|n| has_cell(stones, at.checked_sub(n * step))).count();
        1 + after + before >= line as usize
    })
}

fn has_cell<B: Bits>(stones: B, at: Option<u32>) -> bool {
    at.is_some_and(|at| at < B::WIDTH && stones.has(at))
}

/// All stones that are part of a line.
pub(crate) fn line_cells<B: Bits>(stones: B, setup: &ConnectSetup) -> B {
    let line = u32::from(setup.line());
    setup.steps().into_iter().fold(B::NONE, |cells, step| {
        let starts = run_starts(stones, step, line);
        (0..line).fold(cells, |cells, n| cells | starts.up(n * step))
    })
}

/// The cells where one more stone would complete a line, whether empty or not.
#[inline]
pub(crate) fn completing_cells<B: Bits>(stones: B, setup: &ConnectSetup) -> B {
    let line = u32::from(setup.line());
    let mut cells = B::NONE;
    for step in setup.steps() {
        // runs[n] holds the first cells of runs of n stones; every cell starts a run of length
        // zero.
        let mut runs = [!B::NONE; crate::setup::MAX_LINE as usize];
        for n in 1..line as usize {
            runs[n] = runs[n - 1] & stones.down((n as u32 - 1) * step);
        }
        for before in 0..line {
            let behind = runs[before as usize].up(before * step);
            let ahead = match line - 1 - before {
                // A shift would lose the empty runs beyond the end of the word.
                0 => !B::NONE,
                after => runs[after as usize].down(step),
            };
            cells = cells | behind & ahead;
        }
    }
    cells & setup.full()
}

/// The cells where one more stone would complete a line together with the stone at `at`, whether
/// empty or not. Faster than [`completing_cells`] if the rest is already known.
pub(crate) fn completing_with<B: Bits>(stones: B, at: u32, setup: &ConnectSetup) -> B {
    let reach = u32::from(setup.line()) - 1;
    let mut cells = B::NONE;
    for step in setup.steps() {
        // The stones from `reach` cells before the stone to `reach` cells after it, as a small
        // number.
        let mut row = 1u32 << reach;
        for n in 1..=reach {
            row |= u32::from(has_cell(stones, at.checked_add(n * step))) << (reach + n);
            row |= u32::from(has_cell(stones, at.checked_sub(n * step))) << (reach - n);
        }
        for first in 0..=reach {
            let missing = !(row >> first) & ((2 << reach) - 1);
            if missing.count_ones() == 1 {
                let place = first + missing.trailing_zeros();
                let cell = (at + place * step).checked_sub(reach * step);
                cells = cells | cell.filter(|at| *at < B::WIDTH).map_or(B::NONE, B::bit);
            }
        }
    }
    cells & setup.full()
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;

    /// Cells on a run of at least `line` stones, found cell by cell.
    fn walked(stones: &[Vec<bool>], line: usize) -> Vec<Vec<bool>> {
        let (rows, columns) = (stones.len() as i32, stones[0].len() as i32);
        let on = |row: i32, column: i32| {
            (0..rows).contains(&row)
                && (0..columns).contains(&column)
                && stones[row as usize][column as usize]
        };
        let mut cells = vec![vec![false; columns as usize]; rows as usize];
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let run = |way: i32| {
                        (1..)
                            .take_while(|n| on(row + way * n * down, column + way * n * right))
                            .count()
                    };
                    if on(row, column) && 1 + run(1) + run(-1) >= line {
                        cells[row as usize][column as usize] = true;
                    }
                }
            }
        }
        cells
    }

    fn agree<B: Bits>(setup: &ConnectSetup, random: &mut SplitMix64) {
        let (rows, columns) = (usize::from(setup.height()), usize::from(setup.width()));
        let one_in = 2 + random.below(2);
        let grid: Vec<Vec<bool>> =
            (0..rows).map(|_| (0..columns).map(|_| random.below(one_in) > 0).collect()).collect();
        let bits = |grid: &[Vec<bool>]| {
            let cells = (0..setup.cells())
                .filter(|index| grid[usize::from(*index) / columns][usize::from(*index) % columns]);
            cells.fold(B::NONE, |set, index| set | B::bit(setup.bit_of(index)))
        };
        let stones = bits(&grid);
        let line = usize::from(setup.line());
        let cells = walked(&grid, line);
        assert_eq!(line_cells(stones, setup), bits(&cells));
        assert_eq!(has_line(stones, setup), cells.iter().flatten().any(|cell| *cell));
        let completing = completing_cells(stones, setup);
        for index in 0..setup.cells() {
            let (row, column) = (usize::from(index) / columns, usize::from(index) % columns);
            let mut more = grid.clone();
            more[row][column] = true;
            let at = setup.bit_of(index);
            let through = walked(&more, line)[row][column];
            assert_eq!(completing.has(at), through, "{setup}, cell {index}");
            if !has_line(stones, setup) {
                assert_eq!(completes_line(stones | B::bit(at), at, setup), through);
            }
            if stones.has(at) {
                // The cells that the stone adds to those found without it; cells of complete lines
                // may differ.
                let before = completing_cells(stones & !B::bit(at), setup);
                let empty = setup.full::<B>() & !stones;
                let added = completing_with(stones, at, setup);
                assert_eq!((before | added) & empty, completing & empty, "{setup}, cell {index}");
            }
        }
    }

    #[test]
    fn lines_agree_with_walking() {
        let mut random = SplitMix64::new(3);
        for _ in 0..800 {
            let mut side = || 2 + random.below(14) as u8;
            let (width, height) = (side(), side());
            let line = 3 + random.below(6) as u8;
            let setup = ConnectSetup::new(width, height, line, random.below(2) == 0).unwrap();
            if setup.bit_len() <= 64 {
                agree::<u64>(&setup, &mut random);
            }
            if setup.bit_len() <= 128 {
                agree::<u128>(&setup, &mut random);
            }
            agree::<Wide>(&setup, &mut random);
        }
    }
}
