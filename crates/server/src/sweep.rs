//! Periodic work: due matches, bots after a restart, hints from other nodes, eviction.

use std::sync::Arc;
use std::time::Duration;

use ennead_store::StoreError;
use metrics::counter;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep};

use crate::limits::Limits;
use crate::manager::Manager;

/// How often the store is asked for due matches.
const DUE_INTERVAL: Duration = Duration::from_millis(200);
/// The most due matches that are processed at a time.
const BATCH: u32 = 200;
/// How often unused matches are evicted.
const EVICT_INTERVAL: Duration = Duration::from_secs(1);
/// How often matches with subscribers are compared with the store, since hints from other nodes may
/// get lost.
const RELOAD_INTERVAL: Duration = Duration::from_millis(700);
/// The most matches that one query compares.
const COMPARED: usize = 1_000;
/// How often the node's clock is compared with the database's.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// How often that is tried until the answer is exact enough.
const CLOCK_RETRY: Duration = Duration::from_millis(100);
/// How often metrics are compacted: they grow until then.
const METRICS_INTERVAL: Duration = Duration::from_secs(5);

/// Starts the periodic work of a node.
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
        for due in &page {
            if let Err(failure) = manager.process_due(*due).await {
                tracing::debug!(id = %due.id, %failure, "a due match could not be processed");
            }
        }
        after = page.last().copied();
        if page.len() < BATCH as usize {
            return Ok(());
        }
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

/// Compacts metrics, forever: a server that nobody scrapes must not grow.
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
    loop {
        match hints.recv().await {
            Ok(id) => {
                if let Some(cached) = manager.find_cached(id)
                    && let Err(failure) = manager.refresh(&cached).await
                {
                    tracing::warn!(%id, %failure, "a changed match could not be refreshed");
                }
            }
            Err(RecvError::Lagged(_)) => reload_all(&manager).await,
            Err(RecvError::Closed) => return,
        }
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
/// subscribers do not know.
async fn reload_dropped(manager: &Arc<Manager>) {
    let mut followed = manager.cached_matches();
    followed.retain(|cached| cached.has_subscribers() && cached.is_dropped());
    followed.sort_unstable_by_key(|cached| cached.id);
    for cached in followed {
        if let Err(failure) = manager.lock(&cached).await {
            tracing::debug!(id = %cached.id, %failure, "a match could not be reloaded");
        }
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

/// Evicts unused matches and quiet addresses from memory, forever.
async fn evict(manager: Arc<Manager>, limits: Arc<Limits>) {
    let mut ticks = ticks(EVICT_INTERVAL);
    loop {
        ticks.tick().await;
        manager.evict();
        limits.evict();
    }
}

/// Ticks that are delayed, not made up for, after a slow round.
fn ticks(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    fn resident() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }

    /// A histogram keeps every value until somebody scrapes it or it is compacted.
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
