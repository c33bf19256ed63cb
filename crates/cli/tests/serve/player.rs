//! A client's socket.

use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use data_encoding::BASE64URL_NOPAD;
use ennead_protocol::{ClientFrame, Code, Features, ServerFrame, StateFrame, Status};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

use crate::node::{PATIENCE, until};

/// A client that follows a match over a socket.
pub(crate) struct Player {
    socket: WebSocket<TcpStream>,
    /// The newest state.
    pub(crate) state: StateFrame,
}

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap().try_into().unwrap()
}

impl Player {
    /// Opens a match: the first frame is the state, and nothing else is needed.
    pub(crate) fn open(address: SocketAddr, id: &str, token: &str) -> Player {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let (mut socket, _) = client(format!("ws://{address}/ws"), stream).unwrap();
        let token = (!token.is_empty()).then(|| bytes(token));
        let open = ClientFrame::Open { id: bytes(id), token, features: Features::NONE };
        socket.send(Message::binary(open.encode())).unwrap();
        match next_frame(&mut socket) {
            ServerFrame::State(state) => Player { socket, state },
            other => panic!("a state, not {other:?}"),
        }
    }

    pub(crate) fn choose(&mut self, ply: u32, option: u32) {
        let choice = ClientFrame::Choice { ply, options: vec![option] };
        self.socket.send(Message::binary(choice.encode())).unwrap();
    }

    /// Waits until there are choices beyond a ply.
    pub(crate) fn pass(&mut self, ply: u32) -> &StateFrame {
        while self.state.ply <= ply {
            match next_frame(&mut self.socket) {
                ServerFrame::State(state) => self.state = state,
                other => panic!("a state, not {other:?}"),
            }
        }
        &self.state
    }

    /// Makes a choice, and waits until it is acknowledged.
    pub(crate) fn play(&mut self, option: u32) -> &StateFrame {
        let ply = self.state.ply;
        self.choose(ply, option);
        self.pass(ply)
    }

    /// Makes a choice, retrying as long as the store cannot persist it.
    pub(crate) fn insist(&mut self, option: u32) {
        let ply = self.state.ply;
        until("the store takes a move", || {
            self.choose(ply, option);
            match self.answer(ply) {
                Ok(()) => Some(()),
                Err((Code::StoreUnavailable, _)) => None,
                Err(other) => panic!("{other:?}"),
            }
        });
    }

    /// The error for a choice that must be rejected.
    pub(crate) fn refused(&mut self, option: u32) -> (Code, String) {
        let ply = self.state.ply;
        self.choose(ply, option);
        self.answer(ply).expect_err("the choice is refused")
    }

    /// The response to a choice at a ply.
    fn answer(&mut self, ply: u32) -> Result<(), (Code, String)> {
        while self.state.ply <= ply {
            match next_frame(&mut self.socket) {
                ServerFrame::State(state) => self.state = state,
                ServerFrame::Error { code, message } => return Err((code, message)),
                other => panic!("a state or an error, not {other:?}"),
            }
        }
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.status, Status::Over { .. })
    }
}

/// The next frame that is not a ping.
fn next_frame(socket: &mut WebSocket<TcpStream>) -> ServerFrame {
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < PATIENCE, "no frame in good time");
        match socket.read().unwrap() {
            Message::Binary(bytes) => return ServerFrame::decode(&bytes).unwrap(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("a frame, not {other:?}"),
        }
    }
}
