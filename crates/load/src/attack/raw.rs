//! Connections that cost an attacker next to nothing: prepared bytes out, responses counted by
//! their first bytes.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval};

use super::strikes::Strikes;
use crate::Address;

/// How often an attacker sends: its rate is split into one burst per tick.
const TICK: Duration = Duration::from_millis(10);
const TICKS_PER_SECOND: usize = 100;
/// The number of bytes read at a time.
const CHUNK: usize = 16 << 10;

/// A request without a body.
pub(super) fn request(address: &Address, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", address.authority()).into_bytes()
}

/// A client's binary WebSocket message of at most 125 bytes. Its mask is zero.
pub(super) fn message(payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x82, 0x80 | payload.len().min(125) as u8, 0, 0, 0, 0];
    bytes.extend(payload.iter().take(125));
    bytes
}

/// Connects and upgrades to a WebSocket.
pub(super) async fn upgrade(address: &Address, local: Option<IpAddr>) -> io::Result<TcpStream> {
    let mut stream = address.connect(local).await?;
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        address.authority()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut answer).await? == 0 || answer.len() > CHUNK {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
    }
    if answer.starts_with(b"HTTP/1.1 101") { Ok(stream) } else { Err(io::ErrorKind::Other.into()) }
}

/// Sends `messages` in turn, at a rate per second, until the server closes the connection, and
/// reads the responses.
pub(super) async fn repeat(
    stream: TcpStream,
    messages: &[Vec<u8>],
    rate: usize,
    strikes: &Strikes,
) -> io::Result<()> {
    let at_once = (rate / TICKS_PER_SECOND).max(1);
    let batch: Vec<u8> = messages.iter().cycle().take(at_once).flatten().copied().collect();
    let (mut input, mut output) = stream.into_split();
    let sending = async {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            output.write_all(&batch).await?;
            strikes.note_sent(at_once as u64);
        }
    };
    let reading = async {
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = input.read(&mut chunk).await?;
            if length == 0 {
                return Ok(());
            }
            count(&chunk[..length], strikes);
        }
    };
    tokio::select! {
        ended = sending => ended,
        ended = reading => ended,
    }
}

/// Counts HTTP responses by their first line.
fn count(chunk: &[u8], strikes: &Strikes) {
    const LINE: &[u8] = b"HTTP/1.1 ";
    let status = |window: &&[u8]| window.starts_with(LINE);
    for window in chunk.windows(LINE.len() + 1).filter(status) {
        match window[LINE.len()] {
            b'2' => strikes.note_answered(1),
            _ => strikes.note_refused(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_and_messages_are_masked() {
        let strikes = Strikes::default();
        count(b"HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 429 Too Many\r\n\r\nHTTP/1.1 204", &strikes);
        assert_eq!((strikes.answered(), strikes.refused()), (2, 1));
        assert_eq!(message(&[7, 8]), [0x82, 0x82, 0, 0, 0, 0, 7, 8]);
    }
}
