//! The threads that step environments.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// The pool of a process, with the id of that process.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process, with a thread per core. Threads do not survive a fork, as Python's
/// `multiprocessing` makes it, so a child gets another pool rather than wait for ever.
pub(crate) fn pool() -> Result<Arc<ThreadPool>, Failure> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match slot.take() {
        Some((owner, pool)) if owner == process::id() => {
            *slot = Some((owner, Arc::clone(&pool)));
            return Ok(pool);
        }
        // The threads of the parent's pool are not there to be ended.
        Some((_, parents)) => std::mem::forget(parents),
        None => {}
    }
    let made = ThreadPoolBuilder::new().thread_name(|index| format!("ennead-{index}")).build();
    let pool =
        Arc::new(made.map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?);
    *slot = Some((process::id(), Arc::clone(&pool)));
    Ok(pool)
}
