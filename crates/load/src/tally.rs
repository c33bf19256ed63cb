//! What is counted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::socket::Trouble;

/// Latencies are kept in microseconds, with three digits and up to a minute. A choice that takes longer has timed out before.
const DIGITS: u8 = 3;
const LONGEST: u64 = 60_000_000;

/// How many frames of a kind, and how large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// How many.
    pub frames: u64,
    /// Their payloads together, in bytes.
    pub bytes: u64,
    /// The largest payload.
    pub most: usize,
}

impl Sizes {
    pub(crate) fn note(&mut self, bytes: usize) {
        self.frames += 1;
        self.bytes += bytes as u64;
        self.most = self.most.max(bytes);
    }

    /// The mean payload.
    pub fn mean(&self) -> f64 {
        if self.frames == 0 { 0.0 } else { self.bytes as f64 / self.frames as f64 }
    }
}

/// What is counted.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Choices that were acknowledged.
    pub moves: u64,
    /// Microseconds from a choice to both players informed.
    pub latencies: Histogram<u64>,
    /// Matches that came to an end.
    pub finished: u64,
    /// Frames from the clients.
    pub sent: Sizes,
    /// Frames from the server.
    pub received: Sizes,
    /// States among them.
    pub states: Sizes,
    /// What went wrong, by kind.
    pub errors: BTreeMap<String, u64>,
    /// How often both sockets of a match were opened again.
    pub reconnects: u64,
    /// Idle sockets that were opened, and that are still open.
    pub idle_opened: u64,
    /// Idle sockets that are open now.
    pub idle_open: u64,
}

/// A tally that all tasks of the one thread write to.
pub(crate) type SharedTally = RefCell<Tally>;

impl Tally {
    pub(crate) fn new() -> Self {
        Tally {
            moves: 0,
            latencies: Histogram::new_with_max(LONGEST, DIGITS)
                .expect("the range and three digits are allowed"),
            finished: 0,
            sent: Sizes::default(),
            received: Sizes::default(),
            states: Sizes::default(),
            errors: BTreeMap::new(),
            reconnects: 0,
            idle_opened: 0,
            idle_open: 0,
        }
    }

    pub(crate) fn note_move(&mut self, latency: Duration) {
        self.moves += 1;
        self.latencies.saturating_record(latency.as_micros() as u64);
    }

    pub(crate) fn note_trouble(&mut self, trouble: &Trouble) {
        *self.errors.entry(trouble.to_string()).or_default() += 1;
    }

    /// A latency at a quantile, in milliseconds.
    pub fn latency(&self, quantile: f64) -> f64 {
        self.latencies.value_at_quantile(quantile) as f64 / 1_000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Latencies were once cut off at the range that a histogram begins with, and every quantile read 2 µs.
    #[test]
    fn latencies_are_not_cut_off() {
        let mut tally = Tally::new();
        for milliseconds in 1..=1_000 {
            tally.note_move(Duration::from_millis(milliseconds));
        }
        assert_eq!(tally.moves, 1_000);
        for (quantile, expected) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0), (1.0, 1_000.0)] {
            let found = tally.latency(quantile);
            assert!((found - expected).abs() <= expected / 500.0, "{quantile}: {found} ms, not {expected}");
        }
        tally.note_move(Duration::from_secs(3_600));
        assert!(tally.latency(1.0) >= 60_000.0, "more than a minute is shown as at least a minute");
    }
}
