//! Board payloads, decoded without sharing code with the encoder.

mod common;

use common::{Oracle, random_setup, setup};
use ennead_connect::{Connect, ConnectSetup, payload};
use ennead_game::{
    AnyGame, Erased, Focus, Game, Options, Random, Scene, Seat, SplitMix64, View, ViewData, Viewer,
};

/// Set-up, board as text, and the indices of cells in a winning line, as a client decodes them.
fn decode(bytes: &[u8]) -> (ConnectSetup, String, Vec<u8>) {
    let [width, height, third, ref rest @ ..] = *bytes else { panic!("three bytes of header") };
    let setup = setup(width, height, third & 0x0f, third & 0x80 != 0);
    assert_eq!(third & 0x70, 0);
    let cells = usize::from(setup.cells());
    let (stones, line) = rest.split_at((2 * cells).div_ceil(8));
    assert_eq!(line.len(), cells.div_ceil(8));
    let bits = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:08b}")).collect::<String>();
    let (stones, line) = (bits(stones), bits(line));
    assert!(!stones[2 * cells..].contains('1') && !line[cells..].contains('1'), "padding");
    let mut board = String::new();
    for index in 0..cells {
        if index > 0 && index % usize::from(width) == 0 {
            board.push('/');
        }
        board.push(match &stones[2 * index..2 * index + 2] {
            "00" => '.',
            "01" => 'X',
            "10" => 'O',
            other => panic!("no cell: {other}"),
        });
    }
    let won = line.char_indices().filter(|(_, bit)| *bit == '1').map(|(at, _)| at as u8).collect();
    (setup, board, won)
}

#[test]
fn payloads_decode() {
    let mut random = SplitMix64::new(21);
    for _ in 0..150 {
        let setup = random_setup(&mut random);
        let (mut position, mut oracle) = (Connect::new(&setup), Oracle::new(&setup));
        loop {
            let last = position.options() == 0;
            if last || random.below(10) == 0 {
                let mut won: Vec<u8> = oracle
                    .lines()
                    .into_iter()
                    .map(|(_, (row, column))| row as u8 * setup.width() + column as u8)
                    .collect();
                won.sort_unstable();
                won.dedup();
                assert_eq!(decode(&payload(&position)), (setup, oracle.text(), won));
            }
            if last {
                break;
            }
            let option = random.below(position.options().into()) as u32;
            position.choose(option);
            oracle.choose(option as usize);
        }
    }
}

#[test]
fn sizes() {
    assert_eq!(payload(&Connect::new(&ConnectSetup::default())).len(), 3 + 11 + 6);
    assert_eq!(payload(&Connect::new(&setup(15, 15, 5, false))).len(), 3 + 57 + 29);
    assert_eq!(payload(&Connect::new(&setup(2, 2, 3, true))).len(), 3 + 1 + 1);
}

#[test]
fn paths_are_rejected() {
    let look = Focus { path: vec![4], ..Focus::default() };
    let start = Connect::new(&ConnectSetup::default());
    let error = Scene::of(&start, Viewer::Spectator, &look).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the path has 1 cell(s), but this game is always shown whole: send no path"
    );
}

#[test]
fn display_texts() {
    let game: &dyn AnyGame = &Erased::<Connect, ennead_connect::Formats>::new();
    assert_eq!((game.seat_names(), game.draws()), (["X".to_string(), "O".to_string()], true));
    assert_eq!((game.number(), game.title()), (4, "Connect"));
    let record = game.encode("record", "4 4 4", &Options::new()).unwrap();
    let playing = game.open(&record.to_bytes()).unwrap();
    assert_eq!(playing.log(Viewer::Spectator), ["X: 4", "O: 4", "X: 4"]);
    let second = Viewer::Seat(Seat::SECOND);
    assert_eq!(playing.option_texts(second), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!((playing.label_option(5), playing.option_label(3)), (Some(5), Some(3)));
    let cells = Options::new().with("width", "3").with("height", "2").with("gravity", "off");
    let playing = game.start(&cells).unwrap();
    let first = Viewer::Seat(Seat::FIRST);
    assert_eq!(playing.option_texts(first), ["a2", "b2", "c2", "a1", "b1", "c1"]);
    assert_eq!((playing.label_option(6), playing.label_option(255)), (None, None));
}

/// A full column drops out of the labels; the others keep theirs.
#[test]
fn labels_are_columns() {
    let game = Erased::<Connect, ennead_connect::Formats>::new();
    let record = game.encode("record", "2 2 2 2 2 2", &Options::new()).unwrap();
    let playing = game.open(&record.to_bytes()).unwrap();
    assert_eq!((playing.label_option(1), playing.label_option(2)), (None, Some(1)));
}

#[test]
fn vectors_of_the_format_page() {
    let page = include_str!("../FORMAT.md");
    let (_, section) = page.split_once("## Payload").unwrap();
    let rows: Vec<_> = section
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let columns: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let mut options = Options::new();
        let mut words = columns[2].split_whitespace();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            options = options.with(name.trim_start_matches("--"), value);
        }
        let record = Erased::<Connect, ennead_connect::Formats>::new()
            .encode("record", columns[1], &options)
            .unwrap();
        let game = ennead_game::Match::<Connect>::decode(&record.to_bytes()).unwrap();
        let view = game.position().view(Viewer::Spectator);
        let bytes = view.payload(&Focus::default()).unwrap();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, columns[3], "{row}");
    }
}
