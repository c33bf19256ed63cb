//! The socket of a player or a spectator: frames in, states out.

use std::error::Error;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ennead_game::{Focus, Seat, Viewer};
use ennead_host::{Action, Failure, MatchId, Snapshot};
use ennead_protocol::{ClientFrame, Code, Features, MAX_CLIENT_FRAME, ServerFrame, Token};
use governor::DefaultDirectRateLimiter;
use metrics::{counter, gauge};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::CallFailure;
use crate::app::{App, ForwardedPermit, closed};
use crate::cached_match::{CachedMatch, Subscription};
use crate::call_failure::log;
use crate::client::{Client, work_for};
use crate::guarded_stream::MessageMeter;
use crate::limits::ConnectionPermit;
use crate::manager::{ActionOutcome, TakebackOutcome};
use crate::match_guard::MatchGuard;
use crate::origin::check_site;
use crate::panics::catch_task;

/// Most frames have a few bytes and thousands of sockets are idle, so start small; longer messages
/// grow the buffer. The library zeroes all of it before every read.
const READ_BUFFER: usize = 512;
/// What a message of any kind costs besides the work on its match: reading it, and sending the
/// answer. One address may have many sockets, each with its own limit on messages.
const FRAME_COST: Duration = Duration::from_micros(100);
/// What each byte of a message costs besides that. A message of many empty fragments is the
/// costliest one.
const BYTE_COST: Duration = Duration::from_nanos(20);
/// A client that reads nothing for this long is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that has been silent for this long is pinged.
const PING_AFTER: Duration = Duration::from_secs(30);
/// A client that sends nothing for this long, not even a pong, is disconnected.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(75);
/// A client that opens no match for this long is disconnected.
const OPEN_TIMEOUT: Duration = Duration::from_secs(15);
/// Longer than any socket lives.
const FOREVER: Duration = Duration::from_secs(1 << 32);
/// How long it may take until a client sees that somebody has joined its match.
const JOIN_NOTICE: Duration = Duration::from_secs(1);
/// During a shutdown, the socket counts as drained after this much silence.
const LAST_PAUSE: Duration = Duration::from_millis(20);
/// The most frames processed per socket after a shutdown has begun.
const LAST_MESSAGES: usize = 64;
/// How long a client may take to respond to a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The most messages read and discarded until that response.
const CLOSE_MESSAGES: usize = 1_000;
/// The seconds after which a client should reconnect after a shutdown.
const RETRY_SECONDS: u32 = 1;

