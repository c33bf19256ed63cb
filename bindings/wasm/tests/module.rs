//! The byte interface, run natively: whole matches, hostile input, and restarts from stored
//! matches.

use ennead_wasm::library::answer;
use ennead_wasm::{Effect, Module, Operation};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

const NOW: u64 = 1_800_000_000_000;

fn request(module: &mut Module, request: &Json) -> (u16, Json, Vec<Vec<u8>>) {
    let bytes = request.to_string().into_bytes();
    let effects = module.effects(Operation::Request, 0, NOW, &bytes);
    let (mut answer, mut kept) = (None, Vec::new());
    for effect in effects {
        match effect {
            Effect::Answer { status, json } => answer = Some((status, json)),
            Effect::Store(bytes) => kept.push(bytes),
            _ => {}
        }
    }
    let (status, json) = answer.expect("a request has an answer");
    (status, serde_json::from_slice(&json).expect("JSON"), kept)
}

fn create(module: &mut Module, game: &str, seats: [&str; 2]) -> (String, String, Vec<u8>) {
    let body = json!({ "game": game, "seats": seats });
    let (status, created, mut kept) =
        request(module, &json!({ "method": "POST", "path": "/api/matches", "body": body }));
    assert_eq!(status, 201, "{created}");
    let token = created["seats"][0]["token"].as_str().unwrap().to_string();
    (created["id"].as_str().unwrap().to_string(), token, kept.remove(0))
}

#[test]
fn a_match_continues_after_a_restart_from_storage() {
    let mut module = Module::new([1; 32]);
    let (id, token, _) = create(&mut module, "ttt", ["person", "bot:1"]);
    let path = format!("/api/matches/{id}");
    let play = json!({
        "method": "POST", "path": format!("{path}/play"), "token": token,
        "body": { "ply": 0, "move": "5" },
    });
    let (status, _, kept) = request(&mut module, &play);
    assert_eq!(status, 200);
    // The same move again is acknowledged but not stored a second time.
    let again = json!({
        "method": "POST", "path": format!("{path}/play"), "token": token,
        "body": { "ply": 0, "options": [4] },
    });
    assert_eq!(request(&mut module, &again).2.len(), 0);

    let mut fresh = Module::new([2; 32]);
    fresh.effects(Operation::Restore, 0, NOW, &kept[0]);
    let show = json!({ "method": "GET", "path": path, "token": token });
    let (status, shown, _) = request(&mut fresh, &show);
    assert_eq!((status, &shown["ply"], &shown["you"]), (200, &json!(1), &json!(0)));
    let moved = fresh.effects(Operation::Think, 0, NOW, &[]);
    assert!(moved.iter().any(|effect| matches!(effect, Effect::Store(_))), "the bot moves");
    assert_eq!(request(&mut fresh, &show).1["ply"], json!(2));
}

#[test]
fn frames_reach_only_their_connection_and_show_only_its_view() {
    let mut module = Module::new([3; 32]);
    let (id, token, _) = create(&mut module, "schotten", ["person", "person"]);
    let bytes = |text: &str| data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let open = [vec![0xf0], bytes(&id), bytes(&token)].concat();
    let watch = [vec![0xf0], bytes(&id)].concat();
    let frames = |effects: Vec<Effect>| -> Vec<(u32, Vec<u8>)> {
        let frame = |effect| match effect {
            Effect::Frame { connection, bytes } => Some((connection, bytes)),
            _ => None,
        };
        effects.into_iter().filter_map(frame).collect()
    };
    let mine = frames(module.effects(Operation::Frame, 1, NOW, &open));
    let theirs = frames(module.effects(Operation::Frame, 2, NOW, &watch));
    assert_eq!((mine[0].0, theirs[0].0), (1, 2));
    assert_ne!(mine[0].1, theirs[0].1);
    // A spectator cannot move, and the player is not notified of the attempt.
    let tried = frames(module.effects(Operation::Frame, 2, NOW, &[0, 0]));
    assert_eq!(tried.len(), 1);
    assert_eq!((tried[0].0, tried[0].1[0]), (2, 4));
}

#[test]
fn failures_have_the_codes_and_texts_of_a_server() {
    let mut module = Module::new([4; 32]);
    let mut failed = |wanted: Json| {
        let (status, json, _) = request(&mut module, &wanted);
        let error = &json["error"];
        (status, error["code"].as_str().unwrap().to_string(), error["message"].to_string())
    };
    let (status, code, _) = failed(json!({ "method": "GET", "path": "/api/nothing" }));
    assert_eq!((status, code.as_str()), (404, "not_found"));
    let (status, code, text) =
        failed(json!({ "method": "POST", "path": "/api/matches", "body": { "game": "chess" } }));
    assert_eq!((status, code.as_str()), (400, "bad_request"));
    assert!(text.contains("there is no game"), "{text}");
    let records = json!({ "records": ["QQ"] });
    let (status, code, text) =
        failed(json!({ "method": "POST", "path": "/api/records", "body": records }));
    assert_eq!((status, code.as_str()), (422, "bad_value"));
    assert!(text.contains("record 1: "), "{text}");
}

fn operation() -> impl Strategy<Value = Operation> {
    (0_u32..6).prop_map(|number| Operation::of(number).unwrap())
}

