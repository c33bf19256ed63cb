//! The memory of a server on this machine.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// Memory counts as released if at most this multiple of the initial memory is left.
pub const MOST_LEFT: f64 = 1.2;
/// Samples before this fraction of a run are not part of its slope: caches fill up first.
const WARM_UP: f64 = 0.25;
const PAUSE: Duration = Duration::from_millis(100);

/// The memory of a process at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemorySample {
    /// Seconds since the beginning of the run.
    pub at: f64,
    /// Resident memory, in bytes.
    pub bytes: u64,
}

/// The memory of a process during a run, one sample per second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryUse {
    /// Samples from the beginning of the run to its end.
    pub samples: Vec<MemorySample>,
    /// Memory after the clients have left, in bytes.
    pub after: u64,
}

impl MemoryUse {
    /// Memory at the beginning, in bytes.
    pub fn before(&self) -> u64 {
        self.samples.first().map_or(0, |sample| sample.bytes)
    }

    /// The peak memory, in bytes.
    pub fn peak(&self) -> u64 {
        self.samples.iter().map(|sample| sample.bytes).max().unwrap_or_default()
    }

    /// The growth in bytes per hour: the slope of the best-fitting line through the samples after
    /// the first quarter.
    ///
    /// ```
    /// use ennead_load::{MemorySample, MemoryUse};
    /// let sample = |second: u64| MemorySample { at: second as f64, bytes: 1_000 + 2 * second };
    /// let memory = MemoryUse { samples: (0..100).map(sample).collect(), after: 0 };
    /// assert_eq!(memory.slope_per_hour().round(), 7_200.0);
    /// ```
    pub fn slope_per_hour(&self) -> f64 {
        let skipped = (self.samples.len() as f64 * WARM_UP) as usize;
        let steady = &self.samples[skipped..];
        let mean = |of: &dyn Fn(&MemorySample) -> f64| {
            steady.iter().map(of).sum::<f64>() / steady.len().max(1) as f64
        };
        let (time, size) = (mean(&|sample| sample.at), mean(&|sample| sample.bytes as f64));
        let rise = mean(&|sample| (sample.at - time) * (sample.bytes as f64 - size));
        let run = mean(&|sample| (sample.at - time).powi(2));
        if run > 0.0 { rise / run * 3_600.0 } else { 0.0 }
    }

    /// The samples as an SVG plot.
    pub fn svg(&self) -> String {
        const WIDTH: f64 = 800.0;
        const HEIGHT: f64 = 240.0;
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let most = megabytes(self.peak()).max(1.0) * 1.1;
        let time = self.samples.last().map_or(1.0, |sample| sample.at.max(1.0));
        let mut line = String::new();
        for sample in &self.samples {
            let x = 60.0 + sample.at / time * WIDTH;
            let y = 20.0 + HEIGHT * (1.0 - megabytes(sample.bytes) / most);
            let _ = write!(line, "{x:.1},{y:.1} ");
        }
        let (bottom, slope) = (20.0 + HEIGHT, self.slope_per_hour() / 1e6);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 880 310\" \
             font-family=\"sans-serif\" font-size=\"13\">\n\
             <path d=\"M60 20V{bottom}H860\" fill=\"none\" stroke=\"#888\"/>\n\
             <polyline points=\"{line}\" fill=\"none\" stroke=\"#36c\" stroke-width=\"1.5\"/>\n\
             <text x=\"52\" y=\"30\" text-anchor=\"end\">{most:.0} MB</text>\n\
             <text x=\"52\" y=\"{bottom}\" text-anchor=\"end\">0</text>\n\
             <text x=\"860\" y=\"280\" text-anchor=\"end\">{time:.0} s</text>\n\
             <text x=\"60\" y=\"300\">memory of the server: {slope:+.1} MB an hour after the first \
             quarter</text>\n</svg>\n"
        )
    }
}

/// A process whose memory is monitored; `None` if it is on another machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched(pub Option<u32>);

impl Watched {
    /// Its resident memory in bytes, if the system reports it.
    pub fn bytes(self) -> Option<u64> {
        ennead_platform::resident_memory(self.0?)
    }

    /// Waits until its memory is back near `before`, and returns the result.
    pub(crate) fn settle(self, before: u64, patience: Duration) -> u64 {
        let began = Instant::now();
        loop {
            let now = self.bytes().unwrap_or_default();
            if now as f64 <= before as f64 * MOST_LEFT || began.elapsed() >= patience {
                return now;
            }
            thread::sleep(PAUSE);
        }
    }
}
