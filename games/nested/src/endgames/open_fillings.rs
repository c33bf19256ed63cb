//! Moves between open fillings of a grid.

use std::sync::LazyLock;

use ennead_game::nine::{FULL, Mask, bit, cells, count, has_line};

use crate::filling::{OPEN_FILLINGS, rank, unrank};
use crate::{GridResult, Mark};

/// The result of a move in an open grid.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The grid stays open, with this filling.
    Open(u16),
    /// The move decides the grid.
    Closed(GridResult),
}

/// A cell, and the result of a mark in it.
pub(super) type CellStep = (u8, Step);

/// The steps of all open fillings, by rank, for X and O.
pub(super) static STEPS: LazyLock<Vec<[Vec<CellStep>; 2]>> = LazyLock::new(|| {
    let steps = |rank, mover| cells(empty(rank)).map(move |cell| (cell, step(rank, cell, mover)));
    (0..OPEN_FILLINGS)
        .map(|rank| [Mark::X, Mark::O].map(|mover| steps(rank, mover).collect()))
        .collect()
});

fn empty(rank: u32) -> Mask {
    let (x, o) = unrank(rank);
    FULL & !(x | o)
}

fn step(filling: u32, cell: u8, mover: Mark) -> Step {
    let (mut x, mut o) = unrank(filling);
    let (own, result) = match mover {
        Mark::X => (&mut x, GridResult::X),
        Mark::O => (&mut o, GridResult::O),
    };
    *own |= bit(cell);
    if has_line(*own) {
        Step::Closed(result)
    } else if x | o == FULL {
        Step::Closed(GridResult::Both)
    } else {
        Step::Open(rank(x, o) as u16)
    }
}

/// The open fillings that contain `base`, in descending order of marks: every move leads to an
/// earlier one.
pub(super) fn descendants(base: (Mask, Mask)) -> Vec<u16> {
    let contains = |rank: &u32| {
        let (x, o) = unrank(*rank);
        x & base.0 == base.0 && o & base.1 == base.1
    };
    let mut ranks: Vec<u32> = (0..OPEN_FILLINGS).filter(contains).collect();
    ranks.sort_by_key(|rank| (count(empty(*rank)), *rank));
    ranks.into_iter().map(|rank| rank as u16).collect()
}
