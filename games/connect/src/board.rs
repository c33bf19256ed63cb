//! Positions on words of one width.

use ennead_game::{Outcome, Seat, Turn};

use crate::bits::Bits;
use crate::lines::{completes_line, completing_cells, has_line};
use crate::rules::BoardError;
use crate::{ConnectSetup, Mark};

/// The stones of both sides; X moves first.
///
/// Two facts that follow from the stones are cached because every query needs them: their number,
/// and whether the last one completed a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board<B> {
    stones: [B; 2],
    setup: ConnectSetup,
    placed: u8,
    won: bool,
}

impl<B: Bits> Board<B> {
    pub(crate) fn new(setup: &ConnectSetup) -> Self {
        Board { stones: [B::NONE; 2], setup: *setup, placed: 0, won: false }
    }

    /// The position with these stones, given as disjoint sets of cells; with gravity, no stone may
    /// float.
    pub(crate) fn from_stones(setup: &ConnectSetup, stones: [B; 2]) -> Result<Self, BoardError> {
        let [x, o] = stones.map(Bits::count);
        if x != o && x != o + 1 {
            return Err(BoardError::Counts { x, o });
        }
        let mut board = Board { stones, setup: *setup, placed: (x + o) as u8, won: false };
        let lines = stones.map(|stones| has_line(stones, setup));
        let winner = match lines {
            [false, false] => return Ok(board),
            [true, true] => return Err(BoardError::TwoWinners),
            [true, false] => Mark::X,
            [false, true] => Mark::O,
        };
        if winner == board.next_mark() {
            return Err(BoardError::PlayedOn { winner, after: winner.other() });
        }
        if !board.last_stones(winner).each().any(|at| board.won_with(winner, at)) {
            return Err(BoardError::TwoLines { winner });
        }
        board.won = true;
        Ok(board)
    }

    /// The stones of a side that may have been placed last.
    fn last_stones(&self, mark: Mark) -> B {
        let own = self.stones[mark as usize];
        // The lowest free cell of a column is one above its top stone.
        if self.setup.gravity() { own & self.landing().down(1) } else { own }
    }

    /// Whether a side had no line before placing the stone at `at`.
    fn won_with(&self, mark: Mark, at: u32) -> bool {
        !has_line(self.stones[mark as usize] & !B::bit(at), &self.setup)
    }

    #[inline]
    pub(crate) fn setup(&self) -> &ConnectSetup {
        &self.setup
    }

    #[inline]
    pub(crate) fn stones(&self) -> [B; 2] {
        self.stones
    }

    #[inline]
    pub(crate) fn placed(&self) -> u8 {
        self.placed
    }

    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.won
    }

    /// Every cell with a stone.
    #[inline]
    pub(crate) fn occupied(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// The stones of the side to move, then those of the other.
    #[inline]
    pub(crate) fn own_and_other(&self) -> (B, B) {
        let mover = usize::from(self.placed & 1);
        (self.stones[mover], self.stones[mover ^ 1])
    }

    /// With gravity: one bit per column, just above its top stone; the separator if the column is
    /// full.
    #[inline]
    fn landing(&self) -> B {
        // Adding one at the bottom carries through the stones of a column to the first gap.
        self.occupied().plus(self.setup.first())
    }

    /// The playable cells, assuming the game is not over.
    #[inline]
    pub(crate) fn open(&self) -> B {
        if self.setup.gravity() {
            self.landing() & self.setup.full()
        } else {
            self.setup.full::<B>() & !self.occupied()
        }
    }

    /// The legal cells: one bit per option, in ascending order.
    #[inline]
    pub(crate) fn legal(&self) -> B {
        if self.won { B::NONE } else { self.open() }
    }

    /// The mark of the next stone, even after the end.
    #[inline]
    pub(crate) fn next_mark(&self) -> Mark {
        if self.placed & 1 == 0 { Mark::X } else { Mark::O }
    }

    #[inline]
    pub(crate) fn turn(&self) -> Turn {
        if self.won {
            Turn::Over(Outcome::Win(Seat(self.placed & 1).other()))
        } else if self.placed == self.setup.cells() {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Seat(Seat(self.placed & 1))
        }
    }

    /// Places the next stone on a legal cell.
    #[inline]
    pub(crate) fn put(&mut self, at: u32) {
        let mover = usize::from(self.placed & 1);
        self.stones[mover] = self.stones[mover] | B::bit(at);
        self.won = completes_line(self.stones[mover], at, &self.setup);
        self.placed += 1;
    }

    /// The board after a stone on a legal cell.
    #[inline]
    pub(crate) fn after(&self, at: u32) -> Self {
        let mut next = *self;
        next.put(at);
        next
    }

    pub(crate) fn mark_at(&self, at: u32) -> Option<Mark> {
        [Mark::X, Mark::O].into_iter().find(|mark| self.stones[*mark as usize].has(at))
    }

    /// The number of sequences of exactly `plies` moves from here.
    pub(crate) fn count_sequences(&self, plies: u32) -> u64 {
        let legal = self.legal();
        match plies {
            0 => 1,
            1 => legal.count().into(),
            2 => self.count_pairs(legal),
            _ => legal.each().map(|at| self.after(at).count_sequences(plies - 1)).sum(),
        }
    }

    /// The number of pairs of moves. A winning move has no reply; after any other, there are as
    /// many moves as now, minus the cell taken, plus the cell above it with gravity.
    fn count_pairs(&self, legal: B) -> u64 {
        let (own, _) = self.own_and_other();
        let quiet = legal & !completing_cells(own, &self.setup);
        let opened =
            if self.setup.gravity() { (quiet.up(1) & self.setup.full()).count() } else { 0 };
        let less = legal.count().saturating_sub(1);
        u64::from(quiet.count()) * u64::from(less) + u64::from(opened)
    }

    /// The board with its cells permuted; `to` maps the bit of a cell to its new bit.
    pub(crate) fn permuted(&self, to: impl Fn(u32) -> u32) -> Self {
        let moved = |stones: B| stones.each().fold(B::NONE, |set, at| set | B::bit(to(at)));
        Board { stones: self.stones.map(moved), ..*self }
    }

    /// The board with its lanes in reverse order.
    pub(crate) fn with_lanes_reversed(&self) -> Self {
        let (lanes, stride) = (self.setup.lanes(), self.setup.stride());
        let lane_mask = !(!B::NONE).up(stride);
        let reversed = |stones: B| {
            (0..lanes).fold(B::NONE, |set, lane| {
                let cells = stones.down(lane * stride) & lane_mask;
                set | cells.up((lanes - 1 - lane) * stride)
            })
        };
        Board { stones: self.stones.map(reversed), ..*self }
    }
}
