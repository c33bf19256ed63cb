//! Random games, compared with a slow and simple second implementation: a plain tree of boxes,
//! written from the rules alone.

use ennead_game::{Game, Notation, Outcome, Random, Seat, SplitMix64, Turn};
use ennead_nested::formats::{grid::Grid, grid_write, pack};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Empty,
    Marked(char),
    /// A grid and its result, once it is decided: `X`, `O` or `B`.
    Grid(Vec<Cell>, Option<char>),
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn fresh(depth: u32) -> Cell {
    if depth == 0 { Cell::Empty } else { Cell::Grid(vec![fresh(depth - 1); 9], None) }
}

impl Cell {
    fn letter(&self) -> Option<char> {
        match self {
            Cell::Empty => None,
            Cell::Marked(letter) => Some(*letter),
            Cell::Grid(_, result) => *result,
        }
    }

    fn cells(&self) -> &[Cell] {
        match self {
            Cell::Grid(cells, _) => cells,
            _ => &[],
        }
    }

    fn is_full(&self) -> bool {
        match self {
            Cell::Empty => false,
            Cell::Marked(_) => true,
            Cell::Grid(cells, _) => cells.iter().all(Cell::is_full),
        }
    }
}

/// Whether a player has three cells in a line; "both" counts depending on the rules.
fn has_line(cells: &[Cell], player: char, rules: Rules) -> bool {
    let counts = |cell: &Cell| match cell.letter() {
        Some('B') => rules == Rules::Both,
        letter => letter == Some(player),
    };
    LINES.iter().any(|line| line.iter().all(|cell| counts(&cells[*cell])))
}

fn decide(cells: &[Cell], rules: Rules) -> Option<char> {
    match (has_line(cells, 'X', rules), has_line(cells, 'O', rules)) {
        (true, true) => Some('B'),
        (true, false) => Some('X'),
        (false, true) => Some('O'),
        (false, false) => cells.iter().all(|cell| cell.letter().is_some()).then_some('B'),
    }
}

struct Oracle {
    top: Cell,
    depth: u32,
    rules: Rules,
    mover: char,
    target: Option<Vec<usize>>,
}

impl Oracle {
    fn new(setup: &NestedSetup) -> Self {
        let mover = if setup.first() == Mark::X { 'X' } else { 'O' };
        Oracle {
            top: fresh(setup.depth()),
            depth: setup.depth(),
            rules: setup.rules(),
            mover,
            target: None,
        }
    }

    fn shut(&self, cell: &Cell) -> bool {
        match (self.rules, cell) {
            (Rules::Open, Cell::Grid(..)) => cell.is_full(),
            _ => cell.letter().is_some(),
        }
    }

    /// All empty cells in playable grids, inside the target if there is one.
    fn moves(&self) -> Vec<Vec<usize>> {
        let mut list = Vec::new();
        if self.outcome().is_none() {
            self.collect(&self.top, &mut Vec::new(), &mut list);
        }
        list
    }

    fn collect(&self, grid: &Cell, path: &mut Vec<usize>, list: &mut Vec<Vec<usize>>) {
        for (index, cell) in grid.cells().iter().enumerate() {
            let elsewhere = self
                .target
                .as_ref()
                .is_some_and(|t| t.get(path.len()).is_some_and(|c| *c != index));
            if elsewhere || self.shut(cell) {
                continue;
            }
            path.push(index);
            match cell {
                Cell::Empty => list.push(path.clone()),
                _ => self.collect(cell, path, list),
            }
            path.pop();
        }
    }

    fn play(&mut self, path: &[usize]) {
        put(&mut self.top, path, self.mover, self.rules, true);
        self.mover = if self.mover == 'X' { 'O' } else { 'X' };
        let mut sent = path.len() > 1;
        let mut grid = &self.top;
        for cell in &path[1..] {
            grid = &grid.cells()[*cell];
            sent &= !self.shut(grid);
            if !sent {
                break;
            }
        }
        self.target = (sent && self.outcome().is_none()).then(|| path[1..].to_vec());
    }

    fn outcome(&self) -> Option<Outcome> {
        let won =
            |player| self.top.cells().iter().filter(|cell| cell.letter() == Some(player)).count();
        Some(match decide(self.top.cells(), self.rules)? {
            'X' => Outcome::Win(Seat::FIRST),
            'O' => Outcome::Win(Seat::SECOND),
            _ if self.rules == Rules::Count && self.depth > 1 && won('X') > won('O') => {
                Outcome::Win(Seat::FIRST)
            }
            _ if self.rules == Rules::Count && self.depth > 1 && won('X') < won('O') => {
                Outcome::Win(Seat::SECOND)
            }
            _ => Outcome::Draw,
        })
    }

