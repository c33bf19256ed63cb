//! The time that a node plays by.
//!
//! Within a node time never jumps, whatever happens to the machine's clock. Nodes that share a
//! database use its time, so that they all agree.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ennead_host::Failure;
use ennead_protocol::Code;
use metrics::gauge;
use tokio::time::Instant;

/// Beyond this difference from the database's clock, matches with clocks are not served.
const MAX_SKEW_MS: i64 = 1_000;
/// A slower response says too little about the time.
const MAX_ROUND_TRIP: Duration = Duration::from_secs(2);
/// Matches with clocks are not served while the offset's error may exceed this either.
const MAX_ERROR_MS: f64 = 250.0;
/// Assumed drift between the clocks of two machines, in milliseconds per second.
const DRIFT: f64 = 0.1;
/// If the database's clock jumps, it is trusted again after this many consistent responses.
const CONFIRMATIONS: u32 = 3;

/// The machine's clock as Unix time in milliseconds.
pub(crate) fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A node's clock.
pub(crate) struct NodeClock {
    began: Instant,
    began_unix_ms: u64,
    /// Whether the node takes its time from a shared database.
    is_shared: bool,
    /// How far the database's clock is ahead, in milliseconds.
    offset: AtomicI64,
    is_off: AtomicBool,
    sync: Mutex<Sync>,
}

#[derive(Default)]
struct Sync {
    /// When the offset was measured, and its possible error; `None` before the first comparison.
    measured: Option<(Instant, f64)>,
    /// An offset that is not trusted yet, and how many consecutive responses agree on it.
    candidate: Option<(i64, u32)>,
}

impl Sync {
    /// The possible error of the offset now, in milliseconds.
    fn error(&self) -> Option<f64> {
        self.measured.map(|(at, error)| error + at.elapsed().as_secs_f64() * DRIFT)
    }
}

impl NodeClock {
    /// A clock that shows the machine's time until it is compared with a database. With a shared
    /// database, it counts as unset until then.
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

    /// Unix time in milliseconds.
    pub(crate) fn now(&self) -> u64 {
        self.local().saturating_add_signed(self.offset.load(Ordering::Relaxed))
    }

    fn local(&self) -> u64 {
        self.began_unix_ms + self.began.elapsed().as_millis() as u64
    }

    /// Compares the clock with the database's, which read `theirs` at some point of the last
    /// `round_trip`.
    pub(crate) fn compare(&self, theirs: u64, round_trip: Duration) {
        if round_trip > MAX_ROUND_TRIP {
            return;
        }
        let middle = self.local().saturating_sub(round_trip.as_millis() as u64 / 2);
        // The database may have read its clock at any point of the round trip.
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
            // A slow response that contradicts nothing would only make the offset less accurate.
            sync.candidate = None;
            return self.is_off.store(known > MAX_ERROR_MS, Ordering::Relaxed);
        }
        gauge!("ennead_clock_offset_seconds").set(offset as f64 / 1000.0);
        if sync.measured.is_none() && offset.abs() > MAX_SKEW_MS {
            tracing::warn!(offset_ms = offset, "this machine's clock is off: using the database's");
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

    /// Whether the database's time is known accurately enough for matches with clocks.
    pub(crate) fn is_exact(&self) -> bool {
        let sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        sync.error().is_some_and(|error| error <= MAX_ERROR_MS)
    }

    /// Whether the time has been taken from the database, if there is one.
    pub(crate) fn is_set(&self) -> bool {
        let sync = self.sync.lock().unwrap_or_else(PoisonError::into_inner);
        sync.measured.is_some() || !self.is_shared
    }

    /// Fails while the time may be off by more than a second: no match with a clock may continue
    /// then.
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

    #[tokio::test(start_paused = true)]
    async fn a_node_whose_clock_is_fast_takes_the_time_of_the_database() {
        let clock = NodeClock::new(fast, true);
        assert_eq!(clock.now(), TRUTH + 20_000);
        clock.compare(TRUTH, Duration::ZERO);
        assert_eq!(clock.now(), TRUTH);
        assert!(clock.check().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn clocked_matches_wait_while_the_time_is_uncertain() {
        let clock = NodeClock::new(fast, true);
        clock.compare(TRUTH, Duration::ZERO);
        let jumped = || clock.compare(TRUTH + 100_000, Duration::ZERO);
        jumped();
        assert_eq!(clock.check().unwrap_err().code, Code::StoreUnavailable);
        assert_eq!(clock.now(), TRUTH, "one answer is not believed");
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.check().is_ok(), "it was a slip");
        (0..CONFIRMATIONS).for_each(|_| jumped());
        assert!(clock.check().is_ok() && clock.now() == TRUTH + 100_000);
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_has_not_heard_from_the_database_serves_no_clocked_match() {
        let clock = NodeClock::new(fast, true);
        assert!(!clock.is_set());
        assert_eq!(clock.check().unwrap_err().code, Code::StoreUnavailable);
        clock.compare(TRUTH, Duration::ZERO);
        assert!(clock.is_set() && clock.check().is_ok());
        let alone = NodeClock::new(fast, false);
        assert!(alone.is_set() && alone.check().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_consistent_response_changes_nothing() {
        let clock = NodeClock::new(fast, true);
        clock.compare(TRUTH, Duration::ZERO);
        // The entire round trip was spent in one direction.
        clock.compare(TRUTH + 900, Duration::from_millis(1_800));
        assert_eq!(clock.now(), TRUTH, "900 ms more than before");
        let uncertain = NodeClock::new(fast, true);
        uncertain.compare(TRUTH, Duration::from_millis(1_800));
        assert!(uncertain.check().is_err(), "it may be wrong by 0.9 s");
        uncertain.compare(TRUTH, Duration::from_millis(10));
        assert!(uncertain.check().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn slow_responses_are_ignored() {
        let clock = NodeClock::new(fast, true);
        clock.compare(TRUTH, Duration::from_secs(5));
        assert!(clock.now() >= TRUTH + 20_000);
    }
}
