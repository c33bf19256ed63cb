//! The vectors of FORMAT.md.

use ennead_game::Seat;
use ennead_store::{
    Beginning, Clock, Entry, EntryBytes, Event, Finished, FinishedBytes, Head, HeadBytes, MatchId,
    Reason, SeatHolder, SeatKey,
};

/// The bytes of the line with this beginning.
fn bytes(what: &str) -> Vec<u8> {
    let page = include_str!("../../FORMAT.md");
    let line = page.lines().find(|line| line.starts_with(&format!("| {what}"))).expect(what);
    let hex = line.rsplit('`').nth(1).expect("the bytes stand in backticks");
    let digits: Vec<u32> = hex.chars().map(|digit| digit.to_digit(16).expect("a digit")).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

fn id() -> MatchId {
    "APoMgAAAAAc".parse().unwrap()
}

#[test]
fn entries_match_the_format_page() {
    for (what, at, event) in [
        ("entry: choice 4", 60_000, Event::Choices(vec![4])),
        ("entry: choices 1, 300", 5, Event::Choices(vec![1, 300])),
        ("entry: the second seat resigns", 0, Event::Resign(Seat::SECOND)),
        ("entry: the second seat asks", 5, Event::AskTakeback(Seat::SECOND)),
        (
            "entry: somebody takes",
            1000,
            Event::Join { seat: Seat::SECOND, key: SeatKey::of(&[1; 16]), name: None },
        ),
    ] {
        let entry = Entry { at, event };
        assert_eq!(entry.to_bytes(), bytes(what), "{what}");
        assert_eq!(Entry::from_bytes(&bytes(what)), Ok(entry));
    }
}

#[test]
fn heads_and_finished_matches_match_the_format_page() {
    let seats = [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Bot(3)];
    let created = id().unix_ms() + 5000;
    let (names, clock) = ([None, None], Clock::None);
    let head = Head {
        start: vec![0x51, 0],
        seats,
        names,
        clock,
        listed: true,
        created,
        beginning: Beginning::Fresh,
    };
    assert_eq!(head.to_bytes(id()), bytes("head: key"));
    assert_eq!(Head::from_bytes(id(), true, &bytes("head: key")), Ok(head.clone()));
    let fork = Head { beginning: Beginning::Fork(2), ..head };
    assert_eq!(fork.to_bytes(id()), bytes("head: the same fork"));
    let finished = Finished {
        record: vec![0x41, 0x8b],
        seats: [SeatHolder::Open, SeatHolder::Bot(3)],
        names: [None, None],
        reason: Reason::Time(Seat::SECOND),
        clock: Clock::Base { ms: 300_000, increment: 5000 },
        created,
        ended: created + 60_000,
        listed: false,
        continues: None,
    };
    assert_eq!(finished.to_bytes(id()), bytes("finished:"));
    assert_eq!(Finished::from_bytes(id(), false, &bytes("finished:")), Ok(finished));
}