/// Valid calls; mutations of these get further than random bytes.
const REQUESTS: [&str; 9] = [
    r#"{"method":"POST","path":"/api/matches","body":{"game":"ttt","seats":["person","bot:1"]}}"#,
    r#"{"method":"POST","path":"/api/matches","body":{"game":"nested","setup":{"depth":3}}}"#,
    r#"{"method":"GET","path":"/api/matches?state=finished&limit=5"}"#,
    r#"{"method":"GET","path":"/api/games/connect/lessons"}"#,
    r#"{"method":"POST","path":"/api/games/ttt/lessons/1","body":{"labels":[2]}}"#,
    r#"{"method":"POST","path":"/api/replay","body":{"record":"QZYg"}}"#,
    r#"{"method":"POST","path":"/api/sizes","body":{"record":"QZYg"}}"#,
    r#"{"method":"POST","path":"/api/explore","body":{"format":"ttt.3t","value":"2353070191"}}"#,
    r#"{"method":"POST","path":"/api/records","body":{"records":["QZYg"]}}"#,
];
const LIBRARY_CALLS: [&str; 11] = [
    r#"{"call":"games"}"#,
    r#"{"call":"encode","format":"ttt.3t","text":"XO..X....","options":{}}"#,
    r#"{"call":"encode","format":"record","text":"4 4","game":"connect","options":{"width":8}}"#,
    r#"{"call":"decode","format":"record","value":"510375"}"#,
    r#"{"call":"convert","from":"ttt.3t","to":"ttt.rank","value":"2353070191","options":{}}"#,
    r#"{"call":"inspect","format":"ttt.tiny","value":"1024"}"#,
    r#"{"call":"start","game":"nested","setup":{"depth":2,"rules":"open"},"state":"1"}"#,
    r#"{"call":"play","record":"510375","move":"2","state":"1"}"#,
    r#"{"call":"undo","record":"510375","state":"1"}"#,
    r#"{"call":"view","record":"510375","seat":0}"#,
    r#"{"call":"bestMove","record":"510375","bot":"level2","ms":1,"nodes":9,"seed":1}"#,
];

/// A text with some of its bytes replaced.
fn mutated(texts: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    (prop::sample::select(texts), changes, any::<bool>()).prop_map(|(text, changes, printable)| {
        let mut bytes = text.as_bytes().to_vec();
        for (place, byte) in changes {
            let at = place.index(bytes.len());
            bytes[at] = if printable { b' ' + byte % 95 } else { byte };
        }
        bytes
    })
}

fn call() -> impl Strategy<Value = (Operation, u32, Vec<u8>)> {
    let random = (operation(), 0_u32..3, prop::collection::vec(any::<u8>(), 0..80));
    let request = mutated(&REQUESTS).prop_map(|bytes| (Operation::Request, 0, bytes));
    prop_oneof![random, request]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The module answers every input and stays usable.
    #[test]
    fn no_input_stops_the_module(
        calls in prop::collection::vec(call(), 1..12),
        place in 0_usize..80,
        byte: u8,
    ) {
        let mut module = Module::new([5; 32]);
        let (id, token, mut kept) = create(&mut module, "ttt", ["person", "bot:1"]);
        let bytes = |text: &str| data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let mut open = [vec![0xf0], bytes(&id), bytes(&token)].concat();
        module.effects(Operation::Frame, 1, NOW, &open);
        // Nearly valid input gets further than random input.
        let (at_open, at_kept) = (place % open.len(), place % kept.len());
        open[at_open] ^= byte;
        kept[at_kept] ^= byte;
        module.effects(Operation::Frame, 2, NOW, &open);
        module.effects(Operation::Restore, 0, NOW, &kept);
        for (operation, number, input) in &calls {
            module.effects(*operation, *number, NOW, input);
        }
        let games = json!({ "method": "GET", "path": "/api/games" });
        prop_assert_eq!(request(&mut module, &games).0, 200);
    }
    /// Every call of the package gets a JSON answer.
    #[test]
    fn every_call_of_the_package_has_an_answer(input in mutated(&LIBRARY_CALLS)) {
        let answer: Json = serde_json::from_slice(&answer(&input)).expect("JSON");
        prop_assert!(answer.get("done").is_some() || answer["failed"]["message"].is_string());
    }
}

#[test]
fn unmutated_calls_are_accepted() {
    for call in LIBRARY_CALLS {
        let answer: Json = serde_json::from_slice(&answer(call.as_bytes())).expect("JSON");
        assert!(answer.get("done").is_some(), "{call}: {answer}");
    }
    let mut module = Module::new([6; 32]);
    for call in REQUESTS {
        let (status, answer, _) = request(&mut module, &serde_json::from_str(call).unwrap());
        assert!(status < 300, "{call}: {answer}");
    }
}

#[test]
fn puzzle_books_are_added_and_hostile_ones_reported() {
    let mut module = Module::new([3; 32]);
    let mut ask = |book: &[u8]| {
        module.effects(Operation::Book, 0, NOW, book);
        let path = "/api/games/connect/puzzles";
        let (status, json, _) = request(&mut module, &json!({ "method": "GET", "path": path }));
        (status, json)
    };
    let kit = ennead_wasm::GAMES.game("connect").unwrap();
    let whole = [b"connect\0", kit.puzzles().book].concat();
    let (status, list) = ask(&whole);
    assert_eq!((status, &list["count"], &list["today"]), (200, &json!(1000), &json!(834)));
    // A book that names no game changes nothing.
    assert_eq!(ask(b"connect").0, 200);
    assert_eq!(ask(b"chess\0abc").0, 200);
    let (status, problem) = ask(&whole[..100]);
    assert_eq!((status, &problem["error"]["code"]), (500, &json!("internal")));
    let (status, problem) = ask(b"connect\0");
    assert_eq!((status, &problem["error"]["message"]), (404, &json!("connect has no puzzles")));
}
