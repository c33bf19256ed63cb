//! Rate and connection limits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ennead_host::Failure;
use ennead_protocol::Code;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use metrics::{counter, gauge};
use tokio::time::Instant;

use crate::LimitConfig;
use crate::work_budget::WorkBudget;

/// A burst may be this many times the rate per second.
const BURST: u32 = 4;
/// Allowed requests of any kind per allowed call: a page has dozens of files, which cost little.
const REQUESTS_PER_CALL: u32 = 10;
/// Analyses and reviews may take the share of this many seconds at once: by default, four reviews.
const STUDY_BURST: f64 = 48.0;

/// The runtime's clock: the machine's monotonic clock, except in simulations.
#[derive(Clone)]
struct RuntimeClock;

impl Clock for RuntimeClock {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

/// A rate per address.
type AddressLimiter = RateLimiter<
    IpAddr,
    DefaultKeyedStateStore<IpAddr>,
    RuntimeClock,
    NoOpMiddleware<std::time::Instant>,
>;

fn by_address(quota: Quota) -> AddressLimiter {
    RateLimiter::new(quota, DefaultKeyedStateStore::default(), RuntimeClock)
}

/// The limits of one server.
pub(crate) struct Limits {
    config: LimitConfig,
    requests: AddressLimiter,
    calls: AddressLimiter,
    matches: AddressLimiter,
    work: WorkBudget,
    studies: WorkBudget,
    connections: Mutex<Connections>,
}

#[derive(Default)]
struct Connections {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The number, raised to one if it is zero.
fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// The address under which limits count a client: an IPv6 customer's network has 2^64 addresses.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut octets = address.octets();
            octets[8..].fill(0);
            IpAddr::from(octets)
        }
        address @ IpAddr::V4(_) => address,
    }
}

impl Limits {
    pub(crate) fn new(config: LimitConfig) -> Arc<Limits> {
        let calls = at_least_one(config.calls_per_second);
        let matches = at_least_one(config.matches_per_minute);
        let times = |factor| at_least_one(config.calls_per_second.saturating_mul(factor));
        let requests = Quota::per_second(times(REQUESTS_PER_CALL));
        let work = f64::from(config.work_per_second.max(1)) / 1000.0;
        Arc::new(Limits {
            config,
            requests: by_address(requests.allow_burst(times(REQUESTS_PER_CALL * BURST))),
            calls: by_address(Quota::per_second(calls).allow_burst(times(BURST))),
            matches: by_address(Quota::per_minute(matches)),
            work: WorkBudget::new(work, work * f64::from(BURST)),
            studies: WorkBudget::new(work, work * STUDY_BURST),
            connections: Mutex::default(),
        })
    }

    fn is_free(&self, address: IpAddr) -> bool {
        !self.config.limit_loopback && address.to_canonical().is_loopback()
    }

    /// Counts a request of any kind.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Failure> {
        self.check(&self.requests, address, "requests")
    }

    /// Counts a call.
    pub(crate) fn call(&self, address: IpAddr) -> Result<(), Failure> {
        self.check(&self.calls, address, "calls")
    }

    /// Counts a new match.
    pub(crate) fn new_match(&self, address: IpAddr) -> Result<(), Failure> {
        self.check(&self.matches, address, "new matches")
    }

    /// Charges computing time to a client, if the work was done for one.
    pub(crate) fn charge(&self, address: Option<IpAddr>, work: Duration) {
        if let Some(address) = address.filter(|address| !self.is_free(*address)) {
            self.work.charge(client(address), work, Instant::now());
        }
    }

    /// How long a client has to wait before it may request more computing.
    pub(crate) fn work_wait(&self, address: IpAddr) -> Duration {
        match self.is_free(address) {
            true => Duration::ZERO,
            false => self.work.wait(client(address), Instant::now()),
        }
    }

    /// Charges work to a client from now on until the meter is dropped, also if the work panics or
    /// the client hangs up.
    pub(crate) fn meter(self: &Arc<Self>, client: Option<IpAddr>) -> Meter {
        self.begin(client, false)
    }

    /// The same for an analysis or a review. These have a budget of their own: who reads a review
    /// may go on playing meanwhile.
    pub(crate) fn study_meter(self: &Arc<Self>, client: Option<IpAddr>) -> Meter {
        self.begin(client, true)
    }

    fn begin(self: &Arc<Self>, client: Option<IpAddr>, is_study: bool) -> Meter {
        Meter { limits: Arc::clone(self), client, is_study, began: Instant::now() }
    }

    /// Rejects an analysis or a review for a client that has used up its time for them.
    pub(crate) fn study(&self, address: IpAddr) -> Result<(), Failure> {
        match self.is_free(address) {
            true => Ok(()),
            false => reject_work(self.studies.wait(client(address), Instant::now())),
        }
    }

    /// Whether limits count these addresses as one client.
    pub(crate) fn are_one_client(&self, one: IpAddr, other: IpAddr) -> bool {
        !self.is_free(one) && client(one) == client(other)
    }

    /// Rejects a call of a client that has used up its computing time.
    pub(crate) fn work(&self, address: IpAddr) -> Result<(), Failure> {
        reject_work(self.work_wait(address))
    }

    /// Whether the limits apply to an address.
    pub(crate) fn applies_to(&self, address: IpAddr) -> bool {
        !self.is_free(address)
    }

    fn check(
        &self,
        limiter: &AddressLimiter,
        address: IpAddr,
        what: &'static str,
    ) -> Result<(), Failure> {
        if self.is_free(address) || limiter.check_key(&client(address)).is_ok() {
            return Ok(());
        }
        counter!("ennead_refused_total", "what" => what).increment(1);
        Err(Failure::new(
            Code::TooMany,
            format!("too many {what} from your address: wait a little"),
        ))
    }

    /// The number of address entries.
    #[cfg(feature = "simulation")]
    pub(crate) fn entries(&self) -> usize {
        let budgets = self.work.len() + self.studies.len();
        self.requests.len() + self.calls.len() + self.matches.len() + budgets
    }

    /// A limiter for the messages of one socket.
    pub(crate) fn messages(&self) -> DefaultDirectRateLimiter {
        let rate = at_least_one(self.config.messages_per_second);
        RateLimiter::direct(
            Quota::per_second(rate).allow_burst(at_least_one(rate.get().saturating_mul(BURST))),
        )
    }

    /// Counts a connection of an address, or of a proxy, until the permit is dropped; `None` if
    /// there are too many.
    pub(crate) fn connection(
        self: &Arc<Self>,
        address: Option<IpAddr>,
    ) -> Option<ConnectionPermit> {
        let limited = address.filter(|address| !self.is_free(*address)).map(client);
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let Connections { all, by_address } = &mut *connections;
        let count = limited.and_then(|address| by_address.get(&address).copied());
        if *all >= self.config.connections
            || count.is_some_and(|count| count >= self.config.connections_per_address)
        {
            counter!("ennead_refused_total", "what" => "connections").increment(1);
            return None;
        }
        *all += 1;
        // A rejected connection must leave no entry behind.
        if let Some(address) = limited {
            *by_address.entry(address).or_default() += 1;
        }
        gauge!("ennead_connections").set(*all as f64);
        Some(ConnectionPermit { limits: Arc::clone(self), address: limited })
    }

    /// The number of connections.
    pub(crate) fn connections(&self) -> usize {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    /// Evicts addresses that have been idle.
    pub(crate) fn evict(&self) {
        for limiter in [&self.requests, &self.calls, &self.matches] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        self.work.evict(Instant::now());
        self.studies.evict(Instant::now());
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.by_address.shrink_to_fit();
    }
}

