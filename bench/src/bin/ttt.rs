//! Tic-tac-toe: formats, the machine, playouts.

use std::hint::black_box;

use board_game::board::Board;
use board_game::games::ttt::TTTBoard;
use ennead_bench::{figure, nanos, ratio};
use ennead_game::{Game, Match, Outcome, Random, Seat, SplitMix64, playout};
use ennead_ttt::formats::{class, line, rank, three_t, tiny};
use ennead_ttt::{History, Machine, Mark, Ttt};
use rand::SeedableRng;
use rand_xoshiro::Xoroshiro64StarStar;

/// Nanoseconds that the programs of documents 001 and 004 take on comparable hardware.
const DOCUMENT_TINY_ENCODE: f64 = 9.2;
const DOCUMENT_TINY_DECODE: f64 = 58.6;
const DOCUMENT_STEP: f64 = 27.0;

fn main() {
    let games = random_games(4096);
    let histories: Vec<History> = games.iter().map(History::of_match).collect();
    let positions: Vec<Ttt> =
        histories.iter().map(|history| history.legal().expect("a legal game")).collect();
    history_formats(&histories);
    position_formats(&positions);
    records(&games);
    machine(&histories);
    playouts();
}

/// Random games, each truncated at a random point.
fn random_games(count: u32) -> Vec<Match<Ttt>> {
    let mut random = SplitMix64::new(3);
    let game = |_| {
        let mut game = Match::<Ttt>::new(());
        let most = random.below(10);
        while !game.is_over() && (game.choices().len() as u64) < most {
            let option = random.below(game.position().options().into()) as u32;
            game.play(option).expect("an option below the count");
        }
        game
    };
    (0..count).map(game).collect()
}

/// Measures one operation over many inputs.
fn each<I, O>(name: &str, inputs: &[I], mut operation: impl FnMut(&I) -> O) -> f64 {
    let time = nanos(|| {
        for input in inputs {
            black_box(operation(black_box(input)));
        }
        (inputs.len() as u64, ())
    });
    figure(name, time);
    time
}

fn history_formats(histories: &[History]) {
    let encode = each("ttt.tiny encode", histories, tiny::encode);
    ratio("  document 001's program (9.2 ns)", encode, DOCUMENT_TINY_ENCODE);
    let values: Vec<u32> = histories.iter().map(tiny::encode).collect();
    let decode = each("ttt.tiny decode, checked", &values, |value| tiny::decode(*value));
    ratio("  document 001's program, unchecked (58.6 ns)", decode, DOCUMENT_TINY_DECODE);
    each("ttt.line encode", histories, line::encode_line);
    let lines: Vec<u32> =
        histories.iter().map(|history| line::encode_line(history).expect("legal")).collect();
    each("ttt.line decode", &lines, |line| line::decode_line(u128::from(*line)));
    let complete: Vec<History> =
        histories.iter().filter(|h| line::encode_game(h).is_ok()).copied().collect();
    each("ttt.game encode", &complete, line::encode_game);
    let games: Vec<u32> =
        complete.iter().map(|history| line::encode_game(history).expect("complete")).collect();
    each("ttt.game decode", &games, |game| line::decode_game(u128::from(*game)));
}

fn position_formats(positions: &[Ttt]) {
    each("ttt.3t encode", positions, three_t::encode);
    let values: Vec<u32> = positions.iter().map(three_t::encode).collect();
    each("ttt.3t decode, checked", &values, |value| three_t::decode(*value));
    each("ttt.rank encode", positions, rank::rank);
    let ranks: Vec<u16> = positions.iter().map(rank::rank).collect();
    each("ttt.rank decode", &ranks, |rank| rank::unrank(u128::from(*rank)));
    each("ttt.class encode", positions, class::class);
    let classes: Vec<u16> = positions.iter().map(class::class).collect();
    each("ttt.class decode", &classes, |class| class::canonical(u128::from(*class)));
}

fn records(games: &[Match<Ttt>]) {
    each("record encode", games, Match::encode);
    let records: Vec<Vec<u8>> = games.iter().map(Match::encode).collect();
    each("record decode", &records, |record| Match::<Ttt>::decode(record));
}

fn machine(histories: &[History]) {
    let tokens: Vec<Vec<u32>> = histories.iter().map(tokens).collect();
    let steps = tokens.iter().map(|tokens| tokens.len() as u64).sum();
    let time = nanos(|| {
        for tokens in &tokens {
            let start = Machine::new(Mark::X, Mark::X);
            let end = tokens.iter().try_fold(start, |machine, token| machine.step(*token));
            let _ = black_box(end);
        }
        (steps, ())
    });
    figure("ttt.bit transition", time);
    ratio("  document 004's program (27 ns)", time, DOCUMENT_STEP);
    let states: Vec<u32> = tokens
        .iter()
        .filter_map(|tokens| {
            tokens.iter().try_fold(Machine::new(Mark::X, Mark::X), |m, t| m.step(*t)).ok()
        })
        .map(Machine::state)
        .collect();
    each("ttt.bit decode, checked", &states, |state| Machine::from_state(*state));
}

/// A game as tokens of the machine.
fn tokens(history: &History) -> Vec<u32> {
    let squares = history.squares().map(|square| u32::from(square.index()));
    let token = |(number, square): (usize, u32)| {
        let from_the_bottom = 3 * (2 - square / 3) + square % 3;
        u32::from(number % 2 == 0) << 4 | from_the_bottom
    };
    squares.enumerate().map(token).collect()
}

fn playouts() {
    let mut random = SplitMix64::new(1);
    let mut won = 0u64;
    let ours = nanos(|| {
        for _ in 0..10_000 {
            won += u64::from(playout(Ttt::new(&()), &mut random) == Outcome::Win(Seat::FIRST));
        }
        (10_000, won)
    });
    figure("random playout", ours);
    let mut rng = Xoroshiro64StarStar::seed_from_u64(1);
    let peer = nanos(|| {
        let mut done = 0u64;
        for _ in 0..10_000 {
            let mut board = TTTBoard::default();
            while board.play_random_available_move(&mut rng).is_ok() {}
            done += u64::from(board.is_done());
        }
        (10_000, done)
    });
    figure("  crate board-game", peer);
    ratio("  ratio", ours, peer);
}
