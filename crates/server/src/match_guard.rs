//! A match that is locked for a change.

use ennead_host::LiveMatch;
use tokio::sync::OwnedMutexGuard;

/// A locked match that is loaded. It can be sent to another thread.
pub(crate) struct MatchGuard(pub(crate) OwnedMutexGuard<Option<LiveMatch>>);

impl std::ops::Deref for MatchGuard {
    type Target = LiveMatch;
    fn deref(&self) -> &LiveMatch {
        self.0.as_ref().expect("a guard is made for a loaded match")
    }
}

impl std::ops::DerefMut for MatchGuard {
    fn deref_mut(&mut self) -> &mut LiveMatch {
        self.0.as_mut().expect("a guard is made for a loaded match")
    }
}

impl MatchGuard {
    /// Drops the cached state; the next access reloads it from the store.
    pub(crate) fn drop_state(mut self) {
        *self.0 = None;
    }
}
