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
/// Clocked matches are not served either while the offset may be wrong by more than this.
const MAX_ERROR_MS: f64 = 250.0;
/// What clocks of machines may drift apart, in milliseconds per second.
const DRIFT: f64 = 0.1;
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
    /// Whether a database says what time it is.
    is_shared: bool,
    /// What the database's clock is ahead.
    offset: AtomicI64,
    is_off: AtomicBool,
    sync: Mutex<Sync>,
}

#[derive(Default)]
struct Sync {
    /// When the offset was measured, and what it may be wrong by; none before the first comparison.
    measured: Option<(Instant, f64)>,
    /// The offset that the last answers agree on, while it is not believed, and how many do.
    candidate: Option<(i64, u32)>,
}

impl Sync {
    /// What the offset may be wrong by now, in milliseconds.
    fn error(&self) -> Option<f64> {
        self.measured.map(|(at, error)| error + at.elapsed().as_secs_f64() * DRIFT)
    }
}

impl NodeClock {
    /// A clock that shows the time of the machine until it is compared with a database. If there is
    /// a database to compare it with, it is off until then.
    pub(crate) fn new(wall: fn() -> u64, is_shared: bool) -> Self {
        NodeClock {
            began: Instant::now(),
            began_unix_ms: wall(),
            is_shared,
            offset: AtomicI64::new(0),
            is_off: AtomicBool::new(is_shared),
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
        // The database read its clock at any time of the round trip.
        let error = round_trip.as_secs_f64() * 500.0 + 1.0;
        self.adopt(theirs as i64 - middle as i64, error);
    }

    fn adopt(&self, offset: i64, error: f64) {
        let mut sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        let skew = offset - self.offset.load(Ordering::Relaxed);
        if let Some(known) = sync.error()
            && known < error
            && skew.abs() as f64 <= known + error
        {
            // A slow answer that contradicts nothing would only make the offset worse.
            sync.candidate = None;
            return self.is_off.store(known > MAX_ERROR_MS, Ordering::Relaxed);
        }
        gauge!("ennead_clock_offset_seconds").set(offset as f64 / 1000.0);
        if sync.measured.is_none() && offset.abs() > MAX_SKEW_MS {
            tracing::warn!(
                offset_ms = offset,
                "this machine's clock is off: the database's counts"
            );
        }
        if sync.measured.is_none() || skew.abs() <= MAX_SKEW_MS {
            return self.set(&mut sync, offset, error);
        }
        self.is_off.store(true, Ordering::Relaxed);
        let agrees = |(other, _): &(i64, u32)| (offset - other).abs() <= MAX_SKEW_MS;
        let count = sync.candidate.filter(agrees).map_or(0, |(_, count)| count) + 1;
        tracing::warn!(skew_ms = skew, "the database's clock has jumped");
        sync.candidate = Some((offset, count));
        if count >= CONFIRMATIONS {
            self.set(&mut sync, offset, error);
        }
    }

    fn set(&self, sync: &mut Sync, offset: i64, error: f64) {
        *sync = Sync { measured: Some((Instant::now(), error)), candidate: None };
        self.offset.store(offset, Ordering::Relaxed);
        self.is_off.store(error > MAX_ERROR_MS, Ordering::Relaxed);
    }

    /// Whether the database's time is known well enough for clocked matches.
    pub(crate) fn is_exact(&self) -> bool {
        let sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        sync.error().is_some_and(|error| error <= MAX_ERROR_MS)
    }

    /// Whether the time is that of the database where there is one.
    pub(crate) fn is_set(&self) -> bool {
        let sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        sync.measured.is_some() || !self.is_shared
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
        let clock = NodeClock::new(fast, true);
        assert!(clock.now() >= TRUTH + 20_000);
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.now() < TRUTH + 10_000, "20 s less, and the time of this test");
        assert!(clock.check().is_ok());
    }

    #[test]
    fn clocked_matches_wait_while_the_time_is_uncertain() {
        let clock = NodeClock::new(fast, true);
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
    fn a_node_that_has_not_heard_from_the_database_serves_no_clocked_match() {
        let clock = NodeClock::new(fast, true);
        assert!(!clock.is_set());
        assert_eq!(clock.check().unwrap_err().code, Code::StoreUnavailable);
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.is_set() && clock.check().is_ok());
        let alone = NodeClock::new(fast, false);
        assert!(alone.is_set() && alone.check().is_ok());
    }

    #[test]
    fn a_slow_answer_that_contradicts_nothing_changes_nothing() {
        let clock = NodeClock::new(fast, true);
        clock.compare(TRUTH, Duration::ZERO);
        // The whole round trip was on one way.
        clock.compare(TRUTH + 900, Duration::from_millis(1_800));
        assert!(clock.now() < TRUTH + 500, "900 ms more than before, and the time of this test");
        let uncertain = NodeClock::new(fast, true);
        uncertain.compare(TRUTH, Duration::from_millis(1_800));
        assert!(uncertain.check().is_err(), "it may be wrong by 0.9 s");
        uncertain.compare(TRUTH, Duration::from_millis(10));
        assert!(uncertain.check().is_ok());
    }

    #[test]
    fn slow_answers_say_nothing() {
        let clock = NodeClock::new(fast, true);
        clock.compare(TRUTH, Duration::from_secs(5));
        assert!(clock.now() >= TRUTH + 20_000);
    }
}
