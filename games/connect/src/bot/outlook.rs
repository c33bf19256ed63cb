//! What the next two plies decide.

use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;

use super::{Found, Score};

/// What is known about a position that is not over, without a search.
pub(super) enum Outlook<B> {
    /// A stone on any of these cells completes a line.
    Wins(B),
    /// After any move, the opponent can complete a line with the next stone.
    Lost,
    /// Only these moves prevent the opponent from completing a line immediately.
    Moves(B),
}

/// Checks for immediate wins, for threats that must be blocked, and for cells that would give the
/// opponent a winning cell above them.
#[inline]
pub(super) fn outlook<B: Bits>(board: &Board<B>) -> Outlook<B> {
    let (own, other) = board.own_and_other();
    let completing = |stones| completing_cells(stones, board.setup());
    outlook_of(board, completing(own), || completing(other))
}

/// As [`outlook`], given the cells that complete lines of the side to move and of the other.
#[inline]
pub(super) fn outlook_of<B: Bits>(
    board: &Board<B>,
    own: B,
    other: impl FnOnce() -> B,
) -> Outlook<B> {
    let open = board.open();
    let wins = own & open;
    if !wins.is_empty() {
        return Outlook::Wins(wins);
    }
    let threats = other() & !board.occupied();
    let blocks = threats & open;
    let mut moves = match blocks.count() {
        0 => open,
        1 => blocks,
        _ => return Outlook::Lost,
    };
    if board.setup().gravity() {
        moves = moves & !threats.down(1);
    }
    if moves.is_empty() { Outlook::Lost } else { Outlook::Moves(moves) }
}

/// The moves to search, or the answer if the next two plies decide the game.
pub(super) fn settle<B: Bits>(board: &Board<B>) -> Result<B, Found> {
    match outlook(board) {
        Outlook::Moves(moves) => Ok(moves),
        Outlook::Wins(wins) => Err(decided(wins.lowest(), 1, 1)),
        Outlook::Lost => {
            let (_, other) = board.own_and_other();
            let blocks = completing_cells(other, board.setup()) & board.open();
            // Every move loses, but a block at least sets the opponent a problem.
            let at = if blocks.is_empty() { board.open() } else { blocks }.lowest();
            Err(decided(at, -1, 2))
        }
    }
}

fn decided(at: u32, end: i8, plies: u32) -> Found {
    Found { score: Score::Exact { end, plies: Some(plies) }, line: vec![at] }
}
