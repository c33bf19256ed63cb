//! The formats of document 003: its examples, text and JSON, both empty bytes, and rejected values.

use data_encoding::HEXLOWER;
use ennead_game::{
    AnyGame, Decoded, Erased, Game, Match, Options, SplitMix64, Value, suite::random_match,
};
use ennead_schotten::formats::view::NetworkView;
use ennead_schotten::formats::{board, matches, turn};
use ennead_schotten::{Schotten, Variant};

const BOARD: &str = "ffffffff42ffffffffffffffff28ffffffff3655ffff1413ffff68ff354422162669ffffff54ffffffffffffffffffffffffffffffff";
const PAGE: &str = include_str!("../FORMAT.md");
const BOARD_TEXT: &str = "- - - - green2 - - - - / - - - - yellow8 - - - - / \
                          blue6 cyan5 - - red4 red3 - - grey8 / \
                          - blue5 green4 yellow2 red6 yellow6 grey9 - - / - cyan4 - - - - - - - / \
                          - - - - - - - - -";

fn entry() -> &'static dyn AnyGame {
    const ENTRY: &Erased<Schotten, ennead_schotten::Formats> = &Erased::new();
    ENTRY
}

fn encode(format: &str, text: &str) -> String {
    let value = entry().encode(format, text, &Options::new()).expect("the text is right");
    HEXLOWER.encode(&value.to_bytes())
}

fn decode(format: &str, hex: &str) -> Decoded {
    let value = Value::parse_bytes(hex).expect("hexadecimal");
    entry().decode(format, &value, &Options::new()).expect("the value is right")
}

fn read_error(format: &str, hex: &str) -> String {
    let value = Value::parse_bytes(hex).expect("hexadecimal");
    entry().decode(format, &value, &Options::new()).expect_err("the value is wrong").to_string()
}

fn text_error(format: &str, text: &str) -> String {
    entry().encode(format, text, &Options::new()).expect_err("the text is wrong").to_string()
}

/// A finished match with the default set-up.
fn finished(seed: u64) -> Match<Schotten> {
    random_match(&Variant::default(), &mut SplitMix64::new(seed), usize::MAX)
}

#[test]
fn examples_of_the_document() {
    assert_eq!(encode("schotten.card", "cyan2"), "52");
    assert_eq!(encode("schotten.card", "red7"), "17");
    assert_eq!(encode("schotten.hand", "red2 red1 red7 yellow9 green1 cyan7"), "121117294157");
    assert_eq!(encode("schotten.move", "1>3"), "13");
    assert_eq!(encode("schotten.move", "pass"), "ff");
    assert_eq!(encode("schotten.board", BOARD_TEXT), BOARD);
    assert_eq!(decode("schotten.board", BOARD).json["board"], BOARD_TEXT);
    assert_eq!(
        decode("schotten.hand", "121117294157").json["hand"],
        "red2 red1 red7 yellow9 green1 cyan7"
    );
    assert_eq!(decode("schotten.card", "52").json["card"], "cyan2");
    assert_eq!(decode("schotten.move", "13").json["move"], "1>3");
}

#[test]
fn both_empty_bytes() {
    let zero = Options::new().with("empty", "00");
    let with_zeros = BOARD.replace("ff", "00");
    let value = entry().encode("schotten.board", BOARD_TEXT, &zero).expect("a board");
    assert_eq!(HEXLOWER.encode(&value.to_bytes()), with_zeros);
    assert_eq!(decode("schotten.board", &with_zeros).json["board"], BOARD_TEXT);
    let back = entry()
        .convert("schotten.board", "schotten.board", &value, &Options::new())
        .expect("a board");
    assert_eq!(HEXLOWER.encode(&back.to_bytes()), BOARD);

    let mut mixed = with_zeros;
    mixed.replace_range(2..4, "ff");
    assert_eq!(
        read_error("schotten.board", &mixed),
        "byte 1: 0xff stands for an empty slot here, but 0x00 did before: a value has one or the \
         other"
    );
    let wrong = Options::new().with("empty", "7f");
    let error = entry().encode("schotten.hand", "- - - - - -", &wrong).expect_err("no such option");
    assert_eq!(error.to_string(), "--empty cannot be \"7f\": it is one of ff, 00");

    let game = finished(3);
    let value = matches::write(&game, 0).expect("a match");
    assert_eq!(matches::read(&value).expect("zeros are read"), game);
    assert_ne!(value, matches::write(&game, 0xff).expect("a match"));
}

