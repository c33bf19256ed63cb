//! Clocks as data: the current time is always an argument.

use ennead_game::Seat;

use crate::Clock;

/// Both clocks of a match as of the last entry. Times are in milliseconds since its creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    kind: Clock,
    left: [u64; 2],
    /// The running clock and its start time; `None` while nobody is to move.
    running: Option<(Seat, u64)>,
}

impl Clocks {
    pub(crate) fn new(kind: Clock) -> Self {
        let ms = match kind {
            Clock::None => 0,
            Clock::PerMove { ms } | Clock::Base { ms, .. } => u64::from(ms),
        };
        Clocks { kind, left: [ms; 2], running: None }
    }

    /// Starts the clock of `mover` at `at` and stops the other one.
    ///
    /// A seat that stays to move keeps its running clock: a move may take several choices.
    pub(crate) fn turn(&mut self, mover: Option<Seat>, at: u64) {
        if let Some((seat, since)) = self.running.take() {
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(at.saturating_sub(since));
            if mover != Some(seat) {
                self.moved(seat);
            }
        }
        self.running = mover.map(|seat| (seat, at));
    }

    /// Stops both clocks at `at` without a move.
    pub(crate) fn stop(&mut self, at: u64) {
        if let Some((seat, since)) = self.running.take() {
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(at.saturating_sub(since));
        }
    }

    fn moved(&mut self, seat: Seat) {
        let left = &mut self.left[seat.index()];
        match self.kind {
            Clock::None => {}
            Clock::PerMove { ms } => *left = u64::from(ms),
            Clock::Base { increment, .. } => *left += u64::from(increment),
        }
    }

    /// When the mover's clock runs out.
    pub(crate) fn deadline(&self) -> Option<u64> {
        let (seat, since) = self.running.filter(|_| self.kind != Clock::None)?;
        Some(since + self.left[seat.index()])
    }

    /// The milliseconds left to each seat at `at`; `None` without a time limit.
    pub(crate) fn left(&self, at: u64) -> Option<[u64; 2]> {
        if self.kind == Clock::None {
            return None;
        }
        let mut left = self.left;
        if let Some((seat, since)) = self.running {
            let own = &mut left[seat.index()];
            *own = own.saturating_sub(at.saturating_sub(since));
        }
        Some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_and_increment() {
        let mut clocks = Clocks::new(Clock::Base { ms: 10_000, increment: 2_000 });
        assert_eq!((clocks.deadline(), clocks.left(5)), (None, Some([10_000; 2])));
        clocks.turn(Some(Seat::FIRST), 1_000);
        assert_eq!(clocks.deadline(), Some(11_000));
        clocks.turn(Some(Seat::FIRST), 2_000);
        assert_eq!((clocks.deadline(), clocks.left(3_000)), (Some(11_000), Some([8_000, 10_000])));
        clocks.turn(Some(Seat::SECOND), 4_000);
        assert_eq!((clocks.deadline(), clocks.left(4_000)), (Some(14_000), Some([9_000, 10_000])));
        clocks.turn(None, 5_000);
        assert_eq!((clocks.deadline(), clocks.left(9_000)), (None, Some([9_000, 11_000])));
    }

    #[test]
    fn each_move_has_its_own_time() {
        let mut clocks = Clocks::new(Clock::PerMove { ms: 5_000 });
        clocks.turn(Some(Seat::FIRST), 0);
        clocks.turn(Some(Seat::FIRST), 3_000);
        assert_eq!(clocks.deadline(), Some(5_000), "a second choice of the same move");
        clocks.turn(Some(Seat::SECOND), 4_000);
        clocks.turn(Some(Seat::FIRST), 6_000);
        assert_eq!((clocks.deadline(), clocks.left(6_000)), (Some(11_000), Some([5_000; 2])));
    }

    #[test]
    fn an_end_without_a_move_adds_no_increment() {
        let mut clocks = Clocks::new(Clock::Base { ms: 10_000, increment: 2_000 });
        clocks.turn(Some(Seat::FIRST), 0);
        clocks.stop(3_000);
        assert_eq!((clocks.deadline(), clocks.left(9_000)), (None, Some([7_000, 10_000])));
    }

    #[test]
    fn without_a_time_limit_there_is_no_deadline() {
        let mut clocks = Clocks::new(Clock::None);
        clocks.turn(Some(Seat::FIRST), 0);
        assert_eq!((clocks.deadline(), clocks.left(1)), (None, None));
    }
}
