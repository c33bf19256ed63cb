//! The spent part of a budget.

use ennead_search::{Budget, Instant};

/// The number of nodes for a budget without any limit.
const NODES: u64 = 2_000;

/// A budget that is being spent.
pub(super) struct Clock {
    start: Instant,
    seconds: Option<f64>,
    most: Option<u64>,
    nodes: u64,
}

impl Clock {
    /// Starts now.
    pub(super) fn new(budget: Budget) -> Clock {
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        Clock {
            start: Instant::now(),
            seconds: budget.time.map(|time| time.as_secs_f64()),
            most: if unlimited { Some(NODES) } else { budget.nodes },
            nodes: 0,
        }
    }

    /// Counts a node.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
    }

    /// The number of nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The spent fraction of the budget, at least 1 when it is used up.
    pub(super) fn spent(&self) -> f64 {
        let by_nodes = self.most.map_or(0.0, |most| self.nodes as f64 / (most as f64).max(1.0));
        let by_time = self
            .seconds
            .map_or(0.0, |seconds| self.start.elapsed().as_secs_f64() / seconds.max(1e-9));
        by_nodes.max(by_time)
    }
}
