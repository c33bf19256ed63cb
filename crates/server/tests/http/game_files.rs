//! The web files of games.

use serde_json::json;

use crate::{games, server};

#[tokio::test]
async fn every_game_has_an_icon_and_the_files_that_the_list_names() {
    let server = server().await;
    let list = server.get("/api/games").await.json();
    for game in list["games"].as_array().unwrap() {
        assert_eq!(
            game["icon"],
            json!(format!("/games/{}/icon.svg", game["id"].as_str().unwrap()))
        );
        for (key, kind) in [
            ("icon", "image/svg+xml; charset=utf-8"),
            ("board", "text/javascript; charset=utf-8"),
            ("style", "text/css; charset=utf-8"),
            ("editor", "text/javascript; charset=utf-8"),
        ] {
            let Some(address) = game[key].as_str() else {
                assert_eq!(game[key], json!(null), "{key}");
                continue;
            };
            let answer = server.get(address).await;
            assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        }
    }
}

#[tokio::test]
async fn game_files_are_cached_and_compressed_like_pages() {
    let server = server().await;
    let path = "/games/ttt/icon.svg";
    let plain = server.get(path).await;
    assert!(plain.text().starts_with("<svg "), "{}", plain.text());
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    let tag = plain.header("etag").unwrap();
    assert_eq!(server.get_with(path, &format!("if-none-match: {tag}\r\n")).await.status, 304);
    let packed = server.get_with(path, "accept-encoding: gzip\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let body = &packed.body[10..packed.body.len() - 8];
    assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), plain.body);
}

#[tokio::test]
async fn unknown_game_files_are_not_found() {
    let server = server().await;
    assert!(games().game("chess").is_none());
    for path in [
        "/games/chess/icon.svg",
        "/games/ttt",
        "/games/ttt/",
        "/games/ttt/nothing.js",
        "/games/ttt/../ttt/nothing.js",
        "/games/ttt/..%2f..%2fCargo.toml",
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.error().0.as_str()), (404, "not_found"), "{path}");
    }
}
