//! Notation of moves, boards and set-ups, and rejected texts.

mod common;

use common::setup;
use ennead_connect::{Connect, ConnectSetup};
use ennead_game::{AnyGame, Erased, Game, Header, Match, Notation, Options, Setup, play_moves};

fn illegal(setup: &ConnectSetup, played: &str, text: &str) -> String {
    let mut game = Match::<Connect>::new(*setup);
    play_moves(&mut game, played).unwrap();
    game.position().choices_of(&Connect::parse_move(text).unwrap()).unwrap_err().to_string()
}

#[test]
fn illegal_moves_say_why() {
    let four = ConnectSetup::default();
    let three = setup(3, 4, 3, false);
    assert_eq!(
        illegal(&four, "", "c3"),
        "c3 cannot be played: stones fall here, so a move is a column from 1 to 7"
    );
    assert_eq!(
        illegal(&three, "", "2"),
        "2 cannot be played: stones do not fall here, so a move is a cell from a1 to c4"
    );
    assert_eq!(
        illegal(&four, "", "8"),
        "8 cannot be played: there is no such column: columns are 1 to 7"
    );
    assert_eq!(
        illegal(&three, "", "a5"),
        "a5 cannot be played: there is no such cell: cells are a1 to c4"
    );
    assert_eq!(
        illegal(&three, "", "d1"),
        "d1 cannot be played: there is no such cell: cells are a1 to c4"
    );
    assert_eq!(illegal(&four, "2 2 2 2 2 2", "2"), "2 cannot be played: column 2 is full");
    assert_eq!(illegal(&three, "b2", "b2"), "b2 cannot be played: cell b2 is taken by X");
    assert_eq!(
        illegal(&four, "1 2 1 2 1 2 1", "2"),
        "2 cannot be played: the game is over: X has won"
    );
}

#[test]
fn invalid_move_texts_are_rejected() {
    for text in [
        "", "0", "16", "01", "+1", "1 ", "p1", "a", "a0", "a16", "a01", "ä1", "aa1", "1a",
        "1000000",
    ] {
        let error = Connect::parse_move(text).unwrap_err().to_string();
        assert!(error.contains("is not a move: a move is a column from 1 to 15"), "{error}");
    }
    assert_eq!(Connect::parse_move("O15"), Connect::parse_move("o15"));
    assert_eq!(Connect::parse_move("10").unwrap().column(), 9);
    assert_eq!(Connect::parse_move("c3").unwrap().row(), Some(2));
}

/// Rows count from the bottom in text and from the top in numbers.
#[test]
fn cells_and_their_numbers() {
    let board = Connect::new(&setup(3, 2, 3, false));
    let texts: Vec<String> = board.moves().iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["a2", "b2", "c2", "a1", "b1", "c1"]);
    assert_eq!(board.moves().iter().map(Connect::number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn set_ups_take_two_bytes_of_a_record() {
    let four = Match::<Connect>::new(ConnectSetup::default());
    assert_eq!(four.encode(), [0x54, 0]);
    let gomoku = Match::<Connect>::new(setup(15, 15, 5, false));
    assert_eq!(gomoku.encode(), [0x74, 0b1101_1101, 0b0010_0000, 0]);
}

/// Every pair of bytes is a set-up or is rejected: 14 * 14 * 6 * 2 set-ups, minus the default.
#[test]
fn every_set_up_and_no_other() {
    let mut read = 0;
    for header in 0..=u16::MAX {
        let [high, low] = header.to_be_bytes();
        match Header::<ConnectSetup>::decode(&[0x64, high, low]) {
            Err(_) => continue,
            Ok((found, length)) => {
                assert_eq!((found.encode(), length), (vec![0x64, high, low], 3));
                read += 1;
            }
        }
    }
    assert_eq!(read, 14 * 14 * 6 * 2 - 1);
    let message = |bytes: &[u8]| Header::<ConnectSetup>::decode(bytes).unwrap_err().to_string();
    assert_eq!(
        message(&[0x64, 0xf0, 0]),
        "the set-up's width cannot be 17: it is a number from 2 to 15, written less 2 (from byte 1)"
    );
    assert_eq!(
        message(&[0x64, 0x0e, 0]),
        "the set-up's height cannot be 16: it is a number from 2 to 15, written less 2 (from byte \
         1)"
    );
    assert_eq!(
        message(&[0x64, 0x00, 0x70]),
        "the set-up's line cannot be 10: it is a number from 3 to 8, written less 3 (from byte 1)"
    );
    assert_eq!(
        message(&[0x64, 0b0101_0100, 0b1001_0000]),
        "the set-up from byte 1 is the default one, which a record must omit"
    );
    assert_eq!(message(&[0x64, 0, 1]), "the padding after the set-up is not zero (byte 2)");
}

#[test]
fn options_out_of_range() {
    let game = Erased::<Connect, ennead_connect::Formats>::new();
    for (name, value) in [
        ("width", "1"),
        ("width", "16"),
        ("height", "0"),
        ("height", "+7"),
        ("line", "2"),
        ("line", "9"),
        ("gravity", "yes"),
        ("gravity", ""),
    ] {
        let error = game.start(&Options::new().with(name, value)).err().unwrap().to_string();
        assert!(error.starts_with(&format!("--{name} cannot be {value:?}: it is ")), "{error}");
    }
    let mut setup = ConnectSetup::default();
    assert!(setup.set("width", "300").is_err(), "unchecked values are checked");
    assert_eq!(setup, ConnectSetup::default());
    assert_eq!(setup.to_string(), "7 x 6, 4 in a row, gravity on");
}

#[test]
fn drawings() {
    let mut game = Match::<Connect>::new(ConnectSetup::default());
    play_moves(&mut game, "4 1 4 1 4 1 4").unwrap();
    let plain = strip(&ennead_connect::draw_position(game.position()));
    let wanted = "\
│ .  .  .  .  .  .  . │
│ .  .  .  .  .  .  . │
│ .  .  . [X] .  .  . │
│ O  .  . [X] .  .  . │
│ O  .  . [X] .  .  . │
│ O  .  . [X] .  .  . │
└─────────────────────┘
  1  2  3  4  5  6  7
The game is over: X has won.
";
    assert_eq!(plain, wanted);
    let mut game = Match::<Connect>::new(setup(3, 2, 3, false));
    play_moves(&mut game, "b2").unwrap();
    let plain = strip(&ennead_connect::draw_position(game.position()));
    assert_eq!(plain, " 2  .  X  . \n 1  .  .  . \n    a  b  c\nO is to move.\n");
}

/// The text without its colours.
fn strip(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}
