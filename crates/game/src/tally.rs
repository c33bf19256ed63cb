//! Perft, and reproducible random games with a digest.

use crate::{GameError, Modulo, Notation, Outcome, Random, Seat, SplitMix64, Turn, reject};

/// The most moves of a sequence that [`try_perft`] counts.
const MAX_PERFT: u32 = 1_000;
/// The most moves of a digest game.
const MAX_MOVES: u64 = 1 << 20;
/// The random lines of play in which [`try_perft`] looks for chance.
const LINES: u64 = 100;

/// The number of legal sequences of exactly `plies` whole moves; `u64::MAX` if there are too many,
/// or if chance decides between two of the moves.
///
/// Requires a position in which a seat is to move with no move half made, or the game is over.
pub fn perft<G: Notation>(position: &G, plies: u32) -> u64 {
    position.count_sequences(plies)
}

/// As [`perft`]; rejects what cannot be counted, and says why.
pub(crate) fn try_perft<G: Notation>(position: &G, plies: u32) -> Result<u64, GameError> {
    // Move counts saturate at this value, so the true count may be higher; counting one by one
    // would take forever.
    let uncounted = plies > 0 && position.count_moves() == u64::MAX;
    // If there are no sequences of the highest length, there are no longer ones.
    match if uncounted { u64::MAX } else { perft(position, plies.min(MAX_PERFT)) } {
        u64::MAX if meets_chance(position, plies) => Err(reject(
            "chance decides between two moves, so sequences of moves cannot be counted: perft \
             counts where chance has no part or only begins the game",
        )),
        u64::MAX => Err(reject("there are more than 2^64 - 2 sequences: too many to count")),
        1.. if plies > MAX_PERFT => {
            Err(reject(format!("sequences of at most {MAX_PERFT} moves can be counted")))
        }
        count => Ok(count),
    }
}

/// Whether chance decides between two moves of some random lines of play.
fn meets_chance<G: Notation>(position: &G, plies: u32) -> bool {
    let mut random = SplitMix64::new(SEED);
    (0..LINES).any(|_| {
        let mut next = position.clone();
        for _ in 0..plies.min(MAX_PERFT) {
            if next.turn() == Turn::Chance {
                return true;
            }
            match next.count_moves() {
                0 | u64::MAX => return false,
                count => {
                    let mv = next.nth_move(random.below(count));
                    next.make(&mv);
                }
            }
        }
        false
    })
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
/// at `z mod k` of the `k` legal ones in ascending order. A game that is not over after 2^20 moves
/// is a draw.
pub fn play_tally<G: Notation>(setup: &G::Setup, games: u64) -> Tally {
    play_all::<G>(setup, games).0
}

/// As [`play_tally`]; rejects rules by which a game does not end.
pub(crate) fn try_play_tally<G: Notation>(
    setup: &G::Setup,
    games: u64,
) -> Result<Tally, GameError> {
    match play_all::<G>(setup, games) {
        (tally, 0) => Ok(tally),
        (_, cut) => {
            Err(reject(format!("{cut} of {games} games are not over after {MAX_MOVES} moves")))
        }
    }
}

/// The tally, and the number of games that were cut off.
fn play_all<G: Notation>(setup: &G::Setup, games: u64) -> (Tally, u64) {
    let mut random = Modulo(SplitMix64::new(SEED));
    let (mut tally, mut cut) = (Tally::default(), 0);
    for _ in 0..games {
        cut += u64::from(!play_one::<G>(setup, &mut random, &mut tally));
    }
    (tally, cut)
}

/// Plays a game; returns whether it ended by the rules.
fn play_one<G: Notation>(setup: &G::Setup, random: &mut dyn Random, tally: &mut Tally) -> bool {
    let mut position = G::new(setup);
    let most = tally.plies.saturating_add(MAX_MOVES);
    let outcome = loop {
        position.deal(random);
        let outcome = position.outcome();
        if outcome.is_some() || tally.plies >= most {
            break outcome;
        }
        let mv = position.nth_move(random.below(position.count_moves()));
        position.make(&mv);
        tally.plies += 1;
        tally.digest = tally.digest.wrapping_mul(1_000_003).wrapping_add(G::number(&mv));
    };
    match outcome {
        Some(Outcome::Win(Seat::FIRST)) => tally.first += 1,
        Some(Outcome::Win(_)) => tally.second += 1,
        Some(Outcome::Draw) | None => tally.draw += 1,
    }
    outcome.is_some()
}
