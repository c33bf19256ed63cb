//! Rate and connection limits.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
use crate::client::Client;
use crate::thinking::job_began;
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

/// A rate per client.
type ClientLimiter = RateLimiter<
    Client,
    DefaultKeyedStateStore<Client>,
    RuntimeClock,
    NoOpMiddleware<std::time::Instant>,
>;

fn by_client(quota: Quota) -> ClientLimiter {
    RateLimiter::new(quota, DefaultKeyedStateStore::default(), RuntimeClock)
}

/// The limits of one server.
pub(crate) struct Limits {
    config: LimitConfig,
    requests: ClientLimiter,
    calls: ClientLimiter,
    matches: ClientLimiter,
    work: WorkBudget,
    studies: WorkBudget,
    connections: Mutex<Connections>,
}

#[derive(Default)]
struct Connections {
    all: usize,
    by_client: HashMap<Client, usize>,
}

/// The number, raised to one if it is zero.
fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
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
            requests: by_client(requests.allow_burst(times(REQUESTS_PER_CALL * BURST))),
            calls: by_client(Quota::per_second(calls).allow_burst(times(BURST))),
            matches: by_client(Quota::per_minute(matches)),
            work: WorkBudget::new(work, work * f64::from(BURST)),
            studies: WorkBudget::new(work, work * STUDY_BURST),
            connections: Mutex::default(),
        })
    }

    fn is_free(&self, client: Client) -> bool {
        !self.config.limit_loopback && client.is_loopback()
    }

    /// Counts a request of any kind.
    pub(crate) fn request(&self, client: Client) -> Result<(), Failure> {
        self.check(&self.requests, client, "requests")
    }

    /// Counts a call.
    pub(crate) fn call(&self, client: Client) -> Result<(), Failure> {
        self.check(&self.calls, client, "calls")
    }

    /// Counts a new match.
    pub(crate) fn new_match(&self, client: Client) -> Result<(), Failure> {
        self.check(&self.matches, client, "new matches")
    }

    /// Charges computing time to a client, if the work was done for one.
    pub(crate) fn charge(&self, client: Option<Client>, work: Duration) {
        if let Some(client) = client.filter(|client| !self.is_free(*client)) {
            self.work.charge(client, work, Instant::now());
        }
    }

    /// How long a client has to wait before it may request more computing.
    pub(crate) fn work_wait(&self, client: Client) -> Duration {
        match self.is_free(client) {
            true => Duration::ZERO,
            false => self.work.wait(client, Instant::now()),
        }
    }

    /// Charges work to a client from now on, or from the beginning of the current job, until the
    /// meter is dropped, also if the work panics or the client hangs up.
    pub(crate) fn meter(self: &Arc<Self>, client: Option<Client>) -> Meter {
        self.begin(client, false)
    }

    /// The same for an analysis or a review. These have a budget of their own: who reads a review
    /// may go on playing meanwhile.
    pub(crate) fn study_meter(self: &Arc<Self>, client: Option<Client>) -> Meter {
        self.begin(client, true)
    }

    fn begin(self: &Arc<Self>, client: Option<Client>, is_study: bool) -> Meter {
        let began = job_began().unwrap_or_else(Instant::now);
        Meter { limits: Arc::clone(self), client, is_study, began }
    }

    /// Rejects an analysis or a review for a client that has used up its time for them.
    pub(crate) fn study(&self, client: Client) -> Result<(), Failure> {
        match self.is_free(client) {
            true => Ok(()),
            false => reject_work(self.studies.wait(client, Instant::now())),
        }
    }

    /// Whether these are the same client, and a limited one.
    pub(crate) fn are_one_client(&self, one: Client, other: Client) -> bool {
        !self.is_free(one) && one == other
    }

    /// Rejects a call of a client that has used up its computing time.
    pub(crate) fn work(&self, client: Client) -> Result<(), Failure> {
        reject_work(self.work_wait(client))
    }

    /// Whether the limits apply to a client.
    pub(crate) fn applies_to(&self, client: Client) -> bool {
        !self.is_free(client)
    }

    fn check(
        &self,
        limiter: &ClientLimiter,
        client: Client,
        what: &'static str,
    ) -> Result<(), Failure> {
        if self.is_free(client) || limiter.check_key(&client).is_ok() {
            return Ok(());
        }
        counter!("ennead_refused_total", "what" => what).increment(1);
        Err(Failure::new(
            Code::TooMany,
            format!("too many {what} from your address: wait a little"),
        ))
    }

    /// The number of entries of clients.
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

    fn counts(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection of a client, or of a proxy, until the permit is dropped; `None` if
    /// there are too many.
    pub(crate) fn connection(self: &Arc<Self>, client: Option<Client>) -> Option<ConnectionPermit> {
        let client = match client {
            Some(client) => Some(self.client(client)?),
            None => None,
        };
        {
            let mut counts = self.counts();
            if counts.all < self.config.connections {
                counts.all += 1;
                gauge!("ennead_connections").set(counts.all as f64);
                return Some(ConnectionPermit { limits: Arc::clone(self), _client: client });
            }
        }
        note_refused_connection();
        None
    }

    /// Counts a connection of a client, or something that a proxy forwards from it, until the
    /// permit is dropped; `None` if there are too many.
    pub(crate) fn client(self: &Arc<Self>, client: Client) -> Option<ClientPermit> {
        let limited = (!self.is_free(client)).then_some(client);
        if let Some(client) = limited {
            let mut counts = self.counts();
            let count = counts.by_client.get(&client).copied().unwrap_or_default();
            if count >= self.config.connections_per_address {
                note_refused_connection();
                return None;
            }
            // A refused connection leaves no entry behind.
            counts.by_client.insert(client, count + 1);
        }
        Some(ClientPermit { limits: Arc::clone(self), client: limited })
    }

    /// The number of connections.
    pub(crate) fn connections(&self) -> usize {
        self.counts().all
    }

    /// Evicts clients that have been idle.
    pub(crate) fn evict(&self) {
        for limiter in [&self.requests, &self.calls, &self.matches] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        self.work.evict(Instant::now());
        self.studies.evict(Instant::now());
        self.counts().by_client.shrink_to_fit();
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
    client: Option<Client>,
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
        let Some(client) = self.client.filter(|client| !limits.is_free(*client)) else { return };
        let budget = if self.is_study { &limits.studies } else { &limits.work };
        budget.charge(client, took, Instant::now());
    }
}

