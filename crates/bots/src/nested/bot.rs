//! The strongest player of nested tic-tac-toe that we have.

use std::time::Instant;

use ennead_game::nine::index_of;
use ennead_nested::{Nested, NestedView, Rules};

use super::board::{Board, NONE};
use super::endgame::{Endgame, Limit, Solved};
use super::judge::Judge;
use super::state::{Style, Weighed};
use crate::mcts::{Growth, Searcher};
use crate::{Advice, Bot, Budget, Mcts, Opinion, Worth};

/// The most nodes that a bot keeps: 24 bytes each.
const NODE_LIMIT: usize = 1 << 22;
/// How much rarely seen moves are favoured. The judge is a better guide than playouts, so that less is explored with it.
const EXPLORATION: f32 = 0.2;
const PLAYOUT_EXPLORATION: f32 = 0.9;
const WALKS_A_LOOK: u64 = 16;
/// With this many empty cells left or fewer, the end is searched for first.
const ENDGAME_ROOM: u32 = 22;
/// How many positions that takes at most, and which part of the budget.
const ENDGAME_POSITIONS: u64 = 400_000;
const ENDGAME_SHARE: u32 = 2;

/// Plays nested tic-tac-toe at any depth and by any rules. At depth 2 it searches whole moves on a board of bits.
#[derive(Clone, Debug)]
pub struct NestedBot {
    flat: Searcher<Weighed>,
    endgame: Endgame,
    style: Style,
    deep: Mcts<Nested>,
}

impl NestedBot {
    /// A bot whose answers follow from the seed, as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        Self::styled(Style::Judged, seed)
    }

    /// The same search with random playouts in place of the trained judge.
    pub fn with_playouts(seed: u64) -> Self {
        Self::styled(Style::Blind, seed)
    }

    fn styled(style: Style, seed: u64) -> Self {
        let growth =
            Growth { exploration: EXPLORATION, opening_visits: 1, node_limit: NODE_LIMIT, proofs: true };
        NestedBot {
            flat: Searcher::new(growth, WALKS_A_LOOK, seed),
            endgame: Endgame::new(),
            style,
            deep: Mcts::new(seed),
        }
    }

    /// The answer at depth 2. The second half of a move that was thought about as a whole needs no more thought.
    fn advise_flat(&mut self, board: Board, half_made: bool, budget: Budget, start: Instant) -> Advice {
        let solved = self.solve(&board, budget, start);
        let positions = self.endgame.positions();
        if let Some(Solved { score: score @ 0.., best }) = solved {
            return certain(&board, half_made, score, best, positions);
        }
        let mut walks = 0;
        if !(half_made && self.resume(&board)) {
            self.flat.set_exploration(self.exploration(board.rules));
            self.flat.set_root(Weighed { board, style: self.style });
            walks = self.flat.think(budget, start);
        }
        let opinions = whole_to_choices(&board, half_made, &self.flat.opinions());
        let lost = Worth::Exact { score: -1, moves: None };
        Advice {
            option: opinions.first().map_or(0, |best| best.option),
            worth: Some(if solved.is_some() { lost } else { self.flat.worth() }),
            line: line_of_choices(board, half_made, &self.flat.line()),
            opinions,
            nodes: positions + walks,
        }
    }

    fn exploration(&self, rules: Rules) -> f32 {
        let judged = self.style == Style::Judged && Judge::for_rules(rules).is_some();
        if judged { EXPLORATION } else { PLAYOUT_EXPLORATION }
    }

    /// Searches to the end, if it is near.
    fn solve(&mut self, board: &Board, budget: Budget, start: Instant) -> Option<Solved> {
        if board.room() > ENDGAME_ROOM {
            self.endgame.forget_count();
            return None;
        }
        let share = budget.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(ENDGAME_SHARE));
        let until = budget.time.map(|time| start + time / ENDGAME_SHARE);
        self.endgame.solve(board, Limit { positions: share.min(ENDGAME_POSITIONS), until })
    }

    /// Takes up a move whose grid was just chosen, if the tree is that of the position before.
    fn resume(&mut self, board: &Board) -> bool {
        let before = Board { target: NONE, ..*board };
        let known =
            self.flat.root().is_some_and(|root| root.board == before) && self.flat.tree().root().children > 0;
        if known {
            let earlier = before.moves().take_while(|(grid, _)| *grid != board.target).count() as u32;
            self.flat.restrict(Weighed { board: *board, style: self.style }, earlier, board.count_moves());
        }
        known
    }
}

impl Bot<Nested> for NestedBot {
    fn advise(&mut self, seen: &NestedView, budget: Budget) -> Advice {
        let start = Instant::now();
        let position = seen.position();
        match Board::of(position) {
            Some(board) if ennead_game::Game::options(position) > 1 => {
                let half_made = !position.half_made().cells().is_empty();
                self.advise_flat(board, half_made, budget, start)
            }
            _ => self.deep.advise(seen, budget),
        }
    }
}

/// The answer where a search to the end has found a win or a draw.
fn certain(board: &Board, half_made: bool, score: i8, best: (u8, u8), nodes: u64) -> Advice {
    let worth = Worth::Exact { score: i32::from(score), moves: None };
    let index = board.index_of(best).unwrap_or(0);
    let line = line_of_choices(*board, half_made, &[index]);
    let option = line[0];
    Advice {
        option,
        worth: Some(worth),
        line,
        opinions: vec![Opinion { option, visits: nodes, worth }],
        nodes,
    }
}

/// Opinions on whole moves as opinions on the next choice: a grid is as good as its best move.
fn whole_to_choices(board: &Board, half_made: bool, whole: &[Opinion]) -> Vec<Opinion> {
    if half_made {
        return whole.to_vec();
    }
    let mut grids: Vec<Opinion> = Vec::new();
    for opinion in whole {
        let (grid, _) = board.nth_move(opinion.option);
        let option = index_of(board.active(), grid);
        match grids.iter_mut().find(|known| known.option == option) {
            Some(known) => known.visits += opinion.visits,
            None => grids.push(Opinion { option, ..*opinion }),
        }
    }
    grids
}

/// A line of whole moves as choices: grid, cell, grid, cell.
fn line_of_choices(mut board: Board, half_made: bool, line: &[u32]) -> Vec<u32> {
    let mut choices = Vec::with_capacity(line.len() * 2);
    for (number, index) in line.iter().enumerate() {
        let (grid, cell) = board.nth_move(*index);
        if number > 0 || !half_made {
            choices.push(index_of(board.active(), grid));
        }
        choices.push(index_of(board.empty(grid), cell));
        board.put(grid, cell);
    }
    choices
}
