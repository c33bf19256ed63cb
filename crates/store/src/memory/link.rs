//! What lies between a simulated node and its database.

use std::time::Duration;

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// It reads.
    Read,
    /// It may change something.
    Write,
}

/// What happens to one request on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// How long it takes to the database.
    pub there: Duration,
    /// How long the answer takes.
    pub back: Duration,
    /// Where it gets lost, if it does. The node notices after both times.
    pub loss: Option<Loss>,
}

/// Where a request gets lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Before the database: it was never performed.
    Request,
    /// After the database: it was performed, and nobody learns that.
    Answer,
}

/// The way from one node to the database, and from the database's hints to the node.
pub trait Link: Send + Sync {
    /// What happens to the next request.
    fn passage(&self, request: Request) -> Passage;

    /// The delays after which a hint from another node arrives here: none if it is lost, several if
    /// it is repeated.
    fn hint(&self) -> Vec<Duration>;

    /// The database's clock in milliseconds of Unix time.
    fn time(&self) -> u64;
}

/// A link without delays and losses.
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
