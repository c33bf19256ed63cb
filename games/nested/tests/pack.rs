//! `nested.pack`: round trips, sizes and errors.

use ennead_bits::{ChoiceEncoder, Share};
use ennead_game::{AnyGame, Erased, Game, Options, Random, SplitMix64, Value};
use ennead_nested::formats::pack::{self, MAX_FLAT_BYTES};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};

const NESTED: Erased<Nested, ennead_nested::Formats> = Erased::new();

fn setup(depth: u32, rules: Rules) -> NestedSetup {
    NestedSetup::new(depth, Mark::X, rules).unwrap()
}

/// The positions between moves of a random game, or every `stride`th of them.
fn positions(
    setup: &NestedSetup,
    random: &mut SplitMix64,
    stride: usize,
    mut visit: impl FnMut(&Nested),
) {
    let mut position = Nested::new(setup);
    for ply in 0.. {
        if ply % stride == 0 || position.outcome().is_some() {
            visit(&position);
        }
        if position.outcome().is_some() {
            return;
        }
        for _ in 0..setup.depth() {
            position.choose(random.below(position.options().into()) as u32);
        }
    }
}

fn round_trip(position: &Nested) -> Vec<u8> {
    let bytes = pack::write(position).unwrap();
    let read = pack::read(&bytes).unwrap();
    assert_eq!(&read, position);
    assert_eq!(pack::write(&read).unwrap(), bytes);
    bytes
}

fn every_setup() -> Vec<(NestedSetup, usize)> {
    let mut all: Vec<_> = Rules::ALL.map(|rules| (setup(2, rules), 1)).to_vec();
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        all.extend([(setup(1, rules), 1), (setup(3, rules), 5), (setup(4, rules), 211)]);
    }
    all
}

#[test]
fn packs_round_trip_at_every_depth_and_rule() {
    let mut random = SplitMix64::new(6);
    for (setup, stride) in every_setup() {
        let games = [0, 300, 200, 8, 1][setup.depth() as usize];
        for _ in 0..games {
            positions(&setup, &mut random, stride, |position| {
                let bytes = round_trip(position);
                if setup.depth() == 2 && setup.rules() != Rules::Open {
                    assert!(bytes.len() <= MAX_FLAT_BYTES, "{} bytes", bytes.len());
                }
            });
        }
    }
}

#[test]
fn damaged_packs_are_rejected_or_another_position() {
    let mut random = SplitMix64::new(8);
    for (setup, _) in every_setup() {
        let stride = [0, 2, 9, 101, 997][setup.depth() as usize];
        let mut flips = SplitMix64::new(random.next_u64());
        positions(&setup, &mut random, stride, |position| {
            let bytes = pack::write(position).unwrap();
            let check = |damaged: &[u8]| {
                if let Ok(other) = pack::read(damaged) {
                    assert_ne!(&other, position);
                    assert_eq!(pack::write(&other).unwrap(), damaged);
                }
            };
            (0..bytes.len().min(40)).for_each(|length| check(&bytes[..length]));
            check(&[&bytes[..], &[0]].concat());
            for _ in 0..24 {
                let mut flipped = bytes.clone();
                let bit = flips.below(bytes.len() as u64 * 8) as usize;
                flipped[bit / 8] ^= 1 << (bit % 8);
                check(&flipped);
            }
        });
    }
}

/// The grids with the highest codes, a turn and a target add up to less than 128 bits.
#[test]
fn the_largest_pack_at_depth_two_takes_17_bytes() {
    let bits = 9.0 * 11_096f64.log2() + 1.0 + 10f64.log2();
    assert!((125.2..125.3).contains(&bits));
    let mut random = SplitMix64::new(10);
    let mut accepted = 0;
    for round in 0..20_000 {
        let mut encoder = ChoiceEncoder::new();
        for grid in 0..9 {
            let code =
                if round % 2 == 0 && grid == 8 { 11_093 } else { random.below(11_093) as u32 };
            encoder.put(code, 11_096);
        }
        encoder.put(random.below(2) as u32, 2);
        let open = if round % 2 == 0 { 9 } else { 10 };
        encoder.put(random.below(open) as u32, open as u32);
        let bytes = [&[0x42], &encoder.finish()[..]].concat();
        assert!(bytes.len() <= MAX_FLAT_BYTES);
        if let Ok(position) = pack::read(&bytes) {
            assert_eq!(pack::write(&position).unwrap(), bytes);
            accepted += 1;
        }
    }
    assert!(accepted > 10_000, "{accepted}");
}

fn error_of(bytes: &[u8]) -> String {
    pack::read(bytes).unwrap_err().to_string()
}

