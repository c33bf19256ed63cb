//! The clients of a run: players at tables, and spectators.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ennead_game::{Random, Seat, SplitMix64};
use ennead_host::matches::{JoinRequest, NewMatch, parse_id, parse_token};
use ennead_host::{Action, Failure, MatchId};
use ennead_judge::What;
use ennead_protocol::{Code, Status, Token};
use ennead_server::simulation::{SimulatedNode, Update};
use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep};

use crate::world::{Connection, World};

/// The most attempts to send the same request.
const MAX_ATTEMPTS: u32 = 40;

/// A request for a new match: any game, any pair of seats, any clock.
fn new_match(random: &mut SplitMix64) -> Json {
    let (game, setup) = match random.below(12) {
        0..5 => ("ttt", json!({})),
        5..9 => ("connect", json!({ "width": 4, "height": 4, "line": 3 })),
        9..11 => ("nested", json!({})),
        _ => ("schotten", json!({})),
    };
    let seats = match random.below(10) {
        0..3 => ["person", "person"],
        3..5 => ["person", "open"],
        5..7 => ["person", "bot:1"],
        7..9 => ["bot:2", "person"],
        _ => ["bot:1", "bot:2"],
    };
    let seconds = |most: u64, random: &mut SplitMix64| (2 + random.below(most)) as f64;
    let clock = match random.below(4) {
        0 => json!(null),
        1 => json!({ "per_move": seconds(40, random) }),
        _ => json!({ "base": seconds(90, random), "increment": random.below(4) as f64 }),
    };
    json!({ "game": game, "setup": setup, "seats": seats, "clock": clock })
}

/// A player at a table.
struct Player {
    world: Arc<World>,
    random: SplitMix64,
    address: IpAddr,
    id: MatchId,
    seat: Seat,
    token: Token,
}

/// Plays match after match at a table.
pub(crate) async fn sit(world: Arc<World>, table: usize) {
    let mut random = world.random("table", table as u64);
    sleep(Duration::from_millis(random.below(20_000))).await;
    loop {
        let Some(mut players) = create(&world, table, &mut random).await else { continue };
        while !players.is_empty() {
            world.tables.lock().unwrap()[table] = players.first().map(|player| player.id);
            let next = match players.as_mut_slice() {
                [one, other] => {
                    let (first, second) = tokio::join!(biased; one.play(), other.play());
                    first.or(second)
                }
                [one, ..] => one.play().await,
                [] => None,
            };
            let Some(next) = next else { break };
            players.iter_mut().for_each(|player| player.id = next);
        }
        sleep(Duration::from_millis(200 + random.below(5_000))).await;
    }
}

/// Creates a match, and takes the open seat if there is one.
async fn create(world: &Arc<World>, table: usize, random: &mut SplitMix64) -> Option<Vec<Player>> {
    let request = new_match(random);
    let address = IpAddr::from([10, 0, table as u8, random.below(200) as u8]);
    let place = random.below(world.nodes() as u64) as usize;
    let made = world.call(random, place, None, |node: Arc<SimulatedNode>| async move {
        let request: NewMatch = serde_json::from_value(request).expect("a request of this kind");
        node.create(request, address).await
    });
    let Some(Ok(made)) = made.await else {
        sleep(Duration::from_millis(100 + random.below(2_000))).await;
        return None;
    };
    let id = parse_id(made["id"].as_str()?).ok()?;
    world.note(What::Created { id });
    world.tables.lock().unwrap()[table] = Some(id);
    let player = |seat: Seat, token: &Json, random: &mut SplitMix64| {
        let token = parse_token(token.as_str()?).ok()?;
        let random = SplitMix64::new(random.next_u64());
        Some(Player { world: Arc::clone(world), random, address, id, seat, token })
    };
    let mut players: Vec<Player> = Seat::BOTH
        .into_iter()
        .filter_map(|seat| player(seat, &made["seats"][seat.index()]["token"], random))
        .collect();
    if made["seats"][1]["kind"] == "open" {
        sleep(Duration::from_millis(random.below(8_000))).await;
        let place = random.below(world.nodes() as u64) as usize;
        let join =
            |node: Arc<SimulatedNode>| async move { node.join(id, JoinRequest::default()).await };
        if let Some(Ok(joined)) = world.call(random, place, None, join).await {
            world.note(What::Joined { id, seat: Seat::SECOND });
            players.extend(player(Seat::SECOND, &joined["token"], random));
        } else if random.below(2) == 0 {
            // It gives up, and so does the client that now holds the seat. The first player may
            // resign.
            players.clear();
        }
    }
    if players.is_empty() {
        sleep(Duration::from_millis(random.below(60_000))).await;
    }
    Some(players)
}

