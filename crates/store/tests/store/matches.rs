//! Matches to store.

use ennead_game::Seat;
use ennead_kit::Games;
use ennead_store::{
    Append, Beginning, Clock, Entry, Event, Finished, Head, MatchId, Reason, Running, SeatHolder,
    SeatKey, Seating, Store, StoreError, Stored,
};

pub(crate) const NOW: u64 = 1_800_000_000_000;

/// The games of all tests.
pub(crate) fn games() -> Games {
    static GAMES: Games = Games::new(&[&ennead_ttt::GAME]);
    GAMES
}

pub(crate) fn id(number: u64) -> MatchId {
    MatchId::new(NOW, number)
}

pub(crate) fn head() -> Head {
    let seats = [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Bot(3)];
    let (names, clock) = ([None, None], Clock::None);
    Head {
        start: vec![0x51, 0],
        seats,
        names,
        clock,
        listed: true,
        created: NOW + 5,
        beginning: Beginning::Fresh,
    }
}

pub(crate) fn open_head() -> Head {
    Head { seats: [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Open], ..head() }
}

pub(crate) fn choice(at: u64, choice: u32) -> Entry {
    Entry { at, event: Event::Choices(vec![choice]) }
}

pub(crate) fn append(id: MatchId, number: u32, entry: Entry) -> Append {
    Append { id, number, entry, wake: None, seating: None }
}

/// The ids of due matches.
pub(crate) async fn due(store: &Store, now: u64, limit: u32) -> Result<Vec<MatchId>, StoreError> {
    let due = store.due(now, None, limit).await?;
    Ok(due.into_iter().map(|due| due.id).collect())
}

/// The current seats after a join of [`all_events`].
pub(crate) fn joined() -> Seating {
    let seats =
        [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Person(SeatKey::of(&[2; 16]))];
    Seating { seats, names: [None, Some("Zoë".parse().unwrap())] }
}

pub(crate) fn finished() -> Finished {
    Finished {
        record: vec![0x41, 0x8b, 0x40, 0x00],
        seats: [SeatHolder::Person(SeatKey::of(&[1; 16])), SeatHolder::Bot(3)],
        names: [None, None],
        clock: Clock::None,
        reason: Reason::Rules,
        created: NOW + 5,
        ended: NOW + 60_000,
        listed: true,
        continues: None,
    }
}

pub(crate) fn running(head: Head, entries: Vec<Entry>) -> Stored {
    Stored::Running(Running { head, entries })
}

/// One entry of each kind.
pub(crate) fn all_events() -> Vec<Entry> {
    let [first, second] = Seat::BOTH;
    let events = [
        Event::Join {
            seat: second,
            key: SeatKey::of(&[2; 16]),
            name: Some("Zoë".parse().unwrap()),
        },
        Event::Choices(vec![]),
        Event::Choices(vec![8]),
        Event::Choices((0..54).collect()),
        Event::Choices(vec![u32::MAX]),
        Event::Offer(first),
        Event::Decline(second),
        Event::Agree,
        Event::Resign(first),
        Event::Timeout(second),
        Event::Abandon,
        Event::AskTakeback(second),
        Event::DeclineTakeback(first),
    ];
    (0..).zip(events).map(|(at, event)| Entry { at: at * 777_777, event }).collect()
}
