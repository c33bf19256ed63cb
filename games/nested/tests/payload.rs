//! The board payload within any budget and from any grid, decoded without sharing code with the
//! encoder.

use std::collections::VecDeque;

use ennead_game::{
    AnyGame, Focus, Game, MAX_BUDGET, Options, Random, Scene, Seat, SplitMix64, Viewer,
};
use ennead_nested::{GridResult, Mark, Nested, NestedSetup, Path, Rules, SubGrid};

struct DecodedPayload {
    depth: u32,
    lines: u8,
    target: Vec<u8>,
    root: Vec<u8>,
    grids: Vec<[u8; 9]>,
}

fn number(bytes: &mut &[u8]) -> u32 {
    let (first, rest) = bytes.split_first().unwrap();
    *bytes = rest;
    if *first < 0xc0 {
        return u32::from(*first);
    }
    assert!(*first < 0xe0, "paths are shorter");
    let (second, rest) = bytes.split_first().unwrap();
    *bytes = rest;
    192 + (u32::from(first & 0x1f) << 8) + u32::from(*second)
}

fn path(bytes: &mut &[u8]) -> Vec<u8> {
    let length = number(bytes) as usize;
    let (cells, rest) = bytes.split_at(length);
    *bytes = rest;
    cells.to_vec()
}

fn decode(mut bytes: &[u8]) -> DecodedPayload {
    let rest = &mut bytes;
    let depth = number(rest);
    let lines = rest[0];
    *rest = &rest[1..];
    let (target, root) = (path(rest), path(rest));
    let bits: Vec<u8> =
        rest.iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1)).collect();
    let code = |cell: &[u8]| cell[0] << 2 | cell[1] << 1 | cell[2];
    let whole = bits.chunks_exact(27);
    assert!(
        whole.remainder().iter().all(|bit| *bit == 0) && whole.remainder().len() < 8,
        "padding"
    );
    let grids = whole.map(|grid| std::array::from_fn(|cell| code(&grid[3 * cell..3 * cell + 3])));
    DecodedPayload { depth, lines, target, root, grids: grids.collect() }
}

/// Compares grids with those of the position, in breadth-first order, as far as they go.
fn assert_same_grids(grids: &[[u8; 9]], top: SubGrid<'_>, is_open_rules: bool) {
    let mut queue = VecDeque::from([top]);
    for grid in grids {
        let shown = queue.pop_front().expect("every sub-grid cell has a grid");
        for cell in 0..9 {
            let code = grid[usize::from(cell)];
            let result = shown.result(cell).map_or(0, |result| match result {
                GridResult::O => 1,
                GridResult::X => 2,
                GridResult::Both => 3,
            });
            match shown.child(cell) {
                None => assert_eq!(code, result),
                Some(child) => {
                    assert!(code == 4 || is_open_rules && code > 4, "a sub-grid, not {code}");
                    queue.push_back(child);
                }
            }
        }
    }
}

fn payload(position: &Nested, focus: &Focus) -> Vec<u8> {
    Scene::of(position, Viewer::Spectator, focus).unwrap().payload().to_vec()
}

fn check(position: &Nested) -> usize {
    let bytes = payload(position, &Focus::default());
    let shown = decode(&bytes);
    assert_eq!((shown.depth, shown.root.len()), (position.depth(), 0));
    let sent = position.target().unwrap_or(position.half_made());
    assert_eq!(shown.target, sent.cells());
    assert_same_grids(&shown.grids, position.top(), position.rules() == Rules::Open);
    if position.outcome().is_none() {
        assert_eq!(shown.lines, 0, "a line ends the game");
    }
    bytes.len()
}

fn setup(depth: u32, rules: Rules) -> NestedSetup {
    NestedSetup::new(depth, Mark::X, rules).unwrap()
}

#[test]
fn payloads_decode_and_are_small() {
    let mut random = SplitMix64::new(41);
    let flat = Rules::ALL.map(|rules| (setup(2, rules), 40, 60));
    let others = [
        (setup(1, Rules::Both), 8, 40),
        (setup(3, Rules::Classic), 520, 3),
        (setup(40, Rules::Count), 600, 1),
    ];
    for (setup, most, games) in flat.into_iter().chain(others) {
        for _ in 0..games {
            let mut position = Nested::new(&setup);
            for choice in 0..2_000 {
                if choice % setup.depth() < 2 {
                    let bytes = check(&position);
                    assert!(bytes <= most, "{bytes} bytes at depth {}", setup.depth());
                }
                if position.options() == 0 {
                    break;
                }
                position.choose(random.below(position.options().into()) as u32);
            }
        }
    }
}

