//! The computing time that each client may use.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::client::Client;

/// Computing time per client: each client earns a share of every second and is charged afterwards
/// for what it uses, so it waits in proportion to the cost of its requests.
pub(crate) struct WorkBudget {
    /// Seconds of work earned per second.
    share: f64,
    /// Seconds of work that an idle client may use at once.
    burst: f64,
    accounts: Mutex<HashMap<Client, Account>>,
}

struct Account {
    /// Seconds of work left; negative while in debt.
    left: f64,
    at: Instant,
}

impl WorkBudget {
    /// A budget in seconds of work: the share earned per second, and the most that can be saved up.
    pub(crate) fn new(share: f64, burst: f64) -> Self {
        WorkBudget { share, burst, accounts: Mutex::default() }
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<Client, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges work to a client.
    pub(crate) fn charge(&self, client: Client, work: Duration, now: Instant) {
        let mut accounts = self.accounts();
        let left = self.left(accounts.get(&client), now);
        accounts.insert(client, Account { left: left - work.as_secs_f64(), at: now });
    }

    /// How long a client has to wait until its debt is paid off.
    pub(crate) fn wait(&self, client: Client, now: Instant) -> Duration {
        let left = self.left(self.accounts().get(&client), now);
        Duration::from_secs_f64((-left / self.share).max(0.0))
    }

    fn left(&self, account: Option<&Account>, now: Instant) -> f64 {
        account.map_or(self.burst, |account| {
            let gained = now.saturating_duration_since(account.at).as_secs_f64() * self.share;
            (account.left + gained).min(self.burst)
        })
    }

    /// Evicts clients with a full budget.
    pub(crate) fn evict(&self, now: Instant) {
        let mut accounts = self.accounts();
        accounts.retain(|_, account| self.left(Some(account), now) < self.burst);
        accounts.shrink_to_fit();
    }

    #[cfg(any(test, feature = "simulation"))]
    pub(crate) fn len(&self) -> usize {
        self.accounts().len()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn work_beyond_the_share_waits_and_idle_clients_are_evicted() {
        let budget = WorkBudget::new(0.25, 1.0);
        let (client, now) = (Client::from(IpAddr::from([10, 0, 0, 1])), Instant::now());
        budget.charge(client, Duration::from_millis(900), now);
        assert_eq!(budget.wait(client, now), Duration::ZERO);
        budget.charge(client, Duration::from_millis(600), now);
        let wait = budget.wait(client, now);
        assert!((1.9..2.1).contains(&wait.as_secs_f64()), "{wait:?}");
        assert_eq!(budget.wait(client, now + Duration::from_secs(3)), Duration::ZERO);
        assert_eq!(budget.wait(IpAddr::from([10, 0, 0, 2]).into(), now), Duration::ZERO);
        budget.evict(now);
        assert_eq!(budget.len(), 1);
        budget.evict(now + Duration::from_secs(60));
        assert_eq!(budget.len(), 0);
    }
}