/// A pack of depth 2: nine codes and further choices.
fn flat_pack(first: u8, codes: [u32; 9], rest: &[(u32, u32)]) -> Vec<u8> {
    let n = if first == 0x72 { 19_683 } else { 11_096 };
    let mut encoder = ChoiceEncoder::new();
    codes.iter().for_each(|code| encoder.put(*code, n));
    rest.iter()
        .for_each(|(choice, n)| encoder.put_share(Share { start: *choice, size: 1, total: *n }));
    [&[first], &encoder.finish()[..]].concat()
}

/// A pack from choices with their numbers of options.
fn body(header: &[u8], choices: &[(u32, u32)]) -> Vec<u8> {
    let mut encoder = ChoiceEncoder::new();
    choices.iter().for_each(|(choice, n)| encoder.put(*choice, *n));
    [header, &encoder.finish()[..]].concat()
}

#[test]
fn invalid_headers_are_rejected() {
    assert_eq!(error_of(&[]), "a packed position has at least one byte");
    assert_eq!(error_of(&[0x02]), "pack version 0 (byte 0) is not supported: expected version 1");
    let depth = "is cut off, not in its shortest form, or not from 1 to 1000";
    assert_eq!(error_of(&[0x40]), format!("the depth (from byte 0) {depth}"));
    assert_eq!(error_of(&[0x4f]), format!("the depth (from byte 1) {depth}"));
    assert_eq!(error_of(&[0x4f, 0x80, 0x00]), format!("the depth (from byte 1) {depth}"));
    assert_eq!(error_of(&[0x4f, 0xff, 0xff]), format!("the depth (from byte 1) {depth}"));
    assert_eq!(error_of(&[0x73]), "byte 0: open rules are for depth 2 only, not for depth 3");
}

#[test]
fn invalid_bodies_at_depth_two_are_rejected() {
    const X: u32 = 11_093;
    const O: u32 = 11_094;
    assert_eq!(error_of(&[0x42]), "pack body: the input ends before the last choice (byte 1)");
    let played_on = flat_pack(0x42, [X, X, X, O, O, O, 0, 0, 0], &[]);
    let message =
        "the top grid was decided before its last cell, but the game ends when it is decided";
    assert_eq!(error_of(&played_on), message);
    let one_x = [1, 0, 0, 0, 0, 0, 0, 0, 0];
    let twice = flat_pack(0x42, one_x, &[(0, 2), (9, 10)]);
    assert_eq!(error_of(&twice), "1 X and 0 O with X to move, but X and O move in turn");
    let free = flat_pack(0x42, one_x, &[(1, 2), (0, 10)]);
    let message = "the player is free to move anywhere, but that requires a decided or full grid, \
                   or an empty board";
    assert_eq!(error_of(&free), message);
    let sent = flat_pack(0x42, [0; 9], &[(0, 2), (4, 10)]);
    assert_eq!(error_of(&sent), "the player is sent to grid 4 before the first move");
    let right = flat_pack(0x42, one_x, &[(1, 2), (9, 10)]);
    assert!(pack::read(&right).is_ok());
    let long = [&right[..], &[0, 0]].concat();
    assert!(
        error_of(&long)
            .starts_with("pack body: 2 byte(s) too many after the last choice, from byte ")
    );
    let open = flat_pack(0x72, [1, 0, 0, 0, 0, 0, 0, 0, 0], &[(0, 2), (9, 10)]);
    assert_eq!(error_of(&open), "1 X and 0 O with X to move, but X and O move in turn");
}

#[test]
fn invalid_bodies_at_other_depths_are_rejected() {
    let nine = |cells: [u32; 9]| cells.map(|cell| (cell, 5)).to_vec();
    let top = |cells: [u32; 9]| [vec![(1, 3)], nine(cells)].concat();
    let inner = |cells: [u32; 9]| [vec![(1, 2)], nine(cells)].concat();
    let rejection = |choices: Vec<(u32, u32)>| error_of(&body(&[0x43], &choices));
    assert_eq!(rejection(top([0; 9])), "the top grid is encoded as touched, but it is empty");
    assert_eq!(
        rejection(top([0, 0, 4, 0, 0, 0, 0, 0, 0])),
        "the top grid has one open cell and eight untouched ones, but is not encoded in that form"
    );
    let below = |cells| [top([0, 0, 4, 0, 0, 0, 0, 0, 1]), inner(cells)].concat();
    assert_eq!(
        rejection(below([1, 1, 1, 0, 0, 0, 0, 0, 0])),
        "grid 3 is encoded as open, but its cells decide it"
    );
    assert_eq!(rejection(below([0; 9])), "grid 3 is encoded as touched, but it is empty");
    let message =
        "the top grid was decided before its last cell, but the game ends when it is decided";
    assert_eq!(rejection(top([1, 1, 1, 2, 2, 2, 0, 0, 0])), message);
    let depth_one =
        |code, rest: &[(u32, u32)]| error_of(&body(&[0x41], &[&[(code, 19_683)], rest].concat()));
    assert_eq!(depth_one(1 + 3 + 9, &[]), "3 X and 0 O with O to move, but X and O move in turn");
    assert_eq!(depth_one(2, &[(1, 2)]), "0 X and 1 O with O to move, but X and O move in turn");
}

