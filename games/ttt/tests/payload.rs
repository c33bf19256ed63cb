//! The board payload of every position, decoded without sharing code with the encoder.

use ennead_game::nine::{LINES, cells};
use ennead_game::{AnyGame, Focus, Game, LabelSet, Options, Scene, Seat, View, Viewer};
use ennead_ttt::formats::rank;
use ennead_ttt::{Mark, Ttt};

/// Decodes the board as text and the winning lines, as a client does.
fn decode(payload: &[u8]) -> (String, Vec<[u8; 3]>) {
    let bits: String = payload.iter().map(|byte| format!("{byte:08b}")).collect();
    assert_eq!(bits.len(), 32);
    assert_eq!(&bits[18..24], "000000");
    let square = |at: usize| match &bits[2 * at..2 * at + 2] {
        "00" => '.',
        "01" => 'X',
        "10" => 'O',
        other => panic!("no square: {other}"),
    };
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let won = lines.into_iter().zip(bits[24..].chars()).filter(|(_, bit)| *bit == '1');
    ((0..9).map(square).collect(), won.map(|(line, _)| line).collect())
}

#[test]
fn the_payload_of_every_position_decodes() {
    for number in 0..5_478 {
        let position = rank::unrank(number).unwrap();
        let scene = Scene::of(&position, Viewer::Spectator, &Focus::default()).unwrap();
        let (board, won) = decode(scene.payload());
        assert_eq!(board, position.to_string());
        let mark_at = |square: &u8| position.mark_at(*square);
        for line in LINES {
            let squares: [u8; 3] = cells(line).collect::<Vec<_>>().try_into().unwrap();
            let whose = [Mark::X, Mark::O]
                .into_iter()
                .find(|mark| squares.iter().all(|square| mark_at(square) == Some(*mark)));
            assert_eq!(won.contains(&squares), whose.is_some(), "{board} {squares:?}");
        }
        let free = board
            .char_indices()
            .filter(|(_, mark)| *mark == '.')
            .fold(0, |labels, (at, _)| labels | 1 << at);
        let labels = if position.outcome().is_some() { 0 } else { free };
        let mover = Viewer::Seat(position.next_mark().seat());
        assert_eq!(
            Scene::of(&position, mover, &Focus::default()).unwrap().labels(),
            LabelSet::from(labels)
        );
        assert_eq!(scene.labels(), LabelSet::EMPTY, "a spectator has no options");
    }
}

#[test]
fn paths_are_rejected() {
    let look = Focus { path: vec![4], ..Focus::default() };
    let error = Scene::of(&Ttt::EMPTY, Viewer::Spectator, &look).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the path has 1 cell(s), but this game is always shown whole: send no path"
    );
}

#[test]
fn display_texts() {
    let game: &dyn AnyGame = ennead_ttt::GAME.game();
    assert_eq!((game.seat_names(), game.draws()), (["X".to_string(), "O".to_string()], true));
    let record = game.encode("record", "5 1 9", &Options::new()).unwrap();
    let mut playing = game.open(&record.to_bytes()).unwrap();
    assert_eq!(playing.log(Viewer::Spectator), ["X: 5", "O: 1", "X: 9"]);
    assert_eq!(playing.option_texts(Viewer::Seat(Seat::SECOND)), ["2", "3", "4", "6", "7", "8"]);
    assert!(playing.option_texts(Viewer::Seat(Seat::FIRST)).is_empty());
    assert_eq!((playing.label_option(5), playing.option_label(3)), (Some(3), Some(5)));
    assert_eq!(
        (playing.label_option(0), playing.label_option(200), playing.option_label(6)),
        (None, None, None)
    );
    assert!(playing.is_open());
    assert_eq!(playing.explain(Viewer::Spectator), serde_json::json!({}));
    assert_eq!(playing.short_move(0x13), None);
    while playing.options() > 0 {
        playing.play(0).unwrap();
    }
    assert_eq!((playing.label_option(8), playing.option_label(0)), (None, None));
}

#[test]
fn vectors_on_the_format_page_match() {
    let page = include_str!("../FORMAT.md");
    let (_, section) = page.split_once("## Board payload").unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let columns: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let board: Ttt = columns[1].parse().unwrap();
        let payload = board.view(Viewer::Spectator);
        let hex: String = ennead_game::ViewData::payload(&payload, &Focus::default())
            .unwrap()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, columns[2], "{row}");
    }
}