    fn text(&self) -> String {
        self.top.cells().iter().map(|cell| self.cell_text(cell)).collect()
    }

    fn cell_text(&self, cell: &Cell) -> String {
        match cell {
            Cell::Grid(cells, _) if !self.shut(cell) => {
                format!("({})", cells.iter().map(|cell| self.cell_text(cell)).collect::<String>())
            }
            _ => cell.letter().unwrap_or('.').to_string(),
        }
    }

    /// The bits of document 000: grids level by level.
    fn bits(&self) -> String {
        let mut bits = String::new();
        let mut level = vec![&self.top];
        while !level.is_empty() {
            let cells: Vec<&Cell> = level.iter().flat_map(|grid| grid.cells()).collect();
            let is_grid = |cell: &Cell| matches!(cell, Cell::Grid(..)) && !self.shut(cell);
            for cell in &cells {
                bits += match cell.letter() {
                    _ if is_grid(cell) => "100",
                    None => "000",
                    Some('O') => "001",
                    Some('X') => "010",
                    Some(_) => "011",
                };
            }
            level = cells.into_iter().filter(|cell| is_grid(cell)).collect();
        }
        bits
    }
}

/// Places a mark and decides the grids around it, innermost first.
fn put(cell: &mut Cell, path: &[usize], mark: char, rules: Rules, top: bool) {
    match (cell, path) {
        (Cell::Grid(cells, result), [first, rest @ ..]) => {
            put(&mut cells[*first], rest, mark, rules, false);
            if !top && result.is_none() {
                *result = decide(cells, rules);
            }
        }
        (cell, _) => *cell = Cell::Marked(mark),
    }
}

fn compare(position: &Nested, oracle: &Oracle) {
    assert_eq!(position.outcome(), oracle.outcome());
    if position.outcome().is_none() {
        let seat = if oracle.mover == 'X' { Seat::FIRST } else { Seat::SECOND };
        assert_eq!(position.turn(), Turn::Seat(seat));
    }
    let target = position
        .target()
        .map(|path| path.cells().iter().map(|cell| usize::from(*cell)).collect::<Vec<_>>());
    assert_eq!(target, oracle.target);
    let bits = grid_write::write(position.top(), None).unwrap();
    assert_eq!(bits.to_string(), oracle.bits());
    assert_eq!(Grid::read(&bits).unwrap().to_string(), oracle.text());
    let packed = pack::write(position).unwrap();
    assert_eq!(&pack::read(&packed).unwrap(), position);
}

fn play(setup: &NestedSetup, random: &mut SplitMix64, stride: usize) {
    let (mut position, mut oracle) = (Nested::new(setup), Oracle::new(setup));
    for ply in 0.. {
        let moves = oracle.moves();
        assert_eq!(position.count_moves(), moves.len() as u64);
        if ply % stride == 0 || moves.is_empty() {
            let ours: Vec<Vec<usize>> = position
                .moves()
                .iter()
                .map(|path| path.cells().iter().map(|c| usize::from(*c)).collect())
                .collect();
            assert_eq!(ours, moves);
            compare(&position, &oracle);
        }
        if moves.is_empty() {
            return;
        }
        let index = random.below(moves.len() as u64);
        oracle.play(&moves[index as usize]);
        let path = position.nth_move(index);
        position.place(&path).unwrap();
    }
}

#[test]
fn games_of_depth_one_and_two_match() {
    let mut random = SplitMix64::new(1);
    for rules in Rules::ALL {
        for number in 0..300 {
            let first = if number % 3 == 0 { Mark::O } else { Mark::X };
            play(&NestedSetup::new(2, first, rules).unwrap(), &mut random, 1);
            if rules != Rules::Open {
                play(&NestedSetup::new(1, first, rules).unwrap(), &mut random, 1);
            }
        }
    }
}

#[test]
fn games_of_depth_three_match() {
    let mut random = SplitMix64::new(2);
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        for number in 0..12 {
            let first = if number % 3 == 0 { Mark::O } else { Mark::X };
            play(&NestedSetup::new(3, first, rules).unwrap(), &mut random, 1);
        }
    }
}

#[test]
fn games_of_depth_four_match() {
    let mut random = SplitMix64::new(4);
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        play(&NestedSetup::new(4, Mark::X, rules).unwrap(), &mut random, 97);
    }
}
