//! The kinds of faults.

use std::str::FromStr;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// A node is killed and restarted immediately.
    Kill,
    /// A node is asked to shut down, and restarted.
    Restart,
    /// A node is paused (SIGSTOP) and resumed.
    Stop,
    /// All connections to a node, or from a node to the database, are cut.
    Cut,
    /// Everything on these connections is delayed.
    Delay,
    /// Everything on these connections is dropped, and then they are cut.
    Swallow,
    /// The database is restarted as after a crash.
    Database,
    /// The database is lost, and its replica takes over.
    Failover,
    /// The disk of the database is full.
    Disk,
    /// A node is killed and restarted with a wrong clock.
    Clock,
}

impl Fault {
    /// All kinds.
    pub(crate) const ALL: [Fault; 10] = [
        Fault::Kill,
        Fault::Restart,
        Fault::Stop,
        Fault::Cut,
        Fault::Delay,
        Fault::Swallow,
        Fault::Database,
        Fault::Failover,
        Fault::Disk,
        Fault::Clock,
    ];

    /// The name in options and reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Kill => "kill",
            Fault::Restart => "restart",
            Fault::Stop => "stop",
            Fault::Cut => "cut",
            Fault::Delay => "delay",
            Fault::Swallow => "swallow",
            Fault::Database => "database",
            Fault::Failover => "failover",
            Fault::Disk => "disk",
            Fault::Clock => "clock",
        }
    }

    /// The colour of its mark in the chart.
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Fault::Kill => "#d62728",
            Fault::Restart => "#ff7f0e",
            Fault::Stop => "#9467bd",
            Fault::Cut => "#1f77b4",
            Fault::Delay => "#17becf",
            Fault::Swallow => "#2f4b7c",
            Fault::Database => "#8c564b",
            Fault::Failover => "#e377c2",
            Fault::Disk => "#7f7f7f",
            Fault::Clock => "#bcbd22",
        }
    }

    /// Whether the fault affects the network, and so needs a proxy.
    pub(crate) fn is_of_network(self) -> bool {
        matches!(self, Fault::Cut | Fault::Delay | Fault::Swallow)
    }

    /// Whether the fault needs nodes that share a database.
    pub(crate) fn needs_server(self) -> bool {
        matches!(self, Fault::Database | Fault::Failover | Fault::Clock)
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Fault::ALL.into_iter().find(|fault| fault.name() == text);
        found.ok_or_else(|| {
            let names = Fault::ALL.map(Fault::name).join(", ");
            format!("there is no fault {text:?}; there are: {names}")
        })
    }
}
