//! The behaviour of attackers.

use std::cell::RefCell;
use std::convert::Infallible;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ennead_game::{Random, SplitMix64};
use ennead_protocol::{ClientFrame, Features, MatchIdBytes};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::spawn_local;
use tokio::time::sleep;

use super::kind::Attack;
use super::raw;
use super::siege::{CostlySetup, Siege};
use super::strikes::Strikes;
use crate::http::{call, post};
use crate::local::Crowd;
use crate::match_seats::{MatchSeats, bytes, id_text};
use crate::player::Player;
use crate::socket::SocketTrouble;
use crate::tally::LoadTally;
use crate::{Address, LoadError};

/// Sockets and connections per attacker, unless they are what it floods the server with.
const SOCKETS: usize = 4;
/// Frames per second on each socket: as many as the server allows.
const FRAMES: usize = 500;
/// Calls per second on each connection.
const CALLS: usize = 250;
/// Matches between bots per attacker.
const BOT_MATCHES: usize = 24;
/// Costly matches in lists, and the choices made in each.
const LISTED: usize = 20;
const CHOICES: u32 = 40;
/// Costly matches whose records are reviewed and analysed.
const STUDIED: usize = 4;
/// Connections that each attacker tries to hold.
const HELD: usize = 400;
/// The pause before a rejected attacker retries.
const PAUSE: Duration = Duration::from_millis(20);
/// Requests that an attacker who reads nothing sends at a time, and the pause after them: 1,000 per
/// second on each connection, in few writes, because the writes use cores that the server shares.
const PIPELINED: usize = 200;
const PIPELINE_PAUSE: Duration = Duration::from_millis(200);
/// How long an attacker may take to prepare.
const PREPARATION: Duration = Duration::from_secs(5);

/// Costly matches prepared by the attackers, and records of some of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared {
    matches: Vec<MatchSeats>,
    records: Vec<String>,
}

/// An attacker's context.
#[derive(Clone)]
pub(super) struct Attacker {
    pub(super) siege: Rc<Siege>,
    pub(super) address: Address,
    pub(super) local: Option<IpAddr>,
    pub(super) prepared: Prepared,
    pub(super) strikes: Arc<Strikes>,
}

/// Creates the matches that an attack needs, the costliest that the server allows.
pub(super) async fn prepare(
    attack: Attack,
    siege: &Siege,
    address: &Address,
) -> Result<Prepared, LoadError> {
    let count = match attack {
        Attack::Lists => LISTED,
        Attack::Looks | Attack::Opens | Attack::Unread => 1,
        Attack::Studies => STUDIED,
        _ => return Ok(Prepared::default()),
    };
    let failed = |reason: String| LoadError::Attack { attack: attack.name(), reason };
    let local = Crowd::Attackers.local(address, 0);
    let mut prepared = Prepared::default();
    let preparing = async {
        for _ in 0..count {
            let seats = costly_match(siege, address, local).await?;
            prepared.matches.push(seats);
            // Matches that cannot be played in time are left as they are.
            let _ = play(siege, address, local, seats).await;
            if attack == Attack::Studies {
                prepared.records.extend(end(address, local, seats).await);
            }
        }
        Ok(())
    };
    let ended = tokio::time::timeout(PREPARATION, preparing).await;
    let has_none = match attack {
        Attack::Studies => prepared.records.is_empty(),
        _ => prepared.matches.is_empty(),
    };
    match (has_none, ended) {
        // The server's limits may allow less than an attacker wants.
        (false, _) => Ok(prepared),
        (true, Ok(Err(reason))) => Err(failed(reason)),
        (true, _) => Err(failed("no match was ready in time".into())),
    }
}

/// A listed match of the costliest set-up that the server accepts.
async fn costly_match(
    siege: &Siege,
    address: &Address,
    local: Option<IpAddr>,
) -> Result<MatchSeats, String> {
    let mut refusal = "there is no set-up to try".to_string();
    for request in requests(siege, ["person", "person"]) {
        match MatchSeats::request(address, local, &request).await {
            Ok(Some(seats)) => return Ok(seats),
            Ok(None) => refusal = "too many".into(),
            Err(error) => refusal = error.to_string(),
        }
    }
    Err(refusal)
}

/// Requests for matches, the costliest first.
fn requests(siege: &Siege, seats: [&str; 2]) -> Vec<String> {
    let request = |game: &str, setup: Json| {
        json!({ "game": game, "setup": setup, "seats": seats, "listed": true }).to_string()
    };
    let costly = siege.costly.iter().flat_map(|CostlySetup { game, option, values }| {
        values.iter().map(move |value| request(game, json!({ option: value })))
    });
    costly.chain([request(&siege.game, json!(siege.setup))]).collect()
}

