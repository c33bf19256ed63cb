//! Periodic work: due matches, bots after a restart, hints from other nodes, eviction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ennead_store::StoreError;
use metrics::counter;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Interval, MissedTickBehavior, interval};

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
/// How often metrics are compacted: they grow until then.
const METRICS_INTERVAL: Duration = Duration::from_secs(5);

/// Processes matches whose deadline has passed, forever.
pub(crate) async fn process_due(manager: Arc<Manager>) {
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
pub(crate) async fn follow_clock(manager: Arc<Manager>) {
    let mut ticks = ticks(CLOCK_INTERVAL);
    loop {
        ticks.tick().await;
        if !compare_clock(&manager).await {
            return;
        }
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
pub(crate) async fn follow_hints(manager: Arc<Manager>) {
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

/// Reloads matches with subscribers, forever: a hint may get lost.
pub(crate) async fn reload(manager: Arc<Manager>) {
    if !manager.store.is_shared() {
        return;
    }
    let mut ticks = ticks(RELOAD_INTERVAL);
    loop {
        ticks.tick().await;
        reload_all(&manager).await;
    }
}

async fn reload_all(manager: &Arc<Manager>) {
    let mut followed = manager.cached_matches();
    followed.retain(|cached| cached.has_subscribers());
    for some in followed.chunks(COMPARED) {
        if let Err(failure) = manager.catch_up(some).await {
            tracing::debug!(%failure, "matches could not be compared with the store");
        }
    }
}

/// Evicts unused matches and quiet addresses from memory, forever.
pub(crate) async fn evict(manager: Arc<Manager>, limits: Arc<Limits>) {
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
