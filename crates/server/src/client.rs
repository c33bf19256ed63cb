//! Clients: whom limits, queues and bills count as one, and on whose behalf a task runs.

use std::future::Future;
use std::net::{IpAddr, Ipv6Addr};

/// The bits of an IPv6 address that name a customer's network; the others are the customer's own
/// 2^64 addresses.
const NETWORK: u128 = u128::MAX << 64;

/// A client: an IPv4 address, or the first 64 bits of an IPv6 address. Limits, the queues of bots
/// and of other work, sponsors of bots and meters count by it alone.
///
/// ```
/// use std::net::IpAddr;
/// use ennead_server::Client;
/// let client = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
/// assert_eq!(client("2001:db8::1"), client("2001:db8::2"));
/// assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
/// assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
/// assert_ne!(client("10.0.0.2"), client("10.0.0.1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                Ipv6Addr::from_bits(address.to_bits() & NETWORK).into()
            }
            address => address,
        })
    }
}

impl Client {
    /// Whether it runs on this machine.
    pub(crate) fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }
}

tokio::task_local! {
    static CLIENT: Client;
}

/// Runs a task on behalf of a client, which is charged for its work.
pub(crate) async fn work_for<T>(client: Option<Client>, task: impl Future<Output = T>) -> T {
    match client {
        Some(client) => CLIENT.scope(client, task).await,
        None => task.await,
    }
}

/// The client on whose behalf the current task runs; `None` for the server's own work.
pub(crate) fn current_client() -> Option<Client> {
    CLIENT.try_with(|client| *client).ok()
}
