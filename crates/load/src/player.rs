//! One player: a socket and the newest state received on it.

use std::net::IpAddr;
use std::rc::Rc;

use ennead_game::Viewer;
use ennead_protocol::{
    ClientFrame, Features, MatchIdBytes, ServerFrame, StateFrame, Status, Token,
};

use crate::Address;
use crate::socket::{Socket, SocketTrouble};
use crate::tally::SharedTally;

/// One player: a socket and the newest state received on it.
pub struct Player {
    socket: Socket,
    id: MatchIdBytes,
    token: Token,
    /// The newest state.
    pub state: StateFrame,
    /// The next match, once the server has announced it.
    next: Option<MatchIdBytes>,
}

impl Player {
    /// Connects and opens a match.
    pub async fn join(
        address: &Address,
        local: Option<IpAddr>,
        id: MatchIdBytes,
        token: Token,
        tally: &Rc<SharedTally>,
    ) -> Result<Player, SocketTrouble> {
        let mut socket = Socket::connect(address, local, tally).await?;
        socket
            .send(&ClientFrame::Open { id, token: Some(token), features: Features::NONE })
            .await?;
        match socket.receive().await? {
            ServerFrame::State(state) => Ok(Player { socket, id, token, state, next: None }),
            other => Err(trouble(&other)),
        }
    }

    /// Opens another match on the same socket.
    pub async fn reopen(&mut self, id: MatchIdBytes) -> Result<(), SocketTrouble> {
        self.id = id;
        self.next = None;
        self.send(&ClientFrame::Open { id, token: Some(self.token), features: Features::NONE })
            .await
    }

    /// Sends a frame.
    pub async fn send(&mut self, frame: &ClientFrame) -> Result<(), SocketTrouble> {
        self.socket.send(frame).await
    }

    /// Receives the next frame about the match.
    pub async fn receive(&mut self) -> Result<(), SocketTrouble> {
        match self.socket.receive().await? {
            ServerFrame::State(state) => self.state = state,
            // The frame that announced this match may still arrive.
            ServerFrame::Next { id } => self.next = Some(id).filter(|id| *id != self.id),
            other => return Err(trouble(&other)),
        }
        Ok(())
    }

    /// Waits until the match is past a ply.
    pub async fn wait_past(&mut self, ply: u32) -> Result<(), SocketTrouble> {
        while self.state.ply <= ply {
            self.receive().await?;
        }
        Ok(())
    }

    /// Waits for the first state of the match that follows a finished one.
    pub async fn begin(&mut self) -> Result<(), SocketTrouble> {
        while self.is_over() {
            self.receive().await?;
        }
        Ok(())
    }

    /// Waits for the next match.
    pub async fn next_match(&mut self) -> Result<MatchIdBytes, SocketTrouble> {
        loop {
            match self.next {
                Some(id) => return Ok(id),
                None => self.receive().await?,
            }
        }
    }

    /// Whether it is this player's turn.
    pub fn is_to_move(&self) -> bool {
        match self.state.status {
            Status::Running { turn, .. } => self.state.viewer == Viewer::Seat(turn),
            _ => false,
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.state.status, Status::Over { .. })
    }
}

/// The meaning of a frame that is not about the match.
fn trouble(frame: &ServerFrame) -> SocketTrouble {
    match frame {
        ServerFrame::Error { code, .. } => SocketTrouble::Refused(code.name()),
        ServerFrame::Bye { seconds } => SocketTrouble::Bye(*seconds),
        _ => SocketTrouble::Protocol,
    }
}
