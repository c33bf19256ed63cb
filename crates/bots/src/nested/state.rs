//! Depth-2 boards as the search sees them.

use ennead_game::nine::{bit, count, has_line};
use ennead_game::{Seat, SplitMix64, Turn};

use super::board::Board;
use super::judge::Judge;
use crate::mcts::{Hint, State};

/// How a position is weighed that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// At a glance, by the judge; by playouts that take grids when they can where it does not know the rules.
    Judged,
    /// By playouts that take every move alike.
    Blind,
}

/// A board and how to weigh it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weighed {
    pub(crate) board: Board,
    pub(crate) style: Style,
}

impl State for Weighed {
    #[inline]
    fn turn(&self) -> Turn {
        self.board.turn()
    }

    #[inline]
    fn options(&self) -> u32 {
        self.board.count_moves()
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        let (grid, cell) = self.board.nth_move(option);
        self.board.put(grid, cell);
    }

    /// A tree of whole moves is easier to follow with lone ones in it, and they are rare.
    #[inline]
    fn skip_lone_choices(&mut self) {}

    fn hint(&self, hints: &mut Vec<Hint>) -> Option<f32> {
        match Judge::for_rules(self.board.rules) {
            Some(judge) if self.style == Style::Judged => Some(self.judge(judge, hints)),
            _ => {
                self.hint_ends(hints);
                None
            }
        }
    }

    fn guess(self, random: &mut SplitMix64) -> f32 {
        let outcome = match self.style {
            Style::Blind => self.board.play_out(random),
            Style::Judged => self.board.play_out_greedily(random),
        };
        outcome.score(Seat::FIRST) as f32
    }
}

impl Weighed {
    /// Judges every move; the position is worth what its best one is.
    fn judge(&self, judge: &Judge, hints: &mut Vec<Hint>) -> f32 {
        let sign = if self.board.side == 0 { 1.0 } else { -1.0 };
        let mut best = -1f32;
        judge.judge_moves(&self.board, |grid, cell, value| {
            let proven = self.end_after(grid, cell);
            best = best.max(proven.map_or(value, |end| f32::from(end) * sign));
            hints.push(Hint { value: Some(value * sign), proven });
        });
        best * sign
    }

    /// Knows nothing of any move but those that end the game.
    fn hint_ends(&self, hints: &mut Vec<Hint>) {
        let hint = |(grid, cell)| Hint { value: None, proven: self.end_after(grid, cell) };
        hints.extend(self.board.moves().map(hint));
    }

    /// How the game ends with a move, if it does, for the first seat. Only a move that decides a grid can end it.
    fn end_after(&self, grid: u8, cell: u8) -> Option<i8> {
        let mine = self.board.marks[usize::from(self.board.side)][usize::from(grid)] | bit(cell);
        if !has_line(mine) && count(self.board.empty(grid)) > 1 {
            return None;
        }
        let mut after = self.board;
        after.put(grid, cell);
        after.is_over().then(|| after.outcome().score(Seat::FIRST) as i8)
    }
}
