//! Deterministic simulation: clusters of real nodes on simulated time, networks and databases.
//! `ennead-judge` defines the claims that must hold for their histories.
//!
//! Re-run a failing seed with `SEED=… cargo test -p ennead-server --test simulation one_seed`.
//! `cargo run --release -p ennead-server --example simulate` runs a campaign.

mod attacks;
#[path = "../support/brittle.rs"]
mod brittle;
mod clients;
mod deals;
#[path = "../support/games.rs"]
mod games;
mod non_interference;
mod run;
mod site;
mod takebacks;
mod unconfirmed;
mod weather;
mod wire;
mod world;

use std::ops::Range;

use ennead_server::simulation::Defects;

use crate::run::{Tally, run};

/// Seeds that run with every test; a campaign runs others.
const SEEDS: Range<u64> = 0..24;

/// Runs seeds and fails at the first one whose history violates a claim.
fn all_hold(seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let outcome = run(seed, Defects::default());
        assert!(outcome.violations.is_empty(), "{}", report(seed, &outcome.violations));
        tally.add(&outcome.tally);
    }
    tally
}

fn report(seed: u64, violations: &[String]) -> String {
    format!(
        "seed {seed}:\n  {}\nrun it again: SEED={seed} cargo test -p ennead-server \
         --test simulation one_seed -- --nocapture",
        violations.join("\n  ")
    )
}

/// The seeds of a defective server. A rare defect shows in one of twelve; the first one that shows
/// it ends the search.
const DEFECTIVE_SEEDS: Range<u64> = 0..100;

/// Whether the checker rejects the history of one of the seeds for one of these reasons.
fn finds(defects: Defects, reasons: &[&str]) -> bool {
    let mut violations = DEFECTIVE_SEEDS.flat_map(|seed| run(seed, defects).violations);
    violations.any(|text| reasons.iter().any(|reason| text.contains(reason)))
}

/// Runs the seed in the environment variable `SEED`, and prints its history if it fails.
#[test]
fn one_seed() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let outcome = run(seed, Defects::default());
    println!("{:#?}", outcome.tally);
    if !outcome.violations.is_empty() {
        panic!("{}{}", outcome.story(), report(seed, &outcome.violations));
    }
}

#[test]
fn a_seed_gives_the_same_history_every_time() {
    let [one, other] = [7, 7].map(|seed| run(seed, Defects::default()).story());
    assert!(one == other, "two stories of {} and {} bytes", one.len(), other.len());
}

/// The seeds, which take too long for a quick check.
mod slow {
    use super::*;

    /// Two tests, so that two cores share the seeds.
    #[test]
    fn every_claim_holds_for_the_first_half_of_the_seeds() {
        let tally = all_hold(SEEDS.start..SEEDS.end / 2);
        assert!(tally.acknowledged > 5_000 && tally.faults.len() == 9, "{tally:?}");
    }

    #[test]
    fn every_claim_holds_for_the_second_half_of_the_seeds() {
        let tally = all_hold(SEEDS.end / 2..SEEDS.end);
        assert!(tally.acknowledged > 5_000 && tally.faults.len() == 9, "{tally:?}");
    }

    /// Version 0.1 updated deadlines without comparing them, and trusted those in memory.
    #[test]
    fn deadlines_that_are_not_compared_are_found() {
        let defects = Defects { trusts_wake_in_memory: true, ..Defects::default() };
        assert!(finds(defects, &["a bot has not moved", "a flag is"]));
    }

    /// Version 0.2 stored a fork first, and called the match off in a second transaction.
    #[test]
    fn a_takeback_in_two_transactions_is_found() {
        let defects = Defects { takes_back_in_two: true, ..Defects::default() };
        assert!(finds(defects, &["runs beside its fork"]));
    }

    /// Version 0.2 dealt matches when they were created.
    #[test]
    fn a_deal_at_creation_is_found() {
        let defects = Defects { deals_at_creation: true, ..Defects::default() };
        assert!(finds(defects, &["is dealt while a seat is open"]));
    }

    #[test]
    fn a_join_without_its_deal_is_found() {
        let defects = Defects { joins_without_deal: true, ..Defects::default() };
        assert!(finds(defects, &["is not dealt with its last seat"]));
    }

    /// Version 0.1 did not notify subscribers on other nodes of an end before the first entry.
    #[test]
    fn an_early_end_that_is_overlooked_is_found() {
        let defects = Defects { overlooks_early_ends: true, ..Defects::default() };
        assert!(finds(defects, &["a subscriber has not heard of the end"]));
    }
}
