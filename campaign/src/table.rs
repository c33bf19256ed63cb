//! Matches with clocks, bots, races and spectators on every node, of which everything is written
//! down.

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

use crate::follower::Follower;
use crate::world::World;

/// How long a player waits for an answer, and the pause before it asks again.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);
/// The most attempts to send the same thing.
const MAX_ATTEMPTS: u32 = 60;
/// A match that takes longer is left alone.
const LONGEST: Ms = 40_000;
/// How long everybody stays after the end.
const AFTERWARDS: Ms = 4_000;
/// The clock of matches in which players run out of time, in seconds.
const PER_MOVE: f64 = 1.5;

/// What happens at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plot {
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
}

impl Plot {
    const ALL: [Plot; 5] = [Plot::Bot, Plot::Flag, Plot::Bots, Plot::Race, Plot::EarlyEnd];

    fn request(self, random: &mut SplitMix64) -> Json {
        let seats = match self {
            Plot::Bot if random.below(2) == 0 => ["bot:1", "person"],
            Plot::Bot => ["person", "bot:2"],
            Plot::Bots => ["bot:1", "bot:2"],
            Plot::Flag | Plot::Race | Plot::EarlyEnd => ["person", "person"],
        };
        let (game, setup) = match random.below(3) {
            0 => ("ttt", json!({})),
            1 => ("connect", json!({ "width": 4, "height": 4, "line": 3 })),
            _ => ("nested", json!({ "depth": 1 })),
        };
        let clock = if self == Plot::Flag { json!({ "per_move": PER_MOVE }) } else { Json::Null };
        json!({ "game": game, "setup": setup, "seats": seats, "clock": clock, "listed": true })
    }
}

/// A table at which match after match is played.
pub(crate) struct Table {
    world: Arc<World>,
    tally: Rc<SharedTally>,
    random: SplitMix64,
    /// How many matches there were, counted from the table's number.
    turn: usize,
}

/// A match and its people.
struct Game {
    id: MatchId,
    plot: Plot,
    players: Vec<(Seat, Token, Follower)>,
    spectators: Vec<Follower>,
    began: Ms,
}

impl Game {
    fn is_over(&self) -> bool {
        let mut followers = self.players.iter().map(|player| &player.2).chain(&self.spectators);
        followers.any(|follower| {
            follower.state().is_some_and(|state| matches!(state.status, Status::Over { .. }))
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

    /// A call to a node; none if no answer arrives.
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
        let plot = Plot::ALL[self.turn % Plot::ALL.len()];
        let request = plot.request(&mut self.random);
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
            let follower = Follower::start(&world, &tally, id, Some(token), self.anywhere());
            players.push((seat, token, follower));
        }
        let spectators =
            (0..nodes).map(|node| Follower::start(&world, &tally, id, None, node)).collect();
        Some(Game { id, plot, players, spectators, began: world.now() })
    }

    async fn play_match(&mut self, game: &mut Game) {
        // One that stops after so many own moves.
        let mut moves_left = if game.plot == Plot::Flag { self.random.below(4) } else { u64::MAX };
        if game.plot == Plot::EarlyEnd {
            self.resign(game).await;
        }
        while !game.is_over() && !self.world.is_over() {
            if self.world.now() > game.began + LONGEST {
                return;
            }
            let mut has_moved = false;
            for player in 0..game.players.len() {
                if moves_left > 0 && self.move_if_on_turn(game, player).await {
                    (moves_left, has_moved) = (moves_left - 1, true);
                }
            }
            let waits = Duration::from_millis(20 + self.random.below(120));
            match game.players.first_mut().filter(|_| !has_moved) {
                Some((_, _, follower)) => follower.wait(waits).await,
                None => sleep(waits).await,
            }
        }
        let over = self.world.now();
        while self.world.now() < over + AFTERWARDS && !self.world.is_over() {
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

    /// Moves if it is this player's turn, as far as the player knows.
    async fn move_if_on_turn(&mut self, game: &Game, player: usize) -> bool {
        let (seat, token, follower) = &game.players[player];
        let Some(state) = follower.state() else { return false };
        let options = u64::from(state.labels.len());
        let is_on_turn = matches!(state.status, Status::Running { turn, .. } if turn == *seat);
        if !is_on_turn || options == 0 {
            return false;
        }
        let own = (game.id, *seat, *token, state.ply);
        let option = self.random.below(options) as u32;
        let node = self.anywhere();
        if game.plot == Plot::Race && options > 1 {
            let other = (option + 1) % options as u32;
            let elsewhere = (node + 1) % self.world.nodes.len();
            let (one, two) = (self.choose(own, option, node), self.choose(own, other, elsewhere));
            tokio::join!(one, two);
        } else {
            self.choose(own, option, node).await;
        }
        true
    }

    /// Makes a choice, and sends it again until its fate is known.
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
