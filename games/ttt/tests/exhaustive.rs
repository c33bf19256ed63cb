//! Exhaustive tests: every position, every prefix, every 23-bit number.

use std::collections::HashSet;

use ennead_game::{Game, Match, Symmetric, Turn, perft};
use ennead_ttt::formats::{class, line, rank, three_t, tiny};
use ennead_ttt::{History, Machine, Mark, Square, Ttt};

/// Calls `visit` for every prefix of every legal game.
fn for_every_line(visit: &mut impl FnMut(&History, &Ttt)) {
    fn walk(history: &History, position: &Ttt, visit: &mut impl FnMut(&History, &Ttt)) {
        visit(history, position);
        for option in 0..position.options() {
            let mut next = *position;
            next.choose(option);
            let square = (0..9).find(|s| position.mark_at(*s) != next.mark_at(*s)).unwrap();
            let mut longer = *history;
            longer.push(Square::new(square).unwrap()).unwrap();
            walk(&longer, &next, visit);
        }
    }
    walk(&History::new(), &Ttt::EMPTY, visit);
}

#[test]
fn every_line_round_trips_through_every_history_format() {
    let (mut lines, mut games) = (0u32, 0u32);
    for_every_line(&mut |history, position| {
        assert_eq!(history.legal(), Ok(*position));
        // The traversal visits lines in ascending order, so their numbers are consecutive: the
        // format has no gaps.
        assert_eq!(line::encode_line(history), Ok(lines));
        assert_eq!(line::decode_line(lines.into()).as_ref(), Ok(history));
        lines += 1;
        if position.options() == 0 {
            assert_eq!(line::encode_game(history), Ok(games));
            assert_eq!(line::decode_game(games.into()).as_ref(), Ok(history));
            games += 1;
        } else {
            assert!(line::encode_game(history).is_err());
        }
        assert_eq!(tiny::decode(tiny::encode(history)).as_ref(), Ok(history));
    });
    assert_eq!((lines, games), (line::LINES, line::GAMES));
    assert!(line::decode_line(lines.into()).is_err());
    assert!(line::decode_game(games.into()).is_err());
    assert_eq!((line::LINE_BITS, line::GAME_BITS), (20, 18));
}

#[test]
fn every_line_round_trips_as_a_record() {
    let mut seen = HashSet::new();
    let mut longest = 0;
    for_every_line(&mut |history, _| {
        let game = history.to_match().unwrap();
        let record = game.encode();
        assert_eq!(Match::<Ttt>::decode(&record).as_ref(), Ok(&game));
        assert_eq!(History::of_match(&game), *history);
        longest = longest.max(record.len());
        assert!(seen.insert(record), "two lines share a record");
    });
    assert_eq!(seen.len() as u32, line::LINES);
    assert_eq!(longest, 5); // header, number of choices, at most 18.5 bits
}

#[test]
fn every_position_round_trips_through_every_position_format() {
    let mut reached = HashSet::new();
    for_every_line(&mut |_, position| {
        reached.insert(*position);
    });
    assert_eq!(reached.len() as u32, rank::POSITIONS);
    let mut ranks = HashSet::new();
    let mut classes = HashSet::new();
    for position in &reached {
        assert_eq!(three_t::decode(three_t::encode(position)).as_ref(), Ok(position));
        assert_eq!(rank::unrank(rank::rank(position).into()).as_ref(), Ok(position));
        ranks.insert(rank::rank(position));
        let class = class::class(position);
        classes.insert(class);
        assert_eq!(class::canonical(class.into()), Ok(position.canonical().0));
        assert_eq!(position.to_string().parse::<Ttt>().as_ref(), Ok(position));
        for player in [Mark::X, Mark::O] {
            let text = position.to_string();
            assert_eq!(machine_of(&text, player).position(), Some(*position));
        }
    }
    assert_eq!(ranks, (0..rank::POSITIONS as u16).collect());
    assert_eq!(classes, (0..class::CLASSES as u16).collect());
    assert!(rank::unrank(rank::POSITIONS.into()).is_err());
    assert!(class::canonical(class::CLASSES.into()).is_err());
    assert_eq!((rank::BITS, class::BITS), (13, 10));
}

/// The machine's state for a board on which X moved first, encoded with `ttt.bit`.
fn machine_of(board: &str, player: Mark) -> Machine {
    use ennead_game::{Options, Value};
    let options = Options::new().with("player", &player.to_string());
    match ennead_ttt::GAME.game().encode("ttt.bit", board, &options).unwrap() {
        Value::Integer(state) => Machine::from_state(state as u32).unwrap(),
        _ => unreachable!(),
    }
}

#[test]
fn the_canonical_position_has_the_smallest_3t_value() {
    for position in rank::all_positions() {
        let (canonical, _) = position.canonical();
        let smallest =
            (0..8).map(|symmetry| three_t::encode(&position.transform(symmetry))).min().unwrap();
        assert_eq!(three_t::encode(&canonical), smallest);
    }
}

#[test]
fn every_23_bit_number_is_a_history_or_rejected() {
    let mut accepted = 0u32;
    for value in 0..1 << 24 {
        if let Ok(history) = tiny::decode(value) {
            assert_eq!(tiny::encode(&history), value);
            accepted += 1;
        }
    }
    // 9!/(9-k)! histories of k placements, for k from 0 to 9.
    let all = (0..=9u32).map(|k| (0..k).map(|i| 9 - i).product::<u32>()).sum::<u32>();
    assert_eq!(accepted, all);
    assert!(tiny::decode(u32::MAX).is_err());
}

#[test]
fn every_history_round_trips_through_tiny() {
    fn walk(history: History, count: &mut u32) {
        *count += 1;
        assert_eq!(tiny::decode(tiny::encode(&history)), Ok(history));
        assert_eq!(history.to_string().parse(), Ok(history));
        let relative: Vec<String> = history.relative().map(|n| n.to_string()).collect();
        assert_eq!(History::parse_relative(&relative.join(" ")), Ok(history));
        for square in 0..9 {
            let mut longer = history;
            if longer.push(Square::new(square).unwrap()).is_ok() {
                walk(longer, count);
            }
        }
    }
    let mut count = 0;
    walk(History::new(), &mut count);
    assert_eq!(count, 986_410);
}

#[test]
fn only_positions_are_3t_values() {
    // Every value that differs from a valid one in one or two bits is rejected or is itself valid.
    let valid: HashSet<u32> = rank::all_positions().iter().map(three_t::encode).collect();
    for value in &valid {
        for one in 0..32 {
            for two in one..32 {
                let other = value ^ 1 << one ^ if two == one { 0 } else { 1 << two };
                assert_eq!(three_t::decode(other).is_ok(), valid.contains(&other), "{other:#x}");
            }
        }
    }
}

#[test]
fn perft_from_one_to_nine_plies() {
    let counts: Vec<u64> = (0..=10).map(|plies| perft(&Ttt::EMPTY, plies)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]);
}

#[test]
fn turns_alternate_until_the_end() {
    for position in rank::all_positions() {
        match position.turn() {
            Turn::Over(_) => assert_eq!(position.options(), 0),
            Turn::Seat(seat) => assert_eq!(u32::from(seat.0), position.placed() % 2),
            Turn::Chance => panic!("there is no chance in tic-tac-toe"),
        }
    }
}
