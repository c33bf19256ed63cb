//! The nodes, their database, and the proxies between them.

use std::io;
use std::sync::Arc;

use ennead_load::Address;
use tokio::runtime::Runtime;

use crate::database::Database;
use crate::options::Options;
use crate::proxy::Proxy;
use crate::server_process::ServerProcess;

/// One node and the proxies around it.
pub(crate) struct Place {
    /// The node.
    pub(crate) node: ServerProcess,
    /// The proxy between clients and the node.
    pub(crate) front: Option<Arc<Proxy>>,
    /// The proxies between the node and the database servers.
    pub(crate) back: Vec<Arc<Proxy>>,
}

/// All processes of a campaign. They are killed on drop.
pub(crate) struct Cluster {
    /// The nodes.
    pub(crate) places: Vec<Place>,
    /// The database.
    pub(crate) database: Database,
    /// The runtime of the proxies.
    _network: Option<Runtime>,
}

impl Cluster {
    /// Starts everything and waits until it is ready.
    pub(crate) fn start(options: &Options, database: Database) -> Result<Cluster, String> {
        let network = options.needs_proxy().then(network).transpose();
        let network = network.map_err(|error| format!("no runtime for proxies: {error}"))?;
        let failed = |error: io::Error| format!("cannot start a node: {error}");
        let mut places = Vec::new();
        for number in 0..options.nodes {
            let mut back = Vec::new();
            let mut ports = database.ports();
            if let Some(network) = &network {
                for port in &mut ports {
                    let proxy = network.block_on(Proxy::start(*port)).map_err(failed)?;
                    *port = proxy.port();
                    back.push(proxy);
                }
            }
            let folder = options.out.join(format!("node{number}"));
            let url = database.url(&ports);
            let mut node = ServerProcess::new(&options.ennead, folder, url).map_err(failed)?;
            node.start(0).map_err(failed)?;
            if !node.wait_until_ready() {
                return Err(format!("node {number} does not start: see {}", node.log().display()));
            }
            let start_proxy = |network: &Runtime| network.block_on(Proxy::start(node.port()));
            let front = network.as_ref().map(start_proxy).transpose().map_err(failed)?;
            places.push(Place { node, front, back });
        }
        Ok(Cluster { places, database, _network: network })
    }

    /// The addresses of the nodes, as seen by clients.
    pub(crate) fn addresses(&self) -> Vec<Address> {
        let port = |place: &Place| place.front.as_ref().map_or(place.node.port(), |one| one.port());
        let address = |place: &Place| format!("http://127.0.0.1:{}", port(place)).parse();
        self.places.iter().filter_map(|place| address(place).ok()).collect()
    }
}

/// A separate runtime for the proxies, so that busy clients do not delay them.
fn network() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()
}
