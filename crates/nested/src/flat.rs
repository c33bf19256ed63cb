//! Depth 2 on bitboards: the game that most people play, small enough to copy.

use ennead_game::nine::{CELLS, FULL, Mask, bit, count, has_line, index_of, moved, moved_mask, nth};
use ennead_game::{Outcome, Random, Seat, Turn};

use crate::worth::{Worth, outcome, worth};
use crate::{Mark, NestedSetup, Rules};

/// Stands for "no grid" where a grid is expected.
const NONE: u8 = CELLS as u8;

/// The eight grids that are looked at side by side, a byte each.
const LANES: usize = 8;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

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
    /// The marks of X and of O in each grid. A decided grid counts as full of X, but for open rules: it has no empty cell.
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
        count(self.legal())
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
            count(self.empty(self.target))
        } else if self.playable != 0 {
            self.free_cells().1
        } else {
            0
        }
    }

    /// For each of the first eight grids, a byte with the number of empty cells in it and the grids before; and the sum for all nine.
    #[inline]
    fn free_cells(&self) -> (u64, u32) {
        let (first, last) = (0..LANES as u8, LANES as u8);
        let counts = first.fold(0, |counts, grid| counts | u64::from(count(self.empty(grid))) << (8 * grid));
        let sums = counts.wrapping_mul(ONES);
        (sums, (sums >> (8 * (LANES - 1))) as u32 + count(self.empty(last)))
    }

    /// The whole move at `index` below [`count_moves`](Self::count_moves), in ascending order: grid and cell.
    #[inline]
    pub fn nth_move(&self, index: u32) -> (u8, u8) {
        if self.target != NONE {
            return (self.target, nth(self.empty(self.target), index));
        }
        self.nth_free(self.free_cells().0, index)
    }

    /// The grid is the number of sums that are not above the index, all eight compared at once.
    #[inline]
    fn nth_free(&self, sums: u64, index: u32) -> (u8, u8) {
        let not_above = (((u64::from(index) * ONES) | HIGH_BITS) - sums) & HIGH_BITS;
        let grid = ((not_above >> 7).wrapping_mul(ONES) >> (8 * (LANES - 1))) as u8;
        let before = (u128::from(sums) << 8 >> (8 * grid)) as u8;
        (grid, nth(self.empty(grid), index - u32::from(before)))
    }

    /// A random whole move, each equally likely; the game must not be over.
    #[inline]
    fn random_move(&self, random: &mut impl Random) -> (u8, u8) {
        // The high half of a product is even enough for play: at most 81 moves in 2^64.
        let bits = random.next_u64();
        let below = |count: u32| ((u128::from(bits) * u128::from(count)) >> 64) as u32;
        if self.target != NONE {
            let empty = self.empty(self.target);
            return (self.target, nth(empty, below(count(empty))));
        }
        let (sums, all) = self.free_cells();
        self.nth_free(sums, below(all))
    }

    /// All whole moves in ascending order: grid and cell.
    pub fn moves(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let active = self.active();
        (0..count(active)).flat_map(move |index| {
            let grid = nth(active, index);
            let empty = self.empty(grid);
            (0..count(empty)).map(move |index| (grid, nth(empty, index)))
        })
    }

    /// The number of legal sequences of exactly `plies` whole moves.
    pub fn count_sequences(&self, plies: u32) -> u64 {
        if plies < 2 {
            return if plies == 0 { 1 } else { self.count_moves().into() };
        }
        let mut sum = 0;
        for (grid, cell) in self.moves() {
            sum += if plies == 2 {
                self.count_replies(grid, cell).into()
            } else {
                self.after(grid, cell).count_sequences(plies - 1)
            };
        }
        sum
    }

    /// The position after a whole move.
    #[inline]
    fn after(&self, grid: u8, cell: u8) -> Self {
        let mut next = *self;
        next.put(grid, cell);
        next
    }

    /// How many moves there are after a move. Most moves decide nothing and send the opponent to a grid: no copy is needed.
    #[inline]
    fn count_replies(&self, grid: u8, cell: u8) -> u32 {
        let mine = self.marks[usize::from(self.side & 1)][usize::from(grid)] | bit(cell);
        let decides = has_line(mine) | (self.empty(grid) == bit(cell));
        if decides | (self.playable & bit(cell) == 0) {
            return self.after(grid, cell).count_moves();
        }
        count(self.empty(cell)) - u32::from(grid == cell)
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
        // One branch for both: which of the two it is hardly matters here, and either is rare.
        if has_line(mine) | full {
            self.settle(at, side, full);
        }
        self.target = if self.playable & bit(cell) != 0 { cell } else { NONE };
    }

    /// Plays random moves, each legal one equally likely, to the end.
    #[inline]
    pub fn play_out(&mut self, random: &mut impl Random) -> Outcome {
        while self.playable != 0 {
            let (grid, cell) = self.random_move(random);
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
            self.marks[0][grid] = FULL;
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
