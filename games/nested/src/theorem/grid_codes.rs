//! Grids under open rules as small numbers, with tables of the facts that searches need.

use std::sync::LazyLock;

use ennead_game::nine::{CELLS, FULL, LINES, Mask, bit, cells, count, has_line};

use crate::filling::{OPEN_FILLINGS, rank, unrank};
use crate::{Flat, GridResult, Mark};

/// The code of a drawn grid.
const DRAWN: usize = OPEN_FILLINGS as usize;
/// Number of sets of cells.
const MASKS: usize = 1 << CELLS;
/// Number of codes: undecided fillings, drawn, and owner and marked cells of a won grid.
pub(super) const CODES: usize = DRAWN + 1 + 2 * MASKS;
/// More marks than X can ever make: the line is out of reach.
pub(super) const NEVER: u8 = 80;

/// The facts about one code.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridFacts {
    /// The code after a mark of X or O in each cell.
    pub(super) after: [[u16; CELLS]; 2],
    pub(super) empty: Mask,
    /// Number of marks X needs to win the grid: 0 if already won, [`NEVER`] if impossible.
    pub(super) missing: u8,
    pub(super) result: Option<GridResult>,
}

pub(super) static FACTS: LazyLock<Vec<GridFacts>> =
    LazyLock::new(|| (0..CODES).map(facts).collect());

/// The code of a grid of a board.
pub(super) fn code_of(board: &Flat, grid: u8) -> u16 {
    let (x, o) = board.marks(grid);
    match board.result(grid) {
        None => rank(x, o) as u16,
        Some(GridResult::Both) => DRAWN as u16,
        Some(GridResult::X) => owned(Mark::X, FULL & !board.empty(grid)),
        Some(GridResult::O) => owned(Mark::O, FULL & !board.empty(grid)),
    }
}

fn owned(owner: Mark, marked: Mask) -> u16 {
    (DRAWN + 1 + owner as usize * MASKS + usize::from(marked)) as u16
}

fn facts(code: usize) -> GridFacts {
    match code.checked_sub(DRAWN + 1) {
        None if code == DRAWN => GridFacts {
            after: [[0; CELLS]; 2],
            empty: 0,
            missing: NEVER,
            result: Some(GridResult::Both),
        },
        None => undecided(unrank(code as u32)),
        Some(owned) if owned < MASKS => won(Mark::X, owned as Mask),
        Some(owned) => won(Mark::O, (owned - MASKS) as Mask),
    }
}

fn undecided((x, o): (Mask, Mask)) -> GridFacts {
    let mut after = [[0; CELLS]; 2];
    let empty = FULL & !(x | o);
    for cell in cells(empty) {
        after[0][usize::from(cell)] = code(x | bit(cell), o);
        after[1][usize::from(cell)] = code(x, o | bit(cell));
    }
    let reachable = LINES.iter().filter(|line| *line & o == 0);
    let missing = reachable.map(|line| count(line & !x) as u8).min().unwrap_or(NEVER);
    GridFacts { after, empty, missing, result: None }
}

fn won(owner: Mark, marked: Mask) -> GridFacts {
    let mut after = [[0; CELLS]; 2];
    let empty = FULL & !marked;
    for cell in cells(empty) {
        let code = owned(owner, marked | bit(cell));
        (after[0][usize::from(cell)], after[1][usize::from(cell)]) = (code, code);
    }
    let (missing, result) = match owner {
        Mark::X => (0, GridResult::X),
        Mark::O => (NEVER, GridResult::O),
    };
    GridFacts { after, empty, missing, result: Some(result) }
}

fn code(x: Mask, o: Mask) -> u16 {
    match (has_line(x), has_line(o), x | o == FULL) {
        (true, ..) => owned(Mark::X, x | o),
        (_, true, _) => owned(Mark::O, x | o),
        (.., true) => DRAWN as u16,
        _ => rank(x, o) as u16,
    }
}
