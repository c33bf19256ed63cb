//! Whole moves as paths, such as `1.8.3`.

use ennead_game::nine::{bit, nth};
use ennead_game::{MoveError, Notation};

use crate::flat::Flat;
use crate::rules::Representation;
use crate::tree::GridTree;
use crate::{Nested, Path};

impl Notation for Nested {
    type Move = Path;

    /// All legal moves. A free move at depth n has up to 9^n options: in deep games use
    /// [`count_moves`](Notation::count_moves) and [`nth_move`](Notation::nth_move), or choices.
    fn moves(&self) -> Vec<Path> {
        match &self.0 {
            _ if !self.half_made().cells().is_empty() => Vec::new(),
            Representation::Flat(flat) => flat_moves(flat),
            Representation::Tree(tree) => tree.moves().iter().map(|path| Path::new(path)).collect(),
        }
    }

    /// The path in base 9, exact up to depth 20 and modulo 2^64 beyond.
    fn number(path: &Path) -> u64 {
        path.number()
    }

    fn parse_move(text: &str) -> Result<Path, MoveError> {
        text.parse().map_err(|error: crate::PathError| MoveError::text(text, error.to_string()))
    }

    fn choices_of(&self, path: &Path) -> Result<Vec<u32>, MoveError> {
        self.check(path).map_err(|error| MoveError::illegal(path, error.to_string()))?;
        let sent = self.target().map_or(0, |target| target.cells().len());
        let mut choices = vec![0; path.cells().len()];
        let mut grid = Some(self.top());
        for (level, cell) in path.cells().iter().enumerate() {
            let Some(here) = grid else { break };
            if level >= sent {
                let open = if level == 0 { self.legal() } else { here.masks().undecided() };
                choices[level] = ennead_game::nine::index_of(open, *cell);
            }
            grid = here.child(*cell);
        }
        Ok(choices)
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Path, usize)> {
        let depth = self.depth() as usize;
        let mut path = Vec::with_capacity(depth);
        let mut grid = Some(self.top());
        let target = self.target().unwrap_or(Path::TOP);
        for option in choices.get(..depth)? {
            let here = grid?;
            let legal = match (target.cells().get(path.len()), path.len()) {
                (Some(cell), _) => bit(*cell),
                (None, 0) => self.legal(),
                (None, _) => here.masks().undecided(),
            };
            if *option >= legal.count_ones() {
                return None;
            }
            let cell = nth(legal, *option);
            path.push(cell);
            grid = here.child(cell);
        }
        Some((Path::new(&path), depth))
    }

    /// Number of moves, saturating at 2^64 - 1.
    fn count_moves(&self) -> u64 {
        match &self.0 {
            Representation::Flat(flat) if flat.chosen().is_some() => 0,
            Representation::Flat(flat) => u64::from(flat.count_moves()),
            Representation::Tree(tree) if !tree.path().is_empty() => 0,
            Representation::Tree(tree) => tree.count_moves(),
        }
    }

    fn nth_move(&self, index: u64) -> Path {
        match &self.0 {
            Representation::Flat(flat) => {
                let (grid, cell) = flat.nth_move(index as u32);
                Path::two(grid, cell)
            }
            Representation::Tree(tree) => Path::new(&tree.nth_move(index)),
        }
    }

    fn count_sequences(&self, plies: u32) -> u64 {
        match &self.0 {
            Representation::Flat(flat) => flat.count_sequences(plies),
            Representation::Tree(tree) => tree_sequences(self, tree, plies),
        }
    }

    #[inline]
    fn make(&mut self, path: &Path) {
        debug_assert_eq!(self.check(path), Ok(()), "moves come from the list of legal moves");
        self.put(path.cells());
    }
}

/// Makes moves by index to avoid listing free moves in deep games.
fn tree_sequences(position: &Nested, tree: &GridTree, plies: u32) -> u64 {
    if plies < 2 {
        return if plies == 0 { 1 } else { position.count_moves() };
    }
    let mut sum = 0u64;
    for index in 0..tree.count_moves() {
        let mut next = tree.clone();
        next.make(&tree.nth_move(index));
        let next = Nested(Representation::Tree(Box::new(next)));
        sum = sum.saturating_add(next.count_sequences(plies - 1));
    }
    sum
}

fn flat_moves(flat: &Flat) -> Vec<Path> {
    let mut list = Vec::with_capacity(flat.count_moves() as usize);
    list.extend(flat.moves().map(|(grid, cell)| Path::two(grid, cell)));
    list
}
