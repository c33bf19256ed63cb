//! Static evaluation for boards on which few moves are legal.

use super::windows::Windows;
use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;
use crate::{ConnectSetup, Mark};

/// The value of a cell that would complete a line.
const THREAT: i32 = 24;
/// The extra value of such a cell in a row that its side gets to play when columns fill up.
const PARITY: i32 = 24;
/// The largest estimate, far below anything proven.
pub(super) const MAX_ESTIMATE: i32 = 999;

/// Weights cells by the lines through them, and threats by their rows.
pub(super) struct Evaluation<B> {
    /// The weights as bit planes: plane `n` holds the cells whose weight has bit `n` set.
    planes: Vec<B>,
    /// The rows that X gets in a full column of an even board: the first, third and so on.
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
        // If every column has an even number of cells and O always answers above, X plays the odd
        // rows.
        let even = setup.gravity() && setup.height().is_multiple_of(2);
        let odd_rows = even.then(|| {
            let odd = cells().filter(|at| (at % setup.stride()).is_multiple_of(2));
            odd.fold(B::NONE, |set, at| set | B::bit(at))
        });
        Evaluation { planes, odd_rows }
    }

    /// The value for the side to move, from -[`MAX_ESTIMATE`] to [`MAX_ESTIMATE`].
    pub(super) fn estimate(&self, board: &Board<B>) -> i32 {
        let (own, other) = board.own_and_other();
        let mover = board.next_mark();
        let value = self.side(board, own, mover) - self.side(board, other, mover.other());
        value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    fn side(&self, board: &Board<B>, stones: B, mark: Mark) -> i32 {
        let threats = completing_cells(stones, board.setup()) & !board.occupied();
        let place: u32 =
            (0..).zip(&self.planes).map(|(n, plane)| (stones & *plane).count() << n).sum();
        let good = self.odd_rows.map_or(B::NONE, |odd| if mark == Mark::X { odd } else { !odd });
        place as i32 + THREAT * threats.count() as i32 + PARITY * (threats & good).count() as i32
    }
}
