//! Search states for positions of three or more levels.
//!
//! The network evaluates boards of two levels. An *arena* is a grid of nine boards; its value is
//! derived from theirs. At depth 3 the only arena is the whole position. Deeper positions are
//! evaluated by what has changed in their arenas since the root of the search: at those depths
//! games are decided far beyond the search horizon, and the cost of an evaluation must not grow
//! with the number of grids.

use crate::flat::FlatParts;
use crate::grid_result::line_cells;
use crate::network::VALUE_ONE;
use crate::rules::{NoGridError, SubGrid};
use crate::{Flat, GridResult, Mark, Nested, Path, Rules};
use ennead_game::nine::{CELLS, FULL, LINES, Mask, bit, cells};
use ennead_game::{Game, Seat, SplitMix64, Turn};
use ennead_search::mcts::{OptionPrior, State};

use super::net;

/// Number of levels of an arena.
pub(crate) const LEVELS: u32 = 3;
/// The largest magnitude of an estimate.
const SURE: f32 = 0.99;

/// A position, with the arenas that the search has entered since the root.
#[derive(Clone, Debug)]
pub(crate) struct DeepState {
    position: Nested,
    arenas: Vec<Arena>,
}

/// States are equal if they are the same position and are evaluated the same way.
impl PartialEq for DeepState {
    fn eq(&self, other: &Self) -> bool {
        let same = |(mine, theirs): (&Arena, &Arena)| mine.path == theirs.path;
        self.position == other.position
            && self.arenas.len() == other.arenas.len()
            && self.arenas.iter().zip(&other.arenas).all(same)
    }
}

impl State for DeepState {
    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn options(&self) -> u32 {
        self.position.options()
    }

    fn choose(&mut self, option: u32) {
        if self.position.is_at_last_choice() {
            let begun = self.position.half_made();
            let (arena, inside) = self.split(&begun);
            let index = self.enter(arena);
            self.arenas[index].stale |= bit(inside[0]);
        }
        self.position.choose(option);
    }

    /// Evaluates every option, because the network's policy assumes that a move sends the opponent
    /// to a grid of the same board. The position's value is that of its best option.
    fn priors(&self, priors: &mut Vec<OptionPrior>) -> Option<f32> {
        let mut here = self.clone();
        here.refresh();
        priors.extend((0..self.options()).map(|option| here.prior_after(option)));
        let values = priors.iter().filter_map(|prior| prior.value);
        Some(match self.position.mover() {
            Some(Mark::X) => values.fold(-1.0, f32::max),
            _ => values.fold(1.0, f32::min),
        })
    }

    fn guess(mut self, _: &mut SplitMix64) -> f32 {
        self.value()
    }
}

impl DeepState {
    pub(crate) fn new(position: &Nested) -> Self {
        let mut state = DeepState { position: position.clone(), arenas: Vec::new() };
        if position.depth() == LEVELS {
            state.enter(&[]);
            state.arenas[0].before = 0.0;
        }
        state
    }

    /// Splits a path into the arena's path and the board and grid inside it.
    fn split<'a>(&self, path: &'a Path) -> (&'a [u8], &'a [u8]) {
        let above = (self.position.depth() - LEVELS) as usize;
        path.cells().split_at_checked(above).unwrap_or((path.cells(), &[]))
    }

    /// The index of an undecided arena, which is added if it is new.
    fn enter(&mut self, path: &[u8]) -> usize {
        let known = self.arenas.iter().position(|arena| arena.path.cells() == path);
        known.unwrap_or_else(|| {
            self.arenas.push(Arena::new(Path::new(path), &self.position));
            self.arenas.len() - 1
        })
    }

    fn refresh(&mut self) {
        self.arenas.iter_mut().for_each(|arena| arena.refresh(&self.position));
    }

    /// The prior for an option. Shares are uniform: others were not stronger.
    fn prior_after(&self, option: u32) -> OptionPrior {
        let mut next = self.clone();
        next.choose(option);
        next.skip_forced_choices();
        let proven = next.position.outcome().map(|outcome| outcome.score(Seat::FIRST) as i8);
        let value = proven.map_or_else(|| next.value(), f32::from);
        OptionPrior { value: Some(value), share: 1.0 / self.options() as f32, proven }
    }

    /// The estimated value from -1 to 1 for X.
    fn value(&mut self) -> f32 {
        let path = self.position.target().unwrap_or_else(|| self.position.half_made());
        let (arena, inside) = self.split(&path);
        let active = (!inside.is_empty()).then(|| self.enter(arena));
        self.refresh();
        let change = |(index, arena): (usize, &Arena)| {
            let next_move = if active == Some(index) { inside } else { &[] };
            arena.value(&self.position, next_move) - arena.before
        };
        self.arenas.iter().enumerate().map(change).sum::<f32>().clamp(-SURE, SURE)
    }
}

/// A grid of nine boards.
#[derive(Clone, Debug)]
struct Arena {
    path: Path,
    /// The values of its boards for X, averaged over the player to move.
    values: [f32; CELLS],
    /// Boards whose values are out of date.
    stale: Mask,
    /// Its value at the root of the search, or 0 if it is the whole position.
    before: f32,
}

impl Arena {
    fn new(path: Path, position: &Nested) -> Self {
        let mut arena = Arena { path, values: [0.0; CELLS], stale: FULL, before: 0.0 };
        arena.refresh(position);
        arena.before = arena.value(position, &[]);
        arena
    }

