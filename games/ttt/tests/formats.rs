//! The formats by name: examples, conversions and error messages.

use ennead_game::{AnyGame, Erased, Options, Value};
use ennead_ttt::Ttt;
use serde_json::json;

const GAME: Erased<Ttt, ennead_ttt::Formats> = Erased::new();

fn encode(format: &str, text: &str) -> Result<u128, String> {
    match GAME.encode(format, text, &Options::new()) {
        Ok(Value::Integer(number)) => Ok(number),
        Ok(other) => panic!("not a number: {other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

fn decode(format: &str, number: u128) -> Result<serde_json::Value, String> {
    let decoded = GAME.decode(format, &Value::Integer(number), &Options::new());
    decoded.map(|decoded| decoded.json).map_err(|error| error.to_string())
}

fn convert(from: &str, to: &str, number: u128) -> Result<Value, String> {
    GAME.convert(from, to, &Value::Integer(number), &Options::new())
        .map_err(|error| error.to_string())
}

#[test]
fn tiny_examples() {
    assert_eq!(encode("ttt.tiny", "1 4 5 3 2 3 2 1 1"), Ok(4_310_116));
    assert_eq!(encode("ttt.tiny", "4 7 7 4 1 3 1 2 1"), Ok(5_203_490));
    assert_eq!(encode("ttt.tiny", "3 2 6"), Ok(1_165));
    assert_eq!(encode("ttt.tiny", ""), Ok(1));
    assert_eq!(
        decode("ttt.tiny", 4_310_116),
        Ok(json!({
            "squares": [1, 5, 7, 4, 3, 8, 6, 2, 9],
            "relative": [1, 4, 5, 3, 2, 3, 2, 1, 1],
            "board": "XOXOOXXOX",
            "outcome": "O",
            "over_at": 8,
        }))
    );
    assert_eq!(decode("ttt.tiny", 1).unwrap()["over_at"], json!(null));
}

#[test]
fn tiny_errors() {
    assert_eq!(
        decode("ttt.tiny", 0).unwrap_err(),
        "a value has 1, 5, 8, 11, 14, 17, 19, 21, 22 or 23 bits (0 to 9 placements), not 0"
    );
    assert_eq!(
        decode("ttt.tiny", 0b1_1001).unwrap_err(),
        "placement 1 (bits 0–3): index 9 is too high, only 9 squares are free"
    );
    assert_eq!(
        decode("ttt.tiny", 1 << 40).unwrap_err(),
        "1099511627776 is too large: ttt.tiny has at most 23 bits"
    );
    assert_eq!(
        encode("ttt.tiny", "9 9").unwrap_err(),
        "placement 2: \"9\" is not a move: 8 squares are free, so it is a number from 1 to 8"
    );
    assert_eq!(
        encode("ttt.tiny", "1 1 1 1 1 1 1 1 1 1").unwrap_err(),
        "a board has room for nine placements, not 10"
    );
}

#[test]
fn three_t_errors() {
    let empty = 2_147_484_159;
    let message = |value: u128| decode("ttt.3t", value).unwrap_err();
    assert_eq!(
        message(empty ^ 1 << 31),
        "field C (bit 31) is inconsistent: it is 0, but must be 1 because the game goes on"
    );
    assert_eq!(
        message(empty ^ 1 << 30),
        "field T (bit 30) is inconsistent: it is 1, but must be 0 because the game goes on"
    );
    assert_eq!(
        message(empty ^ 1 << 29),
        "field W (bit 29) is inconsistent: it is 1, but must be 0 because the game goes on"
    );
    assert_eq!(
        message(empty ^ 1 << 28),
        "field L (bit 28) is inconsistent: it is 1, but must be 0 because the game goes on"
    );
    assert_eq!(
        message(empty ^ 1 << 27),
        "field Turn (bit 27) is inconsistent: it is O, but after 0 marks it is X's turn"
    );
    assert_eq!(
        message(empty ^ 1),
        "field Vacancy (bits 0–8) is inconsistent: square 9 is empty but not marked vacant"
    );
    assert_eq!(
        message(empty ^ 1 << 18),
        "field Vacancy (bits 0–8) is inconsistent: square 9 is marked vacant but holds X"
    );
    assert_eq!(message(empty | 1 << 26 | 1 << 17), "fields X and O both hold square 1");
    let three_x = empty ^ 0b111 << 24 ^ 0b111 << 6;
    assert_eq!(
        message(three_x),
        "impossible board: 3 X and 0 O, but X moves first and then both in turn, so there are as \
         many X as O or one more"
    );
}

#[test]
fn unreachable_boards_are_rejected() {
    let message = |board: &str| encode("ttt.rank", board).unwrap_err();
    assert_eq!(
        message("XXXOOO..."),
        "impossible board: X and O both have three in a line, but the game ends with the first line"
    );
    assert_eq!(
        message("XXXOO...O"),
        "impossible board: X has three in a line, but O has moved since"
    );
    assert_eq!(
        message("OOOXX.X.X"),
        "impossible board: O has three in a line, but X has moved since"
    );
    assert_eq!(
        message("XX"),
        "a board has nine characters of X, O and ., row by row from the top left; this has 2"
    );
    assert_eq!(message("X..#....."), "character 4 of the board is '#': a square is X, O or .");
}

#[test]
fn indices_out_of_range_are_rejected() {
    assert_eq!(
        decode("ttt.rank", 5_478).unwrap_err(),
        "rank 5478 is out of range: there are 5478 positions, numbered from 0"
    );
    assert_eq!(
        decode("ttt.class", 765).unwrap_err(),
        "class 765 is out of range: there are 765 classes, numbered from 0"
    );
    assert_eq!(
        decode("ttt.game", 255_168).unwrap_err(),
        "game 255168 is out of range: there are 255168 complete games, numbered from 0"
    );
    assert_eq!(
        decode("ttt.line", u128::MAX).unwrap_err(),
        format!("line {} is out of range: there are 549946 lines, numbered from 0", u128::MAX)
    );
}

#[test]
fn illegal_games_convert_to_no_other_format() {
    let illegal = 4_310_116;
    let reason = "O had won with placement 8, so placement 9 is not possible";
    assert_eq!(
        convert("ttt.tiny", "ttt.line", illegal).unwrap_err(),
        format!("not a legal game: {reason}")
    );
    assert_eq!(
        convert("ttt.tiny", "ttt.game", illegal).unwrap_err(),
        format!("not a legal game: {reason}")
    );
    assert_eq!(
        convert("ttt.tiny", "record", illegal).unwrap_err(),
        format!("not a legal game: {reason}")
    );
    assert_eq!(
        convert("ttt.tiny", "ttt.3t", illegal).unwrap_err(),
        format!("not a legal game, so it leads to no position: {reason}")
    );
}

#[test]
fn formats_convert_where_both_hold_the_content() {
    let three = encode("ttt.tiny", "3 2 6").unwrap();
    let line = convert("ttt.tiny", "ttt.line", three).unwrap();
    assert_eq!(
        GAME.convert("ttt.line", "ttt.tiny", &line, &Options::new()).unwrap(),
        Value::Integer(three)
    );
    let record = convert("ttt.tiny", "record", three).unwrap();
    assert_eq!(
        GAME.convert("record", "ttt.tiny", &record, &Options::new()).unwrap(),
        Value::Integer(three)
    );
    assert_eq!(
        convert("ttt.3t", "ttt.line", 2_147_484_159).unwrap_err(),
        "a position does not say in which order its marks were placed"
    );
    assert_eq!(
        convert("ttt.tiny", "ttt.game", three).unwrap_err(),
        "the game is not over after 3 placement(s), but ttt.game holds only complete games: use \
         ttt.line"
    );
    assert_eq!(
        convert("ttt.bit", "ttt.3t", 0).unwrap_err(),
        "O moved first in this game: only ttt.bit can hold it, since X moves first in all other \
         formats"
    );
}

#[test]
fn a_draw_of_the_machine_is_unfinished_in_3t() {
    let (history, board) = ("6 3 7 1 9 8 2 5", "OXO.OXXOX");
    let state = encode("ttt.bit", history).unwrap();
    assert_eq!(decode("ttt.bit", state).unwrap()["outcome"], json!("draw"));
    let Value::Integer(three_t) = convert("ttt.bit", "ttt.3t", state).unwrap() else {
        panic!("a number")
    };
    assert_eq!(
        decode("ttt.3t", three_t),
        Ok(json!({"board": board, "to_move": "X", "outcome": null}))
    );
}

#[test]
fn o_may_move_first_in_the_machine() {
    let options = Options::new().with("first", "O").with("player", "O");
    let value = GAME.encode("ttt.bit", "5 1", &options).unwrap();
    let json = GAME.decode("ttt.bit", &value, &options).unwrap().json;
    assert_eq!(
        json,
        json!({
            "board": "X...O....",
            "to_move": "O",
            "player": "O",
            "moves": 2,
            "graves": [],
            "outcome": null,
        })
    );
    assert_eq!(GAME.encode("ttt.bit", "X...O....", &options).unwrap(), value);
}

#[test]
fn fields_cover_every_bit_in_order() {
    for (format, number) in [
        ("ttt.tiny", 4_310_116),
        ("ttt.3t", 2_147_484_159),
        ("ttt.bit", 0x1B54_03BB),
        ("ttt.rank", 7),
        ("ttt.line", 3),
    ] {
        let fields = GAME.fields(format, &Value::Integer(number)).unwrap();
        let mut at = 0;
        for field in &fields {
            assert_eq!(field.bits.start, at, "{format} {}", field.name);
            at = field.bits.end;
        }
        let info = GAME.formats().into_iter().find(|info| info.id == format).unwrap();
        assert_eq!(Some(at as u64), info.max_bits, "{format}");
    }
}

#[test]
fn values_of_another_kind_are_rejected() {
    let rejection = GAME.decode("ttt.3t", &Value::Bytes(vec![1]), &Options::new());
    assert_eq!(rejection.unwrap_err().to_string(), "the value must be a number");
    assert!(GAME.decode("ttt.none", &Value::Integer(1), &Options::new()).is_err());
}
