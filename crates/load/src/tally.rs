//! Counts of a run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::socket::SocketTrouble;

/// Latencies are recorded in microseconds, with three significant digits and up to a minute; a
/// choice times out before that.
const DIGITS: u8 = 3;
const LONGEST: u64 = 60_000_000;

/// The number and sizes of frames of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameSizes {
    /// The number of frames.
    pub frames: u64,
    /// The total of their sizes, in bytes.
    pub bytes: u64,
    /// The largest one.
    pub most: usize,
}

impl FrameSizes {
    pub(crate) fn note(&mut self, bytes: usize) {
        self.frames += 1;
        self.bytes += bytes as u64;
        self.most = self.most.max(bytes);
    }

    /// The mean size.
    pub fn mean(&self) -> f64 {
        if self.frames == 0 { 0.0 } else { self.bytes as f64 / self.frames as f64 }
    }
}

/// The counts of a run.
#[derive(Clone, Debug)]
pub struct LoadTally {
    /// Acknowledged choices.
    pub moves: u64,
    /// Microseconds from a choice until both players have received it.
    pub latencies: Histogram<u64>,
    /// Matches that ended.
    pub finished: u64,
    /// Frames from the clients.
    pub sent: FrameSizes,
    /// Frames from the server.
    pub received: FrameSizes,
    /// States among them.
    pub states: FrameSizes,
    /// Errors by kind.
    pub errors: BTreeMap<String, u64>,
    /// How often both sockets of a match were reopened.
    pub reconnects: u64,
    /// Idle sockets that were opened, and that are still open.
    pub idle_opened: u64,
    /// Idle sockets that are open now.
    pub idle_open: u64,
}

/// A tally shared by all tasks of the single thread.
pub type SharedTally = RefCell<LoadTally>;

impl LoadTally {
    /// Creates an empty tally.
    #[expect(clippy::new_without_default, reason = "a tally has a beginning")]
    pub fn new() -> Self {
        LoadTally {
            moves: 0,
            latencies: Histogram::new_with_max(LONGEST, DIGITS)
                .expect("the range and three digits are allowed"),
            finished: 0,
            sent: FrameSizes::default(),
            received: FrameSizes::default(),
            states: FrameSizes::default(),
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

    pub(crate) fn note_trouble(&mut self, trouble: &SocketTrouble) {
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

    /// Latencies were once truncated to the initial range of a histogram, so that every quantile
    /// read 2 µs.
    #[test]
    fn latencies_are_not_truncated() {
        let mut tally = LoadTally::new();
        for milliseconds in 1..=1_000 {
            tally.note_move(Duration::from_millis(milliseconds));
        }
        assert_eq!(tally.moves, 1_000);
        for (quantile, expected) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0), (1.0, 1_000.0)] {
            let found = tally.latency(quantile);
            assert!(
                (found - expected).abs() <= expected / 500.0,
                "{quantile}: {found} ms, not {expected}"
            );
        }
        tally.note_move(Duration::from_secs(3_600));
        assert!(tally.latency(1.0) >= 60_000.0, "more than a minute is shown as at least a minute");
    }
}
