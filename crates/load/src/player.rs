//! One player: a socket, and the newest state that came over it.

use std::rc::Rc;

use ennead_game::Viewer;
use ennead_protocol::{ClientFrame, MatchId, ServerFrame, StateFrame, Status, Token};

use crate::Address;
use crate::socket::{Socket, Trouble};
use crate::tally::SharedTally;

pub(crate) struct Player {
    socket: Socket,
    token: Token,
    /// The newest state.
    pub(crate) state: StateFrame,
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
        let state = next_state(&mut socket).await?;
        Ok(Player { socket, token, state })
    }

    /// Opens another match on the same socket.
    pub(crate) async fn reopen(&mut self, id: MatchId) -> Result<(), Trouble> {
        self.socket.send(&ClientFrame::Open { id, token: Some(self.token) }).await
    }

    pub(crate) async fn send(&mut self, frame: &ClientFrame) -> Result<(), Trouble> {
        self.socket.send(frame).await
    }

    /// Waits for the next state.
    pub(crate) async fn update(&mut self) -> Result<(), Trouble> {
        self.state = next_state(&mut self.socket).await?;
        Ok(())
    }

    /// Waits until choices have been made after a ply.
    pub(crate) async fn pass(&mut self, ply: u32) -> Result<(), Trouble> {
        while self.state.ply <= ply {
            self.update().await?;
        }
        Ok(())
    }

    /// Waits for the match that comes next.
    pub(crate) async fn next_match(&mut self) -> Result<MatchId, Trouble> {
        loop {
            match self.socket.receive().await? {
                ServerFrame::Next { id } => return Ok(id),
                frame => state_of(frame)?,
            };
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

async fn next_state(socket: &mut Socket) -> Result<StateFrame, Trouble> {
    loop {
        if let Some(state) = state_of(socket.receive().await?)? {
            return Ok(state);
        }
    }
}

/// The state that a frame is, if it is one; refusals and farewells are trouble.
fn state_of(frame: ServerFrame) -> Result<Option<StateFrame>, Trouble> {
    match frame {
        ServerFrame::State(state) => Ok(Some(state)),
        ServerFrame::Error { code, .. } => Err(Trouble::Refused(code.name())),
        ServerFrame::Bye { seconds } => Err(Trouble::Bye(seconds)),
        // The other player's request for a rematch.
        ServerFrame::Next { .. } => Ok(None),
        ServerFrame::Detail { .. } => Err(Trouble::Protocol),
    }
}
