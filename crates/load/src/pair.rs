//! Two players that play one match after another.

use std::net::IpAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ennead_game::{Random, SplitMix64};
use ennead_protocol::ClientFrame;
use tokio::time::{sleep, timeout};

use crate::Address;
use crate::ledger::Ledger;
use crate::match_seats::MatchSeats;
use crate::player::Player;
use crate::socket::SocketTrouble;
use crate::tally::SharedTally;

/// A server that does not respond for this long has lost a frame.
const PATIENCE: Duration = Duration::from_secs(20);
/// The number of choices under one timer.
const STEPS: u32 = 16;
/// How long a pair waits before it retries, initially and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The state shared by all pairs.
pub(crate) struct Shared {
    pub(crate) address: Address,
    pub(crate) tally: Rc<SharedTally>,
    pub(crate) ledger: Ledger,
    /// How long a player thinks about a choice, on average.
    pub(crate) pace: Duration,
}

/// Two players and their current match.
pub(crate) struct Pair {
    shared: Rc<Shared>,
    seats: MatchSeats,
    random: SplitMix64,
    /// The local addresses of the sockets.
    locals: [Option<IpAddr>; 2],
    /// The player that requests the next match.
    asker: usize,
}

impl Pair {
    pub(crate) fn new(shared: Rc<Shared>, seats: MatchSeats, seed: u64) -> Self {
        Pair { shared, seats, random: SplitMix64::new(seed), locals: [None; 2], asker: 0 }
    }

    /// Sets the local addresses of the players' sockets.
    pub(crate) fn at(self, locals: [Option<IpAddr>; 2]) -> Self {
        Pair { locals, ..self }
    }

    /// Plays forever, whatever happens to the server.
    pub(crate) async fn play(mut self) {
        let mut pause = FIRST_PAUSE;
        loop {
            let before = self.shared.tally.borrow().moves;
            let trouble = self.play_connected().await;
            if self.shared.tally.borrow().moves > before {
                pause = FIRST_PAUSE;
            }
            self.shared.tally.borrow_mut().note_trouble(&trouble);
            if let SocketTrouble::Bye(seconds) = trouble {
                sleep(Duration::from_secs(seconds.into()).min(LONGEST_PAUSE)).await;
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
            self.shared.tally.borrow_mut().reconnects += 1;
        }
    }

    /// Opens both sockets and plays on them until one of them fails.
    async fn play_connected(&mut self) -> SocketTrouble {
        let mut players = match self.join().await {
            Ok(players) => players,
            Err(trouble) => return trouble,
        };
        loop {
            let steps = timeout(PATIENCE, self.steps(&mut players)).await;
            match steps.unwrap_or(Err(SocketTrouble::Timeout)) {
                Ok(()) => {}
                // The sockets still work; only this choice was rejected.
                Err(trouble @ SocketTrouble::Refused(_)) => {
                    self.shared.tally.borrow_mut().note_trouble(&trouble);
                    sleep(FIRST_PAUSE).await;
                }
                Err(trouble) => return trouble,
            }
        }
    }

    async fn join(&self) -> Result<[Player; 2], SocketTrouble> {
        let Shared { address, tally, .. } = &*self.shared;
        let MatchSeats { id, tokens: [first, second] } = self.seats;
        let both = async {
            Ok([
                Player::join(address, self.locals[0], id, first, tally).await?,
                Player::join(address, self.locals[1], id, second, tally).await?,
            ])
        };
        timeout(PATIENCE, both).await.unwrap_or(Err(SocketTrouble::Timeout))
    }

    /// Takes some steps under one timer, since setting a timer costs as much as a step.
    async fn steps(&mut self, players: &mut [Player; 2]) -> Result<(), SocketTrouble> {
        for _ in 0..STEPS {
            self.step(players).await?;
        }
        Ok(())
    }

    /// Makes one choice, or moves on to the next match.
    async fn step(&mut self, players: &mut [Player; 2]) -> Result<(), SocketTrouble> {
        // After a reconnection, one player may know of a choice that the other has yet to receive.
        let ply = players[0].state.ply.max(players[1].state.ply);
        for player in players.iter_mut().filter(|player| player.state.ply < ply) {
            player.wait_past(ply - 1).await?;
        }
        if players.iter().all(Player::is_over) {
            return self.start_rematch(players).await;
        }
        self.think().await;
        match players.iter().position(Player::is_to_move) {
            Some(mover) => self.choose(players, mover).await,
            None => players[0].receive().await,
        }
    }

    /// Waits between half and one and a half times the pace, so that pairs do not move in lockstep.
    async fn think(&mut self) {
        let pace = self.shared.pace;
        if !pace.is_zero() {
            let share = self.random.below(1_000) as f64 / 1_000.0;
            sleep(pace.mul_f64(0.5 + share)).await;
        }
    }

    async fn choose(
        &mut self,
        players: &mut [Player; 2],
        mover: usize,
    ) -> Result<(), SocketTrouble> {
        let state = &players[mover].state;
        let ply = state.ply;
        let options = state.labels.len();
        if options == 0 {
            return Err(SocketTrouble::Protocol);
        }
        let option = self.random.below(options.into()) as u32;
        let sent = Instant::now();
        players[mover].send(&ClientFrame::Choice { ply, options: vec![option] }).await?;
        players[mover].wait_past(ply).await?;
        self.shared.ledger.note(&self.seats.id, ply, option)?;
        players[1 - mover].wait_past(ply).await?;
        let mut tally = self.shared.tally.borrow_mut();
        tally.note_move(sent.elapsed());
        if players[mover].is_over() {
            tally.finished += 1;
        }
        Ok(())
    }

    /// Starts a rematch on the same sockets. The players take turns in requesting it, since new
    /// matches are limited per address.
    async fn start_rematch(&mut self, players: &mut [Player; 2]) -> Result<(), SocketTrouble> {
        self.asker = 1 - self.asker;
        // A rejection goes to the player who asked, so that one is heard first.
        let asker = &mut players[self.asker];
        asker.send(&ClientFrame::Rematch).await?;
        let id = asker.next_match().await?;
        if players[1 - self.asker].next_match().await? != id {
            return Err(SocketTrouble::Protocol);
        }
        let [first, second] = players;
        self.seats.id = id;
        first.reopen(id).await?;
        second.reopen(id).await?;
        first.begin().await?;
        second.begin().await
    }
}
