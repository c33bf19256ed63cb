//! `connect.pack`: every position of small boards, every value of tiny ones, and rejected values.

mod common;

use std::collections::HashSet;

use common::{random_position, random_setup, setup};
use ennead_bits::{BitString, BitWriter};
use ennead_connect::formats::pack;
use ennead_connect::{Connect, ConnectSetup, ConnectView};
use ennead_game::{
    AnyGame, Erased, Game, Options, Random, Setup, Show, SplitMix64, Value, View, ViewData, Viewer,
};
use serde_json::json;

const GAME: Erased<Connect, ennead_connect::Formats> = Erased::new();

fn options(setup: &ConnectSetup) -> Options {
    let names = ConnectSetup::OPTIONS.iter().map(|spec| spec.name);
    names.fold(Options::new(), |options, name| options.with(name, &setup.get(name)))
}

/// Every position that a game can reach.
fn reachable(setup: &ConnectSetup) -> HashSet<Connect> {
    let start = Connect::new(setup);
    let mut found = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some(position) = todo.pop() {
        for option in 0..position.options() {
            let mut next = position.clone();
            next.choose(option);
            if found.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    found
}

fn round_trip(position: &Connect) -> BitString {
    let bits = pack::write(position);
    assert_eq!(bits.len(), pack::bits(position.setup()) as usize);
    assert_eq!(pack::read(&bits).as_ref(), Ok(position));
    assert_eq!(pack::read_bytes(bits.as_bytes()).as_ref(), Ok(position));
    bits
}

#[test]
fn every_reachable_position_of_small_boards() {
    for (setup, count) in [
        (setup(3, 3, 3, false), 5_478),
        (setup(3, 3, 3, true), 694),
        (setup(4, 3, 3, true), 7_157),
        (setup(4, 3, 3, false), 111_973),
        (setup(2, 6, 3, true), 1_021),
        (setup(4, 4, 4, true), 161_029),
    ] {
        let positions = reachable(&setup);
        let values: HashSet<BitString> = positions.iter().map(round_trip).collect();
        assert_eq!(values.len(), positions.len(), "one value a position");
        assert_eq!(positions.len(), count, "{setup}");
    }
}

/// The value of a set-up with these bits as its lanes.
fn with_body(setup: &ConnectSetup, body: u64, bits: u32) -> BitString {
    let mut writer = BitWriter::new();
    writer.write(0, 7);
    setup.write(&mut writer);
    writer.write(body, bits);
    writer.into_bit_string()
}

/// The number of accepted values of a set-up; each must be the encoding of its position.
fn accepted(setup: &ConnectSetup) -> usize {
    let bits = pack::bits(setup) - 19;
    let mut count = 0;
    for body in 0..1 << bits {
        let value = with_body(setup, body, bits);
        if let Ok(position) = pack::read(&value) {
            assert_eq!(pack::write(&position), value);
            count += 1;
        }
    }
    count
}

/// Without gravity, the accepted values are exactly the reachable positions. With gravity there are
/// a few more.
#[test]
fn every_value_of_tiny_boards() {
    for setup in [setup(3, 3, 3, false), setup(2, 4, 3, false), setup(4, 3, 3, false)] {
        assert_eq!(accepted(&setup), reachable(&setup).len(), "{setup}");
    }
    for (setup, values, positions) in [
        (setup(3, 3, 3, true), 771, 694),
        (setup(4, 4, 3, true), 44_392, 41_750),
        (setup(2, 6, 3, true), 1_887, 1_021),
    ] {
        assert_eq!((accepted(&setup), reachable(&setup).len()), (values, positions), "{setup}");
    }
}

/// Random positions of every set-up, with a bit flipped, removed or added.
#[test]
fn damaged_values_are_rejected_or_are_other_positions() {
    let mut random = SplitMix64::new(31);
    for _ in 0..3_000 {
        let setup = random_setup(&mut random);
        let position = random_position(&setup, random.below(226), &mut random);
        let text = round_trip(&position).to_string();
        for damaged in
            [&text[1..], &text[..text.len() - 1], &format!("{text}0"), &format!("{text}1"), ""]
        {
            must_differ(damaged, &position);
        }
        let at = random.below(text.len() as u64) as usize;
        let flipped = if &text[at..=at] == "0" { "1" } else { "0" };
        must_differ(&[&text[..at], flipped, &text[at + 1..]].concat(), &position);
    }
}

fn must_differ(text: &str, position: &Connect) {
    let bits: BitString = text.parse().unwrap();
    if let Ok(other) = pack::read(&bits) {
        assert_ne!(&other, position, "two values of one position");
        assert_eq!(pack::write(&other), bits);
    }
}

/// Arbitrary bytes never panic, and accepted values are canonical.
#[test]
fn hostile_bytes() {
    let mut random = SplitMix64::new(32);
    let mut read = 0;
    for _ in 0..60_000 {
        let length = random.below(50) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
        // Half of them announce a set-up.
        if let Some(first) = bytes.first_mut().filter(|_| random.below(2) == 0) {
            *first &= 1;
        }
        match ConnectView::decode(&bytes) {
            Ok(view) => {
                assert_eq!(view.encode(), bytes);
                read += 1;
            }
            Err(error) => assert!(error.at <= bytes.len(), "{error}"),
        }
    }
    assert!(read > 0, "some bytes are views");
}

fn reason(text: &str) -> String {
    pack::read(&text.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn reasons() {
    let columns = |columns: [&str; 7]| columns.concat();
    let empty = "0000001";
    assert_eq!(reason(""), "the pack is cut short: 7 bit(s) expected at bit 0, but only 0 left");
    assert_eq!(
        reason(&empty.repeat(6)),
        "the pack is cut short: 7 bit(s) expected at bit 42, but only 0 left"
    );
    assert_eq!(
        reason(&empty.repeat(8)),
        "the pack has 56 bits, but a board of 7 x 6, 4 in a row, gravity on takes 49"
    );
    assert_eq!(
        reason(&columns([empty, empty, "0000000", empty, empty, empty, empty])),
        "column 3 (bits 14 to 20) is zero, but must have a one above its top stone"
    );
    assert_eq!(
        reason("0000000_1111_0000_0_000".replace('_', "").as_str()),
        "the set-up's width cannot be 17: it is a number from 2 to 15, written less 2 (from bit 7)"
    );
    assert_eq!(
        reason("0000000_0101_0100_1_001".replace('_', "").as_str()),
        "the set-up from bit 7 is the default one, which a pack leaves out together with the seven \
         zeros before it"
    );
    let three = "0000000_0001_0001_0_000".replace('_', "");
    assert_eq!(
        reason(&format!("{three}_00000_11011_00000").replace('_', "")),
        "row 2 from the top (bits 24 to 28) is 27, but must be below 3^width = 27"
    );
    assert_eq!(
        reason(&columns(["0000010", empty, empty, empty, empty, empty, empty])),
        "impossible board: 0 X and 1 O, but X moves first and then in turn, so there are as many X \
         as O or one more"
    );
    // Four X and four O, both in a line.
    assert_eq!(
        reason(&columns(["0011111", "0010000", empty, empty, empty, empty, empty])),
        "impossible board: X and O both have a line, but the game ends with the first line"
    );
    assert_eq!(
        reason(&columns(["0011111", "0001000", "0000010", empty, empty, empty, empty])),
        "impossible board: X has a line, but O has moved since"
    );
    // Two columns of four X side by side share no stone; seven O are on the right.
    assert_eq!(
        reason(&columns(["0011111", "0011111", empty, "0001000", empty, "0001000", "0000010"])),
        "impossible board: X has lines that no single last stone completes, but the game ends with \
         the first line"
    );
    let padded = pack::read_bytes(&[2, 4, 8, 16, 32, 64, 0x81]).unwrap_err();
    assert_eq!(padded.to_string(), "the padding after bit 48 is not zero");
    let long = pack::read_bytes(&[2, 4, 8, 16, 32, 64, 0x80, 0]).unwrap_err().to_string();
    assert_eq!(long, "the pack has 8 bytes, but a board of 7 x 6, 4 in a row, gravity on takes 7");
}

#[test]
fn view_errors_name_the_byte() {
    let at = |bytes: &[u8]| ConnectView::decode(bytes).unwrap_err().at;
    assert_eq!(at(&[]), 0);
    assert_eq!(at(&[2, 4, 8, 16, 32, 64]), 5, "the last column begins in byte 5");
    assert_eq!(at(&[2, 4, 8, 16, 32, 64, 0x81]), 6);
    assert_eq!(at(&[2, 4, 8, 16, 32, 64, 0x80, 0]), 7);
    assert_eq!(at(&[2, 4, 0, 16, 32, 64, 0x80]), 1, "the third column begins in byte 1");
}

#[test]
fn boards_and_moves_as_text() {
    let board = "......./......./......./......./...O.../..XXO..";
    let plain = Options::new();
    let value = GAME.encode("connect.pack", board, &plain).unwrap();
    assert_eq!(GAME.encode("connect.pack", "4 4 3 5", &plain).unwrap(), value);
    let hex = GAME.formats()[0].parse_value(&value.show(Show::Hex), None).unwrap();
    assert_eq!(GAME.convert("connect.pack", "connect.pack", &hex, &plain).unwrap(), value);
    let three = setup(3, 3, 3, false);
    let by_board = Options::new().with("line", "3").with("gravity", "off");
    assert_eq!(
        GAME.encode("connect.pack", "..O/.X./...", &by_board).unwrap(),
        GAME.encode("connect.pack", "b2 c3", &options(&three)).unwrap(),
    );
    let reason = |text: &str, options: &Options| {
        GAME.encode("connect.pack", text, options).unwrap_err().to_string()
    };
    assert_eq!(
        reason("../..", &Options::new().with("width", "3")),
        "--width is 3, but the board has 2"
    );
    assert_eq!(
        reason(".../..", &plain),
        "row 2 of the board has 2 cell(s), but the first row has 3"
    );
    assert_eq!(reason("/", &plain), "a row of a board has 2 to 15 cells; the first row has 0");
    assert_eq!(
        reason(&"../".repeat(20), &plain),
        "a board has 2 to 15 rows with / between them; this has 21"
    );
    assert_eq!(
        reason(".../.Z.", &plain),
        "character 2 of row 2 of the board is 'Z': a cell is X, O or ."
    );
    assert_eq!(
        reason(".X./...", &plain),
        "impossible board: nothing is below the stone in column 2, row 2 from the bottom, but \
         stones fall"
    );
    assert_eq!(
        reason("4 8", &plain),
        "move 2: 8 cannot be played: there is no such column: columns are 1 to 7"
    );
}

#[test]
fn json_and_fields() {
    let four = GAME.encode("connect.pack", "4 4", &Options::new()).unwrap();
    let json = GAME.decode("connect.pack", &four, &Options::new()).unwrap().json;
    assert_eq!(
        json,
        json!({
            "board": "......./......./......./......./...O.../...X...",
            "width": 7, "height": 6, "line": 4, "gravity": "on", "to_move": "X", "outcome": null,
        })
    );
    let won = Options::new().with("line", "3").with("gravity", "off");
    let three = GAME.encode("connect.pack", "XXX/OO./...", &won).unwrap();
    let json = GAME.decode("connect.pack", &three, &Options::new()).unwrap().json;
    assert_eq!((&json["to_move"], &json["outcome"]), (&json!(null), &json!("X")));
    for value in [four, three] {
        let fields = GAME.fields("connect.pack", &value).unwrap();
        let Value::Bits(bits) = &value else { panic!("a pack is bits") };
        assert!(fields.windows(2).all(|two| two[0].bits.end == two[1].bits.start), "no gaps");
        assert_eq!((fields[0].bits.start, fields.last().unwrap().bits.end), (0, bits.len()));
        let bytes = Value::Bytes(bits.as_bytes().to_vec());
        let padded = GAME.fields("connect.pack", &bytes).unwrap();
        assert_eq!(padded.last().unwrap().bits.end, bits.as_bytes().len() * 8);
        assert!(GAME.fields("connect.pack", &Value::Integer(7)).is_err());
    }
}

/// A record can be converted to a position, but not the reverse.
#[test]
fn conversions() {
    let plain = Options::new();
    let record = GAME.encode("record", "4 4 3", &plain).unwrap();
    let value = GAME.convert("record", "connect.pack", &record, &plain).unwrap();
    assert_eq!(value, GAME.encode("connect.pack", "4 4 3", &plain).unwrap());
    let error = GAME.convert("connect.pack", "record", &value, &plain).unwrap_err().to_string();
    assert!(error.contains("does not say which moves led to it"), "{error}");
}

#[test]
fn views_are_packs() {
    let mut random = SplitMix64::new(33);
    for _ in 0..500 {
        let setup = random_setup(&mut random);
        let position = random_position(&setup, random.below(226), &mut random);
        let bytes = position.view(Viewer::Spectator).encode();
        assert_eq!(bytes, pack::write(&position).as_bytes());
        assert_eq!(ConnectView::decode(&bytes).unwrap().position(), &position);
    }
}
