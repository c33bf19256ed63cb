//! One player: a socket, and the newest state that came over it.

use std::rc::Rc;

use ennead_game::Viewer;
use ennead_protocol::{ClientFrame, MatchId, ServerFrame, StateFrame, Status, Token};

use crate::Address;
use crate::socket::{Socket, Trouble};
use crate::tally::SharedTally;

pub(crate) struct Player {
    socket: Socket,
    id: MatchId,
    token: Token,
    /// The newest state.
    pub(crate) state: StateFrame,
    /// The match that comes next, once the server has told of it.
    next: Option<MatchId>,
}

impl Player {
    /// Connects and opens a match.
    pub(crate) async fn join(
        address: &Address,
        id: MatchId,
        token: Token,
        tally: &Rc<SharedTally>,
    ) -> Result<Player, Trouble> {
        let mut socket = Socket::connect(address, tally).await?;
        socket.send(&ClientFrame::Open { id, token: Some(token) }).await?;
        match socket.receive().await? {
            ServerFrame::State(state) => Ok(Player { socket, id, token, state, next: None }),
            other => Err(trouble(&other)),
        }
    }

    /// Opens another match on the same socket.
    pub(crate) async fn reopen(&mut self, id: MatchId) -> Result<(), Trouble> {
        self.id = id;
        self.next = None;
        self.send(&ClientFrame::Open { id, token: Some(self.token) }).await
    }

    pub(crate) async fn send(&mut self, frame: &ClientFrame) -> Result<(), Trouble> {
        self.socket.send(frame).await
    }

    /// Takes in the next news of the match.
    pub(crate) async fn hear(&mut self) -> Result<(), Trouble> {
        match self.socket.receive().await? {
            ServerFrame::State(state) => self.state = state,
            // It may still be told how this match came about.
            ServerFrame::Next { id } => self.next = Some(id).filter(|id| *id != self.id),
            other => return Err(trouble(&other)),
        }
        Ok(())
    }

    /// Waits until choices have been made after a ply.
    pub(crate) async fn pass(&mut self, ply: u32) -> Result<(), Trouble> {
        while self.state.ply <= ply {
            self.hear().await?;
        }
        Ok(())
    }

    /// Waits for the beginning of a match after one that is over.
    pub(crate) async fn begin(&mut self) -> Result<(), Trouble> {
        while self.is_over() {
            self.hear().await?;
        }
        Ok(())
    }

    /// Waits for the match that comes next.
    pub(crate) async fn next_match(&mut self) -> Result<MatchId, Trouble> {
        loop {
            match self.next {
                Some(id) => return Ok(id),
                None => self.hear().await?,
            }
        }
    }

    /// Whether it is this player's turn.
    pub(crate) fn is_to_move(&self) -> bool {
        matches!(self.state.status, Status::Running { turn, .. } if self.state.viewer == Viewer::Seat(turn))
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.status, Status::Over { .. })
    }
}

/// What a frame means that is no news of the match.
fn trouble(frame: &ServerFrame) -> Trouble {
    match frame {
        ServerFrame::Error { code, .. } => Trouble::Refused(code.name()),
        ServerFrame::Bye { seconds } => Trouble::Bye(*seconds),
        _ => Trouble::Protocol,
    }
}
