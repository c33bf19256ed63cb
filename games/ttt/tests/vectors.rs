//! Vectors produced by independent programs.

use ennead_game::{AnyGame, Erased, Options, Tally, Value, play_tally};
use ennead_ttt::{History, Ttt};

const GAME: Erased<Ttt, ennead_ttt::Formats> = Erased::new();

fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn check(format: &str, text: &str, options: &Options, wanted: &str) {
    if wanted.is_empty() {
        assert!(GAME.encode(format, text, options).is_err(), "{format} {text}");
        return;
    }
    let value = Value::Integer(wanted.parse().unwrap());
    assert_eq!(GAME.encode(format, text, options).unwrap(), value, "{format} {text}");
    let back = GAME.convert(format, format, &value, options).unwrap();
    assert_eq!(back, value);
}

#[test]
fn boards_and_histories_match() {
    let mut checked = 0;
    for row in rows(include_str!("../vectors/ttt.csv")) {
        let [squares, board, tiny, three_t, bit_x, bit_o] = row[..] else { panic!("{row:?}") };
        let history: History = squares.parse().unwrap();
        assert_eq!(history.board_text(), board);
        check("ttt.tiny", squares, &Options::new().with("squares", "true"), tiny);
        // An empty text does not denote a board.
        for text in [squares, board].into_iter().filter(|text| !text.is_empty()) {
            check("ttt.3t", text, &Options::new(), three_t);
            check("ttt.bit", text, &Options::new().with("player", "X"), bit_x);
            check("ttt.bit", text, &Options::new().with("player", "O"), bit_o);
        }
        checked += 1;
    }
    assert_eq!(checked, 60);
}

#[test]
fn perft_matches() {
    for row in rows(include_str!("../vectors/perft.csv")).filter(|row| row[0] == "ttt") {
        let (plies, count) = (row[3].parse().unwrap(), row[4].parse::<u64>().unwrap());
        assert_eq!(GAME.perft(plies, None, &Options::new()).unwrap(), count);
    }
}

#[test]
fn digest_matches() {
    for row in rows(include_str!("../vectors/conformance.csv")).filter(|row| row[0] == "ttt") {
        let number = |column: usize| row[column].parse::<u64>().unwrap();
        let wanted = Tally {
            first: number(4),
            second: number(5),
            draw: number(6),
            plies: number(7),
            digest: number(8),
        };
        assert_eq!(play_tally::<Ttt>(&(), number(3)), wanted);
    }
}
