//! What a rematch begins with.

use ennead_store::{Clock, Head, SeatHolder};

use crate::Failure;
use crate::live::{Live, corrupt, restart};

/// How much later than it is made a rematch between two people begins: the other one may still look at the old board.
const GRACE_MS: u64 = 15_000;

impl Live {
    /// The head of a rematch: the seats change sides, and keys hold on.
    ///
    /// The grace stands in the time at which the match begins, so that a restart and other nodes count as this one does.
    pub(crate) fn rematch_head(&self, now: u64) -> Result<Head, Failure> {
        let start = restart(&*self.game).ok_or_else(|| corrupt(self.id, "its set-up does not start"))?;
        let [first, second] = self.head.seats;
        let created = if self.needs_grace() { now + GRACE_MS } else { now };
        let (clock, listed) = (self.head.clock, self.head.listed);
        Ok(Head { start: start.record(), seats: [second, first], clock, listed, created })
    }

    fn needs_grace(&self) -> bool {
        let person = |seat: &SeatHolder| matches!(seat, SeatHolder::Person(_));
        self.head.clock != Clock::None && self.head.seats.iter().all(person)
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Options, Seat};
    use ennead_store::{Key, MatchId};

    use super::*;
    use crate::action::Action;

    const NOW: u64 = 1_800_000_000_000;

    fn rematch(second: SeatHolder, clock: Clock) -> Live {
        let start = ennead_registry::game("ttt").unwrap().start(&Options::new()).unwrap().record();
        let seats = [SeatHolder::Person(Key::of(&[1; 16])), second];
        let head = Head { start, seats, clock, listed: true, created: NOW - 60_000 };
        let head = Live::new(MatchId::new(NOW, 1), head).unwrap().rematch_head(NOW).unwrap();
        let mut live = Live::new(MatchId::new(NOW, 2), head).unwrap();
        live.first_entries();
        live
    }

    #[test]
    fn a_timed_rematch_of_two_people_begins_later() {
        let clock = Clock::PerMove { ms: 6_000 };
        let mut live = rematch(SeatHolder::Person(Key::of(&[2; 16])), clock);
        assert_eq!(live.time_left(NOW), Some([21_000, 6_000]));
        assert_eq!(live.time_left(NOW + 20_000), Some([1_000, 6_000]));
        assert!(!live.is_out_of_time(NOW + 20_999) && live.is_out_of_time(NOW + 21_000));
        assert_eq!(live.due(NOW), NOW + 21_000);
        let action = Action::Options { ply: 0, options: vec![4] };
        live.act(&action, Some(Seat::FIRST), NOW + 5_000).unwrap();
        assert_eq!(live.time_left(NOW + 5_000), Some([6_000, 16_000]), "the other one may not be there yet");
        assert!(live.is_out_of_time(NOW + 21_000));
    }

    #[test]
    fn without_a_clock_or_against_a_bot_nobody_waits() {
        let clock = Clock::Base { ms: 60_000, increment: 0 };
        assert_eq!(rematch(SeatHolder::Bot(3), clock).time_left(NOW), Some([60_000; 2]));
        assert_eq!(rematch(SeatHolder::Person(Key::of(&[2; 16])), Clock::None).head.created, NOW);
    }
}
