//! Iterative deepening with alpha-beta, for boards on which few moves are legal.
//!
//! The wins and losses it finds are proven, and near the end so are draws.

use ennead_game::{Random, SplitMix64};

use super::evaluation::{Evaluation, MAX_ESTIMATE};
use super::outlook::{Outlook, outlook, settle};
use super::spending::Spending;
use super::table::{Bound, Table};
use super::windows::Windows;
use super::{Found, MAX_ALPHA_BETA_CELLS, Score};
use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;
use crate::setup::MAX_SIDE;

/// The value of a win, less one per ply.
const WIN: i32 = 10_000;
/// Values beyond this, positive or negative, are proven.
const PROVEN: i32 = WIN - 256;
/// The maximum number of moves: one per column, or one per cell of a small board.
const MAX_MOVES: usize =
    if MAX_SIDE > MAX_ALPHA_BETA_CELLS { MAX_SIDE } else { MAX_ALPHA_BETA_CELLS } as usize;
/// From this depth on, ordering moves by the threats they make pays off.
const ORDERED_DEPTH: u32 = 2;

pub(super) struct AlphaBeta<'a, 'b, B> {
    windows: &'a Windows,
    evaluation: Evaluation<B>,
    table: Table<B>,
    spending: &'a mut Spending<'b>,
}

/// The best root move so far.
#[derive(Clone, Copy)]
struct Best {
    at: u32,
    value: i32,
    proven: bool,
}

/// Moves in search order.
struct Ordered {
    moves: [(i32, u8); MAX_MOVES],
    count: usize,
}

impl Ordered {
    fn iter(&self) -> impl Iterator<Item = u32> {
        self.moves[..self.count].iter().map(|(_, at)| u32::from(*at))
    }
}

impl<'a, 'b, B: Bits> AlphaBeta<'a, 'b, B> {
    pub(super) fn new(
        board: &Board<B>,
        windows: &'a Windows,
        spending: &'a mut Spending<'b>,
    ) -> Self {
        let evaluation = Evaluation::new(board.setup(), windows);
        let table = Table::new(spending.limit());
        AlphaBeta { windows, evaluation, table, spending }
    }

    /// Deepens until the result is proven or the budget is spent.
    pub(super) fn best(mut self, board: &Board<B>, random: &mut SplitMix64) -> Found {
        let candidates = match settle(board) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        let mut order = self.first_order(board, candidates, random);
        let left = u32::from(board.setup().cells() - board.placed());
        let value = self.evaluation.estimate(board);
        let mut best = Best { at: order[0], value, proven: false };
        for depth in 1..=left {
            best = self.deepen(board, &mut order, depth, best);
            if best.proven || self.spending.is_spent() {
                break;
            }
        }
        Found { score: score(best.value, best.proven), line: self.line(board, best.at) }
    }

    /// The move order of the first iteration: by the number of lines through a cell, ties broken by
    /// the seed.
    fn first_order(&self, board: &Board<B>, moves: B, random: &mut SplitMix64) -> Vec<u32> {
        let mut order: Vec<u32> = moves.each().collect();
        order.sort_by_cached_key(|at| {
            let weight = threats_after(board, *at) << 8 | u32::from(self.windows.count(*at));
            std::cmp::Reverse((weight, random.next_u64()))
        });
        order
    }

