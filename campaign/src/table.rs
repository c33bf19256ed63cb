//! Matches with clocks, bots, races and spectators on every node, with a complete event history.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Random, Seat, SplitMix64};
use ennead_host::MatchId;
use ennead_judge::{Ms, What};
use ennead_load::{SharedTally, call};
use ennead_protocol::{Status, Token};
use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::subscriber::Subscriber;
use crate::world::World;

/// How long a player waits for an answer, and the pause before a retry.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of attempts to send the same choice.
const MAX_ATTEMPTS: u32 = 60;
/// A match that takes longer is abandoned.
const MAX_DURATION: Ms = 40_000;
/// How long all clients stay after the end.
const LINGER: Ms = 4_000;
/// Time per move in matches in which players run out of time, in seconds.
const PER_MOVE: f64 = 1.5;

/// The scenario of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scenario {
    /// A person plays against a bot.
    Bot,
    /// A player stops and runs out of time.
    Flag,
    /// Two bots play while people watch.
    Bots,
    /// Players send two choices for the same ply to two nodes at the same time.
    Race,
    /// A player resigns before the first move.
    EarlyEnd,
    /// A player grants a takeback on one node, and resigns on another one at the same time.
    Takeback,
}

impl Scenario {
    const ALL: [Scenario; 6] = [
        Scenario::Bot,
        Scenario::Flag,
        Scenario::Bots,
        Scenario::Race,
        Scenario::EarlyEnd,
        Scenario::Takeback,
    ];

    fn request(self, random: &mut SplitMix64) -> Json {
        let seats = match self {
            Scenario::Bot if random.below(2) == 0 => ["bot:1", "person"],
            Scenario::Bot => ["person", "bot:2"],
            Scenario::Bots => ["bot:1", "bot:2"],
            Scenario::Flag | Scenario::Race | Scenario::EarlyEnd | Scenario::Takeback => {
                ["person", "person"]
            }
        };
        let (game, setup) = match random.below(3) {
            0 => ("ttt", json!({})),
            1 => ("connect", json!({ "width": 4, "height": 4, "line": 3 })),
            _ => ("nested", json!({ "depth": 1 })),
        };
        let clock =
            if self == Scenario::Flag { json!({ "per_move": PER_MOVE }) } else { Json::Null };
        json!({ "game": game, "setup": setup, "seats": seats, "clock": clock, "listed": true })
    }
}

/// A table that plays one match after another.
pub(crate) struct Table {
    world: Arc<World>,
    tally: Rc<SharedTally>,
    random: SplitMix64,
    /// The number of matches so far, starting from the table's number.
    turn: usize,
}

/// A match and its participants.
struct Game {
    id: MatchId,
    scenario: Scenario,
    players: Vec<(Seat, Token, Subscriber)>,
    spectators: Vec<Subscriber>,
    began: Ms,
}

impl Game {
    fn is_over(&self) -> bool {
        let mut subscribers = self.players.iter().map(|player| &player.2).chain(&self.spectators);
        subscribers.any(|subscriber| {
            subscriber.state().is_some_and(|state| matches!(state.status, Status::Over { .. }))
        })
    }
}

impl Table {
    /// A table with a number.
    pub(crate) fn new(
        world: &Arc<World>,
        tally: &Rc<SharedTally>,
        number: usize,
        seed: u64,
    ) -> Table {
        let random = SplitMix64::new(seed);
        Table { world: Arc::clone(world), tally: Rc::clone(tally), random, turn: number }
    }

    /// Plays until the campaign is over.
    pub(crate) async fn play(mut self) {
        while !self.world.is_over() {
            match self.create().await {
                Some(mut game) => self.play_match(&mut game).await,
                None => sleep(PAUSE).await,
            }
        }
    }

    fn anywhere(&mut self) -> usize {
        self.random.below(self.world.nodes.len() as u64) as usize
    }

    /// Calls a node; `None` if no answer arrives.
    async fn call(
        &self,
        node: usize,
        path: &str,
        token: Option<Token>,
        body: &Json,
    ) -> Option<(u16, Json)> {
        let token = token.map(|token| BASE64URL_NOPAD.encode(&token));
        let body = body.to_string();
        let asked = call(&self.world.nodes[node], "POST", path, token.as_deref(), &body);
        let answer = timeout(PATIENCE, asked).await.ok()?.ok()?;
        Some((answer.status, serde_json::from_str(&answer.body).unwrap_or_default()))
    }

