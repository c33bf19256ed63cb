//! The shared test vectors.

use data_encoding::HEXLOWER;
use ennead_game::{Match, Notation, Options, Value, moves_of, play_tally};
use ennead_schotten::formats::{deck, matches, moves};
use ennead_schotten::{Schotten, Variant};

const MATCHES: &str = include_str!("../vectors/match.csv");

/// The rows of the file: deck, moves, winner, stones, match.
fn rows() -> Vec<[&'static str; 5]> {
    let rows: Vec<[&str; 5]> = MATCHES
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>().try_into().expect("five columns"))
        .collect();
    assert_eq!(rows.len(), 2);
    rows
}

fn bytes(hex: &str) -> Vec<u8> {
    HEXLOWER.decode(hex.as_bytes()).expect("hexadecimal")
}

#[test]
fn the_digest_games() {
    let tally = play_tally::<Schotten>(&Variant::default(), 10);
    assert_eq!((tally.first, tally.second, tally.draw), (5, 5, 0));
    assert_eq!(tally.plies, 497);
    assert_eq!(tally.digest, 7_206_592_206_552_246_029);
}

#[test]
fn matches_read_and_write() {
    for [_, move_bytes, winner, stones, value] in rows() {
        let value = bytes(value);
        let game = matches::read(&value).expect("the match of the vector");
        assert_eq!(matches::write(&game, 0xff).expect("it can be written"), value);
        let numbers: Vec<u8> =
            moves_of(&game).iter().map(|mv| Schotten::number(mv) as u8).collect();
        assert_eq!(numbers, bytes(move_bytes));
        assert_eq!(game.position().table().stones_text(), stones);
        let shown = ennead_schotten::GAME
            .game()
            .decode("schotten.match", &Value::Bytes(value), &Options::new())
            .expect("it can be shown");
        assert_eq!(shown.json["outcome"], winner);
        assert_eq!(shown.json["stones"], stones);
        assert_eq!(shown.json["turns"], numbers.len() + 1);
    }
}

#[test]
fn matches_from_deck_and_moves() {
    let entry = ennead_schotten::GAME.game();
    for [cards, move_bytes, _, _, value] in rows() {
        let cards = deck::read(&bytes(cards)).expect("54 cards");
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let moves: Vec<String> = bytes(move_bytes)
            .iter()
            .map(|byte| moves::read(&[*byte]).expect("a move").to_string())
            .collect();
        let text = format!("{}: {}", cards.join(" "), moves.join(" "));
        let written = entry.encode("schotten.match", &text, &Options::new()).expect("a match");
        assert_eq!(written, Value::Bytes(bytes(value)));
        let record = entry.encode("record", &text, &Options::new()).expect("a record");
        assert!(record.to_bytes().len() < 70);
        let there = entry
            .convert("schotten.match", "record", &written, &Options::new())
            .expect("convertible");
        assert_eq!(there, record);
        let back = entry
            .convert("record", "schotten.match", &record, &Options::new())
            .expect("convertible");
        assert_eq!(back, written);
        assert!(Match::<Schotten>::decode(&record.to_bytes()).is_ok());
    }
}
