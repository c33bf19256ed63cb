//! Time management for whole moves, whose choices are requested one by one.

use std::time::Duration;

use ennead_game::Seat;

use crate::{Budget, Instant};

/// The minimum time for a choice once a move has begun.
const LEAST: Duration = Duration::from_millis(1);

/// Runs from the start of a seat's turn until its end.
#[derive(Debug)]
pub struct TurnClock {
    running: Option<(Seat, Instant)>,
}

impl Default for TurnClock {
    fn default() -> Self {
        Self::new()
    }
}

impl TurnClock {
    /// Creates a clock that is not running.
    pub fn new() -> Self {
        TurnClock { running: None }
    }

    /// The budget for the seat's next choice. The time limit covers all choices of a turn together,
    /// the node limit each of them.
    pub fn budget(&mut self, seat: Seat, budget: Budget) -> Budget {
        let start = match self.running {
            Some((running, start)) if running == seat => start,
            _ => {
                self.running = Some((seat, Instant::now()));
                return budget;
            }
        };
        let left = |time: Duration| time.saturating_sub(start.elapsed()).max(LEAST.min(time));
        Budget { time: budget.time.map(left), ..budget }
    }
}
