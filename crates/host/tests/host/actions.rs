//! Actions and their transitions.

use ennead_game::{Seat, SplitMix64, Viewer};
use ennead_host::{
    Action, Clock, Entry, Event, Failure, LiveMatch, SeatHolder, SeatKey, Snapshot, Transition,
    Wanted,
};
use ennead_protocol::{ServerFrame, Status};

use crate::{NOW, games, live};

const SEATS: [[u8; 16]; 2] = [[1; 16], [2; 16]];

fn people(game: &str) -> LiveMatch {
    let seats = SEATS.map(|token| SeatHolder::Person(SeatKey::of(&token)));
    let mut live = live(game, seats, Clock::None);
    live.first_entries(&[], &mut SplitMix64::new(1)).unwrap();
    live
}

fn act(live: &mut LiveMatch, seat: Seat, action: &Action) -> Result<Transition, Failure> {
    live.act(action, Some(seat), NOW + 1_000, &mut SplitMix64::new(2))
}

fn code(result: Result<Transition, Failure>) -> &'static str {
    result.unwrap_err().code.name()
}

#[test]
fn a_choice_is_one_entry_and_repeating_it_is_known() {
    let mut live = people("ttt");
    let choice = |option| Action::Options { ply: 0, options: vec![option] };
    let entry = Entry { at: 1_000, event: Event::Choices(vec![4]) };
    assert_eq!(act(&mut live, Seat::FIRST, &choice(4)), Ok(Transition::Entries(vec![entry])));
    assert_eq!(act(&mut live, Seat::FIRST, &choice(4)), Ok(Transition::Known));
    assert_eq!(code(act(&mut live, Seat::FIRST, &choice(5))), "stale");
    assert_eq!(code(act(&mut live, Seat::SECOND, &choice(4))), "stale");
    let next = Action::Options { ply: 1, options: vec![0] };
    assert_eq!(code(act(&mut live, Seat::FIRST, &next)), "not_your_turn");
}

#[test]
fn one_byte_moves_belong_to_games_that_have_them() {
    let mut cards = people("schotten");
    assert!(act(&mut cards, Seat::FIRST, &Action::Byte(0x13)).is_ok());
    assert_eq!(cards.game.moves(), ["1>3"]);
    let failure = act(&mut people("ttt"), Seat::FIRST, &Action::Byte(0x13)).unwrap_err();
    assert_eq!(failure.to_string(), "bad_frame: this game has no one-byte moves");
}

/// Replay and play agree for every prefix of the log.
#[test]
fn a_match_rebuilt_from_its_log_gives_the_same_frames() {
    for game in ["ttt", "nested", "schotten"] {
        let mut playing = people(game);
        let head = playing.head.clone();
        let mut entries = match playing.entries {
            0 => vec![],
            _ => vec![Entry { at: 0, event: Event::Choices(playing.game.choices().to_vec()) }],
        };
        while let Some(seat) = playing.mover() {
            let choice = Action::Options { ply: playing.ply(), options: vec![0] };
            let Ok(Transition::Entries(made)) = act(&mut playing, seat, &choice) else {
                panic!("a new entry")
            };
            entries.extend(made);
            let stored = match playing.finished() {
                Some(finished) => ennead_host::Stored::Finished(finished),
                None => ennead_host::Stored::Running(ennead_host::Running {
                    head: head.clone(),
                    entries: entries.clone(),
                }),
            };
            let rebuilt = LiveMatch::of(games(), playing.id, stored).unwrap();
            for viewer in Viewer::ALL {
                let frame = |live: &LiveMatch| live.state_frame(viewer, NOW).unwrap();
                assert_eq!(frame(&playing), frame(&rebuilt), "{game} at ply {}", playing.ply());
            }
        }
        assert!(playing.ending.is_some());
    }
}

#[test]
fn only_the_mover_is_offered_labels() {
    let live = people("ttt");
    let snapshot = Snapshot::of(&live, Wanted { spectator: true, log: true }, NOW).unwrap();
    let labels = Viewer::ALL.map(|viewer| match ServerFrame::decode(&snapshot.frame(viewer)) {
        Ok(ServerFrame::State(state)) => {
            assert_eq!(state.status, Status::Running { turn: Seat::FIRST, draw_offer: None });
            state.labels.len()
        }
        other => panic!("a state, not {other:?}"),
    });
    assert_eq!(labels, [9, 0, 0]);
    assert!(
        Snapshot::of(&live, Wanted::default(), NOW).unwrap().frame(Viewer::Spectator).is_empty()
    );
}

/// Two seats in one hand could otherwise add entries to a log forever.
#[test]
fn a_seat_asks_once_between_two_own_moves() {
    for rebuilds in [false, true] {
        let mut live = people("ttt");
        let mut entries = Vec::new();
        let mut perform = |seat, action: &Action| {
            let done = act(&mut live, seat, action);
            if let Ok(Transition::Entries(made)) = &done {
                entries.extend(made.iter().cloned());
            }
            if rebuilds {
                let (head, entries) = (live.head.clone(), entries.clone());
                let stored = ennead_host::Stored::Running(ennead_host::Running { head, entries });
                live = LiveMatch::of(games(), live.id, stored).unwrap();
            }
            done.map(|_| live.entries)
        };
        let choice = |ply, option| Action::Options { ply, options: vec![option] };
        let (first, second) = (Seat::FIRST, Seat::SECOND);
        perform(first, &choice(0, 4)).unwrap();
        for (ask, decline, code) in [
            (Action::Draw, Action::Decline, "no_draws"),
            (Action::AskTakeback, Action::DeclineTakeback, "bad_option"),
        ] {
            let asked = perform(first, &ask).unwrap();
            assert_eq!(perform(first, &ask), Ok(asked), "a second request is ignored");
            perform(second, &decline).unwrap();
            let failure = perform(first, &ask).unwrap_err();
            assert_eq!(failure.code.name(), code);
            assert!(failure.message.contains("since your last move"), "{failure}");
        }
        // The opponent's move changes nothing; the own move does.
        perform(second, &choice(1, 0)).unwrap();
        perform(first, &Action::Draw).unwrap_err();
        perform(first, &choice(2, 0)).unwrap();
        perform(first, &Action::Draw).unwrap();
        perform(second, &Action::Decline).unwrap();
        // Each seat has its own request.
        perform(second, &Action::Draw).unwrap();
    }
}

/// Two nodes may end the same match, and a client may repeat its resignation.
#[test]
fn ending_a_match_that_is_over_is_known() {
    let mut live = people("ttt");
    act(&mut live, Seat::FIRST, &Action::Resign).unwrap();
    for action in [Action::Resign, Action::Abandon, Action::Timeout] {
        assert_eq!(act(&mut live, Seat::FIRST, &action), Ok(Transition::Known));
    }
    assert_eq!(code(act(&mut live, Seat::SECOND, &Action::Resign)), "over");
}
