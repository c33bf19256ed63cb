//! Two players who play one match after another as fast as they can, despite faults.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ennead_game::{Random, SplitMix64, Viewer};
use ennead_host::MatchId;
use ennead_judge::Ms;
use ennead_load::{Address, MatchSeats, Player, SharedTally, SocketTrouble};
use ennead_protocol::ClientFrame;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::ledger::Ledger;
use crate::world::World;

/// A node that does not answer for this long is abandoned for another one.
const PATIENCE: Duration = Duration::from_secs(2);
/// The minimum pause before a player reconnects, and the maximum random addition.
const PAUSE_MS: u64 = 10;
const MORE_MS: u64 = 30;
/// The pause after a choice that a node could not store.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Two players and their match.
pub(crate) struct Pair {
    world: Arc<World>,
    ledger: Rc<RefCell<Ledger>>,
    tally: Rc<SharedTally>,
    random: SplitMix64,
    /// The node preferred by the first player; the second one prefers the next.
    node: usize,
    seats: Option<MatchSeats>,
    last: Option<Ms>,
}

fn match_id(id: [u8; 8]) -> Option<MatchId> {
    MatchId::from_bytes(id)
}

impl Pair {
    /// A pair with a number.
    pub(crate) fn new(
        world: &Arc<World>,
        ledger: &Rc<RefCell<Ledger>>,
        tally: &Rc<SharedTally>,
        number: usize,
        seed: u64,
    ) -> Pair {
        Pair {
            world: Arc::clone(world),
            ledger: Rc::clone(ledger),
            tally: Rc::clone(tally),
            random: SplitMix64::new(seed),
            node: number,
            seats: None,
            last: None,
        }
    }

    fn address(&self, player: usize) -> Address {
        self.world.nodes[(self.node + player) % self.world.nodes.len()].clone()
    }

    /// Plays until the campaign is over.
    pub(crate) async fn play(mut self) {
        while !self.world.is_over() {
            if self.seats.is_none() {
                self.create().await;
            }
            if let Some(seats) = self.seats {
                self.play_connected(seats).await;
            }
            self.node += 1;
            self.world.reconnects.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(PAUSE_MS + self.random.below(MORE_MS))).await;
        }
    }

    async fn create(&mut self) {
        let (game, setup) = match self.random.below(2) {
            0 => ("ttt", json!({})),
            _ => ("connect", json!({ "width": 4, "height": 4, "line": 3 })),
        };
        let seats = ["person", "person"];
        let request = json!({ "game": game, "setup": setup, "seats": seats, "listed": false });
        let request = request.to_string();
        let made = timeout(PATIENCE, MatchSeats::request(&self.address(0), None, &request)).await;
        if let Ok(Ok(Some(seats))) = made
            && let Some(id) = match_id(seats.id)
        {
            self.ledger.borrow_mut().open(id);
            self.seats = Some(seats);
        }
    }

    /// Opens both sockets and plays until one of them fails.
    async fn play_connected(&mut self, seats: MatchSeats) {
        let MatchSeats { id, tokens: [first, second] } = seats;
        let (here, there) = (self.address(0), self.address(1));
        let both = async {
            tokio::try_join!(
                Player::join(&here, None, id, first, &self.tally),
                Player::join(&there, None, id, second, &self.tally),
            )
        };
        let Ok(Ok((first, second))) = timeout(PATIENCE, both).await else { return };
        let mut players = [first, second];
        while !self.world.is_over() {
            match timeout(PATIENCE, self.step(&mut players)).await {
                Ok(Ok(())) => {}
                // The sockets still work; the choice was not stored, or its fate is unknown.
                Ok(Err(SocketTrouble::Refused(_))) => sleep(RETRY_PAUSE).await,
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }

    /// Makes one choice, or moves on to the next match.
    async fn step(&mut self, players: &mut [Player; 2]) -> Result<(), SocketTrouble> {
        // After a reconnection, one player may know of a choice that the other has not received
        // yet.
        let ply = players[0].state.ply.max(players[1].state.ply);
        for player in players.iter_mut().filter(|player| player.state.ply < ply) {
            player.wait_past(ply - 1).await?;
        }
        if players.iter().all(Player::is_over) {
            return self.start_rematch(players).await;
        }
        match players.iter().position(Player::is_to_move) {
            Some(mover) => self.choose(players, mover).await,
            None => players[0].receive().await,
        }
    }

    async fn choose(
        &mut self,
        players: &mut [Player; 2],
        mover: usize,
    ) -> Result<(), SocketTrouble> {
        let state = &players[mover].state;
        let (ply, options) = (state.ply, u64::from(state.labels.len()));
        let Viewer::Seat(seat) = state.viewer else { return Err(SocketTrouble::Protocol) };
        let id = self.seats.and_then(|seats| match_id(seats.id));
        let (Some(id), 1..) = (id, options) else { return Err(SocketTrouble::Protocol) };
        // A choice whose fate is unknown must be resent unchanged.
        let sent = self.ledger.borrow_mut().open(id).sent(ply);
        let option = sent.unwrap_or_else(|| self.random.below(options) as u32);
        self.ledger.borrow_mut().send(id, ply, seat, option);
        players[mover].send(&ClientFrame::Choice { ply, options: vec![option] }).await?;
        players[mover].wait_past(ply).await?;
        self.ledger.borrow_mut().acknowledge(id, ply);
        self.last = Some(self.world.acknowledge(self.last));
        if players[mover].is_over() {
            self.world.finished.fetch_add(1, Ordering::Relaxed);
        }
        players[1 - mover].wait_past(ply).await
    }

    /// Starts a rematch on the same sockets.
    async fn start_rematch(
        &mut self,
        [first, second]: &mut [Player; 2],
    ) -> Result<(), SocketTrouble> {
        first.send(&ClientFrame::Rematch).await?;
        let next = first.next_match().await?;
        if second.next_match().await? != next {
            return Err(SocketTrouble::Protocol);
        }
        let ids = self.seats.and_then(|seats| match_id(seats.id)).zip(match_id(next));
        let Some((id, new)) = ids else { return Err(SocketTrouble::Protocol) };
        self.ledger.borrow_mut().rematch(id, new);
        if let Some(seats) = &mut self.seats {
            seats.id = next;
        }
        first.reopen(next).await?;
        second.reopen(next).await?;
        first.begin().await?;
        second.begin().await
    }
}
