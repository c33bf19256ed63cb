//! How much a search may spend.

/// How many nodes there are between two checks of whether to stop.
const NODES_A_CHECK: u64 = 512;

/// Counts nodes up to a limit, and asks now and then whether to stop.
pub(super) struct Budget<'a> {
    limit: u64,
    used: u64,
    stop: &'a mut dyn FnMut() -> bool,
    spent: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limit: u64, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Budget { limit: limit.max(1), used: 0, stop, spent: false }
    }

    /// Counts one node.
    #[inline]
    pub(super) fn spend(&mut self) {
        self.used += 1;
        if self.used >= self.limit || self.used.is_multiple_of(NODES_A_CHECK) && (self.stop)() {
            self.spent = true;
        }
    }

    /// Whether the search is to end.
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
