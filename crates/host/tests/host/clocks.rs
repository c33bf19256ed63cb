//! Clocks and deadlines of live matches.

use ennead_game::{Seat, SplitMix64};
use ennead_host::{Action, Clock, LiveMatch, Running, SeatHolder, SeatKey, Stored, Transition};

use crate::{NOW, games, live};

const PERSON: fn(u8) -> SeatHolder = |byte| SeatHolder::Person(SeatKey::of(&[byte; 16]));
const CLOCK: Clock = Clock::Base { ms: 60_000, increment: 30_000 };

fn begun(game: &str, seats: [SeatHolder; 2], clock: Clock) -> (LiveMatch, Running) {
    let mut live = live(game, seats, clock);
    let entries = live.first_entries(&[], &mut SplitMix64::new(1)).unwrap();
    let running = Running { head: live.head.clone(), entries };
    (live, running)
}

fn act(live: &mut LiveMatch, running: &mut Running, seat: Seat, action: &Action, at: u64) {
    let done = live.act(action, Some(seat), NOW + at, &mut SplitMix64::new(2)).unwrap();
    let Transition::Entries(entries) = done else { panic!("{done:?}") };
    running.entries.extend(entries);
}

/// A match in memory and the same match read from the store show the same clocks.
#[test]
fn clocks_survive_a_reload() {
    for game in ["ttt", "schotten"] {
        let (mut live, mut running) = begun(game, [PERSON(1), PERSON(2)], CLOCK);
        for (ply, at) in [(0, 1_160), (1, 3_000), (2, 4_500)] {
            let seat = live.mover().unwrap();
            let ply = live.ply().max(ply);
            act(&mut live, &mut running, seat, &Action::Options { ply, options: vec![0] }, at);
            let stored = Stored::Running(running.clone());
            let again = LiveMatch::of(games(), live.id, stored).unwrap();
            assert_eq!(again.time_left(NOW + at + 99), live.time_left(NOW + at + 99), "{game}");
            assert_eq!(again.due(NOW + at), live.due(NOW + at));
        }
    }
}

#[test]
fn a_resignation_out_of_turn_adds_no_increment() {
    let (mut live, mut running) = begun("ttt", [PERSON(1), PERSON(2)], CLOCK);
    act(&mut live, &mut running, Seat::SECOND, &Action::Resign, 2_000);
    assert_eq!(live.time_left(NOW + 9_000), Some([58_000, 60_000]));
}

#[test]
fn a_bot_whose_node_is_silent_is_due_within_two_seconds() {
    let (mut live, mut running) = begun("ttt", [PERSON(1), SeatHolder::Bot(3)], Clock::None);
    assert!(live.due(NOW) > NOW + 1_000_000, "a person may take as long as they like");
    act(&mut live, &mut running, Seat::FIRST, &Action::Options { ply: 0, options: vec![0] }, 0);
    assert!(live.due(NOW) <= NOW + 1_800);
    // Matches between bots advance only while somebody watches, so they have no lease.
    let (live, _) = begun("ttt", [SeatHolder::Bot(1), SeatHolder::Bot(3)], Clock::None);
    assert!(live.awaits_bot() && live.due(NOW) > NOW + 1_000_000);
}
