//! Depth 2 on bitboards: the game that most people play, small enough to copy.

use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, has_line, index_of, moved, moved_mask, nth};
use ennead_game::{Outcome, Random, Seat, Turn};

use crate::mark::{Worth, outcome, worth};
use crate::{Mark, NestedSetup, Rules};

/// Stands for "no grid" where a grid is expected.
const NONE: u8 = CELLS as u8;

/// A position at depth 2, whole moves or half-made ones.
///
/// It is what [`Nested`](crate::Nested) uses inside at depth 2, and can be used alone where speed is everything:
///
/// ```
/// use ennead_game::{Outcome, SplitMix64};
/// use ennead_nested::{Flat, Mark, Rules};
/// let mut random = SplitMix64::new(1);
/// let mut board = Flat::new(Mark::X, Rules::Both);
/// let outcome: Outcome = board.play_out(&mut random);
/// assert_eq!(board.outcome(), Some(outcome));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flat {
    /// The marks of X and of O in each grid. A decided grid is empty, but for open rules.
    marks: [[Mask; CELLS]; 2],
    /// The grids that X and O have won; a drawn grid is in both.
    won: [Mask; 2],
    /// Grids that may still be played in; none once the game is over.
    playable: Mask,
    /// The grid that the player is sent to, or none.
    target: u8,
    /// The grid of a half-made move, or none.
    chosen: u8,
    /// Whose turn it is: 0 for X, and 0 once the game is over.
    side: u8,
    rules: Rules,
}

impl Flat {
    /// The position before the first move.
    pub const fn new(first: Mark, rules: Rules) -> Self {
        Flat {
            marks: [[0; CELLS]; 2],
            won: [0; 2],
            playable: FULL,
            target: NONE,
            chosen: NONE,
            side: first as u8,
            rules,
        }
    }

    pub(crate) fn of_setup(setup: &NestedSetup) -> Self {
        Flat::new(setup.first(), setup.rules())
    }

    /// Who chooses next.
    #[inline]
    pub fn turn(&self) -> Turn {
        match self.outcome() {
            None => Turn::Seat(Seat(self.side)),
            Some(outcome) => Turn::Over(outcome),
        }
    }

