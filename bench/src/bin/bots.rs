//! Bots: playouts per second compared with a peer, and matches between bots.
//!
//! `cargo run --release -p ennead-bench --bin bots` measures. `… --bin bots -- ONE OTHER GAMES
//! MILLISECONDS RULES` plays a match at depth 2 with that time per move; bots are best, playouts,
//! mcts, uct, flat, random and level1 to level5.

use std::time::{Duration, Instant};

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::sttt::STTTBoard;
use ennead_bench::ratio;
use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_nested::{Mark, Nested, NestedBot, NestedSetup, Rules, level_bot};
use ennead_search::{Bot, Budget, FlatMonteCarlo, Level, Mcts, PlainUct, RandomBot};
use rand::SeedableRng;
use rand_xoshiro::Xoroshiro64StarStar;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => measure(),
        [one, other, games, millis, rules] => {
            let games = games.parse().expect("a number of games");
            let time = Duration::from_millis(millis.parse().expect("milliseconds"));
            let rules = Rules::ALL.into_iter().find(|known| known.name() == rules).expect("rules");
            play_match(one, other, games, time, rules);
        }
        _ => panic!("either nothing or ONE OTHER GAMES MILLISECONDS RULES"),
    }
}

const WALKS: u64 = 20_000;
const ROUNDS: u32 = 8;

/// Playouts per second from the empty board: the best of several rounds, alternating with the peer.
fn measure() {
    let setup = NestedSetup::default();
    let view = Nested::new(&setup).view(Viewer::Spectator);
    let mut best = [f64::INFINITY; 4];
    for round in 0..ROUNDS {
        let seed = u64::from(round);
        let mut rng = Xoroshiro64StarStar::seed_from_u64(seed);
        let mut time = |index: usize, mut work: Box<dyn FnMut() -> u64 + '_>| {
            let start = Instant::now();
            let walks = work();
            best[index] = f64::min(best[index], start.elapsed().as_nanos() as f64 / walks as f64);
        };
        time(0, Box::new(|| NestedBot::new(seed).advise(&view, Budget::nodes(WALKS)).nodes));
        time(
            1,
            Box::new(|| NestedBot::with_playouts(seed).advise(&view, Budget::nodes(WALKS)).nodes),
        );
        time(2, Box::new(|| Mcts::<Nested>::new(seed).advise(&view, Budget::nodes(WALKS)).nodes));
        time(
            3,
            Box::new(|| {
                let tree = mcts_build_tree(&STTTBoard::default(), WALKS, 1.4, &mut rng);
                tree[0].visits as u64
            }),
        );
    }
    for (name, nanos) in
        ["nested best", "nested playouts", "mcts by choices", "crate board-game"].iter().zip(best)
    {
        ennead_bench::figure(name, nanos);
        ratio("  against crate board-game", nanos, best[3]);
    }
}

fn bot(name: &str, seed: u64) -> Box<dyn Bot<Nested>> {
    match name {
        "best" => Box::new(NestedBot::new(seed)),
        "playouts" => Box::new(NestedBot::with_playouts(seed)),
        "mcts" => Box::new(Mcts::<Nested>::new(seed)),
        "uct" => Box::new(PlainUct::new(seed)),
        "flat" => Box::new(FlatMonteCarlo::new(seed)),
        "random" => Box::new(RandomBot::new(seed)),
        _ => {
            let number = name.strip_prefix("level").and_then(|number| number.parse().ok());
            level_bot(number.and_then(Level::of).unwrap_or_else(|| panic!("no bot {name}")), seed)
        }
    }
}

fn play_match(one: &str, other: &str, games: u64, time: Duration, rules: Rules) {
    let mut points = 0.0;
    let mut ends = [0; 3];
    for game in 0..games {
        // Each opening is played twice, with the seats swapped.
        let seat = Seat((game % 2) as u8);
        let mut bots = [bot(one, game), bot(other, game + 1000)];
        bots.rotate_right(seat.index());
        let score = play_game(&mut bots, game / 2, time, rules).score(seat);
        ends[(1 - score) as usize] += 1;
        points += f64::from(score + 1) / 2.0;
    }
    println!(
        "{one} - {other}: {points} of {games} ({:.1} %), +{} ={} -{}",
        points * 100.0 / games as f64,
        ends[0],
        ends[1],
        ends[2]
    );
}

/// Plays two random opening moves and then the bots. Each choice may take the full time per move.
fn play_game(
    bots: &mut [Box<dyn Bot<Nested>>],
    opening: u64,
    time: Duration,
    rules: Rules,
) -> Outcome {
    let mut position =
        Nested::new(&NestedSetup::new(2, Mark::X, rules).expect("depth 2 goes with all rules"));
    let mut random = SplitMix64::new(opening);
    for _ in 0..4 {
        position.choose(random.below(position.options().into()) as u32);
    }
    loop {
        match position.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Seat(seat) => {
                let advice = bots[seat.index()]
                    .advise(&position.view(Viewer::Seat(seat)), Budget::time(time));
                position.play(advice.option).expect("bots choose legal options");
            }
            Turn::Chance => unreachable!("nested games know no chance"),
        }
    }
}
