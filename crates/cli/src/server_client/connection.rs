//! Follows a match: the socket signals a change, a call fetches it.

use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_protocol::{ClientFrame, Features, ServerFrame};
use ennead_tui::{ServerAction, ServerEvent, ServerLink};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::calls::CallError;
use super::pause::Pause;
use super::served::served;
use super::{Calls, MatchLink};
use crate::failure::Failure;

/// How often to reconnect, and the pause in between.
const ATTEMPTS: u32 = 60;
const RETRY: Duration = Duration::from_secs(1);

/// A connection to a match, on a dedicated thread.
pub(crate) struct Connection {
    calls: Calls,
    events: Sender<ServerEvent>,
    /// Consecutive lost connections.
    losses: u32,
    /// Whether the match was running when last seen, or ended only because of a takeback.
    runs: bool,
    /// Whether to tell the user that a move was taken back.
    is_taken_back: bool,
    pause: Pause,
}

/// Why a session ended.
enum Stop {
    /// The connection was lost, but may come back.
    Lost,
    /// There is nothing left to follow.
    Gone(String),
    /// Nobody is listening any more.
    Done,
}

impl From<CallError> for Stop {
    fn from(error: CallError) -> Stop {
        match error.status {
            400..=499 if error.status != 429 => Stop::Gone(error.message),
            _ => Stop::Lost,
        }
    }
}

/// Runs a call to completion.
pub(crate) fn wait_for<T>(
    future: impl Future<Output = Result<T, CallError>>,
) -> Result<T, Failure> {
    Ok(runtime()?.block_on(future)?)
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::Service(error.to_string()))
}

impl Connection {
    /// Starts to follow a match. A bot's reply is reported a `beat` after the move before it.
    pub(crate) fn follow(calls: Calls, beat: Duration) -> Result<ServerLink, Failure> {
        let (events, received) = channel();
        let (act, actions) = unbounded_channel();
        let runtime = runtime()?;
        let pause = Pause::new(beat);
        let connection =
            Connection { calls, events, losses: 0, runs: false, is_taken_back: false, pause };
        thread::spawn(move || runtime.block_on(connection.run(actions)));
        // The thread ends once this end of its channel is dropped.
        let act = move |action| drop(act.send(action));
        Ok(ServerLink { events: received, act: Box::new(act) })
    }

    async fn run(mut self, mut actions: UnboundedReceiver<ServerAction>) {
        loop {
            match self.session(&mut actions).await {
                Stop::Done => return,
                Stop::Gone(reason) => return drop(self.events.send(ServerEvent::Gone(reason))),
                Stop::Lost if self.losses >= ATTEMPTS => {
                    let text = format!("{} cannot be reached", self.calls.at.address);
                    return drop(self.events.send(ServerEvent::Gone(text)));
                }
                Stop::Lost => {
                    self.losses += 1;
                    let text = "The connection is lost: trying again …".to_string();
                    if self.events.send(ServerEvent::Say(text)).is_err() {
                        return;
                    }
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Runs one connection from start to end.
    async fn session(&mut self, actions: &mut UnboundedReceiver<ServerAction>) -> Stop {
        let Some(mut socket) = self.connect().await else { return Stop::Lost };
        loop {
            let step = tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Binary(bytes))) => self.receive(&bytes, &mut socket).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    _ => Err(Stop::Lost),
                },
                action = actions.recv() => match action {
                    Some(action) => self.act(&action, &mut socket).await,
                    None => Err(Stop::Done),
                },
            };
            if let Err(stop) = step {
                return stop;
            }
        }
    }

    async fn connect(&self) -> Option<WebSocketStream<TcpStream>> {
        let authority = self.calls.at.address.authority();
        let tcp = TcpStream::connect(authority).await.ok()?;
        let url = format!("ws://{authority}/ws");
        let (mut socket, _) = tokio_tungstenite::client_async(url, tcp).await.ok()?;
        self.open(&mut socket).await.then_some(socket)
    }

