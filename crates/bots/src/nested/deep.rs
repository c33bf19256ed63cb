//! Playouts of nested games of any depth: too long to be played to the end, so they are cut off and looked at.

use std::collections::VecDeque;

use ennead_game::nine::{FULL, LINES, Mask, count};
use ennead_game::{Game, Random, Seat, SplitMix64, Turn};
use ennead_nested::Nested;

use crate::Playout;

/// How many whole moves a playout makes at most.
const MOST_MOVES: u32 = 60;
/// How many choices it makes at most, however deep the game is.
const MOST_CHOICES: u32 = 400;
/// How many grids are looked at, from the top down.
const MOST_GRIDS: usize = 200;
/// How much less a grid counts than the one that it lies in.
const PER_LEVEL: f64 = 0.2;

impl Playout for Nested {
    fn guess(mut self, random: &mut SplitMix64) -> f64 {
        if self.as_flat().is_some_and(|flat| flat.chosen().is_some()) {
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
        }
        if let Some(flat) = self.as_flat() {
            return f64::from({ *flat }.play_out(random).score(Seat::FIRST));
        }
        let most = MOST_MOVES.saturating_mul(self.depth()).min(MOST_CHOICES);
        for _ in 0..most {
            if matches!(self.turn(), Turn::Over(_)) {
                break;
            }
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
        }
        self.outcome().map_or_else(|| look(&self), |outcome| f64::from(outcome.score(Seat::FIRST)))
    }
}

/// How a position looks for the first seat, from -1 to 1: lines in the making, the higher up the better.
fn look(position: &Nested) -> f64 {
    let mut todo = VecDeque::from([(position.top(), 1.0)]);
    let mut sum = 0.0;
    let mut seen = 0;
    while let Some((grid, weight)) = todo.pop_front() {
        let masks = grid.masks();
        sum += weight * (promise(masks.x, masks.o) - promise(masks.o, masks.x));
        seen += 1;
        if grid.levels() > 1 && seen + todo.len() < MOST_GRIDS {
            let inside = ennead_game::nine::cells(masks.open).filter_map(|cell| grid.child(cell));
            todo.extend(inside.map(|child| (child, weight * PER_LEVEL)));
        }
    }
    sum.tanh()
}

/// What one side's cells promise in a grid: lines that the other side cannot stop any more count the more cells they have.
fn promise(mine: Mask, theirs: Mask) -> f64 {
    const BY_CELLS: [f64; 4] = [0.0, 0.05, 0.25, 1.0];
    let blocked = theirs & !mine & FULL;
    let open = LINES.iter().filter(|line| **line & blocked == 0);
    open.map(|line| BY_CELLS[count(line & mine) as usize]).sum()
}
