//! The options of a campaign.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::fault::Fault;

/// The store of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreKind {
    /// One node and a file.
    Sqlite,
    /// Several nodes and a PostgreSQL server.
    Postgres,
    /// Several nodes, a PostgreSQL server and its streaming replica.
    Replica,
}

impl StoreKind {
    /// The name in options and reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            StoreKind::Sqlite => "sqlite",
            StoreKind::Postgres => "postgres",
            StoreKind::Replica => "replica",
        }
    }

    /// Whether this fault can happen with this store.
    pub(crate) fn allows(self, fault: Fault) -> bool {
        match self {
            StoreKind::Sqlite => !fault.needs_server(),
            StoreKind::Postgres => fault != Fault::Failover,
            StoreKind::Replica => fault != Fault::Database && fault != Fault::Disk,
        }
    }

    /// The default faults.
    pub(crate) fn default_faults(self) -> Vec<Fault> {
        Fault::ALL.into_iter().filter(|fault| self.allows(*fault)).collect()
    }
}

impl FromStr for StoreKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "sqlite" => Ok(StoreKind::Sqlite),
            "postgres" => Ok(StoreKind::Postgres),
            "replica" => Ok(StoreKind::Replica),
            _ => Err("a store is sqlite, postgres or replica".into()),
        }
    }
}

/// The options of a campaign.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The store of the nodes.
    pub(crate) store: StoreKind,
    /// The kinds of faults. One that is listed twice happens twice as often.
    pub(crate) faults: Vec<Fault>,
    /// Whether each fault happens exactly once, in this order.
    pub(crate) is_script: bool,
    /// How long faults are injected.
    pub(crate) time: Duration,
    /// The seed of the schedule and of the clients.
    pub(crate) seed: u64,
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// The number of matches played as fast as possible.
    pub(crate) pairs: usize,
    /// The number of matches with clocks, bots and spectators.
    pub(crate) tables: usize,
    /// The longest pause between two faults.
    pub(crate) pause: Duration,
    /// The factor by which this machine may be slower than the server promises.
    pub(crate) patience: u64,
    /// The folder for the report, the chart and the logs.
    pub(crate) out: PathBuf,
    /// The program under test.
    pub(crate) ennead: PathBuf,
    /// The program of version 0.1, which must reject the database at the end.
    pub(crate) old: Option<PathBuf>,
    /// A database of version 0.1 to start the campaign with.
    pub(crate) fixture: Option<PathBuf>,
    /// Whether to hide progress.
    pub(crate) is_quiet: bool,
}

impl Options {
    /// Whether connections pass through a proxy.
    pub(crate) fn needs_proxy(&self) -> bool {
        self.faults.iter().any(|fault| fault.is_of_network())
    }
}
