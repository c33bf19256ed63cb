//! Hostile input: every call rejects it with a client error, never with a server error.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Kind, Options, RECORD, Random, Show, SplitMix64, Value};
use ennead_kit::Format;
use serde_json::json;

use crate::support::{Answer, Server};
use crate::{about, games, random_match, server};

/// The longest response of any call.
const MOST_BYTES: usize = 4 << 20;

/// A table with some cards.
const BOARD: &str = "ffffffff42ffffffffffffffff28ffffffff3655ffff1413ffff68ff\
                     354422162669ffffff54ffffffffffffffffffffffffffffffff";

/// Values of formats that matches cannot be converted to.
const SMALL: [(&str, &str); 5] = [
    ("schotten.card", "11"),
    ("schotten.hand", "111213212223"),
    ("schotten.move", "13"),
    ("schotten.deck", "11121314"),
    ("schotten.board", BOARD),
];

fn check(answer: &Answer, what: &str) {
    assert!(
        [200, 400, 413, 422].contains(&answer.status),
        "{what}: {} {}",
        answer.status,
        answer.text()
    );
    assert!(answer.body.len() <= MOST_BYTES, "{what}: {} bytes", answer.body.len());
    if answer.status != 200 {
        let (code, message) = answer.error();
        assert!(
            ["bad_request", "bad_value", "too_large"].contains(&code.as_str()),
            "{what}: {code}"
        );
        assert!(!message.is_empty() && message.chars().count() <= 601, "{what}: {message}");
    }
}

async fn explore(server: &Server, format: &Format, value: &str) -> Answer {
    let answer = server
        .post("/api/explore", &json!({ "format": format.info.id, "value": value }).to_string())
        .await;
    check(&answer, &format!("{} {value}", format.info.id));
    answer
}

/// Valid values of a format: finished and unfinished matches of its game.
fn good_values(format: &Format) -> Vec<Value> {
    let own = |id: &str| format.kit.is_none_or(|kit| kit.id() == id);
    let mut values = Vec::new();
    for kit in games().iter().filter(|kit| own(kit.id())) {
        let game = kit.game();
        for (seed, choices) in [(1, usize::MAX), (2, 60), (3, 7), (4, usize::MAX)] {
            let record =
                Value::Bytes(random_match(game.id(), &Options::new(), choices, seed).record());
            values.extend(game.convert(RECORD.id, format.info.id, &record, &Options::new()).ok());
        }
    }
    let mut texts: Vec<String> = SMALL
        .iter()
        .filter(|(id, _)| *id == format.info.id)
        .map(|(_, text)| text.to_string())
        .collect();
    match format.info.id {
        // A board and a hand.
        "schotten.view" => texts.push(format!("{BOARD}121117294157")),
        // A match is a list of turns, of which the first is the longest.
        "schotten.turn" => texts.push(first_turn(format)),
        _ => {}
    }
    values.extend(texts.iter().map(|text| format.info.parse_value(text, None).unwrap()));
    values
}

fn first_turn(format: &Format) -> String {
    let record = Value::Bytes(random_match("schotten", &Options::new(), usize::MAX, 1).record());
    let turns = format
        .kit
        .unwrap()
        .game()
        .convert(RECORD.id, "schotten.match", &record, &Options::new())
        .unwrap();
    let bytes = format.info.max_bits.unwrap() as usize / 8;
    text(&Value::Bytes(turns.to_bytes()[..bytes].to_vec()))
}

fn text(value: &Value) -> String {
    value.show(value.default_show())
}

/// Arbitrary bytes as a value of a format's kind.
fn as_kind(format: &Format, bytes: &[u8]) -> String {
    let value = Value::Bytes(bytes.to_vec());
    match format.info.kind {
        Kind::Integer => value.show(Show::Dec),
        Kind::Bits => value.show(Show::Bin),
        Kind::Bytes => value.show(Show::Hex),
    }
}

#[tokio::test]
async fn every_format_explores_its_own_values() {
    let server = server().await;
    for format in games().formats() {
        let values = good_values(&format);
        assert!(!values.is_empty(), "{} has no good value", format.info.id);
        for value in values {
            let exploration = explore(&server, &format, &text(&value)).await.json();
            assert_eq!(exploration["value"]["text"], text(&value));
            assert!(!exploration["drawing"].as_str().unwrap().contains('\u{1b}'));
            let others = exploration["others"].as_array().unwrap();
            assert!(
                others.iter().all(|other| other["refusal"].is_string() || other["bits"].is_u64())
            );
        }
    }
}

#[tokio::test]
async fn random_bytes_are_explored_or_rejected() {
    let server = server().await;
    let mut random = SplitMix64::new(11);
    for format in games().formats() {
        for _ in 0..60 {
            let length = random.below(90) as usize;
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            explore(&server, &format, &as_kind(&format, &bytes)).await;
        }
    }
}

#[tokio::test]
async fn valid_values_with_a_flipped_bit_are_explored_or_rejected() {
    let server = server().await;
    let mut random = SplitMix64::new(12);
    for format in games().formats() {
        for value in good_values(&format) {
            for _ in 0..20 {
                let mut bytes = value.to_bytes();
                let Some(last) = bytes.len().checked_sub(1) else { continue };
                match random.below(4) {
                    0 => bytes.truncate(random.below(last as u64 + 1) as usize),
                    1 => bytes.push(random.below(256) as u8),
                    _ => bytes[random.below(last as u64 + 1) as usize] ^= 1 << random.below(8),
                }
                explore(&server, &format, &as_kind(&format, &bytes)).await;
            }
        }
    }
}

