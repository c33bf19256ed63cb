//! The reinforcement-learning environment of nested tic-tac-toe.

use ennead_game::nine::{CELLS, FULL, bit, bytes, cells};
use ennead_game::{Environment, GameError, Notation, Random, Seat, Spaces, reject};

use crate::flat::Flat;
use crate::rules::{Representation, SubGrid};
use crate::view::NestedView;
use crate::{GridResult, Mark, Nested, NestedSetup, Path, Rules};

/// Maximum depth of an environment: 9^5 cells per plane.
const MAX_DEPTH: u32 = 5;

/// The planes of an observation, one entry per cell. A cell in a decided grid has no mark.
const PLANES: &[&str] = &[
    "own marks",
    "the opponent's marks",
    "grids that the seat has won, or drawn",
    "grids that the opponent has won, or drawn",
    "legal moves",
];
const OWN_MARKS: usize = 0;
const OWN_GRIDS: usize = 2;
const LEGAL: usize = 4;

/// The cells of the whole board at depth 2.
const FLAT_CELLS: usize = CELLS * CELLS;

impl Environment for Nested {
    /// The axes after the planes are the cells of a move's path, from the top grid down.
    fn spaces(setup: &NestedSetup) -> Result<Spaces, GameError> {
        let depth = setup.depth();
        if depth > MAX_DEPTH {
            return Err(reject(format!(
                "depth {depth} is too large for an environment: it may be at most {MAX_DEPTH}"
            )));
        }
        let mut shape = vec![PLANES.len()];
        shape.extend((0..depth).map(|_| CELLS));
        Ok(Spaces { actions: CELLS.pow(depth), shape, planes: PLANES })
    }

    fn observe(view: &NestedView, seat: Seat, out: &mut [u8]) {
        let position = view.position();
        match &position.0 {
            Representation::Flat(flat) => observe_flat(flat, Mark::of(seat), out),
            Representation::Tree(_) => {
                out.fill(0);
                let plane = out.len() / PLANES.len();
                Planes { plane, own: Mark::of(seat), out }.add_grid(position.top(), 0);
                for path in position.moves() {
                    out[LEGAL * plane + path.number() as usize] = 1;
                }
            }
        }
    }

    fn mark_legal(&self, mask: &mut [bool]) {
        match &self.0 {
            Representation::Flat(flat) => {
                for grid in cells(flat.active()) {
                    let empty = bytes(flat.empty(grid));
                    let row = mask[usize::from(grid) * CELLS..].iter_mut();
                    row.zip(empty).for_each(|(entry, empty)| *entry = *empty != 0);
                }
            }
            Representation::Tree(_) => {
                self.moves().iter().for_each(|path| mask[path.number() as usize] = true);
            }
        }
    }

    fn is_legal(&self, action: u64) -> bool {
        match &self.0 {
            Representation::Flat(flat) => {
                let (grid, cell) = (action / CELLS as u64, (action % CELLS as u64) as u8);
                grid < CELLS as u64
                    && flat.active() & bit(grid as u8) != 0
                    && flat.empty(grid as u8) & bit(cell) != 0
            }
            Representation::Tree(_) => {
                path_of(action, self.depth()).is_some_and(|path| self.check(&path).is_ok())
            }
        }
    }

    fn act(&mut self, action: u64) {
        match &mut self.0 {
            Representation::Flat(flat) => {
                flat.put((action / CELLS as u64) as u8, (action % CELLS as u64) as u8);
            }
            Representation::Tree(_) => {
                let path = path_of(action, self.depth());
                self.put(path.expect("the caller has checked that the action is legal").cells());
            }
        }
    }

    fn sample_action(&self, random: &mut impl Random) -> u64 {
        match &self.0 {
            Representation::Flat(flat) => {
                let (grid, cell) = flat.random_move(random);
                u64::from(grid) * CELLS as u64 + u64::from(cell)
            }
            Representation::Tree(_) => self.nth_move(random.below(self.count_moves())).number(),
        }
    }
}

/// The path with this number, if there is one.
fn path_of(mut number: u64, depth: u32) -> Option<Path> {
    let mut path = vec![0; depth as usize];
    for cell in path.iter_mut().rev() {
        *cell = (number % CELLS as u64) as u8;
        number /= CELLS as u64;
    }
    (number == 0).then(|| Path::new(&path))
}

fn observe_flat(flat: &Flat, own: Mark, out: &mut [u8]) {
    let marks_stay = flat.rules() == Rules::Open;
    let active = flat.active();
    let owners = [own, own.other()].map(|mark| flat.won_by(mark));
    for grid in 0..CELLS as u8 {
        let is_shown = marks_stay || flat.decided() & bit(grid) == 0;
        let shown = if is_shown { FULL } else { 0 };
        let legal = if active & bit(grid) != 0 { FULL } else { 0 };
        let decided = owners.map(|owner| if owner & bit(grid) != 0 { FULL } else { 0 });
        let planes = [
            flat.marks_of(own, grid) & shown,
            flat.marks_of(own.other(), grid) & shown,
            decided[0],
            decided[1],
            flat.empty(grid) & legal,
        ];
        for (plane, mask) in planes.into_iter().enumerate() {
            let start = plane * FLAT_CELLS + usize::from(grid) * CELLS;
            out[start..start + CELLS].copy_from_slice(bytes(mask));
        }
    }
}

/// An observation under construction.
struct Planes<'a> {
    plane: usize,
    own: Mark,
    out: &'a mut [u8],
}

impl Planes<'_> {
    /// Adds a grid; `first` is the number of its first cell.
    fn add_grid(&mut self, grid: SubGrid<'_>, first: usize) {
        let size = CELLS.pow(grid.levels() - 1);
        for cell in 0..CELLS as u8 {
            let start = first + usize::from(cell) * size;
            match (grid.result(cell), grid.child(cell)) {
                (Some(result), _) => self.add_result(result, grid.levels() > 1, start, size),
                (None, Some(child)) if child.is_touched() => self.add_grid(child, start),
                (None, _) => {}
            }
        }
    }

    /// Adds a mark, or the result of a grid, over `size` cells.
    fn add_result(&mut self, result: GridResult, is_grid: bool, start: usize, size: usize) {
        let first = if is_grid { OWN_GRIDS } else { OWN_MARKS };
        let (own, other) = match self.own {
            Mark::X => (result.is_x(), result.is_o()),
            Mark::O => (result.is_o(), result.is_x()),
        };
        for (plane, is_set) in [(first, own), (first + 1, other)] {
            if is_set {
                self.out[plane * self.plane + start..][..size].fill(1);
            }
        }
    }
}
