//! Playouts of nested games of any depth. Deep games are too long to play to the end, so playouts
//! are truncated and the final position is evaluated.

use std::collections::VecDeque;

use crate::Nested;
use ennead_game::nine::{FULL, LINES, Mask, count};
use ennead_game::{Game, Random, Seat, SplitMix64, Turn};

use ennead_search::Playout;
use ennead_search::portable::tanh;

/// Maximum number of whole moves in a playout.
const MAX_MOVES: u32 = 60;
/// Maximum number of choices in a playout, at any depth.
const MAX_CHOICES: u32 = 400;
/// Number of grids evaluated, from the top down.
const MAX_GRIDS: usize = 200;
/// Weight of a grid relative to the grid that contains it.
const LEVEL_WEIGHT: f64 = 0.2;

impl Playout for Nested {
    fn guess(mut self, random: &mut SplitMix64) -> f64 {
        if self.as_flat().is_some_and(|flat| flat.chosen().is_some()) {
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
        }
        if let Some(flat) = self.as_flat() {
            return f64::from({ *flat }.play_out(random).score(Seat::FIRST));
        }
        let most = MAX_MOVES.saturating_mul(self.depth()).min(MAX_CHOICES);
        for _ in 0..most {
            if matches!(self.turn(), Turn::Over(_)) {
                break;
            }
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
        }
        self.outcome()
            .map_or_else(|| evaluate(&self), |outcome| f64::from(outcome.score(Seat::FIRST)))
    }
}

/// A heuristic value for the first seat, from -1 to 1, based on unfinished lines; higher levels
/// weigh more.
fn evaluate(position: &Nested) -> f64 {
    let mut todo = VecDeque::from([(position.top(), 1.0)]);
    let mut sum = 0.0;
    let mut visited = 0;
    while let Some((grid, weight)) = todo.pop_front() {
        let masks = grid.masks();
        sum += weight * (line_potential(masks.x, masks.o) - line_potential(masks.o, masks.x));
        visited += 1;
        if grid.levels() > 1 && visited + todo.len() < MAX_GRIDS {
            let inside = ennead_game::nine::cells(masks.open).filter_map(|cell| grid.child(cell));
            todo.extend(inside.map(|child| (child, weight * LEVEL_WEIGHT)));
        }
    }
    tanh(sum)
}

/// The value of one side's cells in a grid: every line not blocked by the other side counts by its
/// number of cells.
fn line_potential(mine: Mask, theirs: Mask) -> f64 {
    const BY_CELLS: [f64; 4] = [0.0, 0.05, 0.25, 1.0];
    let blocked = theirs & !mine & FULL;
    let open = LINES.iter().filter(|line| **line & blocked == 0);
    open.map(|line| BY_CELLS[count(line & mine) as usize]).sum()
}