/// The winning lines are those of the winner.
#[test]
fn payloads_contain_winning_lines() {
    let mut position = Nested::new(&setup(1, Rules::Both));
    for path in ["1", "4", "2", "5", "3"] {
        position.place(&path.parse().unwrap()).unwrap();
    }
    assert_eq!(
        payload(&position, &Focus::default()),
        [1, 0x80, 0, 0, 0b0100_1001, 0b0001_0010, 0, 0]
    );
}

/// Under open rules, grids that are won but not full are sub-grids with an owner.
#[test]
fn payloads_contain_owners_with_open_rules() {
    let mut position = Nested::new(&setup(2, Rules::Open));
    let moves = "1.1 1.5 5.1 1.4 4.1 1.6 6.1";
    for path in moves.split(' ') {
        position.place(&path.parse().unwrap()).unwrap();
    }
    let shown = decode(&payload(&position, &Focus::default()));
    assert_eq!(
        shown.grids[0],
        [0b101, 4, 4, 4, 4, 4, 4, 4, 4],
        "O has 4, 5 and 6 of the first grid"
    );
    assert_eq!(shown.grids.len(), 10);
}

#[test]
fn payloads_start_at_any_grid_and_keep_any_budget() {
    let mut random = SplitMix64::new(42);
    let mut position = Nested::new(&setup(5, Rules::Both));
    for _ in 0..5 * 400 {
        position.choose(random.below(position.options().into()) as u32);
    }
    for round in 0..300 {
        let cells: Vec<u8> = (0..round % 5).map(|_| random.below(9) as u8).collect();
        let look = Focus { path: cells.clone(), budget: 4 + random.below(3_000) as usize };
        let Ok(grid) = position.grid_at(&Path::new(&cells)) else {
            let error = Scene::of(&position, Viewer::Spectator, &look).unwrap_err().to_string();
            assert!(error.contains("is decided"), "{error}");
            continue;
        };
        let shown = decode(&payload(&position, &look));
        assert_eq!(shown.root, cells);
        assert!(shown.grids.len() * 27 <= look.budget * 8);
        assert_same_grids(&shown.grids, grid, false);
    }
}

#[test]
fn hostile_requests_are_rejected() {
    let position = Nested::new(&setup(3, Rules::Both));
    let error_of = |path: &[u8], budget| {
        let look = Focus { path: path.to_vec(), budget };
        Scene::of(&position, Viewer::Spectator, &look).unwrap_err().to_string()
    };
    assert_eq!(error_of(&[0, 9], 512), "cell 1 of the path is 9, but cells are 0 to 8");
    assert_eq!(
        error_of(&[0; 3], 512),
        "the path has 3 cells, but a grid's path has at most 2 here"
    );
    assert_eq!(
        error_of(&[255; 100_000], 512),
        "the path has 100000 cells, but a grid's path has at most 2 here"
    );
    assert_eq!(error_of(&[], 3), "a budget of 3 byte(s) is too small: one grid takes 4");
    let deep = Nested::new(&setup(1000, Rules::Both));
    let most = payload(&deep, &Focus { path: vec![8; 990], budget: usize::MAX });
    assert!(most.len() <= MAX_BUDGET + 1_010, "{} bytes", most.len());
    assert!(payload(&deep, &Focus { path: vec![8; 999], budget: 4 }).ends_with(&[8, 0, 0, 0, 0]));
}

#[test]
fn display_texts() {
    let game: &dyn AnyGame = ennead_nested::GAME.game();
    assert!(game.draws());
    let record = game.encode("record", "5.1 1.5 5.9", &Options::new()).unwrap();
    let mut playing = game.open(&record.to_bytes()).unwrap();
    assert_eq!(playing.log(Viewer::Spectator), ["X: 5.1", "O: 1.5", "X: 5.9"]);
    let second = Viewer::Seat(Seat::SECOND);
    assert_eq!(playing.option_texts(second), ["cell 9"]);
    assert_eq!((playing.label_option(8), playing.label_option(0)), (Some(0), None));
    playing.play(0).unwrap();
    assert_eq!(playing.option_texts(second).len(), 9);
    assert_eq!(playing.log(Viewer::Spectator).len(), 3, "a half-made move is not in the log");
}

#[test]
fn vectors_on_the_format_page_match() {
    let page = include_str!("../FORMAT.md");
    let (_, section) = page.split_once("## Board payload").unwrap();
    let rows: Vec<_> = section
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let columns: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let game = ennead_nested::GAME.game();
        let record =
            game.encode("record", columns[1], &Options::new().with("depth", columns[2])).unwrap();
        let scene = game
            .open(&record.to_bytes())
            .unwrap()
            .scene(Viewer::Spectator, &Focus::default())
            .unwrap();
        let hex: String = scene.payload().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, columns[3], "{row}");
    }
}
