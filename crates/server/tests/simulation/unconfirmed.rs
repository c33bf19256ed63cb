//! Changes that a single node's database has made without confirming them, or has not confirmed
//! yet.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use ennead_host::Action;
use ennead_host::matches::{parse_id, parse_token};
use ennead_protocol::Status;
use ennead_server::Config;
use ennead_server::simulation::{Paces, SimulatedNode, Update, Updates};
use ennead_store::memory::{Link, Loss, MemoryDatabase, MemoryKind, Passage, Request};
use serde_json::json;
use tokio::time::timeout;

use crate::games::games;

/// A link that loses or delays the response to the next write.
#[derive(Default)]
struct Forgetful {
    loses: AtomicBool,
    delay_ms: AtomicU64,
}

impl Forgetful {
    fn lose_next_answer(&self) {
        self.loses.store(true, Ordering::Relaxed);
    }
}

impl Link for Forgetful {
    fn passage(&self, request: Request) -> Passage {
        if request == Request::Read {
            return Passage::default();
        }
        let loss = self.loses.swap(false, Ordering::Relaxed).then_some(Loss::Answer);
        let back = Duration::from_millis(self.delay_ms.swap(0, Ordering::Relaxed));
        Passage { there: Duration::ZERO, back, loss }
    }

    fn hint(&self) -> Vec<Duration> {
        Vec::new()
    }

    fn time(&self) -> u64 {
        0
    }
}

/// Waits for an update, in simulated time.
async fn hear(updates: &mut Updates, wanted: impl Fn(&Update) -> bool) {
    let waiting = async { while !wanted(&updates.next().await.expect("the node runs")) {} };
    timeout(Duration::from_secs(1), waiting).await.expect("subscribers hear it within a second");
}

async fn start(link: &Arc<Forgetful>) -> Arc<SimulatedNode> {
    let (store, _alive) = MemoryDatabase::new(MemoryKind::Single).connect(link.clone());
    let paces = Paces { bots: Arc::new(|| Duration::ZERO), work: Arc::new(|| Duration::ZERO) };
    SimulatedNode::start(games(), store, &Config::new(String::new()), &paces).await
}

/// The sweep finds the match due before its creator hears that it exists.
#[tokio::test(start_paused = true)]
async fn a_match_that_ends_while_it_is_created_is_over_for_everybody() {
    let link = Arc::new(Forgetful::default());
    let (node, address) = (start(&link).await, IpAddr::from([10, 0, 0, 1]));
    link.delay_ms.store(3_000, Ordering::Relaxed);
    let clock = json!({ "per_move": 0.5 });
    let request = json!({ "game": "ttt", "seats": ["person", "person"], "clock": clock });
    let made = node.create(serde_json::from_value(request).unwrap(), address).await.unwrap();
    let id = parse_id(made["id"].as_str().unwrap()).unwrap();
    let mut spectator = node.open(id, None, address).await.unwrap();
    let is_over = |update: &Update| matches!(update.state.status, Status::Over { .. });
    hear(&mut spectator.updates().unwrap(), is_over).await;
}

#[tokio::test(start_paused = true)]
async fn subscribers_hear_of_unconfirmed_moves_and_rematches() {
    let link = Arc::new(Forgetful::default());
    let node = start(&link).await;
    let address = IpAddr::from([10, 0, 0, 1]);
    let request = json!({ "game": "ttt", "seats": ["person", "person"] });
    let request = serde_json::from_value(request).unwrap();
    let made = node.create(request, address).await.unwrap();
    let id = parse_id(made["id"].as_str().unwrap()).unwrap();
    let token = parse_token(made["seats"][0]["token"].as_str().unwrap()).unwrap();
    let player = node.open(id, Some(token), address).await.unwrap();
    let mut spectator = node.open(id, None, address).await.unwrap();
    let mut updates = spectator.updates().unwrap();

    link.lose_next_answer();
    player.act(&Action::Options { ply: 0, options: vec![4] }).await.unwrap_err();
    hear(&mut updates, |update| update.state.ply == 1).await;

    player.act(&Action::Resign).await.unwrap();
    link.lose_next_answer();
    player.rematch().await.unwrap_err();
    hear(&mut updates, |update| update.next.is_some()).await;
}
