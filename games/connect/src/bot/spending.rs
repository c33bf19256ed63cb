//! Tracking of a search budget.

/// Number of nodes between two checks whether to stop.
const NODES_PER_CHECK: u64 = 512;

/// Counts nodes up to a limit and periodically polls whether to stop.
pub(super) struct Spending<'a> {
    limit: u64,
    used: u64,
    stop: &'a mut dyn FnMut() -> bool,
    spent: bool,
}

impl<'a> Spending<'a> {
    pub(super) fn new(limit: u64, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Spending { limit: limit.max(1), used: 0, stop, spent: false }
    }

    /// Counts one node.
    #[inline]
    pub(super) fn spend(&mut self) {
        self.used += 1;
        if self.used >= self.limit || self.used.is_multiple_of(NODES_PER_CHECK) && (self.stop)() {
            self.spent = true;
        }
    }

    /// Whether the search must end.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    pub(super) fn used(&self) -> u64 {
        self.used
    }
}
