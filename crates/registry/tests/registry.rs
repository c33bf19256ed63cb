//! Names and numbers that must not collide, and lookups by each of them.

use std::collections::HashSet;

use ennead_game::{AnyGame, Options, RECORD, Value};
use ennead_registry::{GAMES, format, formats, game, game_numbered};

#[test]
fn no_two_games_share_a_name_or_a_number() {
    let ids: HashSet<_> = GAMES.iter().map(|game| game.id()).collect();
    let numbers: HashSet<_> = GAMES.iter().map(|game| game.number()).collect();
    assert_eq!((ids.len(), numbers.len()), (GAMES.len(), GAMES.len()));
}

#[test]
fn games_are_found_by_name_and_number() {
    for known in GAMES {
        assert_eq!(game(known.id()).unwrap().id(), known.id());
        assert_eq!(game_numbered(known.number()).unwrap().id(), known.id());
    }
    assert!(game("chess").is_none() && game_numbered(255).is_none());
}

#[test]
fn formats_are_named_after_their_game_and_found_by_name() {
    let all = formats();
    let ids: HashSet<_> = all.iter().map(|format| format.info.id).collect();
    assert_eq!(ids.len(), all.len());
    for known in &all {
        let info = known.info;
        assert_eq!(format(info.id).unwrap().info, info);
        match known.game {
            Some(game) => assert!(info.id.starts_with(&format!("{}.", game.id())), "{}", info.id),
            None => assert_eq!(info.id, RECORD.id),
        }
        assert!(info.max_bits.is_none_or(|max| info.min_bits <= max), "{}", info.id);
    }
    assert!(format("ttt").is_none() && format("ttt.").is_none() && format("").is_none());
}

#[test]
fn a_record_says_of_which_game_it_is() {
    let record = format("record").unwrap();
    for known in GAMES {
        let value = known.encode("record", "", &Options::new()).unwrap();
        assert_eq!(record.game_of(&value).map(AnyGame::id), Ok(known.id()));
    }
    let message = |bytes: &[u8]| record.game_of(&Value::Bytes(bytes.to_vec())).err().unwrap().to_string();
    assert_eq!(message(&[]), "record header: a record has at least one byte");
    assert_eq!(message(&[0]), "record header: record version 0 is not known: this is version 1");
    assert!(message(&[0x4f, 240]).starts_with("record header: no game has number 255 (known: 1 ttt"));
}
