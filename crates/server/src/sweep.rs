//! Periodic work: due matches, bots after a restart, hints from other nodes, eviction.

use std::sync::Arc;
use std::time::Duration;

use ennead_host::MatchId;
use ennead_store::{Due, StoreError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use metrics::counter;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep};

use crate::cached_match::CachedMatch;
use crate::limits::Limits;
use crate::manager::{Manager, SWEPT_AT_ONCE, at_once};

/// How often the store is queried for due matches.
const DUE_INTERVAL: Duration = Duration::from_millis(200);
/// The most due matches processed at a time.
const BATCH: u32 = 200;
/// How often unused matches are evicted.
const EVICT_INTERVAL: Duration = Duration::from_secs(1);
/// Memory is returned to the system once about this many bytes were freed and a number of eviction
/// rounds have passed since the last time: preferably in a quiet round that frees less, and
/// eventually in any round.
const RELEASE_BYTES: usize = 256 << 10;
const MIN_ROUNDS: u32 = 3;
const MAX_ROUNDS: u32 = 10;
/// The approximate memory of a connection.
const CONNECTION_BYTES: usize = 8 << 10;
/// How often subscribed matches are compared with the store, since hints from other nodes may get
/// lost.
const RELOAD_INTERVAL: Duration = Duration::from_millis(700);
/// The most matches compared by one query.
const COMPARED: usize = 1_000;
/// How often the node's clock is compared with the database's.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// How often the comparison is retried until it is accurate enough.
const CLOCK_RETRY: Duration = Duration::from_millis(100);
/// How often metrics are compacted; they grow in between.
const METRICS_INTERVAL: Duration = Duration::from_secs(5);

/// Starts a node's periodic work.
pub(crate) fn start(manager: &Arc<Manager>, limits: &Arc<Limits>) -> [JoinHandle<()>; 5] {
    [
        tokio::spawn(process_due(Arc::clone(manager))),
        tokio::spawn(follow_hints(Arc::clone(manager))),
        tokio::spawn(reload(Arc::clone(manager))),
        tokio::spawn(follow_clock(Arc::clone(manager))),
        tokio::spawn(evict(Arc::clone(manager), Arc::clone(limits))),
    ]
}

/// Processes matches whose deadline has passed, forever.
async fn process_due(manager: Arc<Manager>) {
    let mut ticks = ticks(DUE_INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(error) = process_all_due(&manager).await {
            tracing::warn!(%error, "the store does not list due matches");
        }
    }
}

/// Processes everything that is due now, page by page: matches that cannot be processed stay due,
/// and must not hide the others.
async fn process_all_due(manager: &Arc<Manager>) -> Result<(), StoreError> {
    if !manager.clock.is_set() {
        return Ok(());
    }
    let (now, mut after) = (manager.now(), None);
    loop {
        let page = manager.store.due(now, after, BATCH).await?;
        let (last, count) = (page.last().copied(), page.len());
        at_once(page, |due| process_one_due(manager, due)).await;
        after = last;
        if count < BATCH as usize {
            return Ok(());
        }
    }
}

async fn process_one_due(manager: &Arc<Manager>, due: Due) {
    if let Err(failure) = manager.shield(due.id, manager.process_due(due)).await {
        tracing::debug!(id = %due.id, %failure, "a due match could not be processed");
    }
}

/// Keeps the node's clock at the database's, forever.
async fn follow_clock(manager: Arc<Manager>) {
    while compare_clock(&manager).await {
        sleep(if manager.clock.is_exact() { CLOCK_INTERVAL } else { CLOCK_RETRY }).await;
    }
}

/// Compares the node's clock with the database's; false if the database uses the node's clock.
pub(crate) async fn compare_clock(manager: &Manager) -> bool {
    let asked = Instant::now();
    match manager.store.time().await {
        Ok(Some(theirs)) => manager.clock.compare(theirs, asked.elapsed()),
        Ok(None) => return false,
        Err(error) => tracing::debug!(%error, "the database does not tell its time"),
    }
    true
}

/// Compacts metrics, forever: an unscraped server must not grow.
pub(crate) async fn compact_metrics(metrics: PrometheusHandle) {
    let mut ticks = ticks(METRICS_INTERVAL);
    loop {
        ticks.tick().await;
        compact(&metrics);
    }
}

fn compact(metrics: &PrometheusHandle) {
    metrics.run_upkeep();
    counter!("ennead_metrics_compacted_total").increment(1);
}

/// Refreshes matches that other nodes have changed, forever.
async fn follow_hints(manager: Arc<Manager>) {
    let mut hints = manager.store.hints();
    let mut refreshing = FuturesUnordered::new();
    loop {
        tokio::select! {
            // In order, so that a simulation is the same every time.
            biased;
            Some(()) = refreshing.next() => {}
            hint = hints.recv(), if refreshing.len() < SWEPT_AT_ONCE => match hint {
                Ok(id) => refreshing.push(follow_hint(&manager, id)),
                Err(RecvError::Lagged(_)) => reload_all(&manager).await,
                Err(RecvError::Closed) => return,
            },
        }
    }
}

