//! The vectors on the format page match the code.

use ennead_game::suite;
use ennead_ttt::History;
use ennead_ttt::formats::tiny;

const PAGE: &str = include_str!("../FORMAT.md");

#[test]
fn vectors_on_the_format_page_match() {
    suite::format_page(ennead_ttt::GAME.game(), PAGE);
}

#[test]
fn squares_in_the_vectors_of_tiny_match() {
    let (_, section) = PAGE.split_once("<!-- vectors ttt.tiny -->").unwrap();
    let table = section.lines().skip(1).take_while(|line| line.starts_with('|'));
    for row in table.skip(2) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let (squares, _) = columns[3].split_once(',').unwrap_or((columns[3], ""));
        let history: History = squares.parse().unwrap();
        assert_eq!(tiny::encode(&history).to_string(), columns[2], "{row}");
    }
}