#[test]
fn hostile_bytes_cannot_cause_much_work() {
    for depth in [0x43, 0x4e] {
        assert!(pack::read(&[depth, 0x55]).is_err());
    }
    assert!(
        error_of(&[0x4f, 0xd9, 0x07, 0, 0, 0])
            .starts_with("pack body: the input ends before the last choice")
    );
    let mut random = SplitMix64::new(12);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next_u64() as u8).collect();
        if let Ok(position) = pack::read(&bytes) {
            assert_eq!(pack::write(&position).unwrap(), bytes);
        }
    }
}

#[test]
fn half_made_moves_are_rejected() {
    let mut position = Nested::new(&setup(3, Rules::Both));
    position.choose(4);
    position.choose(0);
    assert_eq!(
        pack::write(&position).unwrap_err().to_string(),
        "a half-made move cannot be packed: it has begun with 5.1"
    );
}

#[test]
fn packs_are_proportional_to_the_touched_grids() {
    let setup = setup(1000, Rules::Both);
    let mut position = Nested::new(&setup);
    assert!(pack::write(&position).unwrap().len() <= 4);
    let mut random = SplitMix64::new(14);
    for _ in 0..100 * 1000 {
        position.choose(random.below(position.options().into()) as u32);
    }
    let bytes = round_trip(&position);
    assert!(bytes.len() * 8 <= 5 * 100 * 1000, "{} bytes", bytes.len());
}

#[test]
fn codec_encodes_decodes_and_converts() {
    let options = Options::new();
    let value = NESTED.encode("nested.pack", "5.1 1.5", &options).unwrap();
    let json = NESTED.decode("nested.pack", &value, &options).unwrap().json;
    let grid = [
        "(....O....)(.........)(.........)",
        "(.........)(X........)(.........)",
        "(.........)(.........)(.........)",
    ]
    .concat();
    let rest = r#""depth":2,"rules":"both","to_move":"X","target":"5","outcome":null,"unseen":0"#;
    assert_eq!(json.to_string(), format!(r#"{{"grid":"{grid}",{rest}}}"#));
    let as_grid = NESTED.convert("nested.pack", "nested.grid", &value, &options).unwrap();
    assert_eq!(as_grid, NESTED.encode("nested.grid", &grid, &options).unwrap());
    assert_eq!(NESTED.fields("nested.pack", &value).unwrap().len(), 4);

    let record = NESTED.encode("record", "5.1 1.5", &options).unwrap();
    assert_eq!(NESTED.convert("record", "nested.pack", &record, &options).unwrap(), value);
    assert_eq!(NESTED.convert("record", "nested.grid", &record, &options).unwrap(), as_grid);
    let rejection = |from, to, value: &Value| {
        NESTED.convert(from, to, value, &options).unwrap_err().to_string()
    };
    assert_eq!(
        rejection("nested.pack", "record", &value),
        "a packed position does not contain the moves that a record needs"
    );
    assert_eq!(
        rejection("nested.grid", "record", &as_grid),
        "a grid does not contain the moves that a record needs"
    );
    assert_eq!(
        rejection("nested.grid", "nested.pack", &as_grid),
        "a grid does not contain the turn, target and rules that a pack needs"
    );
}

#[test]
fn deep_positions_are_shown_up_to_a_limit() {
    let deep = Options::new().with("depth", "12").with("first", "O").with("rules", "count");
    let value = NESTED.encode("nested.pack", "", &deep).unwrap();
    let shown = NESTED.decode("nested.pack", &value, &Options::new()).unwrap();
    assert_eq!(shown.json["unseen"], 4096 * 9 + 1 - 4096);
    assert_eq!(shown.json["to_move"], "O");
    assert_eq!(shown.json["rules"], "count");
    assert!(shown.json["grid"].as_str().unwrap().len() < 100_000);
    let fields =
        NESTED.fields("nested.pack", &NESTED.encode("nested.pack", "", &deep).unwrap()).unwrap();
    assert_eq!(fields[2].meaning, "12");
}
