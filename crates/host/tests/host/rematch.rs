//! Rematches and their grace period.

use ennead_game::{Seat, SplitMix64};
use ennead_host::{Action, Clock, LiveMatch, MatchId, SeatHolder, SeatKey};

use crate::{NOW, games, live};

const PERSON: fn(u8) -> SeatHolder = |byte| SeatHolder::Person(SeatKey::of(&[byte; 16]));

fn rematch(second: SeatHolder, clock: Clock) -> LiveMatch {
    let head = live("ttt", [PERSON(1), second], clock).rematch_head(NOW);
    let mut live = LiveMatch::new(games(), MatchId::new(NOW, 2), head).unwrap();
    live.first_entries(&[], &mut SplitMix64::new(1)).unwrap();
    live
}

#[test]
fn a_timed_rematch_of_two_people_begins_later() {
    let mut live = rematch(PERSON(2), Clock::PerMove { ms: 6_000 });
    assert_eq!(live.time_left(NOW), Some([21_000, 6_000]));
    assert_eq!(live.time_left(NOW + 20_000), Some([1_000, 6_000]));
    assert!(!live.is_out_of_time(NOW + 20_999) && live.is_out_of_time(NOW + 21_000));
    assert_eq!(live.due(NOW), NOW + 21_000);
    let action = Action::Options { ply: 0, options: vec![4] };
    live.act(&action, Some(Seat::FIRST), NOW + 5_000, &mut SplitMix64::new(1)).unwrap();
    let left = live.time_left(NOW + 5_000);
    assert_eq!(left, Some([6_000, 16_000]), "the other player may not be there yet");
    assert!(live.is_out_of_time(NOW + 21_000));
}

#[test]
fn without_a_clock_or_against_a_bot_there_is_no_grace_period() {
    let clock = Clock::Base { ms: 60_000, increment: 0 };
    assert_eq!(rematch(SeatHolder::Bot(3), clock).time_left(NOW), Some([60_000; 2]));
    assert_eq!(rematch(PERSON(2), Clock::None).head.created, NOW);
}

#[test]
fn seats_swap_and_keys_stay() {
    let live = rematch(PERSON(2), Clock::None);
    assert_eq!(live.seat_of(&[1; 16]), Some(Seat::SECOND));
    assert_eq!(live.seat_of(&[2; 16]), Some(Seat::FIRST));
    assert_eq!(live.check_rematch(Some(Seat::FIRST)).unwrap_err().code.name(), "not_over");
    assert_eq!(live.check_rematch(None).unwrap_err().code.name(), "no_seat");
}
