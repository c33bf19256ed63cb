//! Sockets that only watch.

use std::net::IpAddr;
use std::rc::Rc;
use std::time::Duration;

use ennead_protocol::{ClientFrame, Features, MatchIdBytes, ServerFrame};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::Address;
use crate::pair::Shared;
use crate::socket::{Socket, SocketTrouble};

/// The most sockets opened concurrently.
pub(crate) const AT_ONCE: usize = 64;
const PATIENCE: Duration = Duration::from_secs(20);

/// Watches a match until the socket is closed.
pub(crate) async fn watch(
    shared: Rc<Shared>,
    local: Option<IpAddr>,
    id: MatchIdBytes,
    doors: Rc<Semaphore>,
) {
    let opened = {
        let _door = doors.acquire().await;
        timeout(PATIENCE, open(&shared, local, id)).await.unwrap_or(Err(SocketTrouble::Timeout))
    };
    let ended = match opened {
        Ok(socket) => stay(&shared, socket).await,
        Err(trouble) => trouble,
    };
    shared.tally.borrow_mut().note_trouble(&ended);
}

async fn open(
    shared: &Shared,
    local: Option<IpAddr>,
    id: MatchIdBytes,
) -> Result<Socket, SocketTrouble> {
    let address: &Address = &shared.address;
    let mut socket = Socket::connect(address, local, &shared.tally).await?;
    socket.send(&ClientFrame::Open { id, token: None, features: Features::NONE }).await?;
    match socket.receive().await? {
        ServerFrame::State(_) => Ok(socket),
        ServerFrame::Error { code, .. } => Err(SocketTrouble::Refused(code.name())),
        _ => Err(SocketTrouble::Protocol),
    }
}

/// Reads, so that pings are answered, until the socket is closed.
async fn stay(shared: &Shared, mut socket: Socket) -> SocketTrouble {
    {
        let mut tally = shared.tally.borrow_mut();
        tally.idle_opened += 1;
        tally.idle_open += 1;
    }
    let ended = loop {
        if let Err(trouble) = socket.receive().await {
            break trouble;
        }
    };
    shared.tally.borrow_mut().idle_open -= 1;
    ended
}