    /// Opens the match on the socket; returns whether the frame could be sent.
    async fn open(&self, socket: &mut WebSocketStream<TcpStream>) -> bool {
        let Some(id) = bytes(&self.calls.at.id) else { return false };
        let token = self.calls.token.as_deref().and_then(bytes);
        let open = ClientFrame::Open { id, token, features: Features::NONE };
        socket.send(Message::binary(open.encode())).await.is_ok()
    }

    /// Continues with the match that follows this one.
    async fn go_on(
        &mut self,
        id: &str,
        socket: &mut WebSocketStream<TcpStream>,
    ) -> Result<(), Stop> {
        self.calls.at = MatchLink { id: id.into(), ..self.calls.at.clone() };
        if self.open(socket).await { Ok(()) } else { Err(Stop::Lost) }
    }

    async fn receive(
        &mut self,
        bytes: &[u8],
        socket: &mut WebSocketStream<TcpStream>,
    ) -> Result<(), Stop> {
        match ServerFrame::decode(bytes) {
            // A match that is still running continues as a fork: a move was taken back.
            Ok(ServerFrame::Next { id }) if self.runs => {
                self.is_taken_back = true;
                self.go_on(&BASE64URL_NOPAD.encode(&id), socket).await
            }
            Ok(ServerFrame::Error { code, message }) if (400..500).contains(&code.status()) => {
                Err(Stop::Gone(message))
            }
            Ok(ServerFrame::Error { .. } | ServerFrame::Bye { .. }) => Err(Stop::Lost),
            Ok(_) => self.refresh().await,
            Err(error) => Err(Stop::Gone(format!("the server sends no frames: {error}"))),
        }
    }

    async fn refresh(&mut self) -> Result<(), Stop> {
        let json = self.calls.show().await?;
        let wrong = || Stop::Gone("the server's answer is not as PROTOCOL.md says".into());
        let served = served(&json, &self.calls.at).ok_or_else(wrong)?;
        self.runs = served.result.is_none() || served.is_continued;
        self.losses = 0;
        self.pause.before(&served, &json["seats"]).await;
        self.say(ServerEvent::Match(Box::new(served)))?;
        if std::mem::take(&mut self.is_taken_back) {
            self.say(ServerEvent::Say("A move was taken back.".into()))?;
        }
        Ok(())
    }

    fn say(&self, event: ServerEvent) -> Result<(), Stop> {
        self.events.send(event).map_err(|_| Stop::Done)
    }

    async fn act(
        &mut self,
        action: &ServerAction,
        socket: &mut WebSocketStream<TcpStream>,
    ) -> Result<(), Stop> {
        self.pause.note(action);
        let done = match action {
            ServerAction::Choose { ply, options } => {
                self.calls.post("play", &json!({ "ply": ply, "line": options })).await
            }
            ServerAction::Move { ply, text } => {
                self.calls.post("play", &json!({ "ply": ply, "move": text })).await
            }
            ServerAction::Resign => self.calls.post("resign", &json!({})).await,
            ServerAction::Draw => self.calls.post("draw", &json!({})).await,
            ServerAction::Decline => self.calls.post("decline", &json!({})).await,
            ServerAction::Rematch => self.calls.post("rematch", &json!({})).await,
            ServerAction::Takeback => self.calls.post("takeback", &json!({})).await,
            ServerAction::DeclineTakeback => self.calls.post("takeback/decline", &json!({})).await,
        };
        match (done, action) {
            (Err(error), _) => self.say(ServerEvent::Say(error.message)),
            (Ok(json), ServerAction::Takeback) if json["id"].is_null() => {
                self.say(ServerEvent::Say("You ask to take your last move back.".into()))
            }
            (Ok(json), ServerAction::Rematch | ServerAction::Takeback) => {
                let Some(id) = json["id"].as_str() else { return Err(Stop::Lost) };
                self.go_on(id, socket).await
            }
            (Ok(_), _) => Ok(()),
        }
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()?.try_into().ok()
}
