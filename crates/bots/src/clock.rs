//! Time for a whole move, whose choices are asked for one by one.

use std::time::{Duration, Instant};

use ennead_game::Seat;

use crate::Budget;

/// What is left of the time when a move has begun.
const LEAST: Duration = Duration::from_millis(1);

/// Runs from the moment that a seat's turn begins until it ends.
#[derive(Debug)]
pub(crate) struct Clock {
    running: Option<(Seat, Instant)>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Clock { running: None }
    }

    /// The budget for the seat's next choice: the time is that of all choices in a row, the nodes are those of each.
    pub(crate) fn budget(&mut self, seat: Seat, budget: Budget) -> Budget {
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
