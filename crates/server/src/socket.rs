//! A player's or a spectator's socket: frames in, states out.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ennead_game::{Look, Seat, Viewer};
use ennead_protocol::{ClientFrame, Code, MAX_CLIENT_FRAME, ServerFrame};
use ennead_store::MatchId;
use governor::DefaultDirectRateLimiter;
use metrics::{counter, gauge};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::Failure;
use crate::action::Action;
use crate::app::{App, closed};
use crate::manager::Done;
use crate::slot::{Follower, News};

/// The library's default of 128 KiB a socket would be too much for thousands of them.
const READ_BUFFER: usize = 4 << 10;
/// A client that takes nothing for so long is gone.
const SEND_PATIENCE: Duration = Duration::from_secs(10);
/// How often a quiet client is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// A client that says nothing for so long, not even to a ping, is gone.
const SILENCE: Duration = Duration::from_secs(75);
/// A client that opens no match for so long has no business here.
const OPEN_PATIENCE: Duration = Duration::from_secs(15);
/// How long a client may take to answer a close.
const CLOSE_PATIENCE: Duration = Duration::from_secs(1);
/// How many messages are still read, and thrown away, until that answer.
const CLOSE_MESSAGES: usize = 1_000;
/// When a client should try again after the server went down, in seconds.
const RETRY: u32 = 1;

/// `GET /ws`.
pub(crate) async fn connect(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    app.check_origin(&headers)?;
    app.limits.call(app.address(peer, &headers))?;
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(MAX_CLIENT_FRAME).max_frame_size(MAX_CLIENT_FRAME);
    Ok(upgrade.on_upgrade(|socket| async move {
        gauge!("ennead_sockets").increment(1);
        Connection::new(app, socket).serve().await;
        gauge!("ennead_sockets").decrement(1);
    }))
}

