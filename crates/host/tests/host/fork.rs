//! Forks: takebacks with and without consent, and what they deal anew.

use std::collections::HashSet;

use ennead_game::{AnyMatch, Random, Seat, SplitMix64, Turn, Viewer};
use ennead_host::matches::{self, MatchJson, NewMatch};
use ennead_host::{
    Action, Clock, Entry, Event, Failure, LiveMatch, MatchId, SeatHolder, SeatKey, Takeback,
};
use proptest::prelude::*;
use serde_json::json;

use crate::{NOW, games, live};

const BOT: SeatHolder = SeatHolder::Bot(0);

fn people() -> [SeatHolder; 2] {
    [1, 2].map(|byte| SeatHolder::Person(SeatKey::of(&[byte; 16])))
}

/// A match with this many random moves.
fn played(game: &str, seats: [SeatHolder; 2], moves: usize, random: &mut SplitMix64) -> LiveMatch {
    let mut live = live(game, seats, Clock::None);
    live.first_entries(&[], random).unwrap();
    for _ in 0..moves {
        let Some(seat) = live.mover() else { break };
        while live.mover() == Some(seat) {
            let options = vec![random.below(live.game.options().into()) as u32];
            let action = Action::Options { ply: live.ply(), options };
            live.act(&action, Some(seat), NOW + 1, random).unwrap();
        }
    }
    live
}

fn act(live: &mut LiveMatch, seat: Seat, action: &Action) -> Result<(), &'static str> {
    let done = live.act(action, Some(seat), NOW + 1, &mut SplitMix64::new(2));
    done.map(drop).map_err(|failure| failure.code.name())
}

fn take_back(live: &LiveMatch, seat: Seat, seed: u64) -> Result<Takeback, Failure> {
    live.take_back(Some(seat), NOW, &mut SplitMix64::new(seed))
}

fn fork_of(taken: Result<Takeback, Failure>) -> Vec<u32> {
    match taken.unwrap() {
        Takeback::Fork(_, prefix) => prefix,
        Takeback::Ask => panic!("nobody has to be asked"),
    }
}

/// The match after some choices.
fn after(live: &LiveMatch, choices: &[u32]) -> Box<dyn AnyMatch> {
    let mut game = live.game.restart();
    choices.iter().for_each(|option| game.play(*option).unwrap());
    game
}

/// Everything that a viewer saw along the way.
fn seen(live: &LiveMatch, choices: &[u32], viewer: Viewer) -> Vec<Vec<u8>> {
    (54..=choices.len())
        .map(|ply| after(live, &choices[..ply]).view(viewer).as_slice().to_vec())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Against a bot: the person sees the same position, and knows no more of the rest than before.
    #[test]
    fn a_takeback_against_a_bot_deals_anew_what_the_person_has_not_seen(
        seed: u64, moves in 1_usize..30, other: u64,
    ) {
        let random = &mut SplitMix64::new(seed);
        let seats = [people()[0], BOT];
        let live = played("schotten", seats, moves, random);
        let fork = fork_of(take_back(&live, Seat::FIRST, seed));
        let own = Viewer::Seat(Seat::FIRST);
        let before = &live.game.choices()[..fork.len()];
        prop_assert_eq!(seen(&live, &fork, own), seen(&live, before, own));
        prop_assert_eq!(after(&live, &fork).turn(), Turn::Seat(Seat::FIRST));
        prop_assert_eq!(&fork[54..], &before[54..], "the seats have chosen the same");
        if after(&live, before).turn() != Turn::Seat(Seat::SECOND) && moves < 20 {
            let again = other.max(seed) - other.min(seed) + 1;
            prop_assert_ne!(&fork, &fork_of(take_back(&live, Seat::FIRST, again)));
        }
    }

    /// Two people keep their hands, and the deck is dealt anew.
    #[test]
    fn a_takeback_of_two_people_deals_the_deck_anew(seed: u64, moves in 1_usize..30) {
        let mut live = played("schotten", people(), moves, &mut SplitMix64::new(seed));
        prop_assume!(live.ending.is_none());
        act(&mut live, Seat::FIRST, &Action::AskTakeback).unwrap();
        let fork = fork_of(take_back(&live, Seat::SECOND, seed));
        let before = &live.game.choices()[..fork.len()];
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator] {
            prop_assert_eq!(seen(&live, &fork, viewer), seen(&live, before, viewer));
        }
        let decks: HashSet<Vec<u32>> =
            (0..8).map(|seed| fork_of(take_back(&live, Seat::SECOND, seed))).collect();
        prop_assert!(decks.len() > 6, "the deck varies with the seed");
    }

    /// Two matches that the person cannot tell apart have the same forks: nothing hidden influences
    /// them.
    #[test]
    fn a_fork_does_not_depend_on_what_is_hidden(seed: u64, moves in 2_usize..24) {
        let seats = [people()[0], BOT];
        let live = played("schotten", seats, moves, &mut SplitMix64::new(seed));
        let viewers = [Viewer::Seat(Seat::FIRST), Viewer::Spectator];
        let choices = ennead_game::redeal(&*live.game, &viewers, &mut SplitMix64::new(!seed));
        let mut other = crate::live("schotten", seats, Clock::None);
        other.first_entries(&choices.unwrap(), &mut SplitMix64::new(1)).unwrap();
        prop_assert_ne!(live.game.choices(), other.game.choices());
        // The slots that chance dealt the cards to differ, so the forks agree only in what they
        // show.
        let forks = [&live, &other].map(|live| fork_of(take_back(live, Seat::FIRST, seed)));
        let own = Viewer::Seat(Seat::FIRST);
        prop_assert_eq!(seen(&live, &forks[0], own), seen(&other, &forks[1], own));
        let hidden = forks.map(|fork| after(&live, &fork).view(Viewer::Seat(Seat::SECOND)));
        let redealt = [&live, &other].map(|live| live.game.view(Viewer::Seat(Seat::SECOND)));
        prop_assert!(hidden[0] != redealt[0] && hidden[1] != redealt[1]);
    }
}

