//! A client's socket.

use std::net::SocketAddr;

use data_encoding::BASE64URL_NOPAD;
use ennead_protocol::{ClientFrame, Code, Features, ServerFrame, StateFrame, Status};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::node::PATIENCE;

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap().try_into().unwrap()
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        Client { socket }
    }

    pub(crate) async fn open(&mut self, id: &str, token: &str) {
        self.open_with(id, token, Features::NONE).await;
    }

    pub(crate) async fn open_with(&mut self, id: &str, token: &str, features: Features) {
        self.send(&Client::open_frame(id, token, features)).await;
    }

    /// The frame that opens a match.
    pub(crate) fn open_frame(id: &str, token: &str, features: Features) -> ClientFrame {
        let token = (!token.is_empty()).then(|| bytes(token));
        ClientFrame::Open { id: bytes(id), token, features }
    }

    pub(crate) async fn send(&mut self, frame: &ClientFrame) {
        self.send_bytes(frame.encode()).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.unwrap();
    }

    /// The next message except pings; `None` once the socket is closed.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        timeout(PATIENCE, self.next_message()).await.expect("a message in good time")
    }

    async fn next_message(&mut self) -> Option<Message> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The bytes of the next frame.
    pub(crate) async fn bytes(&mut self) -> Vec<u8> {
        match self.message().await {
            Some(Message::Binary(bytes)) => bytes.to_vec(),
            other => panic!("a frame, not {other:?}"),
        }
    }

    pub(crate) async fn frame(&mut self) -> ServerFrame {
        ServerFrame::decode(&self.bytes().await).unwrap()
    }

    /// The next frame, which must be a state.
    pub(crate) async fn state(&mut self) -> StateFrame {
        match self.frame().await {
            ServerFrame::State(state) => state,
            other => panic!("a state, not {other:?}"),
        }
    }

    /// The next final state; an error may come before it.
    pub(crate) async fn last_state(&mut self) -> StateFrame {
        loop {
            match self.frame().await {
                ServerFrame::State(state) if matches!(state.status, Status::Over { .. }) => {
                    return state;
                }
                ServerFrame::State(_) | ServerFrame::Error { .. } => {}
                other => panic!("a state, not {other:?}"),
            }
        }
    }

    /// The next frame, which must be an error.
    pub(crate) async fn error(&mut self) -> (Code, String) {
        match self.frame().await {
            ServerFrame::Error { code, message } => (code, message),
            other => panic!("an error, not {other:?}"),
        }
    }

    pub(crate) async fn choose(&mut self, ply: u32, option: u32) {
        self.send(&ClientFrame::Choice { ply, options: vec![option] }).await;
    }
}
