//! The simulated link between a node and its database.

use std::time::Duration;

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// A read.
    Read,
    /// A request that may change something.
    Write,
}

/// The fate of one request on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// How long it takes to reach the database.
    pub there: Duration,
    /// How long the response takes.
    pub back: Duration,
    /// Where it gets lost, if it does. The node notices after both delays.
    pub loss: Option<Loss>,
}

/// Where a request gets lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Before the database: it was never performed.
    Request,
    /// After the database: it was performed, but the node does not know.
    Answer,
}

/// The link from one node to the database, including hints from the database to the node.
pub trait Link: Send + Sync {
    /// The fate of the next request.
    fn passage(&self, request: Request) -> Passage;

    /// The delays after which a hint from another node arrives: none if it is lost, several if it
    /// is repeated.
    fn hint(&self) -> Vec<Duration>;

    /// The database's clock, as Unix time in milliseconds.
    fn time(&self) -> u64;
}

/// A link without delays or losses.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerfectLink;

impl Link for PerfectLink {
    fn passage(&self, _: Request) -> Passage {
        Passage::default()
    }

    fn hint(&self) -> Vec<Duration> {
        vec![Duration::ZERO]
    }

    fn time(&self) -> u64 {
        0
    }
}