#[test]
fn consent_is_asked_for_given_declined_and_lost_by_a_move() {
    let random = &mut SplitMix64::new(1);
    let mut live = played("ttt", people(), 0, random);
    assert_eq!(act(&mut live, Seat::FIRST, &Action::AskTakeback), Err("bad_option"));
    let mut live = played("ttt", people(), 2, random);
    assert_eq!(take_back(&live, Seat::FIRST, 1), Ok(Takeback::Ask));
    act(&mut live, Seat::FIRST, &Action::AskTakeback).unwrap();
    assert_eq!(live.takeback_asker, Some(Seat::FIRST));
    assert_eq!(act(&mut live, Seat::FIRST, &Action::DeclineTakeback), Err("bad_option"));
    assert_eq!(fork_of(take_back(&live, Seat::SECOND, 1)), [] as [u32; 0]);
    act(&mut live, Seat::SECOND, &Action::DeclineTakeback).unwrap();
    assert_eq!(live.takeback_asker, None);
    act(&mut live, Seat::SECOND, &Action::AskTakeback).unwrap();
    let prefix = fork_of(take_back(&live, Seat::FIRST, 1));
    assert_eq!(prefix, live.game.choices()[..1], "the last move of the one who asks");
    act(&mut live, Seat::FIRST, &Action::Options { ply: 2, options: vec![0] }).unwrap();
    assert_eq!(live.takeback_asker, None, "a move ends the wish");
    act(&mut live, Seat::FIRST, &Action::Resign).unwrap();
    assert_eq!(act(&mut live, Seat::FIRST, &Action::AskTakeback), Err("over"));
}

#[test]
fn a_takeback_request_survives_a_restart() {
    let mut live = played("ttt", people(), 1, &mut SplitMix64::new(1));
    let choice = live.game.choices().to_vec();
    act(&mut live, Seat::FIRST, &Action::AskTakeback).unwrap();
    let entries = vec![
        Entry { at: 1, event: Event::Choices(choice) },
        Entry { at: 1, event: Event::AskTakeback(Seat::FIRST) },
    ];
    let stored = ennead_host::Running { head: live.head.clone(), entries };
    let again = LiveMatch::of(games(), live.id, ennead_host::Stored::Running(stored)).unwrap();
    assert_eq!(again.takeback_asker, Some(Seat::FIRST));
}

#[test]
fn matches_with_a_clock_allow_no_takeback() {
    let mut live = live("ttt", people(), Clock::PerMove { ms: 60_000 });
    act(&mut live, Seat::FIRST, &Action::Options { ply: 0, options: vec![4] }).unwrap();
    assert_eq!(act(&mut live, Seat::FIRST, &Action::AskTakeback), Err("forbidden"));
}

/// A match continued after a takeback between two people keeps its secrets.
#[test]
fn a_continued_match_reveals_nothing() {
    let mut live = played("schotten", people(), 6, &mut SplitMix64::new(5));
    let view = live.game.draw_view(Viewer::Seat(Seat::FIRST));
    live.fork_to(MatchId::new(NOW, 9));
    live.act(&Action::Abandon, None, NOW + 1, &mut SplitMix64::new(1)).unwrap();
    assert_eq!(matches::record(&live).unwrap_err().code.name(), "not_over");
    let json = MatchJson::of(&live, Viewer::Seat(Seat::FIRST), NOW).unwrap();
    let json = serde_json::to_value(json).unwrap();
    assert_eq!(json["moves"], json!([]));
    let plain = anstream::adapter::strip_str(&view).to_string();
    assert_eq!(json["drawing"], json!(plain));
    // Without a fork it is over, and public in full.
    live.next = None;
    assert!(matches::record(&live).is_ok());
}

#[test]
fn playing_on_from_a_record_keeps_what_its_player_saw() {
    let live = played("schotten", people(), 9, &mut SplitMix64::new(3));
    let record = data_encoding::HEXLOWER.encode(&live.game.record());
    let fork = |seats: [&str; 2], seed| {
        let new: NewMatch = serde_json::from_value(json!({
            "game": "schotten", "seats": seats, "from": { "record": record, "ply": 60 },
        }))
        .unwrap();
        let made = new.prepare(games(), NOW, &mut SplitMix64::new(seed)).unwrap();
        after(&live, &made.prefix)
    };
    let [first, second] = Seat::BOTH.map(Viewer::Seat);
    let before = after(&live, &live.game.choices()[..60]);
    let forked = fork(["person", "bot:1"], 1);
    assert_eq!(forked.view(first), before.view(first));
    assert_ne!(forked.view(second), before.view(second), "the bot holds other cards");
    assert_ne!(forked.view(second), fork(["person", "bot:1"], 2).view(second));
    let both = fork(["person", "person"], 1);
    assert_eq!([both.view(first), both.view(second)], [before.view(first), before.view(second)]);
}
