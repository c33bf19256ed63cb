//! Grids as text: nine of `. O X B` per grid, with a sub-grid in parentheses in place of its cell
//! and `?` for an unseen one.
//!
//! Parsing and formatting do not recurse, because only the length of the text limits the nesting
//! depth.

use std::fmt;
use std::str::FromStr;

use ennead_game::nine::CELLS;
use thiserror::Error;

use super::grid::{Cell, Grid, sub_grids_of};

/// Text that is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridTextError {
    /// A character that does not denote a cell.
    #[error(
        "character {} is {found:?}: a cell is . O X B, a sub-grid in parentheses or ? for an \
         unseen sub-grid",
        at + 1
    )]
    Character {
        /// Its index.
        at: usize,
        /// The character.
        found: char,
    },
    /// A grid ends early.
    #[error("the grid that ends at character {} has {cells} cell(s): a grid has nine", at + 1)]
    Few {
        /// The index of its last character.
        at: usize,
        /// Number of its cells.
        cells: usize,
    },
    /// A grid has more than nine cells.
    #[error("character {} is the tenth cell of its grid: a grid has nine", at + 1)]
    Many {
        /// The index of the tenth cell.
        at: usize,
    },
    /// A parenthesis is not closed.
    #[error("the text ends inside {open} sub-grid(s) that are not closed")]
    Open {
        /// Number of open parentheses.
        open: usize,
    },
    /// A closing parenthesis without an opening one.
    #[error("character {} closes a sub-grid that was not opened", at + 1)]
    Close {
        /// Its index.
        at: usize,
    },
    /// An unseen sub-grid precedes one that is present.
    #[error(
        "an unseen sub-grid precedes one that is present in breadth-first order: only the last \
         ones can be cut off"
    )]
    Unseen,
}

impl FromStr for Grid {
    type Err = GridTextError;

    fn from_str(text: &str) -> Result<Self, GridTextError> {
        let mut parser = Parser::default();
        parser.open();
        for (at, found) in text.chars().enumerate() {
            parser.character(at, found)?;
        }
        parser.finish(text.chars().count())
    }
}

/// Sentinel for an unseen grid.
const UNSEEN: u32 = u32::MAX;

/// A parser that collects grids in the order in which they open in the text.
#[derive(Default)]
struct Parser {
    words: Vec<u32>,
    /// The parent of each grid.
    parents: Vec<u32>,
    /// The grids currently open, with the number of cells read so far.
    stack: Vec<(u32, u8)>,
}

impl Parser {
    fn open(&mut self) {
        self.add(0);
        self.stack.push((self.words.len() as u32 - 1, 0));
    }

    fn add(&mut self, word: u32) {
        self.parents.push(self.stack.last().map_or(0, |(parent, _)| *parent));
        self.words.push(word);
    }

    fn character(&mut self, at: usize, found: char) -> Result<(), GridTextError> {
        let code = match found {
            ')' => return self.close(at),
            '.' => 0b000,
            'O' | 'o' => 0b001,
            'X' | 'x' => 0b010,
            'B' | 'b' => 0b011,
            '(' | '?' => 0b100,
            _ => return Err(GridTextError::Character { at, found }),
        };
        self.cell(at, code)?;
        match found {
            '(' => self.open(),
            '?' => self.add(UNSEEN),
            _ => {}
        }
        Ok(())
    }

    fn cell(&mut self, at: usize, code: u32) -> Result<(), GridTextError> {
        let (grid, cells) = self.stack.last_mut().expect("the top grid is always open");
        if usize::from(*cells) == CELLS {
            return Err(GridTextError::Many { at });
        }
        *cells += 1;
        let word = &mut self.words[*grid as usize];
        *word = *word << 3 | code;
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), GridTextError> {
        if self.stack.len() == 1 {
            return Err(GridTextError::Close { at });
        }
        self.ends_full(at)?;
        self.stack.pop();
        Ok(())
    }

    /// Checks that the current grid has all nine cells.
    fn ends_full(&self, at: usize) -> Result<(), GridTextError> {
        let (_, cells) = self.stack[self.stack.len() - 1];
        if usize::from(cells) < CELLS {
            return Err(GridTextError::Few { at, cells: cells.into() });
        }
        Ok(())
    }

    fn finish(self, length: usize) -> Result<Grid, GridTextError> {
        if self.stack.len() > 1 {
            return Err(GridTextError::Open { open: self.stack.len() - 1 });
        }
        self.ends_full(length.saturating_sub(1))?;
        self.breadth_first()
    }

    /// The grids in breadth-first order.
    fn breadth_first(&self) -> Result<Grid, GridTextError> {
        let (first, subs) = self.sub_grids();
        let mut order = vec![0u32];
        let mut words = Vec::with_capacity(self.words.len());
        let mut done = 0;
        while done < order.len() {
            let grid = order[done] as usize;
            let word = self.words[grid];
            if word != UNSEEN {
                if words.len() != done {
                    return Err(GridTextError::Unseen);
                }
                words.push(word);
                order.extend_from_slice(&subs[first[grid]..first[grid] + sub_grids_of(word)]);
            }
            done += 1;
        }
        Ok(Grid::from_words(words))
    }

    /// All sub-grids, grouped by their parents, and the start of each group.
    fn sub_grids(&self) -> (Vec<usize>, Vec<u32>) {
        let mut first = Vec::with_capacity(self.words.len());
        let mut next = 0;
        for word in &self.words {
            first.push(next);
            next += if *word == UNSEEN { 0 } else { sub_grids_of(*word) };
        }
        let mut fill = first.clone();
        let mut subs = vec![0; next];
        for (grid, parent) in self.parents.iter().enumerate().skip(1) {
            let slot = &mut fill[*parent as usize];
            subs[*slot] = grid as u32;
            *slot += 1;
        }
        (first, subs)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first_sub_grids();
        let mut text = String::with_capacity(self.grids() * (CELLS + 2));
        let mut stack = vec![(0, 0)];
        while let Some((grid, cell)) = stack.pop() {
            if usize::from(cell) == CELLS {
                text.push_str(if stack.is_empty() { "" } else { ")" });
                continue;
            }
            stack.push((grid, cell + 1));
            match (self.cell(grid, cell), self.sub_grid(&first, grid, cell)) {
                (Cell::Blank, _) => text.push('.'),
                (Cell::Decided(result), _) => text.push(result.letter()),
                (Cell::SubGrid, None) => text.push('?'),
                (Cell::SubGrid, Some(sub)) => {
                    text.push('(');
                    stack.push((sub, 0));
                }
            }
        }
        f.pad(&text)
    }
}
