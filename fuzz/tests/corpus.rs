//! Every fuzz target over its committed corpus and mutations of it.
//!
//! `FUZZ_ROUNDS` sets the number of mutations per file (default 200); the same number gives the
//! same inputs. For longer runs see `campaign/README.md`.

use ennead_fuzz::{TARGETS, corpus, mutate};
use ennead_game::{Random, SplitMix64};

#[test]
fn every_target_holds_on_its_corpus_and_on_mutations() {
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    for (name, target) in TARGETS {
        let inputs = corpus(name).unwrap();
        assert!(!inputs.is_empty(), "{name} has a corpus");
        let mut random = SplitMix64::new(1);
        for input in &inputs {
            target(input);
            for _ in 0..rounds {
                let mut bytes = input.clone();
                let other = &inputs[random.below(inputs.len() as u64) as usize];
                mutate(&mut bytes, other, &mut random);
                target(&bytes);
            }
        }
    }
}
