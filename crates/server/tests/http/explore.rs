//! Exploring values.

use serde_json::{Value as Json, json};

use crate::server;
use crate::support::{Answer, Server};

async fn explore(server: &Server, request: Json) -> Answer {
    server.post("/api/explore", &request.to_string()).await
}

/// The entry of the other format with this name.
fn other<'a>(exploration: &'a Json, format: &str) -> &'a Json {
    let others = exploration["others"].as_array().unwrap();
    others.iter().find(|other| other["format"] == format).unwrap()
}

#[tokio::test]
async fn a_position_is_drawn_and_dissected() {
    let position =
        explore(&server().await, json!({ "format": "ttt.3t", "value": 2_351_957_744u64 }))
            .await
            .json();
    assert_eq!(position["game"], "ttt");
    assert_eq!(position["bits"], 32);
    assert_eq!(
        position["value"],
        json!({
            "text": "2351957744", "hex": "0x8c3006f0", "dec": "2351957744",
            "bin": "10001100001100000000011011110000",
        })
    );
    assert_eq!(position["bound"], 5478f64.log2());
    assert_eq!(
        position["drawing"],
        " X │ 2 │ 3 \n───┼───┼───\n 4 │ 5 │ X \n───┼───┼───\n X │ O │ O \nO to move\n"
    );
    assert_eq!(position["json"]["board"], "X....XXOO");
    assert_eq!(
        position["fields"][4],
        json!({ "name": "Turn", "start": 4, "length": 1, "meaning": "O is next" })
    );
    assert_eq!(
        *other(&position, "ttt.class"),
        json!({ "format": "ttt.class", "value": "622", "bits": 10 })
    );
    assert_eq!(
        other(&position, "record")["refusal"],
        "a position does not say in which order its marks were placed"
    );
    // X....XXOO: 01 00 00 00, 00 01 01 10, 10, and no line.
    assert_eq!(position["feed"], data_encoding::BASE64URL_NOPAD.encode(&[0x40, 0x16, 0x80, 0x00]));
}

#[tokio::test]
async fn a_text_is_encoded_first() {
    let server = server().await;
    let options = json!({ "depth": 3 });
    let request = json!({
        "format": "record", "game": "nested", "text": "5.5.5 5.5.1", "options": options,
    });
    let record = explore(&server, request).await.json();
    assert_eq!(record["json"]["setup"]["depth"], "3");
    assert_eq!(record["json"]["moves"], json!(["5.5.5", "5.5.1"]));
    assert_eq!(record["bound"], record["json"]["information_bits"]);
    assert!(record["feed"].is_string());
    let request = json!({ "format": "ttt.tiny", "text": "5 1 9", "options": { "squares": true } });
    assert_eq!(explore(&server, request).await.json()["value"]["text"], "1286");
}

#[tokio::test]
async fn a_record_may_be_hexadecimal_or_base64url() {
    let server = server().await;
    let [hex, text] = ["510375", "UQN1"].map(|value| json!({ "format": "record", "value": value }));
    assert_eq!(explore(&server, hex).await.json(), explore(&server, text).await.json());
    // Base64url of version 3 may begin with a digit.
    for [hex, text] in
        [["0xd21397592a", "0hOXWSo"], ["0xe22176653c191315cc8c2c", "4iF2ZTwZExXMjCw"]]
    {
        let request = |value: &str| json!({ "format": "record.model", "value": value });
        let text = explore(&server, request(text)).await.json();
        assert_eq!(explore(&server, request(hex)).await.json(), text);
        assert_eq!(text["refusal"], Json::Null, "{text}");
    }
}