/// `GET /ws`.
pub(crate) async fn connect(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Extension(forwarded): Extension<ForwardedPermit>,
    Extension(meter): Extension<Arc<MessageMeter>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, CallFailure> {
    check_site(&app.config, &headers)?;
    let client = app.client(peer, &headers);
    app.limits.call(client)?;
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(MAX_CLIENT_FRAME).max_frame_size(MAX_CLIENT_FRAME);
    Ok(upgrade.on_upgrade(move |socket| async move {
        gauge!("ennead_sockets").increment(1);
        let serving = Connection::new(app, socket, client, meter).serve();
        if let Err(panic) = catch_task(serving).await {
            tracing::error!(panic, "a socket has panicked");
        }
        gauge!("ennead_sockets").decrement(1);
        // A socket counts as a connection until it ends.
        drop((permit, forwarded));
    }))
}

/// Why a socket is closed: the code and reason of the close frame; `None` if the client has closed
/// it, whose frame the library answers with the same code.
struct Closed(Option<(u16, &'static str)>);

impl Closed {
    fn by_server(code: u16, reason: &'static str) -> Closed {
        Closed(Some((code, reason)))
    }
}

struct Connection {
    app: App,
    socket: WebSocket,
    client: Client,
    meter: Arc<MessageMeter>,
    subscription: Option<Subscription>,
    /// The number of log lines that the client has.
    lines: usize,
    rate: DefaultDirectRateLimiter,
    /// The version of the last snapshot sent.
    sent: Option<Option<u32>>,
    /// Until when the client may believe that a seat is still open.
    believes_open: Option<Instant>,
    /// The rematch that the client knows of.
    next: Option<MatchId>,
    /// The pending takeback request that the client knows of.
    takeback: Option<Option<Seat>>,
    began: Instant,
    heard: Instant,
}

impl Connection {
    fn new(app: App, socket: WebSocket, client: Client, meter: Arc<MessageMeter>) -> Self {
        meter.begin();
        let rate = app.limits.messages();
        let now = Instant::now();
        Connection {
            app,
            socket,
            client,
            meter,
            subscription: None,
            lines: 0,
            rate,
            sent: None,
            believes_open: None,
            next: None,
            takeback: None,
            began: now,
            heard: now,
        }
    }

    async fn serve(mut self) {
        let Err(Closed(reason)) = self.run().await else { return };
        if let Some((code, reason)) = reason {
            let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
            let Ok(Ok(())) = timeout(SEND_TIMEOUT, self.socket.send(close)).await else { return };
        }
        let _ = timeout(CLOSE_TIMEOUT, self.drain()).await;
    }

    /// Discards what the client sent before it received the close frame. Dropping a connection with
    /// unread bytes resets it, and the close frame may be lost. The library answers a close frame
    /// of the client only while it is asked for the next message.
    async fn drain(&mut self) {
        for _ in 0..CLOSE_MESSAGES {
            let Some(Ok(_)) = self.socket.recv().await else { break };
            self.meter.take();
        }
    }

    async fn run(&mut self) -> Result<(), Closed> {
        let mut closing = self.app.closing.clone();
        // One wait for all iterations of the loop: every wait registers in a list shared by all
        // sockets.
        let mut closed = std::pin::pin!(closed(&mut closing));
        let mut pings = interval(PING_AFTER.min(OPEN_TIMEOUT));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        loop {
            tokio::select! {
                // In order: a new snapshot is sent before messages are read.
                biased;
                () = closed.as_mut() => return Box::pin(self.say_bye()).await,
                () = changed(&mut self.subscription) => self.send_newest().await?,
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.receive(message).await?,
                    Some(Err(error)) => return Err(close_for(&error)),
                    None => return Ok(()),
                },
                _ = pings.tick() => Box::pin(self.check_alive()).await?,
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), Closed> {
        self.heard = Instant::now();
        if let Message::Close(_) = message {
            return Err(Closed(None));
        }
        if self.rate.check().is_err() {
            counter!("ennead_refused_total", "what" => "messages").increment(1);
            let failure = Failure::new(Code::TooMany, "too many messages on this socket");
            self.reject(&failure).await?;
            return Err(Closed::by_server(close_code::POLICY, "too many messages"));
        }
        // Others need not wait for a client that has used up its computing time: it waits.
        let bytes = u32::try_from(self.meter.take()).unwrap_or(u32::MAX);
        self.app.limits.charge(Some(self.client), FRAME_COST + BYTE_COST * bytes);
        let wait = self.app.limits.work_wait(self.client);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let result = match message {
            Message::Binary(bytes) => work_for(Some(self.client), self.frame(&bytes)).await,
            Message::Text(_) => {
                Err(Failure::new(Code::BadFrame, "frames are binary messages").into())
            }
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) => Ok(()),
        };
        match result {
            Ok(()) => Ok(()),
            Err(FrameFailure::Closed(closed)) => Err(closed),
            Err(FrameFailure::Failure(failure)) => self.reject(&failure).await,
        }
    }

    async fn frame(&mut self, bytes: &[u8]) -> Result<(), FrameFailure> {
        let frame = ClientFrame::decode(bytes)
            .map_err(|error| Failure::new(Code::BadFrame, error.to_string()))?;
        if let Some(action) = Action::of_frame(&frame) {
            return self.act(&action).await;
        }
        // Boxed: otherwise an idle socket would reserve room for the largest of these futures.
        match frame {
            ClientFrame::Open { id, token, features } => {
                Box::pin(self.open(id, token, features)).await
            }
            ClientFrame::Explain => Box::pin(self.explain()).await,
            ClientFrame::Rematch => Box::pin(self.rematch()).await,
            ClientFrame::Takeback => Box::pin(self.take_back()).await,
            ClientFrame::Look { budget, path } => {
                Box::pin(self.look(Focus { path, budget: budget as usize })).await
            }
            _ => Err(Failure::new(Code::BadFrame, "this frame is not a request").into()),
        }
    }

    async fn open(
        &mut self,
        id: [u8; 8],
        token: Option<Token>,
        features: Features,
    ) -> Result<(), FrameFailure> {
        let unknown = || Failure::new(Code::UnknownMatch, "there is no such match");
        let id = MatchId::from_bytes(id).ok_or_else(unknown)?;
        self.subscription = None;
        self.believes_open = None;
        self.next = None;
        self.takeback = None;
        self.lines = 0;
        let manager = &self.app.manager;
        let (subscription, snapshot) =
            manager.subscribe(id, token.as_ref(), features, self.client).await?;
        let viewer = subscription.viewer;
        self.subscription = Some(subscription);
        self.sent = None;
        Ok(self.send_snapshot(&snapshot, viewer).await?)
    }

    fn subscription(&self) -> Result<&Subscription, Failure> {
        let none = || Failure::new(Code::BadFrame, "open a match first");
        self.subscription.as_ref().ok_or_else(none)
    }

    async fn act(&mut self, action: &Action) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, seat) = (subscription.cached.clone(), subscription.seat());
        if *action == Action::Resign && self.has_crossed_a_join(&cached).await? {
            return Box::pin(self.repeat()).await;
        }
        match self.app.manager.act(&cached, seat, action).await {
            // All subscribers receive the new snapshot, including this one.
            Ok(ActionOutcome::Performed) => Ok(()),
            Ok(ActionOutcome::Repeated) => Box::pin(self.repeat()).await,
            Err(failure) if failure.code == Code::Stale => Box::pin(self.repeat()).await,
            Err(failure) => Err(failure.into()),
        }
    }

    /// Whether a client that calls off its match cannot yet know that somebody has joined, in which
    /// case calling it off would count as resigning.
    async fn has_crossed_a_join(&mut self, cached: &Arc<CachedMatch>) -> Result<bool, Failure> {
        let believes = self.believes_open.is_some_and(|until| Instant::now() < until);
        if !believes {
            return Ok(false);
        }
        let live = self.app.manager.lock(cached).await?;
        Ok(live.ending.is_none() && !live.is_open())
    }

    /// Sends the current state again, in response to a choice that was already made or came too
    /// late.
    async fn repeat(&mut self) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, viewer) = (subscription.cached.clone(), subscription.viewer);
        let (manager, now) = (&self.app.manager, self.app.manager.now());
        let guard = manager.lock(&cached).await?;
        let making = move |live: &mut MatchGuard| live.state_frame(viewer, now);
        let (guard, frame) = manager.compute(&cached, guard, making).await?;
        drop(guard);
        Ok(self.send(frame?).await?)
    }

    async fn rematch(&mut self) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, seat) = (subscription.cached.clone(), subscription.seat());
        let next = self.app.manager.rematch(&cached, seat).await?;
        Ok(self.send_next(Some(next)).await?)
    }

    async fn take_back(&mut self) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, seat) = (subscription.cached.clone(), subscription.seat());
        // The opponent may have voided the request by moving on another node.
        let manager = Arc::clone(&self.app.manager);
        if manager.store.is_shared() {
            manager.refresh(&cached).await?;
        }
        match manager.take_back(&cached, seat).await? {
            TakebackOutcome::Forked(next) => Ok(self.send_next(Some(next)).await?),
            TakebackOutcome::Requested(ActionOutcome::Performed) => Ok(()),
            TakebackOutcome::Requested(ActionOutcome::Repeated) => Box::pin(self.repeat()).await,
        }
    }

    async fn look(&mut self, focus: Focus) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, viewer) = (subscription.cached.clone(), subscription.viewer);
        let guard = self.app.manager.lock(&cached).await?;
        let looking = move |live: &mut MatchGuard| {
            let payload = live.scene(viewer, &focus)?.payload().to_vec();
            Ok::<_, Failure>(ServerFrame::Detail { ply: live.ply(), payload })
        };
        let (guard, frame) = self.app.manager.compute(&cached, guard, looking).await?;
        drop(guard);
        Ok(self.send(frame?.encode().into()).await?)
    }

    /// Sends the newest snapshot.
    async fn send_newest(&mut self) -> Result<(), Closed> {
        let Some(subscription) = &mut self.subscription else { return Ok(()) };
        if !subscription.snapshots.has_changed().unwrap_or(false) {
            return Ok(());
        }
        let snapshot = subscription.snapshots.borrow_and_update().clone();
        let viewer = subscription.viewer;
        self.send_snapshot(&snapshot, viewer).await
    }

    /// Sends a viewer's frame of a snapshot, and the rematch once there is one.
    async fn send_snapshot(&mut self, snapshot: &Snapshot, viewer: Viewer) -> Result<(), Closed> {
        if self.sent != Some(snapshot.version) {
            self.sent = Some(snapshot.version);
            self.note_openness(snapshot.is_open);
            self.send(snapshot.frame(viewer)).await?;
            self.send_moves(snapshot).await?;
        }
        self.send_takeback(snapshot).await?;
        self.send_next(snapshot.next).await
    }

    /// A client learns of a join a moment after it is sent.
    fn note_openness(&mut self, is_open: bool) {
        let now = Instant::now();
        self.believes_open = match (is_open, self.believes_open) {
            (true, _) => Some(now + FOREVER),
            (false, Some(until)) => Some(until.min(now + JOIN_NOTICE)),
            (false, None) => None,
        };
    }

    /// Sends new lines of the log, if the client supports that.
    async fn send_moves(&mut self, snapshot: &Snapshot) -> Result<(), Closed> {
        let reader = self.subscription.as_ref();
        let reader = reader.filter(|one| one.features.contains(Features::MOVES));
        let Some(log) = reader.and_then(|one| snapshot.log(one.viewer)) else { return Ok(()) };
        let first = self.lines.min(log.len());
        self.lines = log.len();
        if first == log.len() && first > 0 {
            return Ok(());
        }
        let frame = ServerFrame::Moves { first: first as u32, lines: log[first..].to_vec() };
        self.send(frame.encode().into()).await
    }

    /// Sends the pending takeback request, if the client supports that.
    async fn send_takeback(&mut self, snapshot: &Snapshot) -> Result<(), Closed> {
        let features = self.subscription.as_ref().map_or(Features::NONE, |one| one.features);
        let asks = snapshot.takeback_asker;
        if !features.contains(Features::TAKEBACKS) || self.takeback == Some(asks) {
            return Ok(());
        }
        self.takeback = Some(asks);
        self.send(ServerFrame::Takeback { asks }.encode().into()).await
    }

    async fn explain(&mut self) -> Result<(), FrameFailure> {
        let subscription = self.subscription()?;
        let (cached, viewer) = (subscription.cached.clone(), subscription.viewer);
        let guard = self.app.manager.lock(&cached).await?;
        let explaining = move |live: &mut MatchGuard| {
            let json = live.game.explain(viewer).to_string();
            ServerFrame::Explanation { ply: live.ply(), json }
        };
        let (guard, frame) = self.app.manager.compute(&cached, guard, explaining).await?;
        drop(guard);
        Ok(self.send(frame.encode().into()).await?)
    }

    async fn send_next(&mut self, next: Option<MatchId>) -> Result<(), Closed> {
        let Some(id) = next.filter(|_| next != self.next) else { return Ok(()) };
        self.next = next;
        self.send(ServerFrame::Next { id: id.to_bytes() }.encode().into()).await
    }

    async fn reject(&mut self, failure: &Failure) -> Result<(), Closed> {
        log(failure);
        let frame = ServerFrame::Error { code: failure.code, message: failure.message.clone() };
        self.send(frame.encode().into()).await
    }

    async fn send(&mut self, bytes: Bytes) -> Result<(), Closed> {
        if bytes.is_empty() {
            return Ok(());
        }
        match timeout(SEND_TIMEOUT, self.socket.send(Message::Binary(bytes))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Closed::by_server(close_code::ABNORMAL, "")),
            Err(_) => Err(Closed::by_server(close_code::POLICY, "too slow")),
        }
    }

    async fn check_alive(&mut self) -> Result<(), Closed> {
        if self.subscription.is_none() && self.began.elapsed() >= OPEN_TIMEOUT {
            return Err(Closed::by_server(close_code::POLICY, "no match was opened"));
        }
        if self.heard.elapsed() >= SILENCE_TIMEOUT {
            return Err(Closed::by_server(close_code::POLICY, "no answer"));
        }
        if self.heard.elapsed() >= PING_AFTER {
            let ping = self.socket.send(Message::Ping(Bytes::new()));
            timeout(SEND_TIMEOUT, ping)
                .await
                .ok()
                .and_then(Result::ok)
                .ok_or(Closed::by_server(close_code::ABNORMAL, ""))?;
        }
        Ok(())
    }

    /// Processes what the client has already sent, then says goodbye. Durable state is sent first:
    /// without it, the client would not know whether its move was played.
    async fn say_bye(&mut self) -> Result<(), Closed> {
        for _ in 0..LAST_MESSAGES {
            let next = timeout(LAST_PAUSE, self.socket.recv()).await;
            let Ok(Some(Ok(message))) = next else { break };
            self.receive(message).await?;
        }
        self.send_newest().await?;
        self.send(ServerFrame::Bye { seconds: RETRY_SECONDS }.encode().into()).await?;
        Err(Closed::by_server(close_code::RESTART, "the server goes down"))
    }
}

