//! Strategies for property tests.

use ennead_game::Seat;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::bytes::Item;
use crate::{
    Beginning, Clock, Entry, Event, Finished, Head, MatchId, PlayerName, Reason, Running,
    SeatHolder, SeatKey, Stored,
};

/// Numbers of all sizes.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0_u32..64).prop_map(|(number, bits)| number >> bits)
}

fn small() -> impl Strategy<Value = u32> {
    (any::<u32>(), 0_u32..32).prop_map(|(number, bits)| number >> bits)
}

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![Just(Seat::FIRST), Just(Seat::SECOND)]
}

fn key() -> impl Strategy<Value = SeatKey> {
    any::<[u8; 16]>().prop_map(SeatKey::from_bytes)
}

/// Any match id.
pub fn id() -> impl Strategy<Value = MatchId> {
    number().prop_map(|number| MatchId::from_u64(number >> 1).unwrap())
}

fn name() -> impl Strategy<Value = Option<PlayerName>> {
    prop::option::of("[a-zé<🦊]([a-zé <🦊]{0,22}[a-zé<🦊])?".prop_map(|text| text.parse().unwrap()))
}

fn names() -> impl Strategy<Value = [Option<PlayerName>; 2]> {
    [name(), name()]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        vec(small(), 0..5).prop_map(Event::Choices),
        (seat(), key(), name()).prop_map(|(seat, key, name)| Event::Join { seat, key, name }),
        seat().prop_map(Event::Offer),
        seat().prop_map(Event::Decline),
        seat().prop_map(Event::Resign),
        seat().prop_map(Event::Timeout),
        Just(Event::Agree),
        Just(Event::Abandon),
        seat().prop_map(Event::AskTakeback),
        seat().prop_map(Event::DeclineTakeback),
    ]
}

/// Any entry.
pub fn entry() -> impl Strategy<Value = Entry> {
    (number(), event()).prop_map(|(at, event)| Entry { at, event })
}

fn holder() -> impl Strategy<Value = SeatHolder> {
    prop_oneof![
        key().prop_map(SeatHolder::Person),
        Just(SeatHolder::Open),
        any::<u8>().prop_map(SeatHolder::Bot)
    ]
}

fn clock() -> impl Strategy<Value = Clock> {
    prop_oneof![
        Just(Clock::None),
        small().prop_map(|ms| Clock::PerMove { ms }),
        (small(), small()).prop_map(|(ms, increment)| Clock::Base { ms, increment }),
    ]
}

fn beginning() -> impl Strategy<Value = Beginning> {
    prop_oneof![
        Just(Beginning::Fresh),
        small().prop_map(Beginning::Fork),
        vec(small(), 0..5).prop_map(Beginning::Template)
    ]
}

/// Any head.
pub fn head() -> impl Strategy<Value = Head> {
    let seats = [holder(), holder()];
    (vec(any::<u8>(), 0..9), seats, names(), clock(), any::<bool>(), number(), beginning())
        .prop_map(|(start, seats, names, clock, listed, created, beginning)| Head {
            start,
            seats,
            names,
            clock,
            listed,
            created,
            beginning,
        })
}

fn reason() -> impl Strategy<Value = Reason> {
    prop_oneof![
        Just(Reason::Rules),
        Just(Reason::Agreed),
        Just(Reason::Abandoned),
        seat().prop_map(Reason::Resigned),
        seat().prop_map(Reason::Time)
    ]
}

/// Any finished match.
pub fn finished() -> impl Strategy<Value = Finished> {
    let seats = [holder(), holder()];
    let times = (number(), number());
    let flags = (any::<bool>(), prop::option::of(small()));
    (vec(any::<u8>(), 0..70), seats, names(), reason(), clock(), times, flags).prop_map(
        |(record, seats, names, reason, clock, (created, ended), (listed, continues))| Finished {
            record,
            seats,
            names,
            reason,
            clock,
            created,
            ended,
            listed,
            continues,
        },
    )
}

fn stored() -> impl Strategy<Value = Stored> {
    prop_oneof![
        (head(), vec(entry(), 0..5))
            .prop_map(|(head, entries)| Stored::Running(Running { head, entries })),
        finished().prop_map(Stored::Finished),
    ]
}

/// Any match.
pub fn item() -> impl Strategy<Value = Item> {
    (id(), stored(), prop::option::of(id())).prop_map(|(id, stored, rematch)| Item {
        id,
        stored,
        rematch,
    })
}