#[tokio::test]
async fn fields_have_no_gaps_and_very_many_are_summarised() {
    let server = server().await;
    let grids = format!("100{}", "0".repeat(24))
        + &format!("100{}", "0".repeat(24)).repeat(700)
        + &"0".repeat(27);
    for value in
        [grids.as_str(), "0x92492480000000000000000000000000000000000000000000000000000000000000"]
    {
        let request = json!({ "format": "nested.grid", "value": value });
        let exploration = explore(&server, request).await.json();
        let fields = exploration["fields"].as_array().unwrap();
        assert!(fields.len() <= 2_001);
        let mut end = 0;
        for field in fields {
            assert_eq!(field["start"], end, "{field}");
            end += field["length"].as_u64().unwrap();
        }
        assert_eq!(exploration["bits"], end);
        assert_eq!(exploration["value"]["bin"].as_str().unwrap().len() as u64, end);
    }
}

#[tokio::test]
async fn a_packed_position_can_be_drawn_without_its_moves() {
    let server = server().await;
    let request = |format: &str| json!({ "format": format, "game": "nested", "text": "5.1 1.5" });
    let mut pack = request("nested.pack");
    pack.as_object_mut().unwrap().remove("game");
    let (pack, record) =
        (explore(&server, pack).await.json(), explore(&server, request("record")).await.json());
    assert_eq!(pack["feed"], record["feed"]);
    assert_eq!(pack["bound"].as_f64().unwrap().floor(), 125.0);
}

#[tokio::test]
async fn errors_name_the_reason() {
    let server = server().await;
    let cases = [
        (
            json!({ "format": "ttt.4t", "value": 1 }),
            400,
            "there is no format \"ttt.4t\": GET /api/formats lists them",
        ),
        (json!({ "format": "ttt.3t" }), 400, "either value or text is needed, and not both"),
        (
            json!({ "format": "ttt.3t", "value": 1, "text": "." }),
            400,
            "either value or text is needed, and not both",
        ),
        (
            json!({ "format": "record", "text": "5" }),
            400,
            "the text of a record needs a game: one of ttt, nested, schotten, connect",
        ),
        (
            json!({ "format": "ttt.tiny", "value": 1, "options": { "depth": 1 } }),
            400,
            "ttt.tiny has no option --depth (it has --squares)",
        ),
    ];
    for (request, status, message) in cases {
        let answer = explore(&server, request.clone()).await;
        assert_eq!((answer.status, answer.error().1.as_str()), (status, message), "{request}");
    }
}

#[tokio::test]
async fn a_rejected_value_is_a_response_with_the_reason() {
    let server = server().await;
    let cases = [
        (
            json!({ "format": "ttt.rank", "value": 5478 }),
            "rank 5478 is out of range: there are 5478 positions, numbered from 0",
        ),
        (
            json!({ "format": "record", "value": "41!" }),
            "the record is not hexadecimal: invalid length at 2",
        ),
        (
            json!({ "format": "record", "value": "" }),
            "record header: a record has at least one byte",
        ),
        (
            json!({ "format": "schotten.card", "value": "00" }),
            "byte 0: 0x00 is not a card: its colour is 0, but colours are 1 (red) to 6 (grey)",
        ),
    ];
    for (request, refusal) in cases {
        let answer = explore(&server, request.clone()).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json(), json!({ "format": request["format"], "refusal": refusal }));
    }
}

#[tokio::test]
async fn matches_and_cards_have_a_bound() {
    let server = server().await;
    let record = "4395900fc39900791b4f025025c4a9f929505aaeb0d599df1b96e0891ea1fab321a06d4a0aa6b871\
                  f322daa9a5b18abc32d080a0dd749fbab7aafaf4bbb929";
    let record = explore(&server, json!({ "format": "record", "value": record })).await.json();
    let others = record["others"].as_array().unwrap();
    let held = others.iter().find(|other| other["format"] == "schotten.match").unwrap();
    let request = json!({ "format": "schotten.match", "value": held["value"] });
    assert_eq!(explore(&server, request).await.json()["bound"], record["bound"]);
    let card = explore(&server, json!({ "format": "schotten.card", "value": "52" })).await.json();
    assert_eq!(card["bound"].as_f64(), Some(54f64.log2()));
}
