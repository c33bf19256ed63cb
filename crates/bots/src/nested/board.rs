//! Depth 2 as the search needs it: whole moves by number, and every mask in reach.

use ennead_game::nine::{CELLS, FULL, LINES, Mask, bit, cells, count, has_line, nth};
use ennead_game::{Game, Outcome, Random, Seat, Turn};
use ennead_nested::{Nested, Rules};

/// Stands for "no grid" where a grid is expected.
pub(crate) const NONE: u8 = CELLS as u8;

/// A position at depth 2 between whole moves. A half-made move is a player who is sent to the grid already chosen.
///
/// It follows the same rules as [`Nested`], which a test holds it to, move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The marks of X and of O in each grid. A decided grid is empty, but for open rules.
    pub(crate) marks: [[Mask; CELLS]; 2],
    /// The grids that X and O have won; a drawn grid is in both.
    pub(crate) won: [Mask; 2],
    /// Grids that may still be played in; none once the game is over.
    pub(crate) playable: Mask,
    /// The grid that the player is sent to, or none.
    pub(crate) target: u8,
    /// Whose turn it is: 0 for X.
    pub(crate) side: u8,
    pub(crate) rules: Rules,
}

impl Board {
    /// The board of a depth-2 position.
    pub(crate) fn of(position: &Nested) -> Option<Self> {
        let flat = position.as_flat()?;
        let mut board = Board {
            marks: [[0; CELLS]; 2],
            won: [0; 2],
            playable: 0,
            target: flat.chosen().or(flat.target()).unwrap_or(NONE),
            side: position.mover().map_or(0, |mark| mark.seat().0),
            rules: flat.rules(),
        };
        for grid in 0..NONE {
            board.read_grid(position, grid);
        }
        if position.outcome().is_some() {
            board.playable = 0;
        }
        Some(board)
    }

    fn read_grid(&mut self, position: &Nested, grid: u8) {
        let flat = position.as_flat().expect("only a depth-2 board is read");
        if let Some(worth) = flat.worth(grid) {
            let letter = worth.letter();
            self.won[0] |= if letter == 'O' { 0 } else { bit(grid) };
            self.won[1] |= if letter == 'X' { 0 } else { bit(grid) };
        }
        if let Some(inside) = position.top().child(grid) {
            let masks = inside.masks();
            self.marks[0][usize::from(grid)] = masks.x;
            self.marks[1][usize::from(grid)] = masks.o;
            self.playable |= bit(grid);
        } else if self.rules == Rules::Open {
            // Open rules keep the marks of a full grid; nothing asks for them again.
            self.marks[0][usize::from(grid)] = FULL;
        }
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.playable == 0
    }

    /// How the game ended: to be asked only when it is over.
    #[inline]
    pub(crate) fn outcome(&self) -> Outcome {
        let (x, o) = self.lines_for();
        match (has_line(x), has_line(o)) {
            (true, false) => Outcome::Win(Seat::FIRST),
            (false, true) => Outcome::Win(Seat::SECOND),
            (false, false) if self.rules == Rules::Count => self.more_grids(),
            _ => Outcome::Draw,
        }
    }

    fn more_grids(&self) -> Outcome {
        let x = count(self.won[0] & !self.won[1]);
        let o = count(self.won[1] & !self.won[0]);
        match x.cmp(&o) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::FIRST),
            std::cmp::Ordering::Less => Outcome::Win(Seat::SECOND),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The grids that count towards a line of X and of O.
    #[inline]
    fn lines_for(&self) -> (Mask, Mask) {
        let [x, o] = self.won;
        if self.rules == Rules::Both { (x, o) } else { (x & !o, o & !x) }
    }

    /// The grids that count towards a line of one side.
    #[inline]
    pub(crate) fn line_grids(&self, side: usize) -> Mask {
        let (x, o) = self.lines_for();
        if side == 0 { x } else { o }
    }

