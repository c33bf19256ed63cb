//! A slow, obvious second implementation of the rules: a list of rows, checked cell by cell.

#![allow(dead_code, unreachable_pub)]

use ennead_connect::{Connect, ConnectSetup};
use ennead_game::{Game, Random};

/// A set-up that is known to be valid.
pub fn setup(width: u8, height: u8, line: u8, gravity: bool) -> ConnectSetup {
    ConnectSetup::new(width, height, line, gravity).expect("the test gives legal numbers")
}

/// A random valid set-up.
pub fn random_setup(random: &mut dyn Random) -> ConnectSetup {
    let mut between = |low: u8, high: u8| low + random.below(u64::from(high - low) + 1) as u8;
    let (width, height, line) = (between(2, 15), between(2, 15), between(3, 8));
    setup(width, height, line, between(0, 1) == 1)
}

/// The position after `plies` random choices, or fewer if the game ends earlier.
pub fn random_position(setup: &ConnectSetup, plies: u64, random: &mut dyn Random) -> Connect {
    let mut position = Connect::new(setup);
    for _ in 0..plies {
        if position.options() == 0 {
            break;
        }
        position.choose(random.below(position.options().into()) as u32);
    }
    position
}

/// A board as rows of characters, the top row first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Oracle {
    pub rows: Vec<Vec<char>>,
    line: usize,
    gravity: bool,
}

impl Oracle {
    pub fn new(setup: &ConnectSetup) -> Self {
        let row = vec!['.'; setup.width().into()];
        let rows = vec![row; setup.height().into()];
        Oracle { rows, line: setup.line().into(), gravity: setup.gravity() }
    }

    pub fn mover(&self) -> char {
        if self.rows.iter().flatten().filter(|cell| **cell != '.').count() % 2 == 0 {
            'X'
        } else {
            'O'
        }
    }

    fn at(&self, row: i32, column: i32) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        *row.zip(column).and_then(|(row, column)| row.get(column)).unwrap_or(&' ')
    }

    /// The cells of all lines, and their owners.
    pub fn lines(&self) -> Vec<(char, (usize, usize))> {
        let mut found = Vec::new();
        for row in 0..self.rows.len() as i32 {
            for column in 0..self.rows[0].len() as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mark = self.at(row, column);
                    let cells = (0..self.line as i32).map(|n| (row + n * down, column + n * right));
                    if mark != '.'
                        && cells.clone().all(|(row, column)| self.at(row, column) == mark)
                    {
                        found.extend(
                            cells.map(|(row, column)| (mark, (row as usize, column as usize))),
                        );
                    }
                }
            }
        }
        found
    }

    /// `None` while the game is running, otherwise the winner's letter or `=`.
    pub fn outcome(&self) -> Option<char> {
        let full = self.rows.iter().flatten().all(|cell| *cell != '.');
        self.lines().first().map(|(mark, _)| *mark).or(full.then_some('='))
    }

    /// The cells of the options, as row from the top and column, in order.
    pub fn options(&self) -> Vec<(usize, usize)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (height, width) = (self.rows.len(), self.rows[0].len());
        let empty = |row: &usize, column: usize| self.rows[*row][column] == '.';
        if self.gravity {
            let lowest = |column| (0..height).rev().find(|row| empty(row, column));
            return (0..width).filter_map(|column| Some((lowest(column)?, column))).collect();
        }
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        cells.filter(|(row, column)| empty(row, *column)).collect()
    }

    pub fn choose(&mut self, option: usize) {
        let (row, column) = self.options()[option];
        self.rows[row][column] = self.mover();
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    pub fn perft(&self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let next = |option| {
            let mut next = self.clone();
            next.choose(option);
            next.perft(plies - 1)
        };
        (0..self.options().len()).map(next).sum()
    }
}