    /// One iteration at the root. The previous best move is searched first, so an iteration that is
    /// cut short is still useful.
    fn deepen(&mut self, board: &Board<B>, order: &mut [u32], depth: u32, before: Best) -> Best {
        let mut best: Option<(u32, i32)> = None;
        for index in 0..order.len() {
            let alpha = best.map_or(-WIN, |(_, value)| value);
            let value = -self.search(&board.after(order[index]), depth - 1, -WIN, -alpha, 1);
            if self.spending.is_spent() {
                return match best {
                    Some((at, value)) if value > PROVEN => Best { at, value, proven: true },
                    Some((at, value)) if value > -PROVEN => Best { at, value, proven: false },
                    // Every move searched so far loses; the one being searched may not.
                    _ => Best { at: order[index], ..before },
                };
            }
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((order[index], value));
                order[..=index].rotate_right(1);
            }
        }
        let (at, value) = best.unwrap_or((before.at, before.value));
        let left = u32::from(board.setup().cells() - board.placed());
        Best { at, value, proven: depth == left || value.abs() > PROVEN }
    }

    /// The value for the side to move of a position that nobody has won.
    fn search(&mut self, board: &Board<B>, depth: u32, alpha: i32, beta: i32, ply: i32) -> i32 {
        self.spending.spend();
        if board.placed() == board.setup().cells() || self.spending.is_spent() {
            return 0;
        }
        let moves = match outlook(board) {
            Outlook::Wins(_) => return WIN - (ply + 1),
            Outlook::Lost => return -WIN + (ply + 2),
            Outlook::Moves(moves) => moves,
        };
        if depth == 0 {
            return self.evaluation.estimate(board);
        }
        // Neither side can complete a line sooner than this.
        let (alpha, beta) = (alpha.max(-WIN + (ply + 4)), beta.min(WIN - (ply + 3)));
        if alpha >= beta {
            return alpha;
        }
        let known = self.table.get(board.stones()).copied();
        if let Some(entry) = known {
            let value = from_table(entry.value.into(), ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if settles && (u32::from(entry.depth) >= depth || value.abs() > PROVEN) {
                return value;
            }
        }
        let first = known.map(|entry| u32::from(entry.best));
        self.search_moves(board, moves, first, (depth, alpha, beta, ply))
    }

    fn search_moves(
        &mut self,
        board: &Board<B>,
        moves: B,
        first: Option<u32>,
        (depth, mut alpha, beta, ply): (u32, i32, i32, i32),
    ) -> i32 {
        let mut bound = Bound::AtMost;
        let mut best = (-WIN, 0);
        for at in self.ordered(board, moves, first, depth).iter() {
            let value = -self.search(&board.after(at), depth - 1, -beta, -alpha, ply + 1);
            if self.spending.is_spent() {
                return 0;
            }
            if value > best.0 {
                best = (value, at);
            }
            if value > alpha {
                alpha = value;
                bound = Bound::Exact;
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                break;
            }
        }
        let (value, at) = best;
        self.table.put(board.stones(), to_table(value, ply), depth, bound, at);
        value
    }

    /// Orders moves: the previous best, then those that make threats, then central ones.
    fn ordered(&self, board: &Board<B>, moves: B, first: Option<u32>, depth: u32) -> Ordered {
        let mut ordered = Ordered { moves: [(0, 0); MAX_MOVES], count: 0 };
        for at in moves.each() {
            let threats = if depth < ORDERED_DEPTH { 0 } else { threats_after(board, at) };
            let mut key = (threats as i32) << 8 | i32::from(self.windows.count(at));
            if first == Some(at) {
                key = i32::MAX;
            }
            // Insertion keeps ties in cell order.
            let mut place = ordered.count;
            while place > 0 && ordered.moves[place - 1].0 < key {
                ordered.moves[place] = ordered.moves[place - 1];
                place -= 1;
            }
            ordered.moves[place] = (key, at as u8);
            ordered.count += 1;
        }
        ordered
    }

    /// The principal variation after a first move, from the table.
    fn line(&self, board: &Board<B>, first: u32) -> Vec<u32> {
        let mut board = board.after(first);
        let mut line = vec![first];
        while !board.legal().is_empty() {
            let next = match outlook(&board) {
                Outlook::Wins(wins) => wins.lowest(),
                Outlook::Lost => board.open().lowest(),
                Outlook::Moves(moves) => match self.table.get(board.stones()) {
                    Some(entry) if moves.has(entry.best.into()) => entry.best.into(),
                    _ => break,
                },
            };
            line.push(next);
            board.put(next);
        }
        line
    }
}

/// The number of empty cells on which the mover would complete a line after a stone at `at`.
fn threats_after<B: Bits>(board: &Board<B>, at: u32) -> u32 {
    let (own, _) = board.own_and_other();
    (completing_cells(own | B::bit(at), board.setup()) & !board.occupied()).count()
}

fn score(value: i32, proven: bool) -> Score {
    match value {
        _ if !proven => Score::Estimate(value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)),
        _ if value > PROVEN => Score::Exact { end: 1, plies: Some((WIN - value) as u32) },
        _ if value < -PROVEN => Score::Exact { end: -1, plies: Some((WIN + value) as u32) },
        _ => Score::Exact { end: 0, plies: None },
    }
}

/// Proven values count plies from the root; in the table they count from their position.
fn to_table(value: i32, ply: i32) -> i32 {
    match value {
        _ if value > PROVEN => value + ply,
        _ if value < -PROVEN => value - ply,
        _ => value,
    }
}

fn from_table(value: i32, ply: i32) -> i32 {
    match value {
        _ if value > PROVEN => value - ply,
        _ if value < -PROVEN => value + ply,
        _ => value,
    }
}
