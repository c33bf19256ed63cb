//! Hidden choices of a seat, in a game that says nothing about what viewers see of a choice: no
//! answer to anybody else depends on them.

use ennead_game::{HIDDEN_MOVE, Random, Seat, SplitMix64, Turn, Viewer};
use ennead_host::matches::{self, MatchJson};
use ennead_host::{
    Action, Beginning, Clock, Entry, Event, Head, LiveMatch, MatchId, Reason, Running, SeatHolder,
    SeatKey, Stored, Takeback,
};
use ennead_kit::Kit;
use ennead_protocol::{Code, ServerFrame};
use ennead_search::Playout;
use serde_json::{Value as Json, json};

use crate::non_interference::{CALLS_PER_DEAL, TOKENS, answer, below, some_call, steps};
use crate::throws::Throws;
use crate::{NOW, games, start};

pub(crate) static THROWS: Kit = Kit::hidden::<Throws>();

impl Playout for Throws {}

const FIRST: Viewer = Viewer::Seat(Seat::FIRST);
const SECOND: Viewer = Viewer::Seat(Seat::SECOND);

fn people() -> [SeatHolder; 2] {
    TOKENS.map(|token| SeatHolder::Person(SeatKey::of(&token)))
}

/// A stored match in which these throws were made, as it is read again.
fn live(seats: [SeatHolder; 2], throws: &[u32]) -> LiveMatch {
    let (start, names) = (start("throws").record(), [None, None]);
    let head = Head {
        start,
        seats,
        names,
        clock: Clock::None,
        listed: true,
        created: NOW,
        beginning: Beginning::Fresh,
    };
    let entry = |throw: &u32| Entry { at: 0, event: Event::Choices(vec![*throw]) };
    let entries = throws.iter().map(entry).collect();
    let stored = Stored::Running(Running { head, entries });
    LiveMatch::of(games(), MatchId::new(NOW, 1), stored).unwrap()
}

/// The same match, with its throws made one after the other.
fn played(seats: [SeatHolder; 2], throws: &[u32]) -> LiveMatch {
    let mut live = live(seats, &[]);
    for throw in throws {
        let action = Action::Options { ply: live.ply(), options: vec![*throw] };
        live.act(&action, live.mover(), NOW, &mut SplitMix64::new(1)).unwrap();
    }
    live
}

fn json(live: &LiveMatch, viewer: Viewer) -> Json {
    serde_json::to_value(MatchJson::of(live, viewer, NOW).unwrap()).unwrap()
}

#[test]
fn a_hidden_throw_is_in_no_log_list_or_frame_of_others() {
    let line = |seat: u8, text: &str| format!("player {seat}: {text}");
    for live in [live(people(), &[2]), played(people(), &[2])] {
        for viewer in [SECOND, Viewer::Spectator] {
            let mut shown = json(&live, viewer);
            // The viewer may throw scissors, too.
            shown["options"] = Json::Null;
            assert_eq!(shown["log"], json!([line(1, HIDDEN_MOVE)]));
            assert_eq!((&shown["moves"], &shown["last"]), (&json!([]), &json!([])));
            assert_eq!(shown["drawing"], "?\n");
            let frame = ServerFrame::decode(&live.state_frame(viewer, NOW).unwrap()).unwrap();
            assert!(matches!(&frame, ServerFrame::State(state) if state.last.is_empty()));
            let past = serde_json::to_value(matches::history(&live, viewer).unwrap()).unwrap();
            assert_eq!(past["steps"][1]["last"], json!([]));
            assert!(!format!("{shown} {past}").contains("scissors"));
        }
        let shown = json(&live, FIRST);
        assert_eq!(shown["log"], json!([line(1, "scissors")]), "one's own throw is no secret");
        assert_eq!((&shown["moves"], &shown["last"]), (&json!(["scissors"]), &json!([2])));
        let past = serde_json::to_value(matches::history(&live, FIRST).unwrap()).unwrap();
        assert_eq!(past["steps"][1]["last"], json!([2]));
    }
    for live in [live(people(), &[2, 0]), played(people(), &[2, 0])] {
        let lasts = Viewer::ALL.map(|viewer| live.last_labels(viewer).to_vec());
        assert_eq!(lasts, [vec![], vec![0], vec![]]);
        assert_eq!(json(&live, SECOND)["log"], json!([line(1, HIDDEN_MOVE), line(2, "rock")]));
        assert_eq!(json(&live, SECOND)["moves"], json!([]), "a list with gaps is none");
    }
}

