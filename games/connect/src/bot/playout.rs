//! Playouts: random, except that lines are completed or blocked when possible.

use ennead_game::{Random, SplitMix64};

use super::outlook::{Outlook, outlook_of};
use crate::ConnectSetup;
use crate::bits::Bits;
use crate::board::Board;
use crate::lines::{completing_cells, completing_with};

/// Games that are undecided after this many plies count as draws.
const MAX_PLIES: u32 = 80;

/// The result of a playout for the side to move: 1, 0 or -1. Nobody may have won yet.
pub(super) fn playout<B: Bits>(mut board: Board<B>, random: &mut SplitMix64) -> i8 {
    let setup = *board.setup();
    let (own, other) = board.own_and_other();
    // The cells that complete lines of the side to move, and of the other.
    let (mut own, mut other) = (completing_cells(own, &setup), completing_cells(other, &setup));
    let mut near = neighbours(board.occupied(), &setup);
    let mut sign = 1;
    for _ in 0..MAX_PLIES {
        if board.open().is_empty() {
            return 0;
        }
        let moves = match outlook_of(&board, own, || other) {
            Outlook::Wins(_) => return sign,
            Outlook::Lost => return -sign,
            Outlook::Moves(moves) => moves,
        };
        // Stones far from all others rarely matter.
        let choice = if (moves & near).is_empty() { moves } else { moves & near };
        let at = choice.nth(random.below(choice.count().into()) as u32);
        board.put(at);
        let (_, stones) = board.own_and_other();
        (own, other) = (other, own | completing_with(stones, at, &setup));
        near = near | neighbours(B::bit(at), &setup);
        sign = -sign;
    }
    0
}

/// These cells and all cells adjacent to them.
pub(super) fn neighbours<B: Bits>(cells: B, setup: &ConnectSetup) -> B {
    let grown = setup
        .steps()
        .into_iter()
        .fold(cells, |grown, step| grown | cells.up(step) | cells.down(step));
    grown & setup.full()
}