impl Player {
    fn anywhere(&mut self) -> usize {
        self.random.below(self.world.nodes() as u64) as usize
    }

    async fn pause(&mut self) {
        sleep(Duration::from_millis(50 + self.random.below(700))).await;
    }

    async fn connect(&mut self) -> Connection {
        loop {
            let place = self.anywhere();
            let (world, token) = (Arc::clone(&self.world), Some(self.token));
            let connecting = world.connect(&mut self.random, place, self.id, token, self.address);
            if let Some(connection) = connecting.await {
                // A fork keeps the seats, and a rematch swaps them.
                self.seat = connection.feed.seat().unwrap_or(self.seat);
                return connection;
            }
            self.pause().await;
        }
    }

    /// How long this player thinks about a move. Some walk away and let the clock run out.
    fn thinking(&mut self) -> Duration {
        Duration::from_millis(match self.random.below(40) {
            0 => 120_000,
            1..6 => 5_000 + self.random.below(40_000),
            6..16 => 20 + self.random.below(800),
            _ => 500 + self.random.below(9_000),
        })
    }

    /// Plays the match to its end; returns the rematch, if any.
    async fn play(&mut self) -> Option<MatchId> {
        let mut connection = self.connect().await;
        let mut seen: Option<Update> = None;
        let mut turn = None;
        let mut acts_at = Instant::now();
        loop {
            let now = seen.as_ref().map(|seen| (seen.state.ply, seen.state.status));
            if now != turn {
                turn = now;
                acts_at = Instant::now() + self.thinking();
            }
            tokio::select! {
                biased;
                update = connection.inbox.recv() => match update {
                    None => {
                        self.pause().await;
                        connection = self.connect().await;
                    }
                    Some(update) => {
                        if let Status::Over { .. } = update.state.status {
                            return self.go_on(&mut connection, update.next).await;
                        }
                        seen = Some(update);
                    }
                },
                () = tokio::time::sleep_until(acts_at) => {
                    acts_at = Instant::now() + self.thinking();
                    if let Some(update) = seen.clone() {
                        self.decide(&mut connection, &update).await;
                    }
                }
            }
        }
    }

    /// Reacts to a state, or does nothing.
    async fn decide(&mut self, connection: &mut Connection, update: &Update) {
        let state = &update.state;
        if matches!(state.status, Status::Running { .. }) && self.random.below(12) == 0 {
            self.take_back().await;
        }
        match state.status {
            Status::Running { turn, .. } if turn == self.seat => {
                match self.random.below(60) {
                    0 => self.once(connection, Action::Resign).await,
                    1 => self.once(connection, Action::Draw).await,
                    _ => {}
                }
                if let count @ 1.. = u64::from(state.labels.len()) {
                    let option = self.random.below(count) as u32;
                    self.choose(connection, state.ply, option).await;
                }
            }
            Status::Running { draw_offer: Some(seat), .. } if seat != self.seat => {
                let action = [Action::Draw, Action::Decline][self.random.below(2) as usize].clone();
                self.once(connection, action).await;
            }
            _ if self.random.below(4) == 0 => {
                self.world.weather.count("clients that move to another node");
                *connection = self.connect().await;
            }
            _ => {}
        }
    }

    /// Asks for a takeback, or grants the opponent's request, on any node.
    async fn take_back(&mut self) {
        let (id, token, address, place) = (self.id, self.token, self.address, self.anywhere());
        let call = |node: Arc<SimulatedNode>| async move {
            match node.take_back(id, token, address).await {
                // There is no move to take back, or it was asked for already.
                Err(failure) if failure.code == Code::BadOption => Ok(None),
                done => done,
            }
        };
        let world = Arc::clone(&self.world);
        if let Some(Ok(Some(next))) = world.call(&mut self.random, place, None, call).await {
            world.note(What::Rematch { id, next });
            self.world.weather.count("takebacks");
        }
    }