/// Makes some choices in a match to lengthen it.
async fn play(
    siege: &Siege,
    address: &Address,
    local: Option<IpAddr>,
    seats: MatchSeats,
) -> Result<(), SocketTrouble> {
    let tally = Rc::new(RefCell::new(LoadTally::new()));
    let join = |token| Player::join(address, local, seats.id, token, &tally);
    let mut players = [join(seats.tokens[0]).await?, join(seats.tokens[1]).await?];
    let mut random = SplitMix64::new(siege.rounds.into());
    for _ in 0..CHOICES {
        let Some(mover) = players.iter().position(Player::is_to_move) else { break };
        let (ply, options) = (players[mover].state.ply, players[mover].state.labels.len());
        let option = random.below(u64::from(options).max(1)) as u32;
        players[mover].send(&ClientFrame::Choice { ply, options: vec![option] }).await?;
        for player in &mut players {
            player.wait_past(ply).await?;
        }
    }
    Ok(())
}

/// Resigns a match; returns its record.
async fn end(address: &Address, local: Option<IpAddr>, seats: MatchSeats) -> Option<String> {
    let tally = Rc::new(RefCell::new(LoadTally::new()));
    let mut player = Player::join(address, local, seats.id, seats.tokens[0], &tally).await.ok()?;
    player.send(&ClientFrame::Resign).await.ok()?;
    while !player.is_over() {
        player.receive().await.ok()?;
    }
    let path = format!("/api/matches/{}/record", id_text(&seats.id));
    let answer = call(address, "GET", &path, None, "").await.ok()?;
    let json: Json = serde_json::from_str(&answer.body).ok()?;
    json["record"].as_str().map(str::to_string)
}

/// Attacks until the task is dropped.
pub(super) async fn wage(attack: Attack, attacker: Attacker) {
    let sockets = match attack {
        Attack::BotMatches => BOT_MATCHES,
        Attack::Connections | Attack::Unread => HELD,
        _ => SOCKETS,
    };
    for number in 0..sockets {
        spawn_local(attacker.clone().insist(attack, number));
        // Stagger them: real attackers do not open hundreds of connections at the same moment.
        sleep(Duration::from_millis(2)).await;
    }
    std::future::pending::<()>().await;
}

impl Attacker {
    /// Retries forever.
    async fn insist(self, attack: Attack, number: usize) {
        let mut random = SplitMix64::new(number as u64);
        loop {
            self.strike(attack, &mut random).await;
            self.strikes.note_refused(1);
            sleep(PAUSE).await;
        }
    }

    /// One attempt, until the server ends it.
    async fn strike(&self, attack: Attack, random: &mut SplitMix64) -> Option<Infallible> {
        match attack {
            Attack::BotMatches => self.watch_bots().await,
            Attack::Lists => self.call("/api/matches?state=running&limit=100").await,
            Attack::Readiness => self.call("/readyz").await,
            Attack::Looks => self.look(random).await,
            Attack::Opens => self.open_again().await,
            Attack::Rematches => self.rematch().await,
            Attack::Connections => self.hold().await,
            Attack::Unread => self.ignore_answers(random).await,
            Attack::Studies => self.study(random).await,
            Attack::Floods => self.come_and_go().await,
            Attack::Garbage => self.talk_garbage(random).await,
        }
    }

    /// Repeats a call on one connection.
    async fn call(&self, path: &str) -> Option<Infallible> {
        let stream = self.address.connect(self.local).await.ok()?;
        let request = raw::request(&self.address, path);
        raw::repeat(stream, &[request], CALLS, &self.strikes).await.ok()?;
        None
    }

    /// Creates a match between bots, and watches it so that they think.
    async fn watch_bots(&self) -> Option<Infallible> {
        let mut created = None;
        for request in requests(&self.siege, ["bot:5", "bot:5"]) {
            self.strikes.note_sent(1);
            let answer = post(&self.address, self.local, "/api/matches", &request).await.ok()?;
            let json: Json = serde_json::from_str(&answer.body).ok()?;
            created = json["id"].as_str().and_then(bytes);
            if created.is_some() {
                self.strikes.note_answered(1);
                break;
            }
        }
        let mut stream = self.open(created?).await?;
        let mut states = [0; 1_024];
        while stream.read(&mut states).await.ok()? > 0 {}
        None
    }

