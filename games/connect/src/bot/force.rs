//! Wins by threats alone: each stone threatens to complete a line, so each reply is forced.

use super::outlook::{Outlook, outlook};
use super::windows::Windows;
use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;

/// The moves of a forced win for the side to move, including the forced replies, if one is found by
/// trying at most `left` threats.
pub(super) fn forced_win<B: Bits>(
    board: &Board<B>,
    windows: &Windows,
    left: &mut u32,
) -> Option<Vec<u32>> {
    let mut line = Vec::new();
    find(board, windows, left, &mut line).then_some(line)
}

/// Appends the moves of a win to the line, or leaves it unchanged. Every call places two stones, so
/// the recursion is at most half as deep as the board has cells.
fn find<B: Bits>(board: &Board<B>, windows: &Windows, left: &mut u32, line: &mut Vec<u32>) -> bool {
    let moves = match outlook(board) {
        Outlook::Wins(wins) => {
            line.push(wins.lowest());
            return true;
        }
        Outlook::Lost => return false,
        Outlook::Moves(moves) => moves & windows.scan(board).threatening,
    };
    for at in moves.each() {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let next = board.after(at);
        let (_, own) = next.own_and_other();
        let threats = completing_cells(own, next.setup()) & next.open();
        if threats.is_empty() {
            continue;
        }
        // The opponent cannot complete a line first: the outlook excludes moves that allow it.
        line.extend([at, threats.lowest()]);
        let after = next.after(threats.lowest());
        if !after.open().is_empty() && find(&after, windows, left, line) {
            return true;
        }
        line.truncate(line.len() - 2);
    }
    false
}
