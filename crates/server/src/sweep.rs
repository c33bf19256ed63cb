//! Periodic work: due matches, bots after a restart, hints from other nodes, eviction.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::limits::Limits;
use crate::manager::Manager;
use crate::now::now;

/// How often the store is asked for due matches.
const DUE_INTERVAL: Duration = Duration::from_millis(200);
/// The most due matches that are processed at a time.
const BATCH: u32 = 200;
/// How often unused matches are evicted.
const EVICT_INTERVAL: Duration = Duration::from_secs(1);
/// How often matches with subscribers are reloaded, since hints from other nodes may get lost.
const RELOAD_INTERVAL: Duration = Duration::from_secs(5);

/// Processes matches whose deadline has passed, forever.
pub(crate) async fn process_due(manager: Arc<Manager>) {
    let mut ticks = ticks(DUE_INTERVAL);
    loop {
        ticks.tick().await;
        match manager.store.due(now(), BATCH).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(failure) = manager.process_due(id).await {
                        tracing::warn!(%id, %failure, "a due match could not be processed");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "the store does not list due matches"),
        }
    }
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
    for cached in manager.cached_matches() {
        if cached.has_subscribers()
            && let Err(failure) = manager.refresh(&cached).await
        {
            tracing::debug!(id = %cached.id, %failure, "a match could not be reloaded");
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
