//! The time that a node plays by.
//!
//! Within a node it never jumps, whatever happens to the machine's clock. Nodes that share a
//! database take its time, so that all of them count the same.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ennead_host::Failure;
use ennead_protocol::Code;
use metrics::gauge;
use tokio::time::Instant;

/// Beyond this difference from the database's clock, clocked matches are not served.
const MAX_SKEW_MS: i64 = 1_000;
/// An answer that took longer says too little about the time.
const MAX_ROUND_TRIP: Duration = Duration::from_secs(2);
/// A database whose clock was set is believed after this many answers that agree.
const CONFIRMATIONS: u32 = 3;

/// Milliseconds of Unix time by the machine's clock.
pub(crate) fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A node's clock.
pub(crate) struct NodeClock {
    began: Instant,
    began_unix_ms: u64,
    /// What the database's clock is ahead.
    offset: AtomicI64,
    is_off: AtomicBool,
    sync: Mutex<Sync>,
}

#[derive(Default)]
struct Sync {
    is_synced: bool,
    /// The offset that the last answers agree on, while it is not believed, and how many do.
    candidate: Option<(i64, u32)>,
}

impl NodeClock {
    /// A clock that shows the time of the machine until it is compared with a database.
    pub(crate) fn new(wall: fn() -> u64) -> Self {
        NodeClock {
            began: Instant::now(),
            began_unix_ms: wall(),
            offset: AtomicI64::new(0),
            is_off: AtomicBool::new(false),
            sync: Mutex::default(),
        }
    }

    /// Milliseconds of Unix time.
    pub(crate) fn now(&self) -> u64 {
        self.local().saturating_add_signed(self.offset.load(Ordering::Relaxed))
    }

    fn local(&self) -> u64 {
        self.began_unix_ms + self.began.elapsed().as_millis() as u64
    }

    /// Compares the clock with the database's, which showed `theirs` during the last `round_trip`.
    pub(crate) fn compare(&self, theirs: u64, round_trip: Duration) {
        if round_trip > MAX_ROUND_TRIP {
            return;
        }
        let middle = self.local().saturating_sub(round_trip.as_millis() as u64 / 2);
        self.adopt(theirs as i64 - middle as i64);
    }

    fn adopt(&self, offset: i64) {
        let mut sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        let skew = offset - self.offset.load(Ordering::Relaxed);
        gauge!("ennead_clock_offset_seconds").set(offset as f64 / 1000.0);
        if !sync.is_synced && offset.abs() > MAX_SKEW_MS {
            tracing::warn!(
                offset_ms = offset,
                "this machine's clock is off: the database's counts"
            );
        }
        if !sync.is_synced || skew.abs() <= MAX_SKEW_MS {
            *sync = Sync { is_synced: true, candidate: None };
            self.offset.store(offset, Ordering::Relaxed);
            self.is_off.store(false, Ordering::Relaxed);
            return;
        }
        self.is_off.store(true, Ordering::Relaxed);
        let agrees = |(other, _): &(i64, u32)| (offset - other).abs() <= MAX_SKEW_MS;
        let count = sync.candidate.filter(agrees).map_or(0, |(_, count)| count) + 1;
        tracing::warn!(skew_ms = skew, "the database's clock has jumped");
        sync.candidate = Some((offset, count));
        if count >= CONFIRMATIONS {
            *sync = Sync { is_synced: true, candidate: None };
            self.offset.store(offset, Ordering::Relaxed);
            self.is_off.store(false, Ordering::Relaxed);
        }
    }

    /// Fails while the time is uncertain by more than a second: no clocked match may go on then.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if !self.is_off.load(Ordering::Relaxed) {
            return Ok(());
        }
        let text = "this server's clock is off: matches with clocks wait until it is right again";
        Err(Failure::new(Code::StoreUnavailable, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: u64 = 1_800_000_000_000;

    fn fast() -> u64 {
        TRUTH + 20_000
    }

    #[test]
    fn a_node_whose_clock_is_fast_takes_the_time_of_the_database() {
        let clock = NodeClock::new(fast);
        assert!(clock.now() >= TRUTH + 20_000);
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.now() < TRUTH + 10_000, "20 s less, and the time of this test");
        assert!(clock.check().is_ok());
    }

    #[test]
    fn clocked_matches_wait_while_the_time_is_uncertain() {
        let clock = NodeClock::new(fast);
        clock.compare(TRUTH, Duration::ZERO);
        let jumped = || clock.compare(TRUTH + 100_000, Duration::ZERO);
        jumped();
        assert_eq!(clock.check().unwrap_err().code, Code::StoreUnavailable);
        assert!(clock.now() < TRUTH + 50_000, "one answer is not believed");
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.check().is_ok(), "it was a slip");
        (0..CONFIRMATIONS).for_each(|_| jumped());
        assert!(clock.check().is_ok() && clock.now() >= TRUTH + 100_000);
    }

    #[test]
    fn slow_answers_say_nothing() {
        let clock = NodeClock::new(fast);
        clock.compare(TRUTH, Duration::from_secs(5));
        assert!(clock.now() >= TRUTH + 20_000);
    }
}
