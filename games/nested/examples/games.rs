//! Plays games of depth 2 against itself and writes training samples for the evaluator.
//!
//! `cargo run --release -p ennead-nested --example games -- OUT SECONDS NODES THREADS SEED`
//!
//! Each move gives one sample of 22 bytes, which describes the position after it from the point of
//! view of the player who made it: nine grid codes (16 bits, little-endian; see
//! `src/bot/evaluator.rs`), the target of the opponent (9 for none), the number of the rules, the
//! outcome of the game (-1, 0, 1), and the search's value of the move (-100 to 100).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};
use ennead_nested::{GridResult, Mark, Nested, NestedBot, NestedSetup, Rules};
use ennead_search::{Bot, Budget, PositionValue};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> u64 { arguments[index].parse().expect("a number") };
    let (seconds, nodes, threads, seed) = (number(1), number(2), number(3), number(4));
    let end = Instant::now() + Duration::from_secs(seconds);
    let file = std::sync::Mutex::new(BufWriter::new(
        File::create(&arguments[0]).expect("a file to write"),
    ));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let file = &file;
            scope.spawn(move || {
                let mut random = SplitMix64::new(seed * 1000 + thread);
                while Instant::now() < end {
                    let samples = play(nodes, &mut random);
                    file.lock()
                        .expect("no thread panics")
                        .write_all(&samples)
                        .expect("room on the disk");
                }
            });
        }
    });
}

/// Picks rules; half of the games use those that engines play most.
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
    samples
        .iter()
        .flat_map(|(features, seat, value)| sample(features, outcome, *seat, *value))
        .collect()
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

/// Makes a whole move, usually the best one.
fn step(
    position: &mut Nested,
    bot: &mut NestedBot,
    nodes: u64,
    random: &mut SplitMix64,
) -> Option<f64> {
    let odd = random.below(12) == 0;
    let mut value = 0.0;
    for _ in 0..2 {
        let advice = bot.advise(&position.view(Viewer::Spectator), Budget::nodes(nodes));
        let mut option = advice.option;
        if let Some(found) = advice.value {
            value = match found {
                PositionValue::Exact { score, .. } => f64::from(score),
                PositionValue::Estimate(value) => value,
            };
        }
        if odd {
            option = random.below(position.options().into()) as u32;
        }
        position.choose(option);
    }
    // 127 marks a random move, whose value is not that of the search.
    Some(if odd { 1.27 } else { value })
}

/// The position from the point of view of the seat that has just moved.
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
    match flat.result(grid) {
        Some(GridResult::Both) => {
            if position.rules() == Rules::Both {
                19686
            } else {
                19685
            }
        }
        Some(owner) => {
            if (owner == GridResult::X) == (seat == Seat::FIRST) {
                19683
            } else {
                19684
            }
        }
        None => {
            let masks = position.top().child(grid).map(|child| child.masks()).unwrap_or_default();
            let (mine, theirs) =
                if seat == Seat::FIRST { (masks.x, masks.o) } else { (masks.o, masks.x) };
            (0..9).fold(0, |code, cell| {
                let bit = ennead_game::nine::bit(cell);
                code * 3 + u16::from(mine & bit != 0) + 2 * u16::from(theirs & bit != 0)
            })
        }
    }
}