    /// Recomputes the values that moves have changed.
    fn refresh(&mut self, position: &Nested) {
        if let (1.., Ok(grid)) = (self.stale, position.grid_at(&self.path)) {
            for board in cells(std::mem::take(&mut self.stale)) {
                self.values[usize::from(board)] = grid.child(board).map_or(0.0, quiet_value);
            }
        }
    }

    /// The arena's value for X. `next_move` is the board of the next move, if it is in this arena,
    /// followed by the grid in that board, if it is forced.
    fn value(&self, position: &Nested, next_move: &[u8]) -> f32 {
        let grid = match position.grid_at(&self.path) {
            Ok(grid) => grid,
            Err(NoGridError::Decided { grid, result }) => {
                let levels = 1 + self.path.cells().len() - grid.cells().len();
                return levels as f32 * score(result);
            }
            Err(NoGridError::Long { .. }) => return 0.0,
        };
        let mut values = self.values;
        if let ([board, inside @ ..], Some(mover)) = (next_move, position.mover())
            && let Some(child) = grid.child(*board)
        {
            values[usize::from(*board)] = net_value(&child, mover, inside.first().copied());
        }
        value_of_boards(&grid, &values)
    }
}

fn score(result: GridResult) -> f32 {
    match result {
        GridResult::X => 1.0,
        GridResult::O => -1.0,
        GridResult::Both => 0.0,
    }
}

/// The value of an arena for X: the difference of the players' chances of completing a line, as if
/// its boards were decided independently at random.
fn value_of_boards(arena: &SubGrid<'_>, values: &[f32; CELLS]) -> f32 {
    let masks = arena.masks();
    let (x, o) = line_cells(masks.x, masks.o, arena.rules());
    let open = masks.undecided();
    line_chance(x, open, |board| values[board]) - line_chance(o, open, |board| -values[board])
}

/// The probability of a line, given the boards a player has won and the values of the open ones.
fn line_chance(mine: Mask, open: Mask, value: impl Fn(usize) -> f32) -> f32 {
    let chance = |board: u8| (1.0 + value(usize::from(board))) / 2.0;
    let possible = LINES.iter().filter(|line| **line & !(mine | open) == 0);
    let missed = possible.map(|line| 1.0 - cells(line & open).map(chance).product::<f32>());
    1.0 - missed.product::<f32>()
}

/// The value of a board for X, averaged over the player to move.
fn quiet_value(board: SubGrid<'_>) -> f32 {
    if !board.is_touched() {
        return 0.0;
    }
    (net_value(&board, Mark::X, None) + net_value(&board, Mark::O, None)) / 2.0
}

/// The network's value of a board for X.
fn net_value(board: &SubGrid<'_>, mover: Mark, target: Option<u8>) -> f32 {
    let sign = if mover == Mark::X { 1.0 } else { -1.0 };
    sign * net::value(&flat(board, mover, target)) as f32 / VALUE_ONE as f32
}

/// A board as a separate game.
fn flat(board: &SubGrid<'_>, mover: Mark, target: Option<u8>) -> Flat {
    let masks = board.masks();
    let marks = std::array::from_fn(|cell| {
        let grid = board.child(cell as u8).map(|grid| grid.masks());
        grid.map_or((FULL, 0), |grid| (grid.x, grid.o))
    });
    let rules = match board.rules() {
        // Majorities count only in the top grid.
        Rules::Count => Rules::Classic,
        rules => rules,
    };
    let won = (masks.x, masks.o);
    FlatParts { marks, won, playable: masks.undecided(), target, mover, rules }.board()
}

#[cfg(test)]
mod tests {
    use ennead_game::Random;
    use ennead_search::mcts::{Searcher, Selection, TreeParams};
    use ennead_search::{Budget, Instant};

    use super::*;
    use crate::NestedSetup;

    fn start(depth: u32, rules: Rules) -> DeepState {
        let setup = NestedSetup::new(depth, Mark::X, rules).expect("the depth fits the rules");
        DeepState::new(&Nested::new(&setup))
    }

    #[test]
    fn incremental_values_match_fresh_ones() {
        let mut random = SplitMix64::new(1);
        for rules in [Rules::Both, Rules::Classic, Rules::Count] {
            let mut state = start(LEVELS, rules);
            while state.position.outcome().is_none() {
                assert_eq!(state.value(), DeepState::new(&state.position).value());
                state.choose(random.below(state.options().into()) as u32);
            }
        }
    }

    #[test]
    fn values_do_not_fade_with_the_depth() {
        let after_a_move = |depth| {
            let mut state = start(depth, Rules::Classic);
            (0..depth).for_each(|_| state.choose(4));
            state.value()
        };
        assert_ne!(after_a_move(LEVELS), 0.0);
        for depth in [4, 50, crate::MAX_DEPTH] {
            assert_eq!(after_a_move(depth), after_a_move(LEVELS));
        }
    }

    #[test]
    fn a_full_tree_stops_growing() {
        let params = TreeParams {
            selection: Selection::Priors { exploration: 0.1, unseen: 0.0 },
            expansion_visits: 0,
            node_limit: 100,
            proofs: true,
        };
        for depth in [LEVELS, 4] {
            let mut searcher = Searcher::new(params, 1, 1);
            searcher.set_root(start(depth, Rules::Both));
            assert_eq!(searcher.think(Budget::nodes(300), Instant::now()), 300);
            assert!(searcher.tree().memory() <= 2 * 100 * 32);
        }
    }
}