#[test]
fn a_match_that_is_over_is_public() {
    let mut live = live(people(), &[2, 0]);
    live.act(&Action::Resign, Some(Seat::FIRST), NOW, &mut SplitMix64::new(1)).unwrap();
    assert_eq!(live.ending.unwrap().reason, Reason::Resigned(Seat::FIRST));
    assert_eq!(json(&live, Viewer::Spectator)["moves"], json!(["scissors", "rock"]));
}

/// Whoever offers the seat could have chosen the throw, and no deal changes it.
#[test]
fn an_open_seat_where_a_throw_is_hidden_is_refused() {
    let mut game = start("throws");
    game.play(2).unwrap();
    let create = |seats: [&str; 2]| {
        let record = data_encoding::HEXLOWER.encode(&game.record());
        let from = json!({ "record": record });
        let request = json!({ "game": "throws", "seats": seats, "from": from });
        let request: matches::NewMatch = serde_json::from_value(request).unwrap();
        request.prepare(games(), NOW, &mut SplitMix64::new(1)).map(drop)
    };
    let refused = create(["open", "person"]).unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    assert!(refused.message.contains("still hidden"), "{refused}");
    assert!(create(["person", "person"]).is_ok());
}

/// The opponent's throw before one's own was hidden then, and is known now.
#[test]
fn a_takeback_that_would_keep_a_hidden_choice_is_refused() {
    let seats = people();
    let with_bot = |seat: usize| {
        let mut seats = seats;
        seats[seat] = SeatHolder::Bot(1);
        seats
    };
    let take_back =
        |live: &LiveMatch, seat| live.take_back(Some(seat), NOW, &mut SplitMix64::new(1));
    for seats in [with_bot(0), seats] {
        let failure = take_back(&live(seats, &[2, 0]), Seat::SECOND).unwrap_err();
        assert_eq!(failure.code, Code::Forbidden);
        assert!(failure.message.contains("was hidden from you"), "{}", failure.message);
        let asked = live(seats, &[2, 0]).act(
            &Action::AskTakeback,
            Some(Seat::SECOND),
            NOW,
            &mut SplitMix64::new(1),
        );
        assert_eq!(asked.unwrap_err().code, Code::Forbidden);
    }
    let fork = take_back(&live(with_bot(1), &[2, 0]), Seat::FIRST).unwrap();
    assert!(matches!(fork, Takeback::Fork(_, prefix) if prefix.is_empty()));
    let alone = take_back(&live([seats[0]; 2], &[2, 0]), Seat::FIRST).unwrap();
    assert!(matches!(alone, Takeback::Fork(_, prefix) if prefix == [2]), "one person knows both");
}

/// Throws of which the last one is hidden from a viewer, in two worlds; `None` if they must end
/// the match.
fn two_worlds(viewer: Viewer, random: &mut SplitMix64) -> Option<[Vec<u32>; 2]> {
    let (mut game, made) = (start("throws"), below(random, 10));
    for _ in 0..made {
        game.play(random.below(3) as u32).ok()?;
    }
    let Turn::Seat(thrower) = game.turn() else { return None };
    let first = random.below(3) as u32;
    let throws = [first, (first + 1 + random.below(2) as u32) % 3];
    let goes_on = |throw: u32| {
        let mut after = game.boxed_clone();
        after.play(throw).is_ok() && matches!(after.turn(), Turn::Seat(_))
    };
    let is_hidden = viewer != Viewer::Seat(thrower) && throws.into_iter().all(goes_on);
    is_hidden.then(|| throws.map(|throw| [game.choices(), &[throw]].concat()))
}

#[test]
fn a_hidden_choice_changes_no_answer() {
    let (mut random, mut steps_left) = (SplitMix64::new(21), steps() / 4);
    while steps_left > 0 {
        let viewer = Viewer::ALL[below(&mut random, 3)];
        let Some(throws) = two_worlds(viewer, &mut random) else { continue };
        let mut seats = people();
        if below(&mut random, 2) == 0 {
            seats[below(&mut random, 2)] = SeatHolder::Bot(1);
        }
        let world = |throws: &Vec<u32>| live(seats, throws);
        let mut worlds = throws.each_ref().map(world);
        for _ in 0..CALLS_PER_DEAL.min(steps_left) {
            let call = some_call(&throws[below(&mut random, 2)], &mut random);
            let [here, there] = worlds.each_mut().map(|live| answer(live, viewer, &call));
            let is_changed = here.1;
            assert_eq!(is_changed, there.1, "{viewer:?} can tell {throws:?} apart by {call:?}");
            // The viewer's own move reveals the throw before it.
            if !is_changed {
                assert_eq!(here, there, "{viewer:?} can tell {throws:?} apart by {call:?}");
            }
            steps_left -= 1;
            if is_changed || worlds.iter().any(|live| live.ply() as usize != throws[0].len()) {
                worlds = throws.each_ref().map(world);
            }
        }
    }
}