async fn follow_hint(manager: &Arc<Manager>, id: MatchId) {
    if let Some(cached) = manager.find_cached(id)
        && let Err(failure) = manager.shield(id, manager.refresh(&cached)).await
        && !failure.is_logged
    {
        tracing::warn!(%id, %failure, "a changed match could not be refreshed");
    }
}

/// Reloads matches with subscribers, forever: a hint may get lost, and so may the outcome of a
/// write.
async fn reload(manager: Arc<Manager>) {
    let mut ticks = ticks(RELOAD_INTERVAL);
    loop {
        ticks.tick().await;
        match manager.store.is_shared() {
            true => reload_all(&manager).await,
            false => reload_dropped(&manager).await,
        }
    }
}

/// Reloads matches whose state was dropped after a failed write: it may have been stored, and
/// subscribers would not know.
async fn reload_dropped(manager: &Arc<Manager>) {
    let mut followed = manager.cached_matches();
    followed.retain(|cached| cached.has_subscribers() && cached.is_dropped());
    followed.sort_unstable_by_key(|cached| cached.id);
    at_once(followed, |cached| reload_one_dropped(manager, cached)).await;
}

async fn reload_one_dropped(manager: &Arc<Manager>, cached: Arc<CachedMatch>) {
    if let Err(failure) = manager.shield(cached.id, manager.lock(&cached)).await {
        tracing::debug!(id = %cached.id, %failure, "a match could not be reloaded");
    }
}

async fn reload_all(manager: &Arc<Manager>) {
    let mut followed = manager.cached_matches();
    followed.retain(|cached| cached.has_subscribers());
    followed.sort_unstable_by_key(|cached| cached.id);
    for some in followed.chunks(COMPARED) {
        if let Err(failure) = manager.catch_up(some).await {
            tracing::debug!(%failure, "matches could not be compared with the store");
        }
    }
}

/// Evicts unused matches and idle addresses from memory, forever.
async fn evict(manager: Arc<Manager>, limits: Arc<Limits>) {
    let mut ticks = ticks(EVICT_INTERVAL);
    let mut freed_memory = FreedMemory::default();
    loop {
        ticks.tick().await;
        let evicted = manager.evict();
        limits.evict();
        if freed_memory.add(evicted, limits.connections()) {
            let _ = spawn_blocking(ennead_platform::release_free_memory).await;
        }
    }
}

/// The bytes freed by matches, bots and connections since memory was last returned to the system.
/// Returning it stalls allocations, so it waits until there is enough.
#[derive(Default)]
struct FreedMemory {
    freed: usize,
    connections: usize,
    /// Rounds since memory was last returned.
    rounds: u32,
}

impl FreedMemory {
    /// Records the bytes evicted in a round and the current number of connections; returns whether
    /// to return memory now.
    fn add(&mut self, evicted: usize, connections: usize) -> bool {
        let closed = self.connections.saturating_sub(connections);
        let freed = evicted + closed * CONNECTION_BYTES;
        self.freed += freed;
        self.connections = connections;
        self.rounds += 1;
        // A closed connection is not freed immediately.
        let rounds = if freed < RELEASE_BYTES { MIN_ROUNDS } else { MAX_ROUNDS };
        let is_due = self.freed >= RELEASE_BYTES && self.rounds >= rounds;
        if is_due {
            (self.freed, self.rounds) = (0, 0);
        }
        is_due
    }
}

/// An interval that delays missed ticks after a slow round instead of catching up.
fn ticks(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

#[cfg(test)]
mod leftover_tests {
    use super::*;

    #[test]
    fn memory_is_returned_after_a_crowd_leaves_but_not_in_every_round() {
        let mut freed_memory = FreedMemory::default();
        for _ in 0..MIN_ROUNDS {
            assert!(!freed_memory.add(0, 1_000));
        }
        assert!(!freed_memory.add(0, 1_000 - RELEASE_BYTES / CONNECTION_BYTES), "they are leaving");
        assert!(freed_memory.add(0, 1_000), "new connections do not undo it");
        for _ in 0..MIN_ROUNDS {
            assert!(!freed_memory.add(RELEASE_BYTES / 4, 1_000), "too little");
        }
        assert!(freed_memory.add(RELEASE_BYTES / 4, 1_000));
        for _ in 1..MAX_ROUNDS {
            assert!(!freed_memory.add(RELEASE_BYTES, 1_000), "too soon");
        }
        assert!(freed_memory.add(RELEASE_BYTES, 1_000));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    fn resident() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }

    /// A histogram keeps every value until it is scraped or compacted.
    #[test]
    fn metrics_do_not_grow_while_nobody_scrapes() {
        const ROUNDS: usize = 30;
        const VALUES: usize = 60_000;
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        let mut before = 0;
        for round in 0..ROUNDS {
            metrics::with_local_recorder(&recorder, || {
                let times = metrics::histogram!("times");
                (0..VALUES).for_each(|value| times.record(value as f64));
            });
            compact(&handle);
            if round == 2 {
                before = resident();
            }
        }
        let grown = resident().saturating_sub(before);
        assert!(grown < VALUES * ROUNDS * size_of::<f64>() / 3, "{grown} bytes");
    }
}
