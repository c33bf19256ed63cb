//! Replay of stored matches, and inconsistent logs.

use ennead_game::Seat;
use ennead_host::{
    Beginning, Clock, Entry, Event, Finished, Head, Reason, Running, SeatHolder, SeatKey,
};

use crate::{games, start};

const SEATS: [SeatHolder; 2] = [SeatHolder::Bot(1), SeatHolder::Open];

fn running(events: Vec<Event>) -> Running {
    let start = start("ttt").record();
    let (names, clock) = ([None, None], Clock::None);
    let head = Head {
        start,
        seats: SEATS,
        names,
        clock,
        listed: true,
        created: 0,
        beginning: Beginning::Fresh,
    };
    Running { head, entries: events.into_iter().map(|event| Entry { at: 0, event }).collect() }
}

fn finished(reason: Reason, choices: &[u32]) -> Finished {
    let mut game = start("ttt");
    choices.iter().for_each(|option| game.play(*option).unwrap());
    Finished {
        record: game.record(),
        seats: SEATS,
        names: [None, None],
        reason,
        clock: Clock::None,
        created: 0,
        ended: 0,
        listed: true,
        continues: None,
    }
}

fn join(seat: Seat) -> Event {
    Event::Join { seat, key: SeatKey::of(&[1; 16]), name: None }
}

/// Both players take the first free square each time, and X completes a diagonal.
const WHOLE: [u32; 7] = [0; 7];

#[test]
fn matches_replay() {
    let events = vec![
        Event::Choices(vec![4]),
        join(Seat::SECOND),
        Event::Choices(vec![0]),
        Event::Resign(Seat::FIRST),
    ];
    assert_eq!(running(events).replay(games()).unwrap().choices(), [4, 0]);
    let whole = finished(Reason::Rules, &WHOLE);
    assert_eq!(whole.replay(games()).unwrap().choices(), WHOLE);
    assert_eq!(finished(Reason::Agreed, &[4]).replay(games()).unwrap().choices(), [4]);
}

#[test]
fn inconsistent_logs_are_rejected_with_the_entry() {
    let text = |events| running(events).replay(games()).err().unwrap().to_string();
    assert_eq!(
        text(vec![Event::Choices(vec![4]), Event::Choices(vec![8])]),
        "entry 1: option 8 does not exist: there are 8, numbered from 0"
    );
    assert_eq!(text(vec![join(Seat::FIRST)]), "entry 0: player 1's seat is not open");
    assert_eq!(
        text(vec![join(Seat::SECOND), join(Seat::SECOND)]),
        "entry 1: player 2's seat is not open"
    );
    assert_eq!(
        text(vec![Event::Agree, Event::Choices(vec![4])]),
        "entry 1: the match ended with the previous entry"
    );
    let mut middle = running(vec![]);
    middle.head.start = finished(Reason::Agreed, &[4, 3]).record;
    let error = middle.replay(games()).err().unwrap().to_string();
    assert_eq!(error, "it begins with 2 choices already made");
}

#[test]
fn finished_matches_that_the_rules_contradict_are_rejected() {
    let text = |finished: Finished| finished.replay(games()).err().unwrap().to_string();
    assert_eq!(
        text(finished(Reason::Rules, &[4])),
        "it is marked as over by the rules, but it is not"
    );
    assert_eq!(
        text(finished(Reason::Agreed, &WHOLE)),
        "it is marked as ended early, but it is over by the rules"
    );
    let with =
        |record: &[u8]| text(Finished { record: record.to_vec(), ..finished(Reason::Rules, &[]) });
    assert_eq!(with(&[]), "record header: a record has at least one byte");
    assert_eq!(
        with(&[0x4e]),
        "this is not a record of a match: its first byte names game 14, and the known games are \
         1 ttt, 2 nested, 3 schotten, 202 throws"
    );
    assert!(with(&[0x41, 1, 2, 3, 4, 5]).starts_with("record body: "));
}