    /// Reads the record of a match that is over.
    async fn read_record(&mut self) {
        let (id, place) = (self.id, self.anywhere());
        let read = |node: Arc<SimulatedNode>| async move { node.record(id).await };
        let world = Arc::clone(&self.world);
        if let Some(Ok(())) = world.call(&mut self.random, place, None, read).await {
            world.note(What::Revealed { id });
        }
    }

    /// Sends an action without retrying it.
    async fn once(&mut self, connection: &Connection, action: Action) {
        let _ = self.send(connection, action).await;
    }

    async fn send(
        &mut self,
        connection: &Connection,
        action: Action,
    ) -> Option<Result<bool, Failure>> {
        let world = Arc::clone(&self.world);
        if self.random.below(3) > 0 {
            let feed = Arc::clone(&connection.feed);
            let act = |_| async move { feed.act(&action).await };
            return world
                .call(&mut self.random, connection.place, Some(&connection.feed), act)
                .await;
        }
        let (id, token, address, place) = (self.id, self.token, self.address, self.anywhere());
        let act =
            |node: Arc<SimulatedNode>| async move { node.act(id, token, &action, address).await };
        world.call(&mut self.random, place, None, act).await
    }

    /// Makes a choice, and retries until its fate is known.
    async fn choose(&mut self, connection: &mut Connection, ply: u32, option: u32) {
        let (id, seat) = (self.id, self.seat);
        for _ in 0..MAX_ATTEMPTS {
            self.world.note(What::Choice { id, seat, ply, option });
            let action = Action::Options { ply, options: vec![option] };
            match self.send(connection, action).await {
                Some(Ok(is_new)) => {
                    self.world.note(What::Acknowledged { id, seat, ply, option, is_new });
                    return;
                }
                Some(Err(failure)) if is_final(failure.code) => return,
                _ => self.world.weather.count("choices sent again"),
            }
            self.pause().await;
            if connection.inbox.is_closed() {
                *connection = self.connect().await;
            }
        }
    }

    /// After the end: a rematch, or nothing more.
    async fn go_on(
        &mut self,
        connection: &mut Connection,
        next: Option<MatchId>,
    ) -> Option<MatchId> {
        if self.random.below(3) == 0 {
            self.read_record().await;
        }
        if next.is_some() {
            return next;
        }
        self.pause().await;
        if self.random.below(3) == 0 {
            // It stays for a while, and learns of a rematch that the opponent requests.
            let stays = sleep(Duration::from_millis(self.random.below(6_000)));
            tokio::pin!(stays);
            loop {
                tokio::select! {
                    biased;
                    update = connection.inbox.recv() => {
                        let update = update?;
                        if update.next.is_some() {
                            return update.next;
                        }
                    }
                    () = &mut stays => return None,
                }
            }
        }
        let (world, id, token) = (Arc::clone(&self.world), self.id, self.token);
        for _ in 0..MAX_ATTEMPTS {
            let place = self.anywhere();
            let ask = |node: Arc<SimulatedNode>| async move { node.rematch(id, token).await };
            match world.call(&mut self.random, place, None, ask).await {
                Some(Ok(next)) => {
                    world.note(What::Rematch { id, next });
                    return Some(next);
                }
                Some(Err(failure)) if failure.code == Code::NotOver => return None,
                _ => self.pause().await,
            }
        }
        None
    }
}

/// Whether retrying would not help.
fn is_final(code: Code) -> bool {
    matches!(code, Code::Stale | Code::Over | Code::NotYourTurn | Code::Waiting | Code::BadOption)
}

/// Watches the tables.
pub(crate) async fn watch(world: Arc<World>, number: usize) {
    let mut random = world.random("spectator", number as u64);
    let address = IpAddr::from([10, 1, 0, number as u8]);
    loop {
        sleep(Duration::from_millis(200 + random.below(3_000))).await;
        let (nodes, tables) = (world.nodes() as u64, world.tables.lock().unwrap().len() as u64);
        let (place, table) = (random.below(nodes) as usize, random.below(tables) as usize);
        let Some(id) = world.tables.lock().unwrap()[table] else { continue };
        let Some(mut connection) = world.connect(&mut random, place, id, None, address).await
        else {
            continue;
        };
        let stays = sleep(Duration::from_millis(5_000 + random.below(60_000)));
        tokio::pin!(stays);
        loop {
            tokio::select! {
                biased;
                update = connection.inbox.recv() => if update.is_none() { break },
                () = &mut stays => break,
            }
        }
    }
}