    /// A socket that has opened a match as a spectator.
    async fn open(&self, id: MatchIdBytes) -> Option<tokio::net::TcpStream> {
        let mut stream = raw::upgrade(&self.address, self.local).await.ok()?;
        stream.write_all(&raw::message(&open(id))).await.ok()?;
        Some(stream)
    }

    async fn look(&self, random: &mut SplitMix64) -> Option<Infallible> {
        let stream = self.open(self.prepared.matches.first()?.id).await?;
        let look = |path| raw::message(&ClientFrame::Look { budget: 4_096, path }.encode());
        // Different places, so that no cache helps.
        let looks: Vec<Vec<u8>> =
            (0..5).map(|_| look((0..3).map(|_| random.below(9) as u8).collect())).collect();
        raw::repeat(stream, &looks, FRAMES, &self.strikes).await.ok()?;
        None
    }

    async fn open_again(&self) -> Option<Infallible> {
        let id = self.prepared.matches.first()?.id;
        let stream = self.open(id).await?;
        raw::repeat(stream, &[raw::message(&open(id))], FRAMES, &self.strikes).await.ok()?;
        None
    }

    /// Resigns and immediately requests the next match.
    async fn rematch(&self) -> Option<Infallible> {
        let tally = Rc::new(RefCell::new(LoadTally::new()));
        let siege = &self.siege;
        let request = json!({
            "game": siege.game, "setup": siege.setup, "seats": ["person", "person"]
        });
        let seats =
            MatchSeats::request(&self.address, self.local, &request.to_string()).await.ok()??;
        let [token, _] = seats.tokens;
        let joined = Player::join(&self.address, self.local, seats.id, token, &tally).await;
        let mut player = joined.ok()?;
        loop {
            self.strikes.note_sent(1);
            player.send(&ClientFrame::Resign).await.ok()?;
            while !player.is_over() {
                player.receive().await.ok()?;
            }
            player.send(&ClientFrame::Rematch).await.ok()?;
            let next = player.next_match().await;
            self.strikes.note_answered(u64::from(next.is_ok()));
            player.reopen(next.ok()?).await.ok()?;
            player.begin().await.ok()?;
        }
    }

    /// Holds a connection with a request that never ends.
    async fn hold(&self) -> Option<Infallible> {
        self.strikes.note_sent(1);
        let mut stream = self.address.connect(self.local).await.ok()?;
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ").await.ok()?;
        stream.readable().await.ok()?;
        None
    }

    /// Requests more than the system's buffers hold, and reads nothing.
    async fn ignore_answers(&self, random: &mut SplitMix64) -> Option<Infallible> {
        self.strikes.note_sent(1);
        let mut stream = self.address.connect(self.local).await.ok()?;
        let path = if random.below(2) == 0 { "/" } else { "/api/matches?state=running&limit=100" };
        let requests = raw::request(&self.address, path).repeat(PIPELINED);
        loop {
            stream.write_all(&requests).await.ok()?;
            sleep(PIPELINE_PAUSE).await;
        }
    }

    /// Requests reviews, and analyses of different positions, so that no cache helps.
    async fn study(&self, random: &mut SplitMix64) -> Option<Infallible> {
        loop {
            let number = random.below(self.prepared.records.len() as u64) as usize;
            let record = &self.prepared.records[number];
            let ply = random.below(u64::from(CHOICES));
            let (path, json) = match random.below(4) {
                0 => ("/api/review", json!({ "record": record })),
                _ => ("/api/analyse", json!({ "record": record, "ply": ply })),
            };
            self.strikes.note_sent(1);
            let answer = post(&self.address, self.local, path, &json.to_string()).await.ok()?;
            if answer.status != 200 {
                return None;
            }
            self.strikes.note_answered(1);
        }
    }

    async fn come_and_go(&self) -> Option<Infallible> {
        loop {
            self.strikes.note_sent(1);
            drop(self.address.connect(self.local).await.ok()?);
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Sends random bytes, instead of HTTP or as messages.
    async fn talk_garbage(&self, random: &mut SplitMix64) -> Option<Infallible> {
        let bytes: Vec<u8> = (0..64).map(|_| random.below(256) as u8).collect();
        let (stream, bytes) = match random.below(2) {
            0 => (self.address.connect(self.local).await.ok()?, bytes),
            _ => (raw::upgrade(&self.address, self.local).await.ok()?, raw::message(&bytes)),
        };
        raw::repeat(stream, &[bytes], FRAMES, &self.strikes).await.ok()?;
        None
    }
}

/// The frame with which a spectator opens a match.
fn open(id: MatchIdBytes) -> Vec<u8> {
    ClientFrame::Open { id, token: None, features: Features::NONE }.encode()
}
