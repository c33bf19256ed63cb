//! Plays nested games of depth 2 against itself and writes what a judge of positions can be trained on.
//!
//! `cargo run --release -p ennead-bots --example nested_games -- OUT SECONDS NODES THREADS SEED`
//!
//! One sample a move, 22 bytes, of the position after it as its maker sees it: nine grid codes (16 bits, low byte first; see
//! `src/nested/judge.rs`), the grid that the other player is sent to (9 for any), the rules' number, how the game ended for the maker
//! (-1, 0, 1), and what the search thought of the move (-100 to 100).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use ennead_bots::{Bot, Budget, NestedBot, Worth};
use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_nested::{Mark, Nested, NestedSetup, Rules, Worth as Owner};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> u64 { arguments[index].parse().expect("a number") };
    let (seconds, nodes, threads, seed) = (number(1), number(2), number(3), number(4));
    let end = Instant::now() + Duration::from_secs(seconds);
    let file = std::sync::Mutex::new(BufWriter::new(File::create(&arguments[0]).expect("a file to write")));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let file = &file;
            scope.spawn(move || {
                let mut random = SplitMix64::new(seed * 1000 + thread);
                while Instant::now() < end {
                    let samples = play(nodes, &mut random);
                    file.lock().expect("no thread panics").write_all(&samples).expect("room on the disk");
                }
            });
        }
    });
}

/// Half of the games by the rules that engines play most.
fn rules(random: &mut SplitMix64) -> Rules {
    [Rules::Count, Rules::Count, Rules::Both, Rules::Classic][random.below(4) as usize]
}

fn play(nodes: u64, random: &mut SplitMix64) -> Vec<u8> {
    let rules = rules(random);
    let setup = NestedSetup::new(2, Mark::X, rules).expect("depth 2 goes with all rules");
    let mut position = Nested::new(&setup);
    let mut bot = NestedBot::new(random.next_u64());
    let mut samples: Vec<([u8; 20], Seat, f64)> = Vec::new();
    let blind = random.below(10);
    let mut number = 0;
    while let Turn::Seat(seat) = position.turn() {
        let thought = if number < blind {
            stumble(&mut position, random)
        } else {
            step(&mut position, &mut bot, nodes, random)
        };
        if let Some(value) = thought {
            samples.push((features(&position, seat), seat, value));
        }
        number += 1;
    }
    let outcome = position.outcome().expect("the game is over");
    samples.iter().flat_map(|(features, seat, value)| sample(features, outcome, *seat, *value)).collect()
}

fn sample(features: &[u8; 20], outcome: Outcome, seat: Seat, value: f64) -> [u8; 22] {
    let mut bytes = [0; 22];
    bytes[..20].copy_from_slice(features);
    bytes[20] = outcome.score(seat) as i8 as u8;
    bytes[21] = (value * 100.0) as i8 as u8;
    bytes
}

fn stumble(position: &mut Nested, random: &mut SplitMix64) -> Option<f64> {
    for _ in 0..2 {
        position.choose(random.below(position.options().into()) as u32);
    }
    None
}

/// Makes a whole move: mostly the best, at times another.
fn step(position: &mut Nested, bot: &mut NestedBot, nodes: u64, random: &mut SplitMix64) -> Option<f64> {
    let odd = random.below(12) == 0;
    let mut value = 0.0;
    for _ in 0..2 {
        let advice = bot.advise(&position.view(Viewer::Spectator), Budget::nodes(nodes));
        let mut option = advice.option;
        if let Some(worth) = advice.worth {
            value = match worth {
                Worth::Exact { score, .. } => f64::from(score),
                Worth::Estimate(value) => value,
            };
        }
        if odd {
            option = random.below(position.options().into()) as u32;
        }
        position.choose(option);
    }
    // After an odd move the search's word does not count, and 127 says so.
    Some(if odd { 1.27 } else { value })
}

/// The position as the seat sees it that has just moved.
fn features(position: &Nested, seat: Seat) -> [u8; 20] {
    let mut bytes = [0; 20];
    for grid in 0..9u8 {
        let code = code(position, grid, seat);
        bytes[usize::from(grid) * 2..][..2].copy_from_slice(&code.to_le_bytes());
    }
    bytes[18] = position.target().map_or(9, |path| path.cells()[0]);
    bytes[19] = position.rules() as u8;
    bytes
}

fn code(position: &Nested, grid: u8, seat: Seat) -> u16 {
    let flat = position.as_flat().expect("depth 2");
    match flat.worth(grid) {
        Some(Owner::Both) => {
            if position.rules() == Rules::Both {
                19686
            } else {
                19685
            }
        }
        Some(owner) => {
            if (owner == Owner::X) == (seat == Seat::FIRST) {
                19683
            } else {
                19684
            }
        }
        None => {
            let masks = position.top().child(grid).map(|child| child.masks()).unwrap_or_default();
            let (mine, theirs) = if seat == Seat::FIRST { (masks.x, masks.o) } else { (masks.o, masks.x) };
            (0..9).fold(0, |code, cell| {
                let bit = ennead_game::nine::bit(cell);
                code * 3 + u16::from(mine & bit != 0) + 2 * u16::from(theirs & bit != 0)
            })
        }
    }
}