#[test]
fn invalid_values_are_rejected_with_a_reason() {
    let cases = [
        ("schotten.card", "", "byte 0: a card takes 1 byte(s), not 0"),
        ("schotten.card", "1111", "byte 1: a card takes 1 byte(s), not 2"),
        (
            "schotten.card",
            "ff",
            "byte 0: 0xff is not a card: its colour is 15, but colours are 1 (red) to 6 (grey)",
        ),
        (
            "schotten.card",
            "1a",
            "byte 0: 0x1a is not a card: its number is 10, but numbers are 1 to 9",
        ),
        (
            "schotten.card",
            "10",
            "byte 0: 0x10 is not a card: its number is 0, but numbers are 1 to 9",
        ),
        ("schotten.hand", "1112131415", "byte 5: a hand takes 6 byte(s), not 5"),
        ("schotten.hand", "111213141511", "byte 5: red1 occurs twice"),
        (
            "schotten.hand",
            "7111121314ff",
            "byte 0: 0x71 is not a card: its colour is 7, but colours are 1 (red) to 6 (grey); \
             an empty slot is 0xff or 0x00",
        ),
        (
            "schotten.move",
            "61",
            "byte 0: slot 6 does not exist: slots are 0 to 5, and a pass is 0xff",
        ),
        (
            "schotten.move",
            "19",
            "byte 0: column 9 does not exist: columns are 0 to 8, and a pass is 0xff",
        ),
        (
            "schotten.move",
            "fe",
            "byte 0: slot 15 does not exist: slots are 0 to 5, and a pass is 0xff",
        ),
        (
            "schotten.deck",
            "11ff",
            "byte 1: 0xff is not a card: its colour is 15, but colours are 1 (red) to 6 (grey)",
        ),
        ("schotten.deck", "1111", "byte 1: red1 occurs twice"),
        ("schotten.board", "ff", "byte 1: a board takes 54 byte(s), not 1"),
        ("schotten.view", "", "byte 0: a view takes 60 byte(s), not 0"),
        ("schotten.turn", "", "byte 0: a turn takes 68 byte(s), not 0"),
        ("schotten.match", "", "byte 0: a match has at least one turn"),
        (
            "schotten.match",
            "111213",
            "turn 1, byte 3: the value ends inside a turn, 107 byte(s) before its end",
        ),
        (
            "schotten.match",
            "1112131415ff",
            "turn 1, byte 5: 0xff is not a card: its colour is 15, but colours are 1 (red) to 6 \
             (grey)",
        ),
    ];
    for (format, hex, message) in cases {
        assert_eq!(read_error(format, hex), message, "{format} {hex}");
    }
    let mut floating = "ff".repeat(54);
    floating.replace_range(0..2, "11");
    assert_eq!(
        read_error("schotten.board", &floating),
        "byte 0: red1 is farther from the stones than an empty slot: a column fills from the \
         stones outwards"
    );
    assert_eq!(
        read_error("schotten.deck", &"11".repeat(55)),
        "byte 54: a deck has at most 54 cards, not 55"
    );
}

#[test]
fn invalid_texts_are_rejected_with_a_reason() {
    let card = "a card is a colour (red, yellow, blue, green, cyan, grey) and a number from 1 to \
        9, as in cyan2";
    assert_eq!(text_error("schotten.card", "pink3"), format!("\"pink3\" is not a card: {card}"));
    assert_eq!(text_error("schotten.card", "red0"), format!("\"red0\" is not a card: {card}"));
    assert_eq!(text_error("schotten.card", ""), format!("\"\" is not a card: {card}"));
    assert_eq!(
        text_error("schotten.hand", "red1 red2"),
        "a hand has six slots, cards or - with spaces between them; this has 2"
    );
    assert_eq!(text_error("schotten.hand", "red1 red1 - - - -"), "red1 occurs twice");
    assert_eq!(
        text_error("schotten.deck", "red1 -"),
        "a deck has no empty slots: write cards only"
    );
    assert_eq!(
        text_error("schotten.board", "- / -"),
        "a board has six rows with / between them; this has 2"
    );
    assert_eq!(
        text_error("schotten.board", "- / - / - / - / - / -"),
        "row 0 has 1 slots, not nine"
    );
    let floating =
        BOARD_TEXT.replacen("green2", "-", 1).replacen("yellow8", "-", 1).replacen('-', "grey1", 1);
    assert!(
        text_error("schotten.board", &floating).starts_with("row 0, column 0: grey1 is farther")
    );
    assert_eq!(
        text_error("schotten.view", "- - -"),
        "a view is a board and a hand with ; between them"
    );
    assert!(
        text_error("schotten.turn", "a;b").starts_with("a turn has five parts with ; between them")
    );
    assert!(
        text_error("schotten.move", "6>1")
            .starts_with("\"6>1\" is not a move: a move is slot>column")
    );
    assert_eq!(
        text_error("schotten.move", "1>1!2"),
        "1>1!2 decides on claims, which are automatic in this format: leave them out"
    );
    assert_eq!(
        text_error("schotten.match", "red1: 1>1"),
        "a match is its 54 cards, hands first, then a colon and its moves; before the colon there \
         are 1 cards"
    );
    assert_eq!(
        text_error("schotten.match", "red1"),
        "schotten.match begins with the first move, and this match has none yet"
    );
}

