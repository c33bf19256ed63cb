//! Values from tables.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ennead_connect::{Connect, ConnectSetup};
use ennead_game::Options;
use ennead_search::Tables;
use ennead_solve::SolvedTable;
use ennead_solve::distributed::{Plan, solve};
use ennead_store::testing::Folder;
use serde_json::{Value as Json, json};

use crate::support::Server;
use crate::{games, record, server_with};

/// Solves a small board.
fn solve_board(directory: &Path) -> Tables {
    let plan = Plan {
        directory: directory.to_path_buf(),
        workers: 1,
        hosts: None,
        memory: 64 << 20,
        resume: false,
        patience: Duration::ZERO,
        watch: Arc::new(|_| {}),
    };
    solve::<Connect>(&ConnectSetup::new(4, 4, 4, true).unwrap(), &plan).unwrap();
    games().open_tables([directory]).unwrap()
}

fn board(height: &str) -> Options {
    Options::new().with("width", "4").with("height", height)
}

async fn ask(server: &Server, call: &str, moves: &str, height: &str) -> Json {
    let body = json!({ "record": record("connect", moves, &board(height)) });
    server.post(call, &body.to_string()).await.json()
}

#[tokio::test]
async fn calls_answer_from_the_table_of_the_set_up() {
    let folder = Folder::new();
    let server = server_with(solve_board(folder.path())).await;
    let table = SolvedTable::<Connect>::open(folder.path()).unwrap();
    let game = games().game("connect").unwrap().game().start(&board("4")).unwrap();
    let solution = ennead_solve::AnyTable::solution(&table, game.choices()).unwrap();

    let analysis = ask(&server, "/api/analyse", "", "4").await;
    assert_eq!((&analysis["worth"], &analysis["exact"]), (&json!(0.0), &json!(true)));
    let options = analysis["options"].as_array().unwrap();
    assert_eq!(options.len(), solution.options.len());
    for option in options {
        let number = option["option"].as_u64().unwrap() as usize;
        let moves = solution.options[number].value.moves();
        assert_eq!((&option["exact"], &option["moves"]), (&json!(true), &json!(moves)));
        assert_eq!(option["visits"], 1, "nothing is searched");
    }

    let review = ask(&server, "/api/review", "1 2 1 2 1 4", "4").await;
    assert_eq!(review["analyst"], "table");
    let last = &review["moves"][5];
    assert_eq!((&last["exact"], &last["moves"]), (&json!(true), &json!(1)), "{review}");

    let text = json!({ "format": "record", "game": "connect", "text": "1 2 1 2 1 4",
        "options": { "width": 4, "height": 4 } });
    let explored = server.post("/api/explore", &text.to_string()).await.json();
    let solved = &explored["solution"];
    assert_eq!((&solved["value"], &solved["plies"]), (&json!("win"), &json!(1)), "{explored}");
    assert_eq!(solved["options"][0], json!({ "move": "1", "value": "win", "plies": 1 }));
}

#[tokio::test]
async fn other_set_ups_are_searched_and_damage_is_reported() {
    let folder = Folder::new();
    let server = server_with(solve_board(folder.path())).await;
    let other = ask(&server, "/api/review", "1 2 1", "5").await;
    assert_ne!(other["analyst"], "table");
    let text = json!({ "format": "record", "game": "connect", "text": "1 2" });
    let explored = server.post("/api/explore", &text.to_string()).await.json();
    assert!(explored.get("solution").is_none());

    let layer = folder.path().join("layer-002.table");
    let mut bytes = std::fs::read(&layer).unwrap();
    let index = u64::from_le_bytes(bytes[bytes.len() - 40..bytes.len() - 32].try_into().unwrap());
    bytes[index as usize - 1] ^= 1;
    std::fs::write(&layer, &bytes).unwrap();
    let body = json!({ "record": record("connect", "1", &board("4")) });
    let answer = server.post("/api/analyse", &body.to_string()).await;
    let (code, message) = answer.error();
    assert_eq!((answer.status, code.as_str()), (500, "internal"));
    assert!(message.starts_with("layer-002.table: ") && message.contains("damaged"), "{message}");
}
