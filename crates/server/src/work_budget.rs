//! The computing time that each address may use.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Computing time per address: each address earns a share of every second and is charged afterwards
/// for what it uses, so a client waits in proportion to the cost of its requests.
pub(crate) struct WorkBudget {
    /// Seconds of work earned per second.
    share: f64,
    /// Seconds of work that an idle address may use at once.
    burst: f64,
    accounts: Mutex<HashMap<IpAddr, Account>>,
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

    fn accounts(&self) -> MutexGuard<'_, HashMap<IpAddr, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges work to an address.
    pub(crate) fn charge(&self, address: IpAddr, work: Duration, now: Instant) {
        let mut accounts = self.accounts();
        let left = self.left(accounts.get(&address), now);
        accounts.insert(address, Account { left: left - work.as_secs_f64(), at: now });
    }

    /// How long an address has to wait until its debt is paid off.
    pub(crate) fn wait(&self, address: IpAddr, now: Instant) -> Duration {
        let left = self.left(self.accounts().get(&address), now);
        Duration::from_secs_f64((-left / self.share).max(0.0))
    }

    fn left(&self, account: Option<&Account>, now: Instant) -> f64 {
        account.map_or(self.burst, |account| {
            let gained = now.saturating_duration_since(account.at).as_secs_f64() * self.share;
            (account.left + gained).min(self.burst)
        })
    }

    /// Evicts addresses with a full budget.
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
    use super::*;

    #[test]
    fn work_beyond_the_share_waits_and_idle_addresses_are_evicted() {
        let budget = WorkBudget::new(0.25, 1.0);
        let (address, now) = (IpAddr::from([10, 0, 0, 1]), Instant::now());
        budget.charge(address, Duration::from_millis(900), now);
        assert_eq!(budget.wait(address, now), Duration::ZERO);
        budget.charge(address, Duration::from_millis(600), now);
        let wait = budget.wait(address, now);
        assert!((1.9..2.1).contains(&wait.as_secs_f64()), "{wait:?}");
        assert_eq!(budget.wait(address, now + Duration::from_secs(3)), Duration::ZERO);
        assert_eq!(budget.wait(IpAddr::from([10, 0, 0, 2]), now), Duration::ZERO);
        budget.evict(now);
        assert_eq!(budget.len(), 1);
        budget.evict(now + Duration::from_secs(60));
        assert_eq!(budget.len(), 0);
    }
}