#[test]
fn turns_one_by_one() {
    let game = finished(4);
    let bytes = matches::write(&game, 0xff).expect("a match");
    let (mut at, mut turns) = (0, 0);
    while at < bytes.len() {
        let end = at + 68 + usize::from(bytes[at + 66]);
        let value = Value::Bytes(bytes[at..end].to_vec());
        let shown = entry().decode("schotten.turn", &value, &Options::new()).expect("a turn");
        let part = |key: &str| shown.json[key].as_str().expect("text").to_string();
        let text = ["just_played", "board", "next", "deck", "move"].map(part).join("; ");
        assert_eq!(entry().encode("schotten.turn", &text, &Options::new()).expect("a turn"), value);
        let fields = entry().fields("schotten.turn", &value).expect("fields");
        assert!(fields.windows(2).all(|two| two[0].bits.end == two[1].bits.start));
        assert_eq!(fields.last().expect("a move").bits.end, (end - at) * 8);
        (at, turns) = (end, turns + 1);
    }
    assert!(turns <= matches::MAX_TURNS);
    let fields = entry().fields("schotten.match", &Value::Bytes(bytes.clone())).expect("fields");
    assert!(fields.windows(2).all(|two| two[0].bits.end == two[1].bits.start));
    assert_eq!(fields.last().expect("a move").bits.end, bytes.len() * 8);
}

#[test]
fn impossible_turns_are_rejected() {
    let bytes = matches::write(&finished(4), 0xff).expect("a match")[..turn::MAX_BYTES].to_vec();
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = bytes.clone();
        change(&mut changed);
        turn::read(&changed).expect_err("a wrong turn").to_string()
    };
    assert_eq!(error(&|turn| turn[66] = 43), "byte 66: a deck has at most 42 cards, not 43");
    assert_eq!(error(&|turn| turn[66] = 41), "byte 109: a turn takes 109 byte(s), not 110");
    assert_eq!(
        error(&|turn| {
            turn.remove(67);
            turn[66] = 41;
        }),
        "byte 66: a deck of 41 makes 53 cards with the hands and the board, but there are 54"
    );
    assert_eq!(
        error(&|turn| {
            // A card of the next hand is on the table: the hand has an empty slot while the deck is
            // full.
            turn[6 + 18] = turn[60];
            turn[60] = 0xff;
        }),
        "byte 60: slot 0 is empty, but the deck is not"
    );
    assert_eq!(
        error(&|turn| {
            turn[6 + 18] = turn[2];
            turn[2] = 0xff;
        }),
        "byte 2: slot 2 is empty, but the deck is not"
    );
    assert_eq!(
        error(&|turn| {
            // Three cards of the deck fill the next player's column 0.
            let cards: Vec<u8> = turn.drain(67..70).collect();
            turn[66] = 39;
            (turn[6 + 27], turn[6 + 36], turn[6 + 45]) = (cards[0], cards[1], cards[2]);
            *turn.last_mut().expect("a move") = 0x00;
        }),
        "byte 106: 0>0 cannot be played: column 0 has three cards already"
    );
}

#[test]
fn network_views() {
    let mut position = Schotten::new(&Variant::default());
    position.deal(&mut SplitMix64::new(9));
    for option in [2, 4, 3, 4] {
        position.choose(option);
    }
    let view = NetworkView::of(&position);
    let value = Value::Bytes(view.write(0xff));
    assert_eq!(value.to_bytes().len(), 60);
    let shown = entry().decode("schotten.view", &value, &Options::new()).expect("a view");
    let text = format!(
        "{}; {}",
        shown.json["board"].as_str().unwrap(),
        shown.json["hand"].as_str().unwrap()
    );
    assert_eq!(entry().encode("schotten.view", &text, &Options::new()).expect("a view"), value);
    assert_eq!(board::write(&view.board, 0xff), value.to_bytes()[..54]);
    assert!(shown.drawing.contains("stones"));
}

