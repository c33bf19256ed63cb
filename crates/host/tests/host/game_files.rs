//! The list of games and their web files.

use std::borrow::Cow;

use ennead_game::help_of;
use ennead_host::tools::{
    ExploreRequest, Explored, Feature, explore, game_file, games as list_games,
};
use ennead_kit::Games;
use ennead_search::Tables;
use serde_json::{Value as Json, json};

use crate::games;
use crate::stick::{STICK, STICK_WITH_BOARD};

static BARE: Games = Games::new(&[&STICK]);
static FULL: Games = Games::new(&[&STICK_WITH_BOARD]);

fn listed(games: Games) -> Json {
    serde_json::to_value(list_games(games, Feature::ALL)).unwrap()["games"][0].clone()
}

#[test]
fn a_game_without_optional_parts_is_listed_with_the_defaults() {
    assert_eq!(
        listed(BARE),
        json!({
            "id": "stick", "title": "One stick", "seats": ["player 1", "player 2"], "draws": true,
            "open": true, "preselected": true, "setup": [], "levels": [], "anchor": null,
            "formats": ["record", "record.model"],
            "help": "# One stick\n\nThis game has no help text. Boards offer every legal choice.\n",
            "lessons": 0, "puzzles": 0, "board": null, "style": null, "editor": null,
            "icon": "/games/stick/icon.svg", "examples": [],
        })
    );
    let icon = game_file(BARE, "stick", "icon.svg").unwrap();
    assert!(std::str::from_utf8(&icon).unwrap().contains(">OS</text>"), "the initials");
    assert_eq!(game_file(BARE, "stick", "board.js"), None);
}

#[test]
fn default_help_tells_the_options_of_the_set_up_and_what_they_mean() {
    let text = help_of(games().game("nested").unwrap().game(), "");
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!((parts[0], parts[2]), ("# Nested tic-tac-toe", "## Set-up"));
    let depth = "**depth**: levels of grids; 1 is plain tic-tac-toe. It is a number from 1 to \
                 1000; by default 2.";
    assert_eq!(parts[3], depth);
    assert!(parts[5].starts_with("**rules**: ") && parts[5].ends_with("; by default both."));
    let meaning = "- **both**: A full grid without a line counts for both players.\n";
    assert!(parts[6].starts_with(meaning), "{}", parts[6]);
}

#[test]
fn a_game_is_listed_with_what_it_brings() {
    let game = listed(FULL);
    assert_eq!(game["help"], "# One stick\n\nTake it.\n");
    assert_eq!(game["board"], "/games/stick/board.js");
    assert_eq!((&game["style"], &game["editor"]), (&json!(null), &json!(null)));
    let file = |path: &str| game_file(FULL, "stick", path).map(Cow::into_owned);
    assert_eq!(file("icon.svg").as_deref(), Some(&b"<svg/>"[..]));
    assert_eq!(file("lib/more.js").as_deref(), Some(&b"export const more = 1;\n"[..]));
    for path in ["", "lib", "lib/", "more.js", "../board.js", "board.css"] {
        assert_eq!(file(path), None, "{path}");
    }
    assert_eq!(game_file(FULL, "other", "icon.svg"), None);
}

#[test]
fn one_game_is_preselected() {
    static LIST: Games = Games::new(&[&ennead_ttt::GAME, &ennead_nested::GAME, &STICK]);
    static PLAIN: Games = Games::new(&[&STICK, &ennead_ttt::GAME]);
    let preselected = |games: Games| -> Vec<bool> {
        let list = serde_json::to_value(list_games(games, Feature::ALL)).unwrap();
        let games = list["games"].as_array().unwrap().iter();
        games.map(|game| game["preselected"].as_bool().unwrap()).collect()
    };
    assert_eq!(preselected(LIST), [false, true, false]);
    assert_eq!(preselected(PLAIN), [true, false], "the first, if no game asks for it");
}

#[test]
fn every_example_of_a_game_can_be_explored() {
    let games = crate::games();
    let list = serde_json::to_value(list_games(games, Feature::ALL)).unwrap();
    for game in list["games"].as_array().unwrap() {
        for example in game["examples"].as_array().unwrap() {
            let mut request = example.clone();
            request.as_object_mut().unwrap().remove("name");
            request["game"] = game["id"].clone();
            let request: ExploreRequest = serde_json::from_value(request).unwrap();
            let explored = explore(games, &Tables::default(), &request).unwrap();
            assert!(matches!(explored, Explored::Value(_)), "{example}");
        }
    }
}
