//! The settings of a solve.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::ClusterSecret;

/// The processes of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The address of each process, `host:port`.
    pub addresses: Vec<String>,
    /// The index of this process.
    pub process: usize,
    /// The secret that the processes share. Without one, all addresses must be loopback addresses.
    pub secret: Option<ClusterSecret>,
}

/// How a game is solved.
#[derive(Clone)]
pub struct Plan {
    /// Where tables and checkpoints go.
    pub directory: PathBuf,
    /// Number of worker threads of this process; the same in every process.
    pub workers: usize,
    /// The processes; `None` for a single process.
    pub hosts: Option<Hosts>,
    /// Bytes of memory that this process may use.
    pub memory: u64,
    /// Whether to continue from the checkpoints in the directory.
    pub resume: bool,
    /// How long to wait for the other processes.
    pub patience: Duration,
    /// Receives progress, from the first worker of the process.
    pub watch: Arc<dyn Fn(&SolveEvent) + Send + Sync>,
}

/// The two halves of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are enumerated.
    Enumerate,
    /// Positions are evaluated.
    Evaluate,
}

impl Stage {
    /// The stage in logs and checkpoints.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Enumerate => "enumerate",
            Stage::Evaluate => "evaluate",
        }
    }
}

/// Progress of a solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveEvent {
    /// Work within a layer: canonical positions processed by this process so far.
    Progress {
        /// The stage.
        stage: Stage,
        /// The layer.
        layer: u32,
        /// The highest layer, as far as it is known.
        last: u32,
        /// Positions of all layers that this process has processed in this stage.
        done: u64,
        /// The number it will have processed in total; known while evaluating.
        of: Option<u64>,
    },
    /// A layer is complete on all workers.
    Layer {
        /// The stage.
        stage: Stage,
        /// The layer.
        layer: u32,
        /// Canonical positions of the layer on all workers.
        canonical: u64,
        /// Bytes written for the layer by all workers.
        bytes: u64,
    },
}
