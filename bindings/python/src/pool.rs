//! The thread pool that steps environments.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// The thread pool, with the id of the process it belongs to.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process, with one thread per core. Threads do not survive a fork, as used by
/// Python's `multiprocessing`, so a child process gets its own pool instead of waiting forever.
pub(crate) fn pool() -> Result<Arc<ThreadPool>, Failure> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match slot.take() {
        Some((owner, pool)) if owner == process::id() => {
            *slot = Some((owner, Arc::clone(&pool)));
            return Ok(pool);
        }
        // The parent's threads do not exist in this process, so they cannot be joined.
        Some((_, parents)) => std::mem::forget(parents),
        None => {}
    }
    let made = ThreadPoolBuilder::new().thread_name(|index| format!("ennead-{index}")).build();
    let pool =
        Arc::new(made.map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?);
    *slot = Some((process::id(), Arc::clone(&pool)));
    Ok(pool)
}
