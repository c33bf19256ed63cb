//! State shared by all parts of a campaign: the time, the faults so far, and the outages that
//! clients noticed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use ennead_judge::{History, Ms, Weather, What, calm_after, merge};
use ennead_load::Address;

use crate::fault::Fault;

/// The length of the slots in which moves are counted.
pub(crate) const SLOT: Ms = 100;
/// The minimum wait for a move that counts as an outage.
const NOTICED: Ms = 100;
/// How long the effects of a fault persist once it is over: clients reconnect, and nodes catch up.
const AFTERMATH: Ms = 1_000;
/// How long clocks may be wrong after a fault.
const UNSETTLED: Ms = 10_000;

/// A fault that happened.
#[derive(Clone, Debug)]
pub(crate) struct Strike {
    /// Its kind.
    pub(crate) fault: Fault,
    /// Its target.
    pub(crate) target: String,
    /// When it started.
    pub(crate) from: Ms,
    /// When it was over and its target was ready again.
    pub(crate) to: Option<Ms>,
}

/// A client's wait for its next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    /// The fault that explains it, if any.
    pub(crate) fault: Option<Fault>,
    /// Whether other faults started before it was over.
    pub(crate) is_mixed: bool,
    /// From the start of the fault to the next acknowledged move.
    pub(crate) waited: Ms,
    /// From the end of the fault to the next acknowledged move.
    pub(crate) recovered: Option<Ms>,
}

/// The shared state of a campaign.
pub(crate) struct World {
    began: Instant,
    began_unix_ms: u64,
    /// The addresses of the nodes, as seen by clients.
    pub(crate) nodes: Vec<Address>,
    /// The events at the tables.
    pub(crate) history: History,
    /// Number of acknowledged moves.
    pub(crate) moves: AtomicU64,
    /// Number of finished matches.
    pub(crate) finished: AtomicU64,
    /// Number of connections that clients had to reopen.
    pub(crate) reconnects: AtomicU64,
    /// Whether the campaign is ending.
    pub(crate) is_over: AtomicBool,
    strikes: Mutex<Vec<Strike>>,
    slots: Mutex<Vec<u32>>,
    outages: Mutex<Vec<Outage>>,
    connections: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    /// Creates a world with these nodes; its time starts now.
    pub(crate) fn new(nodes: Vec<Address>) -> World {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH);
        World {
            began: Instant::now(),
            began_unix_ms: unix.map_or(0, |since| since.as_millis() as u64),
            nodes,
            history: History::default(),
            moves: AtomicU64::new(0),
            finished: AtomicU64::new(0),
            reconnects: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            strikes: Mutex::default(),
            slots: Mutex::default(),
            outages: Mutex::default(),
            connections: AtomicU64::new(0),
        }
    }

    /// The time since the start of the campaign.
    pub(crate) fn now(&self) -> Ms {
        self.began.elapsed().as_millis() as Ms
    }

    /// Converts Unix time to campaign time; 0 if it was before the campaign.
    pub(crate) fn moment(&self, unix_ms: u64) -> Ms {
        unix_ms.saturating_sub(self.began_unix_ms)
    }

    /// Unix time at the start.
    pub(crate) fn began_unix_ms(&self) -> u64 {
        self.began_unix_ms
    }

    /// Whether clients should shut down.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Adds to the history.
    pub(crate) fn note(&self, what: What) {
        self.history.add(self.now(), what);
    }

    /// A new connection number.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Records the start of a fault, and returns its number.
    pub(crate) fn strike(&self, fault: Fault, target: String) -> usize {
        let mut strikes = locked(&self.strikes);
        strikes.push(Strike { fault, target, from: self.now(), to: None });
        strikes.len() - 1
    }

    /// Records the end of a fault.
    pub(crate) fn heal(&self, number: usize) {
        locked(&self.strikes)[number].to = Some(self.now());
    }

    /// The faults so far.
    pub(crate) fn strikes(&self) -> Vec<Strike> {
        locked(&self.strikes).clone()
    }

    /// Acknowledged moves per slot.
    pub(crate) fn slots(&self) -> Vec<u32> {
        locked(&self.slots).clone()
    }

    /// The outages of clients.
    pub(crate) fn outages(&self) -> Vec<Outage> {
        locked(&self.outages).clone()
    }

    /// Counts an acknowledged move of a client whose previous one was at `last`; returns the time.
    pub(crate) fn acknowledge(&self, last: Option<Ms>) -> Ms {
        let now = self.now();
        self.moves.fetch_add(1, Ordering::Relaxed);
        let slot = (now / SLOT) as usize;
        let mut slots = locked(&self.slots);
        if slots.len() <= slot {
            slots.resize(slot + 1, 0);
        }
        slots[slot] += 1;
        drop(slots);
        if let Some(last) = last.filter(|last| now - last >= NOTICED) {
            let outage = self.explain(last, now);
            locked(&self.outages).push(outage);
        }
        now
    }

    /// The fault that explains a client's wait.
    fn explain(&self, last: Ms, now: Ms) -> Outage {
        let strikes = locked(&self.strikes);
        // Faults do not overlap, so the last few suffice.
        let recent = &strikes[strikes.len().saturating_sub(16)..];
        let began = recent.iter().find(|strike| (last..=now).contains(&strike.from));
        let lasts = |strike: &&Strike| strike.to.is_none_or(|to| to + AFTERMATH >= last);
        let Some(strike) = began.or_else(|| recent.last().filter(lasts)) else {
            return Outage { fault: None, is_mixed: false, waited: now - last, recovered: None };
        };
        Outage {
            fault: Some(strike.fault),
            is_mixed: recent.iter().any(|later| later.from > strike.from && later.from <= now),
            waited: now - strike.from.max(last),
            recovered: strike.to.map(|to| now.saturating_sub(to.max(last))),
        }
    }

    /// The fault schedule, as the judge needs it.
    pub(crate) fn weather(&self) -> RealWeather {
        let end = |strike: &Strike| strike.to.unwrap_or_else(|| self.now());
        let strikes = self.strikes();
        let stretch = |after: Ms| {
            let longer = |strike: &Strike| (strike.from, end(strike) + after);
            merge(strikes.iter().map(longer).collect())
        };
        RealWeather {
            began_unix_ms: self.began_unix_ms,
            trouble: stretch(AFTERMATH),
            unsettled: stretch(UNSETTLED),
        }
    }
}

/// The periods of faults. The database's clock is that of this machine.
pub(crate) struct RealWeather {
    began_unix_ms: u64,
    trouble: Vec<(Ms, Ms)>,
    unsettled: Vec<(Ms, Ms)>,
}

impl Weather for RealWeather {
    fn clock(&self, at: Ms) -> u64 {
        self.began_unix_ms + at
    }

    fn when(&self, from: Ms, clock: u64) -> Ms {
        from.max(clock.saturating_sub(self.began_unix_ms))
    }

    fn deadline(&self, from: Ms, grace: Ms) -> Ms {
        calm_after(&self.trouble, from, grace)
    }

    fn is_settled(&self, at: Ms) -> bool {
        !self.unsettled.iter().any(|(from, to)| (*from..*to).contains(&at))
    }
}
