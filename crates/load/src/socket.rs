//! One socket to the server.

use std::fmt;
use std::net::IpAddr;
use std::rc::Rc;

use ennead_protocol::{ClientFrame, ServerFrame};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use crate::Address;
use crate::tally::SharedTally;

/// Frames are small, and there are many sockets.
const READ_BUFFER: usize = 512;
const MAX_MESSAGE: usize = 1 << 20;

/// A failure of a socket. Errors are counted by its name: the variant in lower case, or the
/// server's error code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketTrouble {
    /// The connection could not be established.
    Connect,
    /// The connection was lost.
    Closed,
    /// The server is shutting down and expects to be back after this many seconds.
    Bye(u32),
    /// No response in time.
    Timeout,
    /// A message that is not a frame, or an unexpected frame.
    Protocol,
    /// The ledger cannot be written.
    Ledger,
    /// The server rejected a request with this code.
    Refused(&'static str),
}

impl fmt::Display for SocketTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let SocketTrouble::Refused(code) = self {
            return f.write_str(code);
        }
        let variant = format!("{self:?}");
        let name = variant.split('(').next().unwrap_or_default();
        f.write_str(&name.to_lowercase())
    }
}

/// One socket to the server.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    tally: Rc<SharedTally>,
}

impl Socket {
    /// Connects to a server.
    pub async fn connect(
        address: &Address,
        local: Option<IpAddr>,
        tally: &Rc<SharedTally>,
    ) -> Result<Socket, SocketTrouble> {
        let tcp = address.connect(local).await.map_err(|_| SocketTrouble::Connect)?;
        tcp.set_nodelay(true).map_err(|_| SocketTrouble::Connect)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(MAX_MESSAGE));
        let url = format!("ws://{}/ws", address.authority());
        let (stream, _) = tokio_tungstenite::client_async_with_config(url, tcp, Some(config))
            .await
            .map_err(|_| SocketTrouble::Connect)?;
        Ok(Socket { stream, tally: Rc::clone(tally) })
    }

    /// Sends a frame.
    pub async fn send(&mut self, frame: &ClientFrame) -> Result<(), SocketTrouble> {
        let bytes = frame.encode();
        self.tally.borrow_mut().sent.note(bytes.len());
        self.stream.send(Message::Binary(bytes.into())).await.map_err(|_| SocketTrouble::Closed)
    }

    /// The next frame.
    pub async fn receive(&mut self) -> Result<ServerFrame, SocketTrouble> {
        loop {
            let message = match self.stream.next().await {
                Some(Ok(message)) => message,
                Some(Err(WsError::Capacity(_))) => return Err(SocketTrouble::Protocol),
                Some(Err(_)) | None => return Err(SocketTrouble::Closed),
            };
            match message {
                Message::Binary(bytes) => return self.read(&bytes),
                Message::Close(_) => return Err(SocketTrouble::Closed),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Text(_) | Message::Frame(_) => return Err(SocketTrouble::Protocol),
            }
        }
    }

    fn read(&self, bytes: &[u8]) -> Result<ServerFrame, SocketTrouble> {
        let frame = ServerFrame::decode(bytes).map_err(|_| SocketTrouble::Protocol)?;
        let mut tally = self.tally.borrow_mut();
        tally.received.note(bytes.len());
        if let ServerFrame::State(_) = frame {
            tally.states.note(bytes.len());
        }
        Ok(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::SocketTrouble::{Bye, Closed, Connect, Ledger, Protocol, Refused, Timeout};

    #[test]
    fn errors_are_counted_under_the_names_that_reports_have() {
        let kinds = [Connect, Closed, Bye(2), Timeout, Protocol, Ledger, Refused("stale")];
        let names = kinds.map(|kind| kind.to_string());
        assert_eq!(names, ["connect", "closed", "bye", "timeout", "protocol", "ledger", "stale"]);
    }
}
