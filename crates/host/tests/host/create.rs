//! New matches.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Options, SplitMix64};
use ennead_host::matches::{CreationLimits, NewMatch, PreparedMatch};
use ennead_host::{Clock, Failure, MatchId, SeatHolder};
use ennead_kit::Games;
use serde_json::{Value as Json, json};

use crate::stick::STICK;
use crate::{NOW, games};

fn prepare(games: Games, request: Json) -> Result<PreparedMatch, Failure> {
    let request: NewMatch = serde_json::from_value(request).unwrap();
    request.prepare(games, NOW, &mut SplitMix64::new(1))
}

#[test]
fn seats_and_clocks_are_as_requested() {
    let request = json!({
        "game": "nested",
        "setup": { "depth": 3, "rules": "count" },
        "seats": ["person", "bot:5"],
        "clock": { "base": 60, "increment": 0.5 },
        "listed": false,
    });
    let prepared = prepare(games(), request).unwrap();
    let head = &prepared.head;
    assert!(matches!(head.seats, [SeatHolder::Person(_), SeatHolder::Bot(5)]));
    assert_eq!(head.clock, Clock::Base { ms: 60_000, increment: 500 });
    assert_eq!((head.listed, head.created), (false, NOW));
    let start = games().open_record(&head.start).unwrap();
    assert_eq!(start.setup()[0], ("depth", "3".to_string()));
    let answer = serde_json::to_value(prepared.answer(MatchId::new(NOW, 7))).unwrap();
    assert_eq!((&answer["id"], &answer["link"]), (&json!("APoMgAAAAAc"), &json!("/m/APoMgAAAAAc")));
    assert_eq!(answer["seats"][0]["token"].as_str().unwrap().len(), 22);
    assert_eq!(answer["seats"][1], json!({ "kind": "bot:5", "token": null }));
}

#[test]
fn a_bot_that_the_game_does_not_have_is_rejected_with_those_it_has() {
    static GAMES: Games = Games::new(&[&STICK, &ennead_ttt::GAME]);
    let games = GAMES;
    let rejected = |game: &str, seat: &str| {
        let failure =
            prepare(games, json!({ "game": game, "seats": ["person", seat] })).unwrap_err();
        assert_eq!(failure.code.name(), "bad_request");
        failure.message
    };
    assert_eq!(rejected("stick", "bot:3"), "One stick has no bot \"bot:3\": it has none");
    assert_eq!(
        rejected("ttt", "bot:6"),
        "Tic-tac-toe has no bot \"bot:6\": it has bot:1, bot:2, bot:3, bot:4, bot:5"
    );
    assert_eq!(rejected("ttt", "robot"), "a seat is person, open or bot:1 to bot:5, not \"robot\"");
    prepare(games, json!({ "game": "stick", "seats": ["person", "open"] })).unwrap();
    let unknown = prepare(games, json!({ "game": "chess" })).unwrap_err();
    assert_eq!(unknown.message, "there is no game \"chess\": there are stick, ttt");
}

#[test]
fn unknown_set_up_options_are_rejected_with_those_that_exist() {
    let rejected = |game: &str, setup: Json| {
        let failure = prepare(games(), json!({ "game": game, "setup": setup })).unwrap_err();
        assert_eq!(failure.code.name(), "bad_request");
        failure.message
    };
    assert_eq!(
        rejected("nested", json!({ "depth": 3, "dept": 3 })),
        "nested has no option --dept (it has --depth, --first, --rules)"
    );
    assert_eq!(rejected("ttt", json!({ "depth": 3 })), "ttt has no option --depth");
}

/// A record says the size of its board, as `setup` does.
#[test]
fn limits_hold_for_records_to_play_on_from() {
    let deep = games().game("nested").unwrap().game();
    let start = |depth: &str| deep.start(&Options::new().with("depth", depth)).unwrap();
    let limits = CreationLimits { options: vec![("depth".into(), 3)], choices: Some(6) };
    let within = |request: Json| {
        let request: NewMatch = serde_json::from_value(request).unwrap();
        request.prepare_within(&limits, games(), NOW, &mut SplitMix64::new(1))
    };
    let from = |game: &dyn AnyMatch, ply: Option<usize>| {
        let record = BASE64URL_NOPAD.encode(&game.record());
        within(json!({ "game": "nested", "from": { "record": record, "ply": ply } }))
    };
    let too_deep = "depth is at most 3 on this server";
    let given = within(json!({ "game": "nested", "setup": { "depth": 4 } })).unwrap_err();
    assert_eq!(given.message, too_deep);
    assert_eq!(from(&*start("4"), None).unwrap_err().message, too_deep);
    from(&*start("3"), None).unwrap();
    let mut long = start("3");
    (0..9).for_each(|_| long.play(0).unwrap());
    assert_eq!(from(&*long, None).unwrap_err().code.name(), "too_large");
    assert_eq!(from(&*long, Some(6)).unwrap_err().code.name(), "too_large");
    assert_eq!(from(&*long, Some(5)).unwrap().prefix.len(), 5);
}
