//! Databases and progress bars for commands on stored matches.

use std::time::Duration;

use ennead_store::{Store, StoreError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// The number of matches read at once.
pub(crate) const PAGE: u32 = 500;

/// Runs a future that waits for a database.
pub(crate) fn block_on<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build();
    runtime.map_err(|error| Failure::Service(format!("no threads: {error}")))?.block_on(future)
}

/// Opens the database for writing.
pub(crate) async fn open(url: &str) -> Result<Store, Failure> {
    Store::open(url).await.map_err(Failure::store)
}

/// Opens the database read-only, while others may use it.
pub(crate) async fn open_to_read(url: &str) -> Result<Store, Failure> {
    Store::open_to_read(url).await.map_err(Failure::store)
}

impl Failure {
    /// The store's own message is sufficient.
    #[expect(clippy::needless_pass_by_value, reason = "it goes where errors are mapped")]
    pub(crate) fn store(error: StoreError) -> Self {
        Failure::Service(error.to_string())
    }
}

/// A progress bar over matches, shown only on a terminal.
pub(crate) fn bar(matches: u64) -> ProgressBar {
    styled(ProgressBar::new(matches), "{bar:30} {pos}/{len} matches  [{elapsed} < {eta}]")
}

/// A progress bar over the bytes of a file, shown only on a terminal.
pub(crate) fn bytes_bar(length: Option<u64>) -> ProgressBar {
    match length {
        Some(length) => {
            styled(ProgressBar::new(length), "{bar:30} {bytes}/{total_bytes}  [{elapsed} < {eta}]")
        }
        None => styled(ProgressBar::no_length(), "{spinner} {bytes}  [{elapsed}]"),
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style)
}
