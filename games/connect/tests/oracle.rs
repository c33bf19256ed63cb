//! The rules, compared with a naive implementation and with figures from other programs.

mod common;

use common::{Oracle, random_setup, setup};
use ennead_connect::{Connect, ConnectSetup, Mark};
use ennead_game::{Game, Notation, Outcome, Random, Seat, SplitMix64, Turn, perft, play_tally};
use ennead_ttt::Ttt;

fn outcome_letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win(Seat::FIRST) => 'X',
        Outcome::Win(_) => 'O',
        Outcome::Draw => '=',
    }
}

fn same(position: &Connect, oracle: &Oracle) {
    assert_eq!(position.to_string(), oracle.text());
    assert_eq!(position.outcome().map(outcome_letter), oracle.outcome(), "{position:?}");
    let width = oracle.rows[0].len();
    let numbers: Vec<u64> = position.moves().iter().map(Connect::number).collect();
    let wanted: Vec<u64> = oracle
        .options()
        .into_iter()
        .map(|(row, column)| if position.setup().gravity() { column } else { row * width + column })
        .map(|number| number as u64)
        .collect();
    assert_eq!(numbers, wanted, "{position:?}");
    assert_eq!(position.labels().into_iter().map(u64::from).collect::<Vec<_>>(), wanted);
    assert_eq!(position.options() as usize, wanted.len());
    let mut won: Vec<usize> =
        oracle.lines().into_iter().map(|(_, (row, column))| row * width + column).collect();
    won.sort_unstable();
    won.dedup();
    assert_eq!(position.line().into_iter().map(usize::from).collect::<Vec<_>>(), won);
    if oracle.outcome().is_none() {
        assert_eq!(position.turn(), Turn::Seat(position.next_mark().seat()));
        assert_eq!(position.next_mark().to_string(), oracle.mover().to_string());
    }
}

#[test]
fn random_games_of_every_shape() {
    let mut random = SplitMix64::new(2);
    for _ in 0..400 {
        let setup = random_setup(&mut random);
        let (mut position, mut oracle) = (Connect::new(&setup), Oracle::new(&setup));
        same(&position, &oracle);
        while position.options() > 0 {
            let option = random.below(position.options().into()) as u32;
            position.choose(option);
            oracle.choose(option as usize);
            // Large boards are compared only occasionally: the naive implementation is slow.
            if setup.cells() < 70 || random.below(8) == 0 || position.options() == 0 {
                same(&position, &oracle);
            }
        }
    }
}

#[test]
fn perft_of_connect_four() {
    let start = Connect::new(&ConnectSetup::default());
    let counts: Vec<u64> = (0..=8).map(|plies| perft(&start, plies)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn perft_of_other_boards_is_the_naive_one() {
    let boards = [
        (setup(7, 6, 4, true), 5),
        (setup(4, 4, 3, true), 7),
        (setup(2, 15, 3, true), 9),
        (setup(3, 3, 3, false), 7),
        (setup(4, 3, 3, false), 5),
        (setup(2, 2, 3, true), 5),
        (setup(9, 9, 3, true), 4),
        (setup(15, 15, 5, false), 2),
    ];
    for (setup, plies) in boards {
        let (position, oracle) = (Connect::new(&setup), Oracle::new(&setup));
        for plies in 0..=plies {
            assert_eq!(perft(&position, plies), oracle.perft(plies), "{setup}, {plies} plies");
        }
    }
}

/// Three by three without gravity is tic-tac-toe, move by move.
#[test]
fn three_by_three_is_tic_tac_toe() {
    let setup = setup(3, 3, 3, false);
    for plies in 0..=9 {
        assert_eq!(perft(&Connect::new(&setup), plies), perft(&Ttt::EMPTY, plies));
    }
    assert_eq!(play_tally::<Connect>(&setup, 3_000), play_tally::<Ttt>(&(), 3_000));
    let mut random = SplitMix64::new(9);
    for _ in 0..300 {
        let (mut ours, mut theirs) = (Connect::new(&setup), Ttt::EMPTY);
        while ours.options() > 0 {
            let option = random.below(ours.options().into()) as u32;
            ours.choose(option);
            theirs.choose(option);
            assert_eq!(ours.to_string().replace('/', ""), theirs.to_string());
            assert_eq!(ours.turn(), theirs.turn());
        }
    }
}

/// The digest games, which any program can reproduce. The figures are those of the naive
/// implementation.
#[test]
fn digests_are_those_of_the_naive_implementation() {
    for (setup, games) in [
        (ConnectSetup::default(), 200),
        (setup(4, 4, 3, true), 300),
        (setup(5, 5, 4, false), 200),
        (setup(15, 15, 5, false), 4),
    ] {
        let mut random = SplitMix64::new(1);
        let mut digest = 0u64;
        let mut ends = [0; 3];
        for _ in 0..games {
            let mut oracle = Oracle::new(&setup);
            let end = loop {
                if let Some(end) = oracle.outcome() {
                    break end;
                }
                let options = oracle.options();
                let option = (random.next_u64() % options.len() as u64) as usize;
                let (row, column) = options[option];
                let width = usize::from(setup.width());
                let number = if setup.gravity() { column } else { row * width + column };
                digest = digest.wrapping_mul(1_000_003).wrapping_add(number as u64);
                oracle.choose(option);
            };
            ends["XO=".find(end).unwrap()] += 1;
        }
        let tally = play_tally::<Connect>(&setup, games);
        assert_eq!(
            (tally.digest, [tally.first, tally.second, tally.draw]),
            (digest, ends),
            "{setup}"
        );
    }
}

/// Six in a row wins where five does: the line length is a minimum.
#[test]
fn longer_lines_win_too() {
    let mut position = Connect::new(&setup(15, 15, 5, false));
    for text in "a1 a15 b1 b15 c1 c15 e1 e15 f1 f15 d1".split(' ') {
        position.place(&Connect::parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Seat::FIRST)));
    assert_eq!(position.line().len(), 6);
    assert_eq!(position.mark_at(14 * 15), Some(Mark::X));
    assert_eq!(position.mark_at(225), None);
}

/// A line too long for both sides is never completed: every game is a draw.
#[test]
fn lines_that_do_not_fit_make_draws() {
    for setup in [setup(4, 4, 5, true), setup(2, 2, 3, false), setup(7, 7, 8, false)] {
        let tally = play_tally::<Connect>(&setup, 20);
        assert_eq!((tally.draw, tally.plies), (20, 20 * u64::from(setup.cells())));
    }
}