fn note_refused_connection() {
    counter!("ennead_refused_total", "what" => "connections").increment(1);
}

/// A counted connection.
pub(crate) struct ConnectionPermit {
    limits: Arc<Limits>,
    /// `None` for a connection of a proxy.
    _client: Option<ClientPermit>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.limits.counts();
        counts.all -= 1;
        gauge!("ennead_connections").set(counts.all as f64);
    }
}

/// A counted connection of a client, or something that a proxy forwards from it.
pub(crate) struct ClientPermit {
    limits: Arc<Limits>,
    /// `None` if the client is not limited.
    client: Option<Client>,
}

impl Drop for ClientPermit {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut counts = self.limits.counts();
        if let Some(count) = counts.by_client.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                counts.by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

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

    fn client(text: &str) -> Client {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn connections_are_counted_and_released() {
        let limits = strict();
        let first = limits.connection(Some(client("127.0.0.1"))).unwrap();
        let _second = limits.connection(Some(client("::ffff:127.0.0.1"))).unwrap();
        assert!(limits.connection(Some(client("127.0.0.1"))).is_none(), "the third of one address");
        let _other = limits.connection(Some(client("10.0.0.1"))).unwrap();
        assert!(limits.connection(Some(client("10.0.0.2"))).is_none(), "the fourth of all");
        drop(first);
        assert!(limits.connection(Some(client("127.0.0.1"))).is_some());
    }

    #[test]
    fn rejected_and_idle_clients_leave_no_entries() {
        let limits = strict();
        let permits: Vec<_> = (0..3)
            .map(|n| limits.connection(Some(client(&format!("10.0.0.{n}")))).unwrap())
            .collect();
        for number in 0..100 {
            let client = client(&format!("10.0.1.{number}"));
            assert!(limits.connection(Some(client)).is_none(), "there are as many as may be");
            limits.charge(Some(client), Duration::from_nanos(1));
        }
        assert_eq!(limits.connections.lock().unwrap().by_client.len(), 3);
        drop(permits);
        assert_eq!(limits.connections.lock().unwrap().by_client.len(), 0);
        while limits.work.len() > 0 {
            limits.evict();
        }
    }

    #[test]
    fn computing_time_is_limited_by_client() {
        let limits = strict();
        let greedy = client("10.0.0.1");
        limits.charge(Some(greedy), Duration::from_secs(2));
        assert_eq!(limits.work(greedy).unwrap_err().code, Code::TooMany);
        assert!(!limits.work_wait(greedy).is_zero());
        limits.work(client("10.0.0.2")).unwrap();
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let limits = strict();
        for _ in 0..BURST {
            limits.call(client("2001:db8::1")).unwrap();
        }
        assert_eq!(limits.call(client("2001:db8::2")).unwrap_err().code, Code::TooMany);
        limits.call(client("2001:db8:0:1::1")).unwrap();
    }

    #[test]
    fn loopback_is_unlimited_by_default() {
        let limits = Limits::new(LimitConfig { calls_per_second: 1, ..LimitConfig::default() });
        (0..100).for_each(|_| limits.call(client("127.0.0.1")).unwrap());
    }
}