/// Waits for a new snapshot; forever if there is no subscription.
async fn changed(subscription: &mut Option<Subscription>) {
    match subscription {
        // The subscription keeps the match and thereby the sender alive. The value stays marked as
        // new until it is sent.
        Some(subscription) => {
            if subscription.snapshots.changed().await.is_ok() {
                subscription.snapshots.mark_changed();
            }
        }
        None => std::future::pending().await,
    }
}

/// The close frame for a socket error: a message that is too large or malformed.
fn close_for(error: &axum::Error) -> Closed {
    match error.source().and_then(|source| source.downcast_ref()) {
        Some(tungstenite::Error::Capacity(_)) => {
            Closed::by_server(close_code::SIZE, "a message is at most 4,096 bytes long")
        }
        Some(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::InvalidData => {
            Closed::by_server(close_code::POLICY, "a message of too many fragments")
        }
        _ => Closed::by_server(close_code::PROTOCOL, "not a WebSocket message"),
    }
}

/// Why a frame failed: an error to send to the client, or the end of the socket.
enum FrameFailure {
    Failure(Failure),
    Closed(Closed),
}

impl From<Failure> for FrameFailure {
    fn from(failure: Failure) -> Self {
        FrameFailure::Failure(failure)
    }
}

impl From<Closed> for FrameFailure {
    fn from(closed: Closed) -> Self {
        FrameFailure::Closed(closed)
    }
}

#[cfg(test)]
mod tests {
    use tungstenite::error::{CapacityError, ProtocolError};

    use super::*;

    #[test]
    fn messages_that_are_too_large_have_their_own_close_code() {
        let code = |error: tungstenite::Error| close_for(&axum::Error::new(error)).0.unwrap().0;
        let large = CapacityError::MessageTooLong { size: 5_000, max_size: 4_096 };
        assert_eq!(code(large.into()), close_code::SIZE);
        let reset = ProtocolError::ResetWithoutClosingHandshake;
        assert_eq!(code(reset.into()), close_code::PROTOCOL);
    }
}
