//! The body of `nested.pack` at depth 2: one choice per grid, then turn and target.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};
use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, has_line, index_of, nth};

use super::pack::{Consistency, PackError, put_turn, take_turn};
use crate::Mark;
use crate::Rules;
use crate::filling::{FILLINGS, OPEN_FILLINGS, filling, number, rank, unrank};
use crate::flat::{Flat, FlatParts};
use crate::grid_result::{GridResult, decided_by_last_cell, outcome};

/// Number of codes of a grid: the open fillings, then X, O and both.
const GRID_CODES: u32 = OPEN_FILLINGS + DECIDED.len() as u32;
const DECIDED: [GridResult; 3] = [GridResult::X, GridResult::O, GridResult::Both];

pub(crate) fn write(flat: &Flat, encoder: &mut ChoiceEncoder) {
    for grid in 0..CELLS as u8 {
        if flat.rules() == Rules::Open {
            write_open_grid(flat, grid, encoder);
        } else {
            encoder.put(code(flat, grid), GRID_CODES);
        }
    }
    if flat.playable() == 0 {
        return;
    }
    put_turn(flat.mover(), encoder);
    let target = flat.target().map_or(0, |grid| 1 + index_of(flat.playable(), grid));
    encoder.put(target, 1 + flat.playable().count_ones());
}

fn code(flat: &Flat, grid: u8) -> u32 {
    match flat.result(grid) {
        Some(result) => {
            OPEN_FILLINGS + DECIDED.iter().position(|one| *one == result).unwrap_or_default() as u32
        }
        None => {
            let (x, o) = flat.marks(grid);
            rank(x, o)
        }
    }
}

/// Encodes all marks, and the owner if both players have a line.
fn write_open_grid(flat: &Flat, grid: u8, encoder: &mut ChoiceEncoder) {
    let (x, o) = flat.marks(grid);
    encoder.put(number(x, o), FILLINGS);
    if has_line(x) && has_line(o) {
        encoder.put(u32::from(flat.result(grid) == Some(GridResult::O)), 2);
    }
}

/// A partially decoded board.
#[derive(Default)]
struct FlatReader {
    marks: [(Mask, Mask); CELLS],
    x: Mask,
    o: Mask,
    playable: Mask,
    consistency: Consistency,
}

pub(crate) fn read(rules: Rules, decoder: &mut ChoiceDecoder<'_>) -> Result<Flat, PackError> {
    let mut grids = FlatReader::default();
    for grid in 0..CELLS as u8 {
        if rules == Rules::Open {
            grids.read_open_grid(grid, decoder)?;
        } else {
            grids.read_grid(grid, decoder)?;
        }
    }
    if let Some(outcome) = outcome(grids.x, grids.o, rules, 2) {
        if !decided_by_last_cell(grids.x, grids.o, rules) {
            return Err(PackError::PlayedOn);
        }
        grids.consistency.check_over(outcome)?;
        return Ok(grids.board(0, None, Mark::X, rules));
    }
    let mover = take_turn(decoder)?;
    let target = match decoder.take(1 + grids.playable.count_ones())? {
        0 => None,
        index => Some(nth(grids.playable, index - 1)),
    };
    grids.consistency.check(mover, target.as_ref().map(std::slice::from_ref), 2)?;
    Ok(grids.board(grids.playable, target, mover, rules))
}

impl FlatReader {
    fn read_grid(&mut self, grid: u8, decoder: &mut ChoiceDecoder<'_>) -> Result<(), PackError> {
        let code = decoder.take(GRID_CODES)?;
        match code.checked_sub(OPEN_FILLINGS) {
            Some(decided) => {
                self.decide(grid, DECIDED[decided as usize]);
                self.marks[usize::from(grid)] = (FULL, 0);
                self.consistency.hidden = true;
                self.consistency.closed = true;
            }
            None => {
                self.set_marks(grid, unrank(code));
                self.playable |= bit(grid);
            }
        }
        Ok(())
    }

    fn read_open_grid(
        &mut self,
        grid: u8,
        decoder: &mut ChoiceDecoder<'_>,
    ) -> Result<(), PackError> {
        let (x, o) = filling(decoder.take(FILLINGS)?);
        self.set_marks(grid, (x, o));
        match (has_line(x), has_line(o)) {
            (true, true) if decoder.take(2)? == 0 => self.decide(grid, GridResult::X),
            (_, true) => self.decide(grid, GridResult::O),
            (true, false) => self.decide(grid, GridResult::X),
            (false, false) if x | o == FULL => self.decide(grid, GridResult::Both),
            (false, false) => {}
        }
        if x | o == FULL {
            self.consistency.closed = true;
        } else {
            self.playable |= bit(grid);
        }
        Ok(())
    }

    fn set_marks(&mut self, grid: u8, (x, o): (Mask, Mask)) {
        self.marks[usize::from(grid)] = (x, o);
        self.consistency.x += u64::from(x.count_ones());
        self.consistency.o += u64::from(o.count_ones());
    }

    fn decide(&mut self, grid: u8, result: GridResult) {
        for (mask, yes) in [(&mut self.x, result.is_x()), (&mut self.o, result.is_o())] {
            *mask |= if yes { bit(grid) } else { 0 };
        }
    }

    fn board(&self, playable: Mask, target: Option<u8>, mover: Mark, rules: Rules) -> Flat {
        debug_assert!(target.is_none_or(|grid| cells(playable).any(|cell| cell == grid)));
        FlatParts { marks: self.marks, won: (self.x, self.o), playable, target, mover, rules }
            .board()
    }
}
