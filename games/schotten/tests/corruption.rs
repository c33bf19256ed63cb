//! Damaged matches: each byte changed in turn, and bytes removed, added and swapped.

use ennead_game::{Game, Match, Random, SplitMix64, suite::random_match};
use ennead_schotten::formats::{FormatError, Reason, matches};
use ennead_schotten::{Schotten, Variant};

fn finished(seed: u64) -> (Match<Schotten>, Vec<u8>) {
    let game = random_match(&Variant::default(), &mut SplitMix64::new(seed), usize::MAX);
    let bytes = matches::write(&game, 0xff).expect("a match");
    (game, bytes)
}

/// The turn, from 1, that a byte is in, and the offset of that turn's move.
fn turn_of(bytes: &[u8], at: usize) -> (usize, usize) {
    let (mut start, mut turn) = (0, 1);
    loop {
        let move_at = start + 67 + usize::from(bytes[start + 66]);
        if at <= move_at {
            return (turn, move_at);
        }
        (start, turn) = (move_at + 1, turn + 1);
    }
}

/// A change in the deal can duplicate a card, which is reported at its second occurrence; a changed
/// move can be reported in the next turn. All other errors name the changed byte.
fn check_error(original: &[u8], at: usize, error: &FormatError) {
    let (turn, move_at) = turn_of(original, at);
    if at == move_at {
        assert!(error.at == at || error.turn == Some(turn + 1), "byte {at}: {error}");
    } else if matches!(error.reason, Reason::MixedEmpties { .. }) {
        // The first empty slot determines the empty byte, so the next empty slot is reported.
        assert_eq!(error.at, if at == 6 { 7 } else { at }, "{error}");
    } else if turn == 1 && matches!(error.reason, Reason::Twice(_)) {
        assert!(error.at >= at && error.at < move_at, "byte {at}: {error}");
        assert_eq!(error.turn, Some(1));
    } else {
        assert_eq!((error.at, error.turn), (at, Some(turn)), "{error}");
    }
}

fn change_each_byte(bytes: &[u8], flips: &[u8]) {
    for at in 0..bytes.len() {
        for flip in flips {
            let mut changed = bytes.to_vec();
            changed[at] ^= flip;
            match matches::read(&changed) {
                Err(error) => check_error(bytes, at, &error),
                Ok(other) => assert_eq!(matches::write(&other, 0xff).expect("a match"), changed),
            }
        }
    }
}

#[test]
fn every_byte_of_finished_matches() {
    for seed in 0..3 {
        change_each_byte(&finished(seed).1, &[0x01, 0x10, 0x83, 0xff]);
    }
}

#[test]
fn every_value_of_every_byte_at_the_start_and_the_end() {
    let (_, bytes) = finished(7);
    let every: Vec<u8> = (1..=255).collect();
    change_each_byte(&bytes[..turn_of(&bytes, 0).1 + 1], &every);
    for at in bytes.len() - 80..bytes.len() {
        for flip in &every {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            check_error(
                &bytes,
                at,
                &matches::read(&changed).expect_err("a finished match has one end"),
            );
        }
    }
}

/// In an unfinished match, only a different last move yields a valid match.
#[test]
fn every_byte_of_a_running_match() {
    let mut game = Match::<Schotten>::new(Variant::default());
    let mut random = SplitMix64::new(12);
    game.deal(&mut random);
    for _ in 0..40 {
        let option = random.below(u64::from(game.position().options())) as u32;
        game.play(option).expect("an option");
    }
    let bytes = matches::write(&game, 0xff).expect("a match");
    assert_eq!(matches::read(&bytes).expect("it goes on"), game);
    change_each_byte(&bytes, &[0x01, 0x10, 0x23, 0xff]);
    let mut accepted = 0;
    for byte in 0..=255 {
        let mut changed = bytes.clone();
        *changed.last_mut().expect("a move") = byte;
        accepted += u32::from(matches::read(&changed).is_ok());
    }
    assert_eq!(accepted, 54, "any card to any stone in the twentieth turn of this match");
}

#[test]
fn cut_and_longer_values() {
    let (game, bytes) = finished(8);
    let mut unfinished = 0;
    for length in 0..bytes.len() {
        match matches::read(&bytes[..length]) {
            Ok(part) => {
                unfinished += 1;
                assert!(!part.is_over());
                assert!(game.choices().starts_with(part.choices()));
            }
            Err(error) => assert_eq!(error.at, length, "{error}"),
        }
    }
    let (turns, _) = turn_of(&bytes, bytes.len() - 1);
    assert_eq!(unfinished, turns - 2, "each turn but the winning one and the last is an end");
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(
        matches::read(&longer).unwrap_err().to_string(),
        format!(
            "turn {turns}, byte {}: 1 byte(s) follow the last turn of a match that is over",
            bytes.len()
        )
    );
    let (_, move_at) = turn_of(&bytes, bytes.len() - 1);
    let last_start =
        bytes.len() - 68 - (move_at - (bytes.len() - 1)) - game.position().deck().len();
    assert_eq!(
        matches::read(&bytes[..last_start]).unwrap_err().to_string(),
        format!(
            "turn {}, byte {last_start}: the match is over, but the turn that shows its end, with \
             the move 0xff, is missing",
            turns - 1
        )
    );
}

#[test]
fn messages() {
    let (_, bytes) = finished(8);
    let message = |at: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        matches::read(&changed).unwrap_err().to_string()
    };
    let second = turn_of(&bytes, 0).1 + 1;
    assert_eq!(
        message(6, 0x11),
        "turn 1, byte 6: row 0, column 0 of the board should be 0xff (empty), not 0x11 (red1)"
    );
    assert_eq!(message(66, 41), "turn 1, byte 66: the length of the deck should be 42, not 41");
    assert_eq!(
        message(109, 0xff),
        "turn 1, byte 109: 0xff is a pass or the end of a match, but the match is not over and a \
         card can be placed"
    );
    assert_eq!(
        message(109, 0x09),
        "turn 1, byte 109: column 9 does not exist: columns are 0 to 8, and a pass is 0xff"
    );
    assert_eq!(
        message(second + 66, 42),
        format!("turn 2, byte {}: the length of the deck should be 41, not 42", second + 66)
    );
    let end = bytes.len() - 1;
    let turns = turn_of(&bytes, end).0;
    assert_eq!(
        message(end, 0x00),
        format!("turn {turns}, byte {end}: the match is over, so the move is 0xff, not 0x00")
    );
    assert!(message(second, 0).contains("slot 0 of the player that just played should be 0x"));
}

/// Round trips of thousands of matches, finished and at every turn.
#[test]
fn records_and_matches_round_trip() {
    for seed in 0..400 {
        let (game, bytes) = finished(1_000 + seed);
        assert_eq!(matches::read(&bytes).expect("its own bytes"), game);
        let record = Match::<Schotten>::decode(&game.encode()).expect("its own record");
        assert_eq!(matches::write(&record, 0xff).expect("a match"), bytes);
        assert!(record.position().outcome().is_some());
    }
}