    async fn create(&mut self) -> Option<Game> {
        let scenario = Scenario::ALL[self.turn % Scenario::ALL.len()];
        let request = scenario.request(&mut self.random);
        let node = self.anywhere();
        let (status, made) = self.call(node, "/api/matches", None, &request).await?;
        if status != 201 {
            return None;
        }
        self.turn += 1;
        let id: MatchId = made["id"].as_str()?.parse().ok()?;
        self.world.note(What::Created { id });
        let (world, tally) = (Arc::clone(&self.world), Rc::clone(&self.tally));
        let nodes = world.nodes.len();
        let mut players = Vec::new();
        for seat in Seat::BOTH {
            let Some(text) = made["seats"][seat.index()]["token"].as_str() else { continue };
            let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
            let token: Token = bytes.try_into().ok()?;
            let subscriber = Subscriber::start(&world, &tally, id, Some(token), self.anywhere());
            players.push((seat, token, subscriber));
        }
        let spectators =
            (0..nodes).map(|node| Subscriber::start(&world, &tally, id, None, node)).collect();
        Some(Game { id, scenario, players, spectators, began: world.now() })
    }

    async fn play_match(&mut self, game: &mut Game) {
        // A player who stops after this many moves.
        let mut moves_left =
            if game.scenario == Scenario::Flag { self.random.below(4) } else { u64::MAX };
        if game.scenario == Scenario::EarlyEnd {
            self.resign(game).await;
        }
        while !game.is_over() && !self.world.is_over() {
            if self.world.now() > game.began + MAX_DURATION {
                return;
            }
            let mut has_moved = false;
            for player in 0..game.players.len() {
                if moves_left > 0 && self.move_if_on_turn(game, player).await {
                    (moves_left, has_moved) = (moves_left - 1, true);
                }
            }
            if game.scenario == Scenario::Takeback && has_moved && self.random.below(3) == 0 {
                self.take_back(game).await;
            }
            let waits = Duration::from_millis(20 + self.random.below(120));
            match game.players.first_mut().filter(|_| !has_moved) {
                Some((_, _, subscriber)) => subscriber.wait(waits).await,
                None => sleep(waits).await,
            }
        }
        let over = self.world.now();
        while self.world.now() < over + LINGER && !self.world.is_over() {
            sleep(PAUSE).await;
        }
    }

    async fn resign(&mut self, game: &Game) {
        let Some((_, token, _)) = game.players.first() else { return };
        let path = format!("/api/matches/{}/resign", game.id);
        for _ in 0..MAX_ATTEMPTS {
            let node = self.anywhere();
            if let Some((200 | 409, _)) = self.call(node, &path, Some(*token), &json!({})).await {
                return;
            }
            sleep(PAUSE).await;
        }
    }

    /// One player asks for a takeback; the other one grants it on one node and resigns on another.
    async fn take_back(&mut self, game: &Game) {
        let [(_, asker, _), (_, granter, _)] = &game.players[..] else { return };
        let (id, none) = (game.id, json!({}));
        let paths = ["takeback", "resign"].map(|call| format!("/api/matches/{id}/{call}"));
        let (here, there) = (self.anywhere(), self.anywhere());
        self.call(here, &paths[0], Some(*asker), &none).await;
        let (granted, _) = tokio::join!(
            self.call(here, &paths[0], Some(*granter), &none),
            self.call(there, &paths[1], Some(*granter), &none)
        );
        let next = granted.and_then(|(_, json)| json["id"].as_str()?.parse().ok());
        if let Some(next) = next {
            self.world.note(What::Rematch { id, next });
        }
    }

    /// Moves if it is this player's turn, according to the player's own state.
    async fn move_if_on_turn(&mut self, game: &Game, player: usize) -> bool {
        let (seat, token, subscriber) = &game.players[player];
        let Some(state) = subscriber.state() else { return false };
        let options = u64::from(state.labels.len());
        let is_on_turn = matches!(state.status, Status::Running { turn, .. } if turn == *seat);
        if !is_on_turn || options == 0 {
            return false;
        }
        let own = (game.id, *seat, *token, state.ply);
        let option = self.random.below(options) as u32;
        let node = self.anywhere();
        if game.scenario == Scenario::Race && options > 1 {
            let other = (option + 1) % options as u32;
            let elsewhere = (node + 1) % self.world.nodes.len();
            let (one, two) = (self.choose(own, option, node), self.choose(own, other, elsewhere));
            tokio::join!(one, two);
        } else {
            self.choose(own, option, node).await;
        }
        true
    }

    /// Makes a choice, and resends it until its fate is known.
    async fn choose(&self, own: (MatchId, Seat, Token, u32), option: u32, node: usize) {
        let (id, seat, token, ply) = own;
        let path = format!("/api/matches/{id}/play");
        let body = json!({ "ply": ply, "options": [option] });
        for attempt in 0..MAX_ATTEMPTS as usize {
            if self.world.is_over() {
                return;
            }
            self.world.note(What::Choice { id, seat, ply, option });
            let node = (node + attempt) % self.world.nodes.len();
            match self.call(node, &path, Some(token), &body).await {
                Some((200, _)) => {
                    let is_new = true;
                    self.world.note(What::Acknowledged { id, seat, ply, option, is_new });
                    self.world.acknowledge(None);
                    return;
                }
                Some((403 | 404 | 409 | 422, _)) => return,
                _ => sleep(PAUSE).await,
            }
        }
    }
}
