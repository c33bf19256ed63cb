//! The client on whose behalf a task runs.

use std::future::Future;
use std::net::IpAddr;

tokio::task_local! {
    static CLIENT: IpAddr;
}

/// Runs a task on behalf of the client with this address, which is charged for its work.
pub(crate) async fn work_for<T>(address: Option<IpAddr>, task: impl Future<Output = T>) -> T {
    match address {
        Some(address) => CLIENT.scope(address, task).await,
        None => task.await,
    }
}

/// The address of the client on whose behalf the current task runs; `None` for the server's own
/// work.
pub(crate) fn current_client() -> Option<IpAddr> {
    CLIENT.try_with(|address| *address).ok()
}
