//! Legal and illegal moves, set-ups, deep games and drawings.

use ennead_game::{
    Game, Match, Notation, Options, Outcome, Presentation, Random, Seat, Setup, SplitMix64,
    play_moves,
};
use ennead_nested::{GridResult, Mark, Nested, NestedSetup, Path, Rules};

fn after(setup: &NestedSetup, moves: &str) -> Nested {
    let mut game = Match::<Nested>::new(*setup);
    play_moves(&mut game, moves).unwrap();
    game.position().clone()
}

fn error_of(position: &Nested, path: &str) -> String {
    let path: Path = path.parse().unwrap();
    let message = position.clone().place(&path).unwrap_err().to_string();
    let by_notation = position.choices_of(&path).unwrap_err().to_string();
    assert_eq!(by_notation, format!("{path} cannot be played: {message}"));
    message
}

fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().fold(Options::new(), |options, (name, value)| options.with(name, value))
}

/// O wins grid 1 with its third move.
const GRID_ONE_WON: &str = "1.1 1.5 5.1 1.4 4.1 1.6";

#[test]
fn illegal_moves_are_rejected() {
    let two = NestedSetup::default();
    let position = after(&two, "5.5 5.1");
    assert_eq!(
        error_of(&position, "5.2"),
        "the move must be in grid 1, where the last move sends the player"
    );
    assert_eq!(error_of(&position, "1.2.3"), "a move at depth 2 has 2 cell(s), not 3");
    assert_eq!(error_of(&position, "1"), "a move at depth 2 has 2 cell(s), not 1");
    let position = after(&two, "5.5 5.1 1.5");
    assert_eq!(error_of(&position, "5.5"), "cell 5.5 is taken by X");
    assert_eq!(error_of(&position, "5.1"), "cell 5.1 is taken by O");
    let position = after(&two, GRID_ONE_WON);
    assert_eq!(position.top().result(0).map(GridResult::letter), Some('O'));
    assert_eq!(error_of(&position, "1.2"), "grid 1 is decided: O has won it");
    let mut half = position.clone();
    half.choose(0);
    assert_eq!(half.half_made().to_string(), "6");
    assert_eq!(error_of(&half, "6.1"), "a move is half made: it has begun with 6");
    assert!(half.moves().is_empty());
    assert_eq!(half.count_moves(), 0);

    let three = NestedSetup::new(3, Mark::X, Rules::Both).unwrap();
    let position = after(&three, "5.1.9");
    assert_eq!(
        error_of(&position, "1.8.1"),
        "the move must be in grid 1.9, where the last move sends the player"
    );

    let one = NestedSetup::new(1, Mark::O, Rules::Count).unwrap();
    let position = after(&one, "1 4 2 5 3");
    assert_eq!(position.outcome(), Some(Outcome::Win(Seat::SECOND)));
    assert_eq!(error_of(&position, "9"), "the game is over: O has won");
    let drawn = after(&one, "1 2 3 5 4 6 8 7 9");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
}

#[test]
fn invalid_move_text_is_rejected() {
    let right = "a path is digits from 1 to 9 separated by points, such as 1.8.3";
    for (text, part) in [("", 1), ("1.0", 2), ("1..2", 2), ("12", 1), ("1.x", 2)] {
        let message = format!("{text:?} is not a move: part {part} is not a cell: {right}");
        assert_eq!(Nested::parse_move(text).unwrap_err().to_string(), message);
    }
    let long = vec!["1"; 1001].join(".");
    let message = Nested::parse_move(&long).unwrap_err().to_string();
    assert!(
        message.ends_with("the path is longer than 1000 levels, which is the highest depth"),
        "{message}"
    );
    assert_eq!("9.9".parse::<Path>().unwrap().number(), 80);
}

#[test]
fn open_rules_keep_won_grids_in_play() {
    let setup = NestedSetup::new(2, Mark::X, Rules::Open).unwrap();
    let position = after(&setup, "1.1 1.5 5.1 1.4 4.1 1.6 6.1");
    assert_eq!(position.target(), Some("1".parse().unwrap()));
    assert_eq!(
        error_of(&position, "2.2"),
        "the move must be in grid 1, where the last move sends the player"
    );
    assert_eq!(position.count_moves(), 5);
    // Grid 1 fills up although O has won it; then a player sent there is free.
    let full = "1.2 2.1 1.3 3.1 1.7 7.1 1.8 8.1 1.9 9.1";
    let position = after(&setup, &format!("1.1 1.5 5.1 1.4 4.1 1.6 6.1 {full}"));
    assert_eq!(position.target(), None);
    assert_eq!(error_of(&position, "1.1"), "grid 1 is full");
    assert_eq!(position.top().result(0).map(GridResult::letter), Some('O'));
}

#[test]
fn invalid_set_ups_are_rejected() {
    let rejection = |pairs| NestedSetup::from_options(&options(pairs)).unwrap_err().to_string();
    assert_eq!(
        rejection(&[("depth", "3"), ("rules", "open")]),
        "--rules cannot be \"open\": it is for depth 2 only, not for depth 3"
    );
    let mut open = NestedSetup::new(2, Mark::X, Rules::Open).unwrap();
    assert_eq!(
        open.set("depth", "3").unwrap_err().to_string(),
        "--depth cannot be \"3\": it is 2 with open rules"
    );
    assert_eq!(open.depth(), 2);
    assert_eq!(
        rejection(&[("depth", "0")]),
        "--depth cannot be \"0\": it is a number from 1 to 1000"
    );
    assert_eq!(
        rejection(&[("depth", "1001")]),
        "--depth cannot be \"1001\": it is a number from 1 to 1000"
    );
    assert_eq!(rejection(&[("first", "x")]), "--first cannot be \"x\": it is one of X, O");
    assert_eq!(
        rejection(&[("rules", "none")]),
        "--rules cannot be \"none\": it is one of both, classic, count, open"
    );
}

