//! Every fuzz target over its committed corpus, and over mutations of it.
//!
//! The number of mutations of each file follows from `FUZZ_ROUNDS` (default 200); the same number
//! gives the same inputs. A campaign with cargo-fuzz looks further: see `campaign/README.md`.

use std::fs;
use std::path::{Path, PathBuf};

use ennead_fuzz::TARGETS;
use ennead_game::{Random, SplitMix64};

/// Inputs are cut here: longer ones only take longer.
const MOST_BYTES: usize = 4_096;

fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let files =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Changes a few places: bits, bytes, cuts, repeats, and parts of another file.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut SplitMix64) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            2 => bytes.truncate(at),
            3 => bytes.insert(at, random.below(256) as u8),
            4 => bytes.extend_from_slice(&other[random.below(other.len() as u64 + 1) as usize..]),
            _ => bytes.extend_from_within(at..),
        }
        bytes.truncate(MOST_BYTES);
    }
}

#[test]
fn every_target_holds_on_its_corpus_and_on_mutations() {
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    for (name, target) in TARGETS {
        let inputs: Vec<Vec<u8>> =
            corpus(name).iter().map(|file| fs::read(file).unwrap()).collect();
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
