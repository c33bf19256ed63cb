//! Windows: the sets of cells that can hold a line.

use crate::ConnectSetup;
use crate::bits::Bits;
use crate::board::Board;
use crate::setup::MAX_LINE;

/// The value of one more stone in a window that holds stones of only one side, by the number of
/// stones missing. Windows overlap, so an open run counts several times.
const WEIGHTS: [u32; MAX_LINE as usize + 1] = [0, 4_000, 600, 80, 12, 3, 2, 1, 1];

/// All sets of `line` cells in a row, as bits of the layout.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    cells: Vec<u8>,
    line: usize,
    /// The number of windows through each bit.
    counts: [u8; 256],
}

/// The result of scanning all windows for the side to move.
pub(super) struct Scan<B> {
    /// The value of a stone on each cell, building and blocking combined.
    pub(super) weights: [u32; 256],
    /// Empty cells where a stone would threaten to complete a line.
    pub(super) threatening: B,
}

impl Windows {
    pub(super) fn new(setup: &ConnectSetup) -> Self {
        let line = usize::from(setup.line());
        let mut windows = Windows { cells: Vec::new(), line, counts: [0; 256] };
        let (width, height) = (i32::from(setup.width()), i32::from(setup.height()));
        for index in 0..i32::from(setup.cells()) {
            let (row, column) = (index / width, index % width);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let reach = line as i32 - 1;
                let (last_row, last_column) = (row + reach * down, column + reach * right);
                if last_row < height && (0..width).contains(&last_column) {
                    let cells = (0..line as i32).map(|n| (row + n * down, column + n * right));
                    windows.add(
                        cells.map(|(row, column)| setup.bit_at(row as u8, column as u8) as u8),
                    );
                }
            }
        }
        windows
    }

    fn add(&mut self, cells: impl Iterator<Item = u8>) {
        for at in cells {
            self.cells.push(at);
            self.counts[usize::from(at)] += 1;
        }
    }

    /// The allocated bytes.
    pub(super) fn memory(&self) -> usize {
        self.cells.capacity()
    }

    /// The number of windows through a cell.
    #[inline]
    pub(super) fn count(&self, at: u32) -> u8 {
        self.counts[at as usize]
    }

    /// Weights every empty cell for the side to move.
    pub(super) fn scan<B: Bits>(&self, board: &Board<B>) -> Scan<B> {
        let (own, other) = board.own_and_other();
        let mut stones = [0u8; 256];
        own.each().for_each(|at| stones[at as usize] = 1);
        // Counts of both sides share a byte, with the opponent's in the high nibble.
        other.each().for_each(|at| stones[at as usize] = 1 << 4);
        let mut scan = Scan { weights: [0; 256], threatening: B::NONE };
        for window in self.cells.chunks_exact(self.line) {
            let held = window.iter().map(|at| stones[usize::from(*at)]).sum::<u8>();
            let (ours, theirs) = (usize::from(held & 15), usize::from(held >> 4));
            let weight = match (ours, theirs) {
                // A stone that builds is worth a little more than one that blocks.
                (_, 0) => WEIGHTS[self.line - ours] * 5,
                (0, _) => WEIGHTS[self.line - theirs] * 4,
                _ => continue,
            };
            let threatens = theirs == 0 && ours + 2 == self.line;
            for at in window.iter().filter(|at| stones[usize::from(**at)] == 0) {
                scan.weights[usize::from(*at)] += weight;
                if threatens {
                    scan.threatening = scan.threatening | B::bit((*at).into());
                }
            }
        }
        scan
    }
}
