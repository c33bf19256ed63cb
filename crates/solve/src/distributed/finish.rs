//! Completes a table from its evaluated layers, with a summary.

use std::path::PathBuf;

use ennead_game::Word;
use serde_json::json;

use super::SolveError;
use super::checkpoint::{Checkpoint, LayerCounts};
use super::job::{SolveJob, remove};
use super::team::Team;
use crate::table::{LayerFile, TableSummary, ValueCode, hex, layer_name, merge_parts, part_name};

/// The digest of a layer, from the digests of its granules on all workers.
pub(crate) fn layer_digest(
    team: &mut Team<'_>,
    granules: &[(u64, [u8; 32])],
) -> Result<[u8; 32], SolveError> {
    let words: Vec<u64> = granules
        .iter()
        .flat_map(|(granule, digest)| {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| digest[at * 8 + i]));
            [*granule, word(0), word(1), word(2), word(3)]
        })
        .collect();
    let mut all: Vec<Vec<u64>> = Vec::new();
    for own in team.gather(&words)? {
        all.extend(own.chunks_exact(5).map(<[u64]>::to_vec));
    }
    all.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    for word in all.iter().flatten() {
        hasher.update(&word.to_le_bytes());
    }
    Ok(*hasher.finalize().as_bytes())
}

/// Summarises a solve whose layers are all evaluated. Every worker returns the same summary.
pub(crate) fn summarise<W: Word>(
    job: &SolveJob<W>,
    team: &mut Team<'_>,
    checkpoint: &Checkpoint,
) -> Result<TableSummary, SolveError> {
    let mut layers = Vec::new();
    for layer in 0..=checkpoint.last as usize {
        let own = checkpoint.counts.get(layer).copied().unwrap_or_default();
        layers.push(LayerCounts::of(team.sums(own.numbers())?));
    }
    let [bytes] = team.sums([checkpoint.bytes.iter().sum()])?;
    let value = start_value(job, team)?;
    let sum = |number: usize| layers.iter().map(|counts| counts.numbers()[number]).sum::<u64>();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&job.header);
    checkpoint.digests.iter().for_each(|digest| {
        hasher.update(digest);
    });
    let canonical = sum(0);
    let each = |number: usize| -> Vec<u64> {
        layers.iter().map(|counts| counts.numbers()[number]).collect()
    };
    Ok(TableSummary(json!({
        "game": job.positions.game(),
        "setup": job.positions.setup(),
        "positions": sum(1),
        "canonical": canonical,
        "terminal": sum(3),
        "terminal_canonical": sum(2),
        "layers": each(1),
        "layers_canonical": each(0),
        "value": value.value().name(),
        "plies": value.value().moves(),
        "digest": hex(hasher.finalize().as_bytes()),
        "bytes": bytes,
        "bits_per_position": (bytes * 8_000 / canonical.max(1)) as f64 / 1_000.0,
        "header": hex(&job.header),
    })))
}

/// The value of the start, which one of the workers has.
fn start_value<W: Word>(job: &SolveJob<W>, team: &mut Team<'_>) -> Result<ValueCode, SolveError> {
    let start = job.positions.start();
    let own = start.map(|key| -> Result<Option<u8>, SolveError> {
        Ok(LayerFile::<W>::open(&job.part_path(key.layer))?.find(key.word)?)
    });
    let own = team.agree(own.transpose())?.flatten();
    let words: Vec<u64> = own.into_iter().map(u64::from).collect();
    let all = team.gather(&words)?;
    let value = all.iter().flatten().next().copied();
    // A game that is over before it begins has no table; nobody has lost it.
    Ok(ValueCode(value.unwrap_or(127) as u8))
}

/// Writes the summary, and combines the parts of all layers if they are in one directory. The first
/// worker does this for all.
pub(crate) fn publish<W: Word>(
    job: &SolveJob<W>,
    mut summary: TableSummary,
    last: u32,
) -> Result<TableSummary, SolveError> {
    summary.write(&job.directory)?;
    if all_parts(job, last).iter().flatten().all(|part| part.exists()) {
        for (layer, parts) in all_parts(job, last).iter().enumerate() {
            merge_parts::<W>(parts, &job.directory.join(layer_name(layer as u32)))?;
        }
        summary.set_plies(Some(job.positions.plies(&job.directory)?));
        summary.write(&job.directory)?;
        all_parts(job, last).iter().flatten().for_each(|part| remove(part));
    }
    Ok(summary)
}

fn all_parts<W: Word>(job: &SolveJob<W>, last: u32) -> Vec<Vec<PathBuf>> {
    let part = |layer, worker| job.directory.join(part_name(layer, worker));
    (0..=last).map(|layer| (0..job.workers).map(|worker| part(layer, worker)).collect()).collect()
}