#[test]
fn invalid_record_headers_are_rejected() {
    let rejection = |bytes: &[u8]| Match::<Nested>::decode(bytes).unwrap_err().to_string();
    // Open rules (3) at depth 3 (2), and depth 32 + 1023.
    assert_eq!(
        rejection(&[0x72, 0b0110_0010, 0]),
        "record header: the set-up's depth cannot be 3: open rules are for depth 2 only (from byte \
         1)"
    );
    assert_eq!(
        rejection(&[0x72, 0b0001_1111, 0xff, 0xc0, 0]),
        "record header: the set-up's depth cannot be 1055: it is a number from 1 to 1000 (from \
         byte 1)"
    );
    assert_eq!(
        rejection(&[0x72, 0b0000_0001, 0]),
        "record header: the set-up from byte 1 is the default one, which a record must omit"
    );
    for depth in [1, 2, 3, 31, 32, 33, 999, 1000] {
        let setup = NestedSetup::new(depth, Mark::O, Rules::Classic).unwrap();
        let record = Match::<Nested>::new(setup).encode();
        assert_eq!(record.len(), if depth <= 31 { 3 } else { 5 });
        assert_eq!(*Match::<Nested>::decode(&record).unwrap().setup(), setup);
    }
}

#[test]
fn forced_moves_cost_at_most_one_cell() {
    let setup = NestedSetup::new(1000, Mark::X, Rules::Both).unwrap();
    let mut game = Match::<Nested>::new(setup);
    let mut random = SplitMix64::new(2);
    for _ in 0..1000 * 200 {
        game.play(random.below(game.position().options().into()) as u32).unwrap();
    }
    let first = 1000.0 * 9f64.log2();
    assert!(game.information() <= first + 199.0 * 9f64.log2());
    assert_eq!(Match::<Nested>::decode(&game.encode()).unwrap(), game);
}

#[test]
fn deep_games_have_countable_moves() {
    for (depth, count) in
        [(3, 729), (12, 9u64.pow(12)), (20, 9u64.pow(20)), (21, u64::MAX), (1000, u64::MAX)]
    {
        let start = Nested::new(&NestedSetup::new(depth, Mark::X, Rules::Both).unwrap());
        assert_eq!(start.count_moves(), count);
        let last = start.nth_move(count - 1);
        assert_eq!(last.cells().len(), depth as usize);
        assert!(depth > 20 || last.cells().iter().all(|cell| *cell == 8));
    }
    let tally = ennead_nested::GAME.game().tally(1, &options(&[("depth", "4")])).unwrap();
    assert_eq!(tally.first + tally.second + tally.draw, 1);
}

/// The drawing without its colours.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

#[test]
fn drawing_of_depth_two() {
    let position = after(&NestedSetup::default(), &format!("{GRID_ONE_WON} 6.2"));
    let drawing = plain(&position.draw(&Options::new()).unwrap());
    let wanted = "  OOO  │[. . .]│ . . .
 O   O │[. . .]│ . . .
  OOO  │[. . .]│ . . .
───────┼───────┼───────
 X . . │ X . . │ . X .
 . . . │ . . . │ . . .
 . . . │ . . . │ . . .
───────┼───────┼───────
 . . . │ . . . │ . . .
 . . . │ . . . │ . . .
 . . . │ . . . │ . . .
O is to move in grid 2.
";
    assert_eq!(drawing, wanted);
}

#[test]
fn drawings_of_other_depths() {
    let one = after(&NestedSetup::new(1, Mark::X, Rules::Both).unwrap(), "5 1");
    assert_eq!(
        plain(&one.draw(&Options::new()).unwrap()),
        "[O . .]\n[. X .]\n[. . .]\nX is to move anywhere.\n"
    );
    let three = after(&NestedSetup::new(3, Mark::X, Rules::Both).unwrap(), "5.1.9");
    let drawing = plain(&three.draw(&Options::new()).unwrap());
    assert_eq!(drawing.lines().count(), 36);
    assert_eq!(drawing.matches('[').count(), 3);
    assert!(drawing.lines().all(|line| line.chars().count() <= 71));
    let deep = after(&NestedSetup::new(5, Mark::X, Rules::Both).unwrap(), "5.1.9.2.4");
    let drawing = plain(&deep.draw(&Options::new()).unwrap());
    assert_eq!(drawing.matches('+').count(), 1);
    let part = plain(&deep.draw(&options(&[("at", "5.1.9.2")])).unwrap());
    assert_eq!(part, " . . .\n X . .\n . . .\nO is to move in grid 1.9.2.4.\n");
    let error = |at| deep.draw(&options(&[("at", at)])).unwrap_err().to_string();
    assert_eq!(
        error("5.1.9.2.4"),
        "5.1.9.2.4 is too long for the path of a grid: at depth 5 it has at most 4 cell(s)"
    );
    assert_eq!(
        error("5.0"),
        "--at: part 2 is not a cell: a path is digits from 1 to 9 separated by points, such as \
         1.8.3"
    );
}