#[tokio::test]
async fn strange_texts_are_rejected_by_every_format() {
    let server = server().await;
    let long = "1".repeat(60_000);
    let strange = [
        "",
        " ",
        "-1",
        "0x",
        "0b",
        "0xZZ",
        "é",
        "\0",
        "1e9",
        "NaN",
        "..",
        "𝟙",
        "../../etc/passwd",
        &long,
    ];
    for format in games().formats() {
        for value in strange {
            explore(&server, &format, value).await;
            for game in games().iter() {
                let body = json!({ "format": format.info.id, "text": value, "game": game.id() });
                check(
                    &server.post("/api/explore", &body.to_string()).await,
                    &format!("{} {value:?}", format.info.id),
                );
            }
        }
    }
}

#[tokio::test]
async fn records_with_a_flipped_bit_cause_no_server_error() {
    let server = server().await;
    let mut random = SplitMix64::new(13);
    for game in games().iter() {
        let record = random_match(game.id(), &Options::new(), usize::MAX, 1).record();
        for _ in 0..40 {
            let mut bytes = record.clone();
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
            for call in ["sizes", "replay", "look"] {
                let answer = server.post(&format!("/api/{call}"), &about(&bytes)).await;
                check(&answer, &format!("{call} {}", BASE64URL_NOPAD.encode(&bytes)));
            }
        }
    }
}

#[tokio::test]
async fn short_records_of_too_many_choices_are_rejected() {
    let server = server().await;
    let deep = Options::new().with("depth", "1000");
    let record = random_match("nested", &deep, 100_500, 1).record();
    assert!(record.len() < 1_000, "{} bytes", record.len());
    for call in ["sizes", "replay", "look", "analyse"] {
        let answer = server.post(&format!("/api/{call}"), &about(&record)).await;
        assert_eq!(answer.status, 413, "{call}");
        assert_eq!(
            answer.error().1,
            "the match is too long: at most 100000 choices are looked at here"
        );
    }
    let body = json!({ "format": "record", "value": BASE64URL_NOPAD.encode(&record) });
    assert_eq!(server.post("/api/explore", &body.to_string()).await.status, 413);
}

#[tokio::test]
async fn the_largest_accepted_matches_are_answered() {
    let server = server().await;
    for (depth, choices) in [("1000", 99_500), ("5", 99_990), ("4", 99_999), ("30", 34_000)] {
        let record =
            random_match("nested", &Options::new().with("depth", depth), choices, 1).record();
        for call in ["sizes", "replay", "look"] {
            let answer = server.post(&format!("/api/{call}"), &about(&record)).await;
            check(&answer, &format!("{call} at depth {depth}"));
        }
        let answer = server.post("/api/analyse", &about(&record)).await;
        assert!([200, 409].contains(&answer.status), "{}", answer.text());
        let body = json!({ "format": "record", "value": BASE64URL_NOPAD.encode(&record) });
        check(
            &server.post("/api/explore", &body.to_string()).await,
            &format!("explore at depth {depth}"),
        );
    }
}

#[tokio::test]
async fn the_largest_accepted_values_are_answered() {
    let server = server().await;
    let grid = games().format("nested.grid").unwrap();
    let bytes = |bits: String| Value::Bits(bits.parse().unwrap()).show(Show::Hex);
    // A grid in a grid, 9,000 deep; and as many side by side as possible.
    let chain = format!("100{}", "000".repeat(8)).repeat(8_999) + &"000".repeat(9);
    let full = "100".repeat(9 * 1_000) + &"000".repeat(9 * 8_001);
    for bits in [chain, full] {
        let answer = explore(&server, &grid, &bytes(bits)).await;
        assert_eq!(
            answer.json()["json"]["grids"],
            if answer.text().contains("9000") { 9_000 } else { 9_001 }
        );
    }
    let most = explore(&server, &grid, &bytes("0".repeat(8 * 32_000))).await;
    assert_eq!((most.status, most.json()["refusal"].is_string()), (200, true));
}

#[tokio::test]
async fn invalid_json_is_a_bad_request() {
    let server = server().await;
    let deep = "[".repeat(60_000);
    let bodies = [
        "",
        "{",
        "[]",
        "null",
        "\"record\"",
        "{\"record\": 1}",
        "{\"record\": \"QZYg\", \"more\": 1}",
        "\u{0}",
        &deep,
    ];
    for call in ["explore", "sizes", "replay", "look", "analyse"] {
        for body in bodies {
            let answer = server.post(&format!("/api/{call}"), body).await;
            assert_eq!(
                (answer.status, answer.error().0.as_str()),
                (400, "bad_request"),
                "{call} {body}"
            );
        }
        let large = format!("{{\"record\": \"{}\"}}", "Q".repeat(70_000));
        let answer = server.post(&format!("/api/{call}"), &large).await;
        assert_eq!((answer.status, answer.error().0.as_str()), (413, "too_large"), "{call}");
    }
    assert_eq!(server.get("/api/explore").await.status, 405);
}
