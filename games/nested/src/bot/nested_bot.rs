//! The strongest bot for nested tic-tac-toe.

use crate::{Flat, Nested, NestedView};
use ennead_game::Game;
use ennead_game::nine::index_of;

use super::deep_state::{self, DeepState};
use super::endgame::{Endgame, EndgameLimit, Solved};
use super::state::{Evaluation, SearchState};
use ennead_search::mcts::{Searcher, Selection, TreeParams};
use ennead_search::{Advice, Bot, Budget, Instant, Mcts, Opinion, PositionValue};

/// Maximum number of nodes, 32 bytes each.
const NODE_LIMIT: usize = 1 << 22;
/// Weight of the network's priors, and the penalty of an unvisited move relative to its parent
/// (first-play urgency).
const GUIDED: Selection = Selection::Priors { exploration: 1.4, unseen: 0.2 };
/// At depth 3 and beyond a move changes the value of a position much less.
const GUIDED_DEEP: Selection = Selection::Priors { exploration: 0.05, unseen: 0.0 };
/// Selection without the network.
const UNGUIDED: Selection = Selection::Bounds { exploration: 0.9 };
const CLOCK_INTERVAL: u64 = 16;
/// Maximum number of empty cells for solving the endgame before searching.
const ENDGAME_ROOM: u32 = 22;
/// Maximum number of positions for solving, and the divisor that gives its share of the budget.
const ENDGAME_POSITIONS: u64 = 400_000;
const ENDGAME_SHARE: u32 = 2;

/// A bot for nested tic-tac-toe at any depth and with any rules. At depth 2 it searches whole moves
/// on a bitboard. At greater depths it evaluates the three-level grids in which the search moves.
#[derive(Clone, Debug)]
pub struct NestedBot {
    flat: Searcher<SearchState>,
    endgame: Endgame,
    evaluation: Evaluation,
    deep: Searcher<DeepState>,
    /// The search for depth 1, and for all depths without the network.
    plain: Mcts<Nested>,
}

impl NestedBot {
    /// Creates a bot. Under a node budget its answers depend only on the seed.
    pub fn new(seed: u64) -> Self {
        Self::with_evaluation(Evaluation::Trained, seed)
    }

    /// Creates a bot with random playouts instead of the trained evaluator.
    pub fn with_playouts(seed: u64) -> Self {
        Self::with_evaluation(Evaluation::RandomPlayouts, seed)
    }

    fn with_evaluation(evaluation: Evaluation, seed: u64) -> Self {
        let params = TreeParams {
            selection: match evaluation {
                Evaluation::Trained => GUIDED,
                Evaluation::RandomPlayouts => UNGUIDED,
            },
            // The network evaluates a node when it is expanded.
            expansion_visits: u32::from(evaluation == Evaluation::RandomPlayouts),
            node_limit: NODE_LIMIT,
            proofs: true,
        };
        let deep = TreeParams { selection: GUIDED_DEEP, node_limit: NODE_LIMIT / 2, ..params };
        NestedBot {
            flat: Searcher::new(params, CLOCK_INTERVAL, seed),
            endgame: Endgame::new(),
            evaluation,
            deep: Searcher::new(deep, 1, seed),
            plain: Mcts::new(seed),
        }
    }

    /// Advice at depth 2. The second choice of a move comes from the search for the whole move.
    fn advise_flat(
        &mut self,
        board: Flat,
        half_made: bool,
        budget: Budget,
        start: Instant,
    ) -> Advice {
        let solved = self.solve(&board, budget, start);
        let positions = self.endgame.positions();
        if let Some(Solved { score: score @ 0.., best }) = solved {
            return proven_advice(&board, half_made, score, best, positions);
        }
        let mut walks = 0;
        if !(half_made && self.resume(&board)) {
            self.flat.set_root(SearchState { board, evaluation: self.evaluation });
            walks = self.flat.think(budget, start);
        }
        let opinions = whole_to_choices(&board, half_made, &self.flat.opinions());
        let lost = PositionValue::Exact { score: -1, moves: None };
        Advice {
            option: opinions.first().map_or(0, |best| best.option),
            value: Some(if solved.is_some() { lost } else { self.flat.value() }),
            line: line_of_choices(board, half_made, &self.flat.line()),
            opinions,
            nodes: positions + walks,
        }
    }

    /// Whether a position is deeper than 2 and searched with the network.
    fn is_deep(&self, position: &Nested) -> bool {
        self.evaluation == Evaluation::Trained
            && position.depth() >= deep_state::LEVELS
            && position.options() > 1
    }

    /// Solves the endgame if few enough cells are empty.
    fn solve(&mut self, board: &Flat, budget: Budget, start: Instant) -> Option<Solved> {
        if board.room() > ENDGAME_ROOM {
            self.endgame.reset_count();
            return None;
        }
        let share = budget.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(ENDGAME_SHARE));
        let until = budget.time.map(|time| start + time / ENDGAME_SHARE);
        self.endgame.solve(board, EndgameLimit { positions: share.min(ENDGAME_POSITIONS), until })
    }

    /// Restricts the tree to the grid just chosen, if the tree belongs to the position before that
    /// choice.
    fn resume(&mut self, board: &Flat) -> bool {
        let before = board.with_target(None);
        let known = self.flat.root().is_some_and(|root| root.board == before)
            && self.flat.tree().root().children > 0;
        if known {
            let earlier =
                before.moves().take_while(|(grid, _)| Some(*grid) != board.target()).count() as u32;
            self.flat.restrict(
                SearchState { board: *board, evaluation: self.evaluation },
                earlier,
                board.count_moves(),
            );
        }
        known
    }
}

impl Bot<Nested> for NestedBot {
    fn advise(&mut self, view: &NestedView, budget: Budget) -> Advice {
        let start = Instant::now();
        let position = view.position();
        match position.as_flat() {
            Some(flat) if flat.options() > 1 => {
                self.advise_flat(flat.between_moves(), flat.chosen().is_some(), budget, start)
            }
            None if self.is_deep(position) => {
                self.deep.set_root(DeepState::new(position));
                let nodes = self.deep.think(budget, start);
                self.deep.advice(nodes)
            }
            _ => self.plain.advise(view, budget),
        }
    }

    fn memory(&self) -> usize {
        let trees = self.flat.tree().memory() + self.deep.tree().memory();
        trees + self.endgame.memory() + Bot::<Nested>::memory(&self.plain)
    }
}

/// Advice from a solved endgame.
fn proven_advice(board: &Flat, half_made: bool, score: i8, best: (u8, u8), nodes: u64) -> Advice {
    let value = PositionValue::Exact { score: i32::from(score), moves: None };
    let index = board.index_of(best).unwrap_or(0);
    let line = line_of_choices(*board, half_made, &[index]);
    let option = line[0];
    Advice {
        option,
        value: Some(value),
        line,
        opinions: vec![Opinion { option, visits: nodes, value }],
        nodes,
    }
}

/// Converts evaluations of whole moves to evaluations of the next choice: a grid is worth as much
/// as its best move.
fn whole_to_choices(board: &Flat, half_made: bool, whole: &[Opinion]) -> Vec<Opinion> {
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

/// Converts a line of whole moves to choices: grid, cell, grid, cell.
pub(super) fn line_of_choices(mut board: Flat, half_made: bool, line: &[u32]) -> Vec<u32> {
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