    /// How the game ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.playable != 0 {
            return None;
        }
        outcome(self.won[0], self.won[1], self.rules, 2)
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose turn it is, whether or not the game is over.
    pub(crate) const fn mover(&self) -> Mark {
        Mark::of(Seat(self.side))
    }

    /// The grid that the player is sent to, from 0.
    pub fn target(&self) -> Option<u8> {
        (self.target != NONE).then_some(self.target)
    }

    /// The grid of a half-made move, from 0.
    pub fn chosen(&self) -> Option<u8> {
        (self.chosen != NONE).then_some(self.chosen)
    }

    /// The grids that the next move may be made in.
    #[inline]
    pub(crate) const fn active(&self) -> Mask {
        if self.target == NONE { self.playable } else { bit(self.target) }
    }

    /// The empty cells of a grid; meaningful where it is playable.
    #[inline]
    pub(crate) const fn empty(&self, grid: u8) -> Mask {
        let grid = grid as usize;
        FULL & !(self.marks[0][grid] | self.marks[1][grid])
    }

    /// The marks of X and of O in a grid.
    pub(crate) const fn marks(&self, grid: u8) -> (Mask, Mask) {
        (self.marks[0][grid as usize], self.marks[1][grid as usize])
    }

    /// The grids that X and O have; drawn ones are in both.
    pub(crate) const fn won(&self) -> (Mask, Mask) {
        (self.won[0], self.won[1])
    }

    /// The grids that may be played in.
    pub(crate) const fn playable(&self) -> Mask {
        self.playable
    }

    /// The options of the next choice: grids, or cells of the grid already chosen.
    #[inline]
    pub(crate) const fn legal(&self) -> Mask {
        if self.chosen == NONE { self.active() } else { self.empty(self.chosen) }
    }

    /// Among how many options the next choice is.
    #[inline]
    pub const fn options(&self) -> u32 {
        self.legal().count_ones()
    }

    /// Makes a choice below [`options`](Self::options): a grid, and then a cell in it.
    #[inline]
    pub fn choose(&mut self, option: u32) {
        if self.chosen == NONE {
            self.chosen = if self.target == NONE { nth(self.playable, option) } else { self.target };
        } else {
            let grid = std::mem::replace(&mut self.chosen, NONE);
            self.put(grid, nth(self.empty(grid), option));
        }
    }

    /// How many whole moves there are.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        if self.target != NONE {
            return self.empty(self.target).count_ones();
        }
        cells(self.playable).map(|grid| self.empty(grid).count_ones()).sum()
    }

    /// The whole move at `index` below [`count_moves`](Self::count_moves), in ascending order: grid and cell.
    #[inline]
    pub fn nth_move(&self, mut index: u32) -> (u8, u8) {
        let mut active = self.active();
        loop {
            let grid = nth(active, 0);
            let empty = self.empty(grid);
            let count = empty.count_ones();
            if index < count {
                return (grid, nth(empty, index));
            }
            index -= count;
            active &= !bit(grid);
        }
    }

    /// All whole moves in ascending order: grid and cell.
    pub fn moves(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        cells(self.active()).flat_map(|grid| cells(self.empty(grid)).map(move |cell| (grid, cell)))
    }

    /// Makes the whole move to an empty cell of a grid that may be played in; the caller has made sure that it is one.
    #[inline]
    pub fn put(&mut self, grid: u8, cell: u8) {
        let at = usize::from(grid);
        let side = usize::from(self.side & 1);
        let mine = self.marks[side][at] | bit(cell);
        self.marks[side][at] = mine;
        self.side = side as u8 ^ 1;
        let full = mine | self.marks[side ^ 1][at] == FULL;
        if has_line(mine) || full {
            self.settle(at, side, full);
        }
        self.target = if self.playable & bit(cell) != 0 { cell } else { NONE };
    }

    /// Plays random moves, each legal one equally likely, to the end.
    #[inline]
    pub fn play_out(&mut self, random: &mut impl Random) -> Outcome {
        while self.playable != 0 {
            // The high half of a product is even enough for play: at most 81 moves in 2^64.
            let scaled = u128::from(random.next_u64()) * u128::from(self.count_moves());
            let (grid, cell) = self.nth_move((scaled >> 64) as u32);
            self.put(grid, cell);
        }
        self.outcome().expect("a board without a playable grid is over")
    }

    /// Takes note of a line or a full grid.
    fn settle(&mut self, grid: usize, side: usize, full: bool) {
        let here = bit(grid as u8);
        let line = has_line(self.marks[side][grid]);
        if (self.won[0] | self.won[1]) & here == 0 {
            self.won[side] |= here;
            if !line {
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
        if worth(self.won[0], self.won[1], self.rules).is_some() {
            self.playable = 0;
            self.side = 0;
        }
    }

    /// What a grid is worth, once it is decided.
    pub fn worth(&self, grid: u8) -> Option<Worth> {
        Worth::of_bits(self.won[0] & bit(grid) != 0, self.won[1] & bit(grid) != 0)
    }

    /// The board through a symmetry.
    pub(crate) fn transform(&self, symmetry: u32) -> Self {
        let mut board = *self;
        for side in 0..2 {
            for grid in 0..NONE {
                let mask = self.marks[side][usize::from(grid)];
                board.marks[side][usize::from(moved(symmetry, grid))] = moved_mask(symmetry, mask);
            }
            board.won[side] = moved_mask(symmetry, self.won[side]);
        }
        let move_grid = |grid| if grid == NONE { NONE } else { moved(symmetry, grid) };
        board.playable = moved_mask(symmetry, self.playable);
        board.target = move_grid(self.target);
        board.chosen = move_grid(self.chosen);
        board
    }

    /// The option that a grid or cell is in the next choice.
    pub(crate) fn option_of(&self, cell: u8) -> u32 {
        index_of(self.legal(), cell)
    }
}

/// A board put together from its parts; [`Parts::board`] checks nothing.
pub(crate) struct Parts {
    pub(crate) marks: [(Mask, Mask); CELLS],
    pub(crate) won: (Mask, Mask),
    pub(crate) playable: Mask,
    pub(crate) target: Option<u8>,
    pub(crate) mover: Mark,
    pub(crate) rules: Rules,
}

impl Parts {
    pub(crate) fn board(&self) -> Flat {
        Flat {
            marks: [self.marks.map(|(x, _)| x), self.marks.map(|(_, o)| o)],
            won: [self.won.0, self.won.1],
            playable: self.playable,
            target: self.target.unwrap_or(NONE),
            chosen: NONE,
            side: self.mover as u8,
            rules: self.rules,
        }
    }
}