#[test]
fn unsupported_contents_are_rejected() {
    let card = Value::Bytes(vec![0x52]);
    let refusal = |to: &str| {
        entry().convert("schotten.card", to, &card, &Options::new()).unwrap_err().to_string()
    };
    assert_eq!(refusal("schotten.match"), "schotten.match cannot hold a card");
    assert_eq!(refusal("record"), "record cannot hold a card");
    for to in ["hand", "board", "move", "deck", "turn", "view"] {
        let to = format!("schotten.{to}");
        assert_eq!(refusal(&to), format!("{to} cannot hold a card"));
    }
    let game = random_match::<Schotten>(&Variant::ALL[3], &mut SplitMix64::new(1), usize::MAX);
    assert_eq!(
        matches::write(&game, 0xff).unwrap_err().to_string(),
        "schotten.match holds matches with --claims auto --timing after only, \
         not --claims manual --timing start"
    );
    let half = random_match::<Schotten>(&Variant::default(), &mut SplitMix64::new(1), 57);
    assert_eq!(
        matches::write(&half, 0xff).unwrap_err().to_string(),
        "schotten.match holds whole moves, and the last move of this match is half made"
    );
    for choices in [0, 20, 54] {
        let early = random_match::<Schotten>(&Variant::default(), &mut SplitMix64::new(1), choices);
        assert_eq!(
            matches::write(&early, 0xff).unwrap_err().to_string(),
            "schotten.match begins with the first move, and this match has none yet"
        );
    }
}

#[test]
fn sizes_are_as_announced() {
    for info in entry().formats() {
        let most = info.max_bits.expect("every format has a limit");
        assert!(info.min_bits <= most, "{}", info.id);
        assert!(info.id.starts_with("schotten."));
    }
    for seed in 0..300 {
        let game = finished(seed);
        let bits = matches::write(&game, 0xff).expect("a match").len() as u64 * 8;
        assert!((matches::INFO.min_bits..=matches::INFO.max_bits.unwrap()).contains(&bits));
    }
}

/// Decoders handle arbitrary bytes, and re-encode every accepted value to the same bytes.
#[test]
fn hostile_bytes() {
    use ennead_game::Random;
    let mut random = SplitMix64::new(99);
    let good = matches::write(&finished(5), 0xff).expect("a match");
    for round in 0..20_000u64 {
        let mut bytes: Vec<u8> = (0..random.below(130)).map(|_| random.next_u64() as u8).collect();
        if round % 2 == 0 {
            // A damaged part of a match.
            let start = random.below(good.len() as u64) as usize;
            bytes = good[start..].iter().copied().take(bytes.len()).collect();
            for _ in 0..random.below(3) {
                if let Some(byte) = bytes.get_mut(random.below(130) as usize) {
                    *byte = random.next_u64() as u8;
                }
            }
        }
        let value = Value::Bytes(bytes);
        for info in entry().formats() {
            let Ok(again) = entry().convert(info.id, info.id, &value, &Options::new()) else {
                continue;
            };
            let zeros = Options::new().with("empty", "00");
            let with_zeros =
                entry().convert(info.id, info.id, &value, &zeros).expect("the same with zeros");
            assert!(again == value || with_zeros == value, "{} rewrote {value:?}", info.id);
            entry().decode(info.id, &value, &Options::new()).expect("what is read is shown");
        }
    }
}

/// The examples of the format page match the code.
#[test]
fn examples_on_the_format_page_match() {
    let rows: Vec<&str> =
        BOARD.as_bytes().chunks(18).map(|row| str::from_utf8(row).expect("text")).collect();
    for row in rows {
        let spaced: Vec<&str> =
            row.as_bytes().chunks(2).map(|byte| str::from_utf8(byte).expect("text")).collect();
        assert!(PAGE.contains(&spaced.join(" ")), "{row}");
    }
    for (format, text) in [
        ("schotten.card", "cyan2"),
        ("schotten.card", "red7"),
        ("schotten.hand", "red2 red1 red7 yellow9 green1 cyan7"),
        ("schotten.move", "1>3"),
    ] {
        assert!(PAGE.contains(&format!("`{text}` is `{}`", encode(format, text))), "{text}");
    }
    for info in entry().formats() {
        assert!(PAGE.contains(&format!("| `{}` |", info.id)), "{}", info.id);
    }
    assert!(PAGE.contains(&format!("at most {} turns", matches::MAX_TURNS)));
}
