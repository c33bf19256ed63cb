//! Perft, and reproducible random games with a digest.

use crate::{Modulo, Notation, Outcome, Random, Seat, SplitMix64};

/// The number of legal sequences of exactly `plies` whole moves.
///
/// Requires a position in which a seat is to move with no move half made, or the game is over.
pub fn perft<G: Notation>(position: &G, plies: u32) -> u64 {
    position.count_sequences(plies)
}

/// The results of a number of random games, with a digest of every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first seat won.
    pub first: u64,
    /// Games that the second seat won.
    pub second: u64,
    /// Drawn games.
    pub draw: u64,
    /// Whole moves in all games.
    pub plies: u64,
    /// `digest * 1000003 + move number` over all moves, modulo 2^64, from 0.
    pub digest: u64,
}

/// Default initial state of splitmix64.
pub(crate) const SEED: u64 = 1;

/// Plays `games` games with splitmix64 from state 1. Each move draws one number `z` and is the move
/// at `z mod k` of the `k` legal ones in ascending order.
pub fn play_tally<G: Notation>(setup: &G::Setup, games: u64) -> Tally {
    let mut random = Modulo(SplitMix64::new(SEED));
    let mut tally = Tally::default();
    for _ in 0..games {
        play_one::<G>(setup, &mut random, &mut tally);
    }
    tally
}

fn play_one<G: Notation>(setup: &G::Setup, random: &mut dyn Random, tally: &mut Tally) {
    let mut position = G::new(setup);
    let outcome = loop {
        position.deal(random);
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let mv = position.nth_move(random.below(position.count_moves()));
        position.make(&mv);
        tally.plies += 1;
        tally.digest = tally.digest.wrapping_mul(1_000_003).wrapping_add(G::number(&mv));
    };
    match outcome {
        Outcome::Win(Seat::FIRST) => tally.first += 1,
        Outcome::Win(_) => tally.second += 1,
        Outcome::Draw => tally.draw += 1,
    }
}
