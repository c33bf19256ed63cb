//! An estimate of a position where few moves are legal.

use super::windows::Windows;
use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;
use crate::{ConnectSetup, Mark};

/// What a cell that would complete a line is worth.
const THREAT: i32 = 24;
/// What it is worth on top of that in a row that its side gets to play when columns fill up.
const PARITY: i32 = 24;
/// Estimates stay below this, far from anything proven.
pub(super) const MOST: i32 = 999;

/// Weighs cells by the lines they can be part of, and threats by the rows they are in.
pub(super) struct Evaluation<B> {
    /// The bits of the cells' weights: plane `n` holds the cells whose weight has bit `n`.
    planes: Vec<B>,
    /// Rows that X gets in a full column of an even board: the first, third and so on.
    odd_rows: Option<B>,
}

impl<B: Bits> Evaluation<B> {
    pub(super) fn new(setup: &ConnectSetup, windows: &Windows) -> Self {
        let cells = || setup.full::<B>().each();
        let most = cells().map(|at| windows.count(at)).max().unwrap_or(0);
        let plane = |n: u32| {
            let heavy = cells().filter(|at| windows.count(*at) >> n & 1 == 1);
            heavy.fold(B::NONE, |set, at| set | B::bit(at))
        };
        let planes = (0..u8::BITS - most.leading_zeros()).map(plane).collect();
        // Where every column has an even number of cells, X plays odd rows if O answers above.
        let even = setup.gravity() && setup.height().is_multiple_of(2);
        let odd_rows = even.then(|| {
            let odd = cells().filter(|at| (at % setup.stride()).is_multiple_of(2));
            odd.fold(B::NONE, |set, at| set | B::bit(at))
        });
        Evaluation { planes, odd_rows }
    }

    /// From -[`MOST`] to [`MOST`] for the side to move.
    pub(super) fn estimate(&self, board: &Board<B>) -> i32 {
        let (own, other) = board.own_and_other();
        let mover = board.next_mark();
        let value = self.side(board, own, mover) - self.side(board, other, mover.other());
        value.clamp(-MOST, MOST)
    }

    fn side(&self, board: &Board<B>, stones: B, mark: Mark) -> i32 {
        let threats = completing_cells(stones, board.setup()) & !board.occupied();
        let place: u32 =
            (0..).zip(&self.planes).map(|(n, plane)| (stones & *plane).count() << n).sum();
        let good = self.odd_rows.map_or(B::NONE, |odd| if mark == Mark::X { odd } else { !odd });
        place as i32 + THREAT * threats.count() as i32 + PARITY * (threats & good).count() as i32
    }
}
