//! A client that subscribes to a match on one node and logs what it receives.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ennead_host::MatchId;
use ennead_judge::{ConnectionId, What, fold};
use ennead_load::{SharedTally, Socket, SocketTrouble};
use ennead_protocol::{ClientFrame, Features, ServerFrame, StateFrame, Token};
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::{sleep, timeout};

use crate::world::World;

/// A node that does not answer for this long is asked again.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(40);

/// A subscription to a match; it ends on drop.
pub(crate) struct Subscriber {
    latest: watch::Receiver<Option<StateFrame>>,
    task: JoinHandle<()>,
}

impl Subscriber {
    /// Subscribes to a match, starting with this node. A spectator stays with its node, a player
    /// does not.
    pub(crate) fn start(
        world: &Arc<World>,
        tally: &Rc<SharedTally>,
        id: MatchId,
        token: Option<Token>,
        node: usize,
    ) -> Subscriber {
        let (sender, latest) = watch::channel(None);
        let (world, tally) = (Arc::clone(world), Rc::clone(tally));
        let task = spawn_local(async move {
            let mut node = node;
            loop {
                let _ = follow(&world, &tally, (id, token), node, &sender).await;
                sleep(PAUSE).await;
                if token.is_some() {
                    node = (node + 1) % world.nodes.len();
                }
            }
        });
        Subscriber { latest, task }
    }

    /// The latest state.
    pub(crate) fn state(&self) -> Option<StateFrame> {
        self.latest.borrow().clone()
    }

    /// Waits for a newer state, up to a limit.
    pub(crate) async fn wait(&mut self, at_most: Duration) {
        // The sender lives as long as the task.
        let _ = timeout(at_most, self.latest.changed()).await;
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// An open connection; its end is logged however it ends.
struct Connection {
    world: Arc<World>,
    number: ConnectionId,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.world.note(What::Closed { connection: self.number });
    }
}

async fn follow(
    world: &Arc<World>,
    tally: &Rc<SharedTally>,
    (id, token): (MatchId, Option<Token>),
    node: usize,
    latest: &watch::Sender<Option<StateFrame>>,
) -> Result<(), SocketTrouble> {
    let open = async {
        let mut socket = Socket::connect(&world.nodes[node], None, tally).await?;
        let open = ClientFrame::Open { id: id.to_bytes(), token, features: Features::NONE };
        socket.send(&open).await?;
        let first = socket.receive().await?;
        Ok((socket, first))
    };
    let opened = timeout(PATIENCE, open).await;
    let (mut socket, first) = opened.unwrap_or(Err(SocketTrouble::Timeout))?;
    let ServerFrame::State(state) = first else { return Err(SocketTrouble::Protocol) };
    let number = world.connection();
    let viewer = state.viewer;
    world.note(What::Opened { connection: number, node, id, viewer });
    let _connection = Connection { world: Arc::clone(world), number };
    let mut frame = ServerFrame::State(state);
    loop {
        if let ServerFrame::State(state) = frame {
            let (ply, status, board) = (state.ply, state.status, fold(0, &state.payload));
            world.note(What::Sent { connection: number, ply, status, board, next: None });
            latest.send_replace(Some(state));
        }
        frame = socket.receive().await?;
    }
}
