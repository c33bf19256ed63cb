//! The client that a task works for.

use std::future::Future;
use std::net::IpAddr;

tokio::task_local! {
    static CLIENT: IpAddr;
}

/// Runs a task for the client with this address, to whom its work is charged.
pub(crate) async fn work_for<T>(address: Option<IpAddr>, task: impl Future<Output = T>) -> T {
    match address {
        Some(address) => CLIENT.scope(address, task).await,
        None => task.await,
    }
}

/// The address of the client that the current task works for; none for the server's own work.
pub(crate) fn current_client() -> Option<IpAddr> {
    CLIENT.try_with(|address| *address).ok()
}
