//! What has to happen although nobody asks: clocks, bots after a restart, hints from other nodes, tidying up.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use crate::limits::Limits;
use crate::manager::Manager;
use crate::now::now;

/// How often the store is asked what is due.
const DUE: Duration = Duration::from_millis(200);
/// The most matches that are looked after at a time.
const BATCH: u32 = 200;
/// How often memory is tidied.
const TIDY: Duration = Duration::from_secs(1);
/// How often followed matches are read again where hints from other nodes may have been lost.
const REREAD: Duration = Duration::from_secs(5);

/// Looks after matches that are due, for ever.
pub(crate) async fn due(manager: Arc<Manager>) {
    let mut ticks = interval(DUE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match manager.store.due(now(), BATCH).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(failure) = manager.look_after(id).await {
                        tracing::warn!(%id, %failure, "a match that is due could not be looked after");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "the store does not say what is due"),
        }
    }
}

/// Follows the hints of other nodes, for ever.
pub(crate) async fn hints(manager: Arc<Manager>) {
    let mut hints = manager.store.hints();
    loop {
        match hints.recv().await {
            Ok(id) => {
                if let Some(slot) = manager.cached(id)
                    && let Err(failure) = manager.refresh(&slot).await
                {
                    tracing::warn!(%id, %failure, "a hint could not be followed");
                }
            }
            Err(RecvError::Lagged(_)) => reread(&manager).await,
            Err(RecvError::Closed) => return,
        }
    }
}

/// Reads followed matches again: a hint may get lost.
pub(crate) async fn rereads(manager: Arc<Manager>) {
    if !manager.store.is_shared() {
        return;
    }
    let mut ticks = interval(REREAD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        reread(&manager).await;
    }
}

async fn reread(manager: &Arc<Manager>) {
    for slot in manager.slots() {
        if slot.is_followed()
            && let Err(failure) = manager.refresh(&slot).await
        {
            tracing::debug!(id = %slot.id, %failure, "a match could not be read again");
        }
    }
}

/// Keeps memory small, for ever.
pub(crate) async fn tidy(manager: Arc<Manager>, limits: Arc<Limits>) {
    let mut ticks = interval(TIDY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        manager.tidy();
        limits.tidy();
    }
}
