//! One socket to the server.

use std::rc::Rc;

use ennead_protocol::{ClientFrame, ServerFrame};
use futures_util::{SinkExt, StreamExt};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use crate::Address;
use crate::tally::SharedTally;

/// Frames are small, and there are many sockets.
const READ_BUFFER: usize = 4 << 10;
const MAX_MESSAGE: usize = 1 << 20;

/// What goes wrong on a socket; its name is what errors are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Trouble {
    /// No connection.
    #[error("connect")]
    Connect,
    /// The connection is lost.
    #[error("closed")]
    Closed,
    /// The server goes down, and says after how many seconds it will be back.
    #[error("bye")]
    Bye(u32),
    /// No answer in time.
    #[error("timeout")]
    Timeout,
    /// A message that is no frame, or none for this moment.
    #[error("protocol")]
    Protocol,
    /// The ledger cannot be written.
    #[error("ledger")]
    Ledger,
    /// The server refuses, and says why.
    #[error("{0}")]
    Refused(&'static str),
}

/// One socket to the server.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    tally: Rc<SharedTally>,
}

impl Socket {
    pub(crate) async fn connect(address: &Address, tally: &Rc<SharedTally>) -> Result<Socket, Trouble> {
        let tcp = TcpStream::connect(address.authority()).await.map_err(|_| Trouble::Connect)?;
        tcp.set_nodelay(true).map_err(|_| Trouble::Connect)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(MAX_MESSAGE));
        let url = format!("ws://{}/ws", address.authority());
        let (stream, _) = tokio_tungstenite::client_async_with_config(url, tcp, Some(config))
            .await
            .map_err(|_| Trouble::Connect)?;
        Ok(Socket { stream, tally: Rc::clone(tally) })
    }

    pub(crate) async fn send(&mut self, frame: &ClientFrame) -> Result<(), Trouble> {
        let bytes = frame.encode();
        self.tally.borrow_mut().sent.note(bytes.len());
        self.stream.send(Message::Binary(bytes.into())).await.map_err(|_| Trouble::Closed)
    }

    /// The next frame.
    pub(crate) async fn receive(&mut self) -> Result<ServerFrame, Trouble> {
        loop {
            let message = match self.stream.next().await {
                Some(Ok(message)) => message,
                Some(Err(WsError::Capacity(_))) => return Err(Trouble::Protocol),
                Some(Err(_)) | None => return Err(Trouble::Closed),
            };
            match message {
                Message::Binary(bytes) => return self.read(&bytes),
                Message::Close(_) => return Err(Trouble::Closed),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Text(_) | Message::Frame(_) => return Err(Trouble::Protocol),
            }
        }
    }

    fn read(&self, bytes: &[u8]) -> Result<ServerFrame, Trouble> {
        let frame = ServerFrame::decode(bytes).map_err(|_| Trouble::Protocol)?;
        let mut tally = self.tally.borrow_mut();
        tally.received.note(bytes.len());
        if let ServerFrame::State(_) = frame {
            tally.states.note(bytes.len());
        }
        Ok(frame)
    }
}