/// Rejects work of a client that has to wait for so long.
fn reject_work(wait: Duration) -> Result<(), Failure> {
    if wait.is_zero() {
        return Ok(());
    }
    counter!("ennead_refused_total", "what" => "work").increment(1);
    let seconds = wait.as_secs() + 1;
    let text = format!("your requests took too much computing: try again in {seconds} s");
    Err(Failure::new(Code::TooMany, text))
}

/// Work that is being charged to a client.
pub(crate) struct Meter {
    limits: Arc<Limits>,
    client: Option<IpAddr>,
    is_study: bool,
    began: Instant,
}

impl Meter {
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        let (limits, took) = (&self.limits, self.began.elapsed());
        let Some(address) = self.client.filter(|address| !limits.is_free(*address)) else { return };
        let budget = if self.is_study { &limits.studies } else { &limits.work };
        budget.charge(client(address), took, Instant::now());
    }
}

/// A counted connection.
pub(crate) struct ConnectionPermit {
    limits: Arc<Limits>,
    /// `None` if connections of that address are not limited.
    address: Option<IpAddr>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut connections =
            self.limits.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.all -= 1;
        gauge!("ennead_connections").set(connections.all as f64);
        let Some(address) = self.address else { return };
        if let Some(count) = connections.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                connections.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict() -> Arc<Limits> {
        Limits::new(LimitConfig {
            calls_per_second: 1,
            connections_per_address: 2,
            connections: 3,
            limit_loopback: true,
            ..LimitConfig::default()
        })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_are_counted_and_released() {
        let limits = strict();
        let first = limits.connection(Some(address("127.0.0.1"))).unwrap();
        let _second = limits.connection(Some(address("::ffff:127.0.0.1"))).unwrap();
        assert!(
            limits.connection(Some(address("127.0.0.1"))).is_none(),
            "the third of one address"
        );
        let _other = limits.connection(Some(address("10.0.0.1"))).unwrap();
        assert!(limits.connection(Some(address("10.0.0.2"))).is_none(), "the fourth of all");
        drop(first);
        assert!(limits.connection(Some(address("127.0.0.1"))).is_some());
    }

    #[test]
    fn rejected_and_idle_addresses_leave_no_entries() {
        let limits = strict();
        let permits: Vec<_> =
            (0..3).map(|n| limits.connection(Some(IpAddr::from([10, 0, 0, n]))).unwrap()).collect();
        for number in 0..100 {
            let address = IpAddr::from([10, 0, 1, number]);
            assert!(limits.connection(Some(address)).is_none(), "there are as many as may be");
            limits.charge(Some(address), Duration::from_nanos(1));
        }
        assert_eq!(limits.connections.lock().unwrap().by_address.len(), 3);
        drop(permits);
        assert_eq!(limits.connections.lock().unwrap().by_address.len(), 0);
        while limits.work.len() > 0 {
            limits.evict();
        }
    }

    #[test]
    fn computing_time_is_limited_by_address() {
        let limits = strict();
        let greedy = address("10.0.0.1");
        limits.charge(Some(greedy), Duration::from_secs(2));
        assert_eq!(limits.work(greedy).unwrap_err().code, Code::TooMany);
        assert!(!limits.work_wait(greedy).is_zero());
        limits.work(address("10.0.0.2")).unwrap();
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let limits = strict();
        for _ in 0..BURST {
            limits.call(address("2001:db8::1")).unwrap();
        }
        assert_eq!(limits.call(address("2001:db8::2")).unwrap_err().code, Code::TooMany);
        limits.call(address("2001:db8:0:1::1")).unwrap();
    }

    #[test]
    fn loopback_is_unlimited_by_default() {
        let limits = Limits::new(LimitConfig { calls_per_second: 1, ..LimitConfig::default() });
        (0..100).for_each(|_| limits.call(address("127.0.0.1")).unwrap());
    }
}