/// Why a socket ends.
struct Closed(u16, &'static str);

struct Connection {
    app: App,
    socket: WebSocket,
    follower: Option<Follower>,
    rate: DefaultDirectRateLimiter,
    /// The version of the state that was sent last.
    sent: Option<u32>,
    /// The rematch that the client has heard of.
    next: Option<MatchId>,
    began: Instant,
    heard: Instant,
}

impl Connection {
    fn new(app: App, socket: WebSocket) -> Self {
        let rate = app.limits.messages();
        let now = Instant::now();
        Connection { app, socket, follower: None, rate, sent: None, next: None, began: now, heard: now }
    }

    async fn serve(mut self) {
        if let Err(Closed(code, reason)) = self.run().await {
            let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
            if let Ok(Ok(())) = timeout(SEND_PATIENCE, self.socket.send(close)).await {
                let _ = timeout(CLOSE_PATIENCE, self.read_out()).await;
            }
        }
    }

    /// Reads what the client had sent before it heard of the end. A connection that is dropped with unread bytes is reset, and the
    /// close that says why may be lost with it.
    async fn read_out(&mut self) {
        for _ in 0..CLOSE_MESSAGES {
            let Some(Ok(_)) = self.socket.recv().await else { break };
        }
    }

    async fn run(&mut self) -> Result<(), Closed> {
        let mut closing = self.app.closing.clone();
        let mut pings = interval(PING.min(OPEN_PATIENCE));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await?,
                    Some(Err(error)) => return Err(unreadable(&error)),
                    None => return Ok(()),
                },
                () = changed(&mut self.follower) => self.tell().await?,
                _ = pings.tick() => self.check_alive().await?,
                () = closed(&mut closing) => return self.say_bye().await,
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Closed> {
        self.heard = Instant::now();
        if self.rate.check().is_err() {
            counter!("ennead_refused_total", "what" => "messages").increment(1);
            let failure = Failure::new(Code::TooMany, "too many messages on this socket");
            self.refuse(&failure).await?;
            return Err(Closed(close_code::POLICY, "too many messages"));
        }
        let result = match message {
            Message::Binary(bytes) => self.frame(&bytes).await,
            Message::Text(_) => Err(Failure::new(Code::BadFrame, "frames are binary messages").into()),
            Message::Close(_) => return Err(Closed(close_code::NORMAL, "")),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        };
        match result {
            Ok(()) => Ok(()),
            Err(Trouble::Closed(closed)) => Err(closed),
            Err(Trouble::Failure(failure)) => self.refuse(&failure).await,
        }
    }

    async fn frame(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let frame =
            ClientFrame::decode(bytes).map_err(|error| Failure::new(Code::BadFrame, error.to_string()))?;
        match frame {
            ClientFrame::Open { id, token } => self.open(id, token).await,
            ClientFrame::Choice { ply, options } => self.act(Action::Options { ply, options }).await,
            ClientFrame::Labels { ply, labels } => self.act(Action::Labels { ply, labels }).await,
            ClientFrame::Move003(byte) => self.act(Action::Byte(byte)).await,
            ClientFrame::Resign => self.act(Action::Resign).await,
            ClientFrame::Draw => self.act(Action::Draw).await,
            ClientFrame::Decline => self.act(Action::Decline).await,
            ClientFrame::Rematch => self.rematch().await,
            ClientFrame::Look { budget, path } => self.look(Look { path, budget: budget as usize }).await,
        }
    }

    async fn open(&mut self, id: [u8; 8], token: Option<[u8; 16]>) -> Result<(), Trouble> {
        let unknown = || Failure::new(Code::UnknownMatch, "there is no such match");
        let id = MatchId::from_bytes(id).ok_or_else(unknown)?;
        self.follower = None;
        self.next = None;
        let (follower, news) = self.app.manager.follow(id, token.as_ref()).await?;
        let viewer = follower.viewer;
        self.follower = Some(follower);
        self.sent = None;
        Ok(self.send_news(&news, viewer).await?)
    }

    fn follower(&self) -> Result<&Follower, Failure> {
        self.follower.as_ref().ok_or_else(|| Failure::new(Code::BadFrame, "open a match first"))
    }

    async fn act(&mut self, action: Action) -> Result<(), Trouble> {
        let follower = self.follower()?;
        let (slot, seat) = (follower.slot.clone(), follower.seat());
        match self.app.manager.act(&slot, seat, &action).await {
            // What was done is told to all who follow, this one among them.
            Ok(Done::Now) => Ok(()),
            Ok(Done::Before) => self.repeat().await,
            Err(failure) if failure.code == Code::Stale => self.repeat().await,
            Err(failure) => Err(failure.into()),
        }
    }

    /// The current state once more: the answer to a choice that was made before or comes too late.
    async fn repeat(&mut self) -> Result<(), Trouble> {
        let follower = self.follower()?;
        let (slot, viewer) = (follower.slot.clone(), follower.viewer);
        let state = self.app.manager.hold(&slot).await?.state(viewer, crate::now::now());
        Ok(self.send(state).await?)
    }

    async fn rematch(&mut self) -> Result<(), Trouble> {
        let follower = self.follower()?;
        let (slot, seat): (_, Option<Seat>) = (follower.slot.clone(), follower.seat());
        let next = self.app.manager.rematch(&slot, seat).await?;
        Ok(self.tell_next(Some(next)).await?)
    }

    async fn look(&mut self, look: Look) -> Result<(), Trouble> {
        let follower = self.follower()?;
        let (slot, viewer) = (follower.slot.clone(), follower.viewer);
        let live = self.app.manager.hold(&slot).await?;
        let scene = live.scene(viewer, &look)?;
        let frame = ServerFrame::Detail { ply: live.ply(), feed: scene.feed().to_vec() };
        drop(live);
        Ok(self.send(frame.encode().into()).await?)
    }

    /// Sends the newest state, and the rematch where there is one.
    async fn tell(&mut self) -> Result<(), Closed> {
        let Some(follower) = &mut self.follower else { return Ok(()) };
        let news = follower.news.borrow_and_update().clone();
        let viewer = follower.viewer;
        self.send_news(&news, viewer).await
    }

    async fn send_news(&mut self, news: &News, viewer: Viewer) -> Result<(), Closed> {
        if self.sent != Some(news.version) {
            self.sent = Some(news.version);
            self.send(news.state(viewer)).await?;
        }
        self.tell_next(news.next).await
    }

    async fn tell_next(&mut self, next: Option<MatchId>) -> Result<(), Closed> {
        let Some(id) = next.filter(|_| next != self.next) else { return Ok(()) };
        self.next = next;
        self.send(ServerFrame::Next { id: id.to_bytes() }.encode().into()).await
    }

    async fn refuse(&mut self, failure: &Failure) -> Result<(), Closed> {
        let frame = ServerFrame::Error { code: failure.code, message: failure.message.clone() };
        self.send(frame.encode().into()).await
    }

    async fn send(&mut self, bytes: Bytes) -> Result<(), Closed> {
        if bytes.is_empty() {
            return Ok(());
        }
        match timeout(SEND_PATIENCE, self.socket.send(Message::Binary(bytes))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Closed(close_code::ABNORMAL, "")),
            Err(_) => Err(Closed(close_code::POLICY, "too slow")),
        }
    }

    async fn check_alive(&mut self) -> Result<(), Closed> {
        if self.follower.is_none() && self.began.elapsed() >= OPEN_PATIENCE {
            return Err(Closed(close_code::POLICY, "no match was opened"));
        }
        if self.heard.elapsed() >= SILENCE {
            return Err(Closed(close_code::POLICY, "no answer"));
        }
        if self.heard.elapsed() >= PING {
            let ping = self.socket.send(Message::Ping(Bytes::new()));
            timeout(SEND_PATIENCE, ping)
                .await
                .ok()
                .and_then(Result::ok)
                .ok_or(Closed(close_code::ABNORMAL, ""))?;
        }
        Ok(())
    }

    async fn say_bye(&mut self) -> Result<(), Closed> {
        self.send(ServerFrame::Bye { seconds: RETRY }.encode().into()).await?;
        Err(Closed(close_code::RESTART, "the server goes down"))
    }
}

/// Waits for news of the match that is followed; for ever if there is none.
async fn changed(follower: &mut Option<Follower>) {
    match follower {
        // The sender lives as long as the slot, which the follower holds.
        Some(follower) => drop(follower.news.changed().await),
        None => std::future::pending().await,
    }
}

/// An error of the socket: most of all a message that is too large.
fn unreadable(error: &axum::Error) -> Closed {
    let text = error.to_string().to_lowercase();
    if text.contains("too long") || text.contains("too big") || text.contains("space limit") {
        return Closed(close_code::SIZE, "a message is at most 4,096 bytes long");
    }
    Closed(close_code::PROTOCOL, "not a WebSocket message")
}

/// What can come of a frame: an answer that says what is wrong, or the end.
enum Trouble {
    Failure(Failure),
    Closed(Closed),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failure(failure)
    }
}

impl From<Closed> for Trouble {
    fn from(closed: Closed) -> Self {
        Trouble::Closed(closed)
    }
}
