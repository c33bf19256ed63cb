//! Rematches.

use ennead_game::Seat;
use ennead_protocol::Code;

use crate::{Beginning, Clock, Failure, Head, LiveMatch, SeatHolder};

/// The delay before a timed rematch between two people begins: the opponent may still be looking at
/// the old board.
const GRACE_MS: u64 = 15_000;

impl LiveMatch {
    /// The head of a rematch: the same holders with their seats swapped.
    ///
    /// The grace period is part of the time at which the match begins, so a restarted server and
    /// other nodes agree on it.
    pub fn rematch_head(&self, now: u64) -> Head {
        let [first, second] = self.head.seats;
        let [first_name, second_name] = self.head.names.clone();
        Head {
            start: self.game.restart().record(),
            seats: [second, first],
            names: [second_name, first_name],
            clock: self.head.clock,
            listed: self.head.listed,
            created: if self.needs_grace() { now + GRACE_MS } else { now },
            beginning: Beginning::Fresh,
        }
    }

    /// Whether a seat may request a rematch now.
    pub fn check_rematch(&self, seat: Option<Seat>) -> Result<(), Failure> {
        if seat.is_none() {
            return Err(Failure::new(Code::NoSeat, "only a player may ask for a rematch"));
        }
        if self.ending.is_none() {
            return Err(Failure::new(Code::NotOver, "the match is not over yet"));
        }
        Ok(())
    }

    fn needs_grace(&self) -> bool {
        let person = |seat: &SeatHolder| matches!(seat, SeatHolder::Person(_));
        self.head.clock != Clock::None && self.head.seats.iter().all(person)
    }
}
