//! Tracking of a search budget.

use ennead_search::{Budget, Instant};

/// The number of nodes if the budget sets no limit.
const NODES: u64 = 2_000;

/// A search budget and what has been spent of it.
pub(super) struct Spending {
    start: Instant,
    seconds: Option<f64>,
    most: Option<u64>,
    nodes: u64,
}

impl Spending {
    /// Starts spending a budget.
    pub(super) fn new(budget: Budget) -> Spending {
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        Spending {
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

    /// The fraction of the budget that is spent, 1 or more once it is exhausted.
    pub(super) fn spent(&self) -> f64 {
        let by_nodes = self.most.map_or(0.0, |most| self.nodes as f64 / (most as f64).max(1.0));
        let by_time = self
            .seconds
            .map_or(0.0, |seconds| self.start.elapsed().as_secs_f64() / seconds.max(1e-9));
        by_nodes.max(by_time)
    }
}