    #[inline]
    pub(crate) fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over(self.outcome()) } else { Turn::Seat(Seat(self.side)) }
    }

    /// The grids that the next move may be made in.
    #[inline]
    pub(crate) fn active(&self) -> Mask {
        if self.target == NONE { self.playable } else { bit(self.target) }
    }

    #[inline]
    pub(crate) fn empty(&self, grid: u8) -> Mask {
        let grid = usize::from(grid);
        FULL & !(self.marks[0][grid] | self.marks[1][grid])
    }

    /// How many whole moves there are.
    #[inline]
    pub(crate) fn count_moves(&self) -> u32 {
        if self.is_over() {
            0
        } else if self.target != NONE {
            count(self.empty(self.target))
        } else {
            cells(self.playable).map(|grid| count(self.empty(grid))).sum()
        }
    }

    /// The whole move at `index`, in ascending order of grid and cell.
    #[inline]
    pub(crate) fn nth_move(&self, mut index: u32) -> (u8, u8) {
        if self.target != NONE {
            return (self.target, nth(self.empty(self.target), index));
        }
        let mut active = self.playable;
        loop {
            let grid = nth(active, 0);
            let empty = self.empty(grid);
            if index < count(empty) {
                return (grid, nth(empty, index));
            }
            index -= count(empty);
            active &= !bit(grid);
        }
    }

    /// All whole moves in ascending order.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        cells(self.active()).flat_map(|grid| cells(self.empty(grid)).map(move |cell| (grid, cell)))
    }

    /// The number of a whole move among all moves.
    pub(crate) fn index_of(&self, wanted: (u8, u8)) -> Option<u32> {
        self.moves().position(|it| it == wanted).map(|index| index as u32)
    }

    /// Makes a legal whole move.
    #[inline]
    pub(crate) fn put(&mut self, grid: u8, cell: u8) {
        let at = usize::from(grid);
        let side = usize::from(self.side & 1);
        let mine = self.marks[side][at] | bit(cell);
        self.marks[side][at] = mine;
        self.side = side as u8 ^ 1;
        let full = mine | self.marks[side ^ 1][at] == FULL;
        if full || has_line(mine) {
            self.settle(at, side, full);
        }
        self.target = if self.playable & bit(cell) != 0 { cell } else { NONE };
    }

    /// Takes note of a line or a full grid.
    fn settle(&mut self, grid: usize, side: usize, full: bool) {
        let here = bit(grid as u8);
        if (self.won[0] | self.won[1]) & here == 0 {
            self.won[side] |= here;
            if !has_line(self.marks[side][grid]) {
                self.won[side ^ 1] |= here;
            }
        }
        if self.rules != Rules::Open {
            self.marks[0][grid] = 0;
            self.marks[1][grid] = 0;
        }
        if full || self.rules != Rules::Open {
            self.playable &= !here;
        }
        let (x, o) = self.lines_for();
        if has_line(x) || has_line(o) || self.won[0] | self.won[1] == FULL {
            self.playable = 0;
        }
    }

    /// Empty cells that can still be played in.
    pub(crate) fn room(&self) -> u32 {
        cells(self.playable).map(|grid| count(self.empty(grid))).sum()
    }

    /// A move that wins the game at once, if there is one.
    pub(crate) fn winning_move(&self) -> Option<(u8, u8)> {
        let side = usize::from(self.side);
        let wanted = completing(self.line_grids(side)) & self.active() & !(self.won[0] | self.won[1]);
        let wins = |grid: u8| (grid, completing(self.marks[side][usize::from(grid)]) & self.empty(grid));
        cells(wanted).map(wins).find(|(_, wins)| *wins != 0).map(|(grid, wins)| (grid, nth(wins, 0)))
    }

    /// Plays to the end at random, each move equally likely.
    #[inline]
    pub(crate) fn play_out(mut self, random: &mut impl Random) -> Outcome {
        while self.playable != 0 {
            let (grid, cell) = self.random_move(random);
            self.put(grid, cell);
        }
        self.outcome()
    }

    /// Plays to the end: a move that wins a grid if one is seen, and else any.
    #[inline]
    pub(crate) fn play_out_greedily(mut self, random: &mut impl Random) -> Outcome {
        while self.playable != 0 {
            let (grid, cell) = self.greedy_move(random);
            self.put(grid, cell);
        }
        self.outcome()
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> (u8, u8) {
        self.nth_move(scaled(random, self.count_moves()))
    }

    /// Where the player is sent to a grid, a cell that wins it; anywhere, a move that wins the game.
    #[inline]
    fn greedy_move(&self, random: &mut impl Random) -> (u8, u8) {
        if self.target == NONE {
            return self.winning_move().unwrap_or_else(|| self.random_move(random));
        }
        let empty = self.empty(self.target);
        let wins = completing(self.marks[usize::from(self.side)][usize::from(self.target)]) & empty;
        let open = (self.won[0] | self.won[1]) & bit(self.target) == 0;
        let among = if wins != 0 && open { wins } else { empty };
        (self.target, nth(among, scaled(random, count(among))))
    }
}

/// A number below `n`: even enough for play, at most 81 moves in 2^64.
#[inline]
fn scaled(random: &mut impl Random, n: u32) -> u32 {
    ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u32
}

/// The cells that would complete a line of a mask, taken or not.
#[inline]
pub(crate) fn completing(mask: Mask) -> Mask {
    COMPLETING[usize::from(mask) % COMPLETING.len()]
}

static COMPLETING: [Mask; 1 << CELLS] = {
    let mut table = [0; 1 << CELLS];
    let mut mask = 0;
    while mask < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            let missing = LINES[line] & !(mask as Mask);
            if missing.count_ones() == 1 {
                table[mask] |= missing;
            }
            line += 1;
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use ennead_game::{Game, Random, SplitMix64};
    use ennead_nested::{Mark, Nested, NestedSetup, Rules};

    use super::Board;

    /// The same random games on both boards: the same moves in the same order, the same turns, the same ends.
    #[test]
    fn follows_the_rules_of_the_game() {
        let mut random = SplitMix64::new(1);
        for rules in Rules::ALL {
            for _ in 0..200 {
                let first = if random.below(2) == 0 { Mark::X } else { Mark::O };
                let mut game = Nested::new(&NestedSetup::new(2, first, rules).expect("depth 2"));
                let mut board = Board::of(&game).expect("depth 2");
                while game.outcome().is_none() {
                    let flat = *game.as_flat().expect("depth 2");
                    let moves: Vec<_> = board.moves().collect();
                    assert_eq!(moves, flat.moves().collect::<Vec<_>>());
                    assert_eq!(board.turn(), game.turn());
                    let index = random.below(moves.len() as u64) as u32;
                    let (grid, cell) = board.nth_move(index);
                    assert_eq!(board.index_of((grid, cell)), Some(index));
                    let path = format!("{}.{}", grid + 1, cell + 1).parse().expect("a path");
                    game.place(&path).expect("legal");
                    board.put(grid, cell);
                    if game.outcome().is_none() && rules != Rules::Open {
                        assert_eq!(Board::of(&game), Some(board));
                    }
                }
                assert_eq!(board.turn(), game.turn());
            }
        }
    }
}
