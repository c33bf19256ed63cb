//! The board payload: the state of the game, and grids within a budget from the top or a sub-grid.

use ennead_bits::write_number;
use ennead_game::nine::{CELLS, FULL, LINES, Mask, bit, cells};
use ennead_game::{Focus, GameError, LabelSet, reject};

use crate::formats::grid_write::{grids_in, write};
use crate::rules::Representation;
use crate::{Nested, Path, Rules};

/// Depth, winning lines, target, root and grids, laid out as described in `FORMAT.md`.
pub(crate) fn payload(position: &Nested, focus: &Focus) -> Result<Vec<u8>, GameError> {
    let root = checked_root(position, &focus.path)?;
    let grid = position.grid_at(&root)?;
    let grids = write(grid, Some(grids_in(focus.allowed() as u64)?))?;
    let mut bytes = Vec::with_capacity(grids.as_bytes().len() + 8 + root.cells().len());
    write_number(&mut bytes, position.depth());
    bytes.push(winning_lines(position));
    write_path(&mut bytes, target(position).cells());
    write_path(&mut bytes, root.cells());
    let first = bytes.len();
    bytes.extend_from_slice(grids.as_bytes());
    if root == Path::TOP {
        mark_won_grids(&mut bytes[first..], position);
    }
    Ok(bytes)
}

/// The labels of the next choice.
pub(crate) fn labels(position: &Nested) -> LabelSet {
    cells(position.legal()).collect()
}

fn checked_root(position: &Nested, path: &[u8]) -> Result<Path, GameError> {
    let most = position.depth() as usize - 1;
    if path.len() > most {
        let found = path.len();
        return Err(reject(format!(
            "the path has {found} cells, but a grid's path has at most {most} here"
        )));
    }
    match path.iter().position(|cell| usize::from(*cell) >= CELLS) {
        None => Ok(Path::new(path)),
        Some(at) => {
            Err(reject(format!("cell {at} of the path is {}, but cells are 0 to 8", path[at])))
        }
    }
}

/// The known part of the next move: the target, or the cells chosen so far.
fn target(position: &Nested) -> Path {
    position.target().unwrap_or_else(|| position.half_made())
}

/// The lines that decide the game, as bits in the order of `LINES`.
fn winning_lines(position: &Nested) -> u8 {
    let (x, o) = top_masks(position);
    let (x, o) = if position.rules() == Rules::Both { (x, o) } else { (x & !o, o & !x) };
    LINES
        .iter()
        .fold(0, |lines, line| lines << 1 | u8::from(x & line == *line || o & line == *line))
}

/// The top-level grids that each player has won, playable or not.
fn top_masks(position: &Nested) -> (Mask, Mask) {
    match &position.0 {
        Representation::Flat(flat) => flat.won(),
        Representation::Tree(_) => {
            let masks = position.top().masks();
            (masks.x, masks.o)
        }
    }
}

/// Under open rules a won grid may still be playable: it is encoded as a sub-grid, with a cell code
/// that names its owner.
fn mark_won_grids(grids: &mut [u8], position: &Nested) {
    if position.rules() != Rules::Open {
        return;
    }
    let ((x, o), shown) = (top_masks(position), position.top().masks().undecided());
    for cell in cells((x | o) & shown & FULL) {
        let first = usize::from(cell) * 3;
        set_bit(grids, first + 1, x & bit(cell) != 0);
        set_bit(grids, first + 2, o & bit(cell) != 0);
    }
}

fn set_bit(bytes: &mut [u8], at: usize, on: bool) {
    bytes[at / 8] |= u8::from(on) << (7 - at % 8);
}

fn write_path(bytes: &mut Vec<u8>, cells: &[u8]) {
    write_number(bytes, cells.len() as u32);
    bytes.extend_from_slice(cells);
}
