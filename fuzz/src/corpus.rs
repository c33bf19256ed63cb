//! The committed inputs of the targets, and their mutations.

use std::path::{Path, PathBuf};
use std::{fs, io};

use ennead_game::{Random, SplitMix64};

/// Maximum input length: longer inputs are only slower.
const MAX_BYTES: usize = 4_096;

/// The committed inputs of a target.
pub fn corpus(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let files = fs::read_dir(folder)?;
    let mut files = files.map(|file| Ok(file?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    files.into_iter().map(fs::read).collect()
}

/// Mutates a few places: bits, bytes, truncation, repetition, and splices from another input.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut SplitMix64) {
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
        bytes.truncate(MAX_BYTES);
    }
}
