//! Depth 2 on bitboards: the most common game, small enough to copy.

use ennead_game::nine::{
    CELLS, FULL, Mask, bit, cells, count, has_line, index_of, moved, moved_mask, nth,
};
use ennead_game::{Outcome, Random, Seat, Turn};

use crate::grid_result::{GridResult, line_cells, outcome, result};
use crate::{Mark, NestedSetup, Rules};

/// Sentinel for "no grid".
const NONE: u8 = CELLS as u8;

/// Number of grids that are processed in parallel, one byte each.
const LANES: usize = 8;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

/// A position at depth 2, between moves or inside one.
///
/// [`Nested`](crate::Nested) uses it at depth 2, and it can be used alone where speed matters.
/// Searches start from [`between_moves`](Self::between_moves), number whole moves
/// ([`nth_move`](Self::nth_move)) and read grids and cells, both counted from 0, as masks.
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
    /// The marks of X and O in each grid. Except under open rules, a decided grid is stored as full
    /// of X, so it has no empty cells.
    marks: [[Mask; CELLS]; 2],
    /// The grids that X and O have won; a drawn grid is in both.
    won: [Mask; 2],
    /// Grids that are still playable; none once the game is over.
    playable: Mask,
    /// The grid that the player is sent to, or [`NONE`].
    target: u8,
    /// The grid of a half-made move, or [`NONE`].
    chosen: u8,
    /// The side to move: 0 for X, and 0 once the game is over.
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

    /// The seat that chooses next.
    #[inline]
    pub fn turn(&self) -> Turn {
        match self.outcome() {
            None => Turn::Seat(Seat(self.side)),
            Some(outcome) => Turn::Over(outcome),
        }
    }

    /// The outcome, if the game is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.playable != 0 {
            return None;
        }
        outcome(self.won[0], self.won[1], self.rules, 2)
    }

    /// The rules of the game.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player to move; X once the game is over.
    #[inline]
    pub const fn mover(&self) -> Mark {
        Mark::of(Seat(self.side))
    }

    /// The grid that the player is sent to.
    #[inline]
    pub fn target(&self) -> Option<u8> {
        (self.target != NONE).then_some(self.target)
    }

    /// The grid of a half-made move.
    #[inline]
    pub fn chosen(&self) -> Option<u8> {
        (self.chosen != NONE).then_some(self.chosen)
    }

    /// The position with the next move restricted to one playable grid, or unrestricted.
    #[must_use]
    pub fn with_target(&self, target: Option<u8>) -> Self {
        Flat { target: target.unwrap_or(NONE), chosen: NONE, ..*self }
    }

    /// The position for a search over whole moves, reduced to what the rest of the game depends on:
    /// a grid that is already chosen becomes the target, and full grids, whose marks open rules
    /// preserve for formats, become identical.
    ///
    /// ```
    /// use ennead_nested::{Flat, Mark, Rules};
    /// let mut half_made = Flat::new(Mark::X, Rules::Both);
    /// half_made.choose(4);
    /// let board = half_made.between_moves();
    /// assert_eq!((board.chosen(), board.target()), (None, Some(4)));
    /// assert_eq!(board.count_moves(), 9);
    /// ```
    #[must_use]
    pub fn between_moves(&self) -> Self {
        let mut board = self.with_target(self.chosen().or(self.target()));
        for grid in cells(FULL).filter(|grid| self.empty(*grid) == 0) {
            board.fill(usize::from(grid));
        }
        board
    }

    /// The grids that the next move may be in.
    #[inline]
    pub const fn active(&self) -> Mask {
        if self.target == NONE { self.playable } else { bit(self.target) }
    }

    /// The empty cells of a grid. Empty if the grid is not playable, unless the game is over.
    #[inline]
    pub const fn empty(&self, grid: u8) -> Mask {
        let grid = grid as usize;
        FULL & !(self.marks[0][grid] | self.marks[1][grid])
    }

    /// The marks of X and O in a grid.
    pub(crate) const fn marks(&self, grid: u8) -> (Mask, Mask) {
        (self.marks[0][grid as usize], self.marks[1][grid as usize])
    }

    /// The marks of one player in a grid; meaningful only while the grid is playable.
    #[inline]
    pub const fn marks_of(&self, mark: Mark, grid: u8) -> Mask {
        self.marks[mark as usize][grid as usize]
    }

    /// The grids that X and O have won; drawn ones are in both.
    pub(crate) const fn won(&self) -> (Mask, Mask) {
        (self.won[0], self.won[1])
    }

    /// The grids that one player has won, plus the drawn ones.
    #[inline]
    pub const fn won_by(&self, mark: Mark) -> Mask {
        self.won[mark as usize]
    }

    /// The grids that are won or drawn.
    #[inline]
    pub const fn decided(&self) -> Mask {
        self.won[0] | self.won[1]
    }

    /// The grids that count towards a player's line in the top grid.
    #[inline]
    pub fn line_grids(&self, mark: Mark) -> Mask {
        let (x, o) = line_cells(self.won[0], self.won[1], self.rules);
        match mark {
            Mark::X => x,
            Mark::O => o,
        }
    }

    /// The playable grids; empty once the game is over.
    #[inline]
    pub const fn playable(&self) -> Mask {
        self.playable
    }

    /// The options of the next choice: grids, or cells of the chosen grid.
    #[inline]
    pub(crate) const fn legal(&self) -> Mask {
        if self.chosen == NONE { self.active() } else { self.empty(self.chosen) }
    }

    /// The number of options of the next choice.
    #[inline]
    pub const fn options(&self) -> u32 {
        count(self.legal())
    }

    /// Makes the choice `option`, below [`options`](Self::options): a grid, then a cell in it.
    #[inline]
    pub fn choose(&mut self, option: u32) {
        if self.chosen == NONE {
            self.chosen =
                if self.target == NONE { nth(self.playable, option) } else { self.target };
        } else {
            let grid = std::mem::replace(&mut self.chosen, NONE);
            self.put(grid, nth(self.empty(grid), option));
        }
    }

    /// Number of whole moves.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        if self.target != NONE { count(self.empty(self.target)) } else { self.room() }
    }

    /// Number of empty cells in the playable grids.
    #[inline]
    pub fn room(&self) -> u32 {
        if self.playable != 0 { self.free_cells().1 } else { 0 }
    }

    /// Prefix sums of the number of empty cells in the first eight grids, one byte each, and the
    /// total over all nine.
    #[inline]
    fn free_cells(&self) -> (u64, u32) {
        let (first, last) = (0..LANES as u8, LANES as u8);
        let counts =
            first.fold(0, |counts, grid| counts | u64::from(count(self.empty(grid))) << (8 * grid));
        let sums = counts.wrapping_mul(ONES);
        (sums, (sums >> (8 * (LANES - 1))) as u32 + count(self.empty(last)))
    }

    /// The whole move at `index` below [`count_moves`](Self::count_moves), in ascending order, as
    /// grid and cell.
    #[inline]
    pub fn nth_move(&self, index: u32) -> (u8, u8) {
        if self.target != NONE {
            return (self.target, nth(self.empty(self.target), index));
        }
        self.nth_free(self.free_cells().0, index)
    }

    /// Finds the move at `index`. Its grid is the number of prefix sums that do not exceed the
    /// index; all eight are compared at once.
    #[inline]
    fn nth_free(&self, sums: u64, index: u32) -> (u8, u8) {
        let not_above = (((u64::from(index) * ONES) | HIGH_BITS) - sums) & HIGH_BITS;
        let grid = ((not_above >> 7).wrapping_mul(ONES) >> (8 * (LANES - 1))) as u8;
        let before = (u128::from(sums) << 8 >> (8 * grid)) as u8;
        (grid, nth(self.empty(grid), index - u32::from(before)))
    }

    /// A uniformly random whole move; the game must not be over.
    #[inline]
    pub(crate) fn random_move(&self, random: &mut impl Random) -> (u8, u8) {
        // The high half of the product has negligible bias: at most 81 moves out of 2^64 values.
        let bits = random.next_u64();
        let below = |count: u32| ((u128::from(bits) * u128::from(count)) >> 64) as u32;
        if self.target != NONE {
            let empty = self.empty(self.target);
            return (self.target, nth(empty, below(count(empty))));
        }
        let (sums, all) = self.free_cells();
        self.nth_free(sums, below(all))
    }

    /// All whole moves in ascending order, as grid and cell.
    pub fn moves(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let active = self.active();
        (0..count(active)).flat_map(move |index| {
            let grid = nth(active, index);
            let empty = self.empty(grid);
            (0..count(empty)).map(move |index| (grid, nth(empty, index)))
        })
    }

    /// The index of a whole move, the inverse of [`nth_move`](Self::nth_move).
    pub fn index_of(&self, wanted: (u8, u8)) -> Option<u32> {
        self.moves().position(|found| found == wanted).map(|index| index as u32)
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

    /// The number of replies to a move. Most moves decide nothing and send the opponent to a grid,
    /// so no copy is needed.
    #[inline]
    fn count_replies(&self, grid: u8, cell: u8) -> u32 {
        let mine = self.marks[usize::from(self.side & 1)][usize::from(grid)] | bit(cell);
        let decides = has_line(mine) | (self.empty(grid) == bit(cell));
        if decides | (self.playable & bit(cell) == 0) {
            return self.after(grid, cell).count_moves();
        }
        count(self.empty(cell)) - u32::from(grid == cell)
    }

    /// Makes a legal whole move without checks.
    #[inline]
    pub fn put(&mut self, grid: u8, cell: u8) {
        let at = usize::from(grid);
        let side = usize::from(self.side & 1);
        let mine = self.marks[side][at] | bit(cell);
        self.marks[side][at] = mine;
        self.side = side as u8 ^ 1;
        let full = mine | self.marks[side ^ 1][at] == FULL;
        // One branch for both conditions, because both are rare.
        if has_line(mine) | full {
            self.update_results(at, side, full);
        }
        self.target = if self.playable & bit(cell) != 0 { cell } else { NONE };
    }

    /// Plays uniformly random moves to the end of the game.
    #[inline]
    pub fn play_out(&mut self, random: &mut impl Random) -> Outcome {
        while self.playable != 0 {
            let (grid, cell) = self.random_move(random);
            self.put(grid, cell);
        }
        self.outcome().expect("a board without a playable grid is over")
    }

    /// Updates results after a line or a full grid.
    fn update_results(&mut self, grid: usize, side: usize, full: bool) {
        let here = bit(grid as u8);
        let line = has_line(self.marks[side][grid]);
        if self.decided() & here == 0 {
            self.won[side] |= here;
            if !line {
                self.won[side ^ 1] |= here;
            }
        }
        if self.rules != Rules::Open {
            self.fill(grid);
        }
        if full || self.rules != Rules::Open {
            self.playable &= !here;
        }
        if result(self.won[0], self.won[1], self.rules).is_some() {
            self.playable = 0;
            self.side = 0;
        }
    }

    /// Overwrites the marks of a grid that is no longer playable, so all such grids are equal.
    #[inline]
    fn fill(&mut self, grid: usize) {
        self.marks[0][grid] = FULL;
        self.marks[1][grid] = 0;
    }

    /// The result of a grid, once it is decided.
    pub fn result(&self, grid: u8) -> Option<GridResult> {
        GridResult::of_bits(self.won[0] & bit(grid) != 0, self.won[1] & bit(grid) != 0)
    }

    /// The image of the board under a symmetry.
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

    /// The option that selects a grid or cell in the next choice.
    pub(crate) fn option_of(&self, cell: u8) -> u32 {
        index_of(self.legal(), cell)
    }
}

/// The parts of a board; [`FlatParts::board`] assembles them without checks.
pub(crate) struct FlatParts {
    pub(crate) marks: [(Mask, Mask); CELLS],
    pub(crate) won: (Mask, Mask),
    pub(crate) playable: Mask,
    pub(crate) target: Option<u8>,
    pub(crate) mover: Mark,
    pub(crate) rules: Rules,
}

impl FlatParts {
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
