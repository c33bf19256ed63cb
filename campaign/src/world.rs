//! What all parts of a campaign share: the time, the faults so far, and what clients noticed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use ennead_judge::{History, Ms, Weather, What, calm_after, merge};
use ennead_load::Address;

use crate::fault::Fault;

/// Moves are counted in slots of this length.
pub(crate) const SLOT: Ms = 100;
/// A client that waits for a move for at least this long has noticed an outage.
const NOTICED: Ms = 100;
/// How long the effects of a fault last once it is over: clients come back, and nodes catch up.
const AFTERMATH: Ms = 1_000;
/// Clocks may be wrong for this long after a fault.
const UNSETTLED: Ms = 10_000;

/// A fault that happened.
#[derive(Clone, Debug)]
pub(crate) struct Strike {
    /// Its kind.
    pub(crate) fault: Fault,
    /// What it hit.
    pub(crate) target: String,
    /// When it began.
    pub(crate) from: Ms,
    /// When it was over, and what it hit was ready again.
    pub(crate) to: Option<Ms>,
}

/// A wait of a client for its next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    /// The fault that explains it, if one does.
    pub(crate) fault: Option<Fault>,
    /// Whether more faults began before it was over.
    pub(crate) is_mixed: bool,
    /// From the beginning of the fault to the next acknowledged move.
    pub(crate) waited: Ms,
    /// From the end of the fault to the next acknowledged move.
    pub(crate) recovered: Option<Ms>,
}

/// The shared state of a campaign.
pub(crate) struct World {
    began: Instant,
    began_unix_ms: u64,
    /// The addresses of the nodes, as clients know them.
    pub(crate) nodes: Vec<Address>,
    /// What happened at the tables.
    pub(crate) history: History,
    /// Acknowledged moves.
    pub(crate) moves: AtomicU64,
    /// Matches that came to an end.
    pub(crate) finished: AtomicU64,
    /// Connections that clients had to open again.
    pub(crate) reconnects: AtomicU64,
    /// Whether the campaign comes to its end.
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
    /// A world with these nodes; its time begins now.
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

    /// When the machine's clock showed a time; 0 if that was before the campaign.
    pub(crate) fn moment(&self, unix_ms: u64) -> Ms {
        unix_ms.saturating_sub(self.began_unix_ms)
    }

    /// The machine's clock at the start.
    pub(crate) fn began_unix_ms(&self) -> u64 {
        self.began_unix_ms
    }

    /// Whether clients should go home.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Adds to the history.
    pub(crate) fn note(&self, what: What) {
        self.history.add(self.now(), what);
    }

    /// The number of a new connection.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// A fault begins. The answer is its number.
    pub(crate) fn strike(&self, fault: Fault, target: String) -> usize {
        let mut strikes = locked(&self.strikes);
        strikes.push(Strike { fault, target, from: self.now(), to: None });
        strikes.len() - 1
    }

    /// A fault is over.
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

    /// What clients had to wait for.
    pub(crate) fn outages(&self) -> Vec<Outage> {
        locked(&self.outages).clone()
    }

    /// Counts an acknowledged move of a client whose last one was at `last`. The answer is the time.
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

    /// Which fault explains that a client waited.
    fn explain(&self, last: Ms, now: Ms) -> Outage {
        let strikes = locked(&self.strikes);
        // Faults come one after the other, so that the last ones suffice.
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

    /// What the judge has to know about the faults.
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

/// When something was wrong. The database's clock is that of this machine.
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
