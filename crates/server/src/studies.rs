//! Hints, analyses and reviews: long work that nobody's move waits for.

use std::sync::Arc;

use ennead_host::Failure;

use crate::client::current_client;
use crate::limits::Limits;
use crate::{Priority, Thinking};

/// The threads for studies. Clients take turns, and their time is charged to them.
#[derive(Clone)]
pub(crate) struct Studies {
    threads: Arc<Thinking>,
    /// None if nobody's time is limited.
    limits: Option<Arc<Limits>>,
}

impl Studies {
    pub(crate) fn new(threads: Arc<Thinking>, limits: Option<Arc<Limits>>) -> Self {
        Studies { threads, limits }
    }

    /// Runs a study for the current client; rejects it if the client has used up its time.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (client, limits) = (current_client(), self.limits.clone());
        if let Some((limits, client)) = limits.as_ref().zip(client) {
            limits.study(client)?;
        }
        let metered = move || {
            let _meter = limits.map(|limits| limits.study_meter(client));
            work()
        };
        self.threads.run_for(Priority::Study, client, metered).await
    }
}
