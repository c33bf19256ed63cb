//! Schotten Totten bots: speed, and games between them in pairs with swapped seats.
//!
//! `cargo run --release -p ennead-bench --bin schotten_bots -- [GAMES] [MILLISECONDS]`: games of
//! the search against the greedy bot (default 40) with that time per move (default 20). `cargo run
//! --release -p ennead-bench --bin schotten_bots -- GAMES nodes PLAYOUTS`: the same with that many
//! playouts per move.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ennead_bench::{figure, nanos};
use ennead_game::{Game, Outcome, Seat, SplitMix64, Turn, View, Viewer};
use ennead_schotten::{Greedy, InfoSetSearch, Schotten, Variant};
use ennead_search::{Bot, Budget, RandomBot};

/// Games against random play.
const RANDOM_GAMES: u32 = 1_000;
const THREADS: u32 = 2;

type Maker = fn(u64) -> Box<dyn Bot<Schotten>>;

fn greedy(seed: u64) -> Box<dyn Bot<Schotten>> {
    Box::new(Greedy::new(seed))
}

fn random(seed: u64) -> Box<dyn Bot<Schotten>> {
    Box::new(RandomBot::new(seed))
}

fn search(seed: u64) -> Box<dyn Bot<Schotten>> {
    Box::new(InfoSetSearch::new(seed))
}

fn deal(seed: u64) -> Schotten {
    let mut position = Schotten::new(&Variant::default());
    position.deal(&mut SplitMix64::new(seed));
    position
}

/// The winner of a deal.
fn play(seed: u64, mut bots: [Box<dyn Bot<Schotten>>; 2], budget: Budget) -> Seat {
    let mut position = deal(seed);
    loop {
        match position.turn() {
            Turn::Seat(seat) => {
                let advice = bots[seat.index()].advise(&position.view(Viewer::Seat(seat)), budget);
                position.play(advice.option).expect("bots play legal options");
            }
            Turn::Over(Outcome::Win(winner)) => return winner,
            turn => panic!("{turn:?} has no place after the deal"),
        }
    }
}

/// Games won by the first player of the pair. Every deal is played twice, with the seats swapped.
fn duel(ours: Maker, theirs: Maker, games: u32, budget: Budget) -> u32 {
    let next = AtomicU32::new(0);
    let wins = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    let seed = u64::from(game / 2) + 1;
                    let our_seat = Seat((game % 2) as u8);
                    let bots = if our_seat == Seat::FIRST {
                        [ours(seed), theirs(seed)]
                    } else {
                        [theirs(seed), ours(seed)]
                    };
                    wins.fetch_add(
                        u32::from(play(seed, bots, budget) == our_seat),
                        Ordering::Relaxed,
                    );
                }
            });
        }
    });
    wins.into_inner()
}

fn report(name: &str, wins: u32, games: u32) {
    let rate = f64::from(wins) / f64::from(games);
    let error = (rate * (1.0 - rate) / f64::from(games)).sqrt();
    println!("{name:<44} {wins:>5} of {games} = {:.1} % ± {:.1}", 100.0 * rate, 100.0 * error);
}

fn speeds() {
    let first = deal(1).view(Viewer::Seat(Seat::FIRST));
    let playout = nanos(|| {
        let advice = InfoSetSearch::new(1).advise(&first, Budget::nodes(200));
        (advice.nodes, advice.option)
    });
    figure("informed playout from the deal", playout);
    let decision = nanos(|| (1, Greedy::new(1).advise(&first, Budget::nodes(1)).option));
    figure("greedy decision", decision);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        arguments.get(at).map_or(default, |text| text.parse().expect("a number"))
    };
    let games = number(0, 40) as u32;
    let (budget, name) = if arguments.get(1).is_some_and(|word| word == "nodes") {
        let nodes = number(2, 500);
        (Budget::nodes(nodes), format!("search against greedy, {nodes} playouts"))
    } else {
        let millis = number(1, 20);
        (Budget::time(Duration::from_millis(millis)), format!("search against greedy, {millis} ms"))
    };
    speeds();
    report(
        "greedy against random",
        duel(greedy, random, RANDOM_GAMES, Budget::nodes(1)),
        RANDOM_GAMES,
    );
    report(&name, duel(search, greedy, games, budget), games);
}
