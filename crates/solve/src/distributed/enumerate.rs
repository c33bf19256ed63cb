//! Forward pass: the positions of each layer, from those of the layers before it.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ennead_game::{Child, LayerKey, Word};

use super::checkpoint::LayerCounts;
use super::job::{SolveJob, limbs};
use super::pending::{Merged, Pending};
use super::team::{Outbox, Team};
use super::{SolveError, SolveEvent, Stage};
use crate::table::{LayerCursor, LayerKind, LayerWriter, io_error};

/// A layer that was enumerated.
pub(crate) struct Enumerated {
    /// Counts of this worker.
    pub(crate) counts: LayerCounts,
    /// The highest layer of the positions that this worker has received.
    pub(crate) last: u32,
    /// Runs that are no longer needed once all workers have this layer.
    pub(crate) stale: Vec<PathBuf>,
}

/// Writes the first layer, which contains the start.
pub(crate) fn first_layer<W: Word>(
    job: &SolveJob<W>,
    layer: u32,
    word: W,
) -> Result<LayerCounts, SolveError> {
    let own = job.owner(job.granule_shift(layer), word) == job.worker;
    write_layer(job, layer, &mut Merged::of(if own { vec![word] } else { Vec::new() }))
}

/// Expands a layer and writes the next one.
pub(crate) fn next_layer<W: Word>(
    job: &Arc<SolveJob<W>>,
    team: &mut Team<'_>,
    layer: u32,
    done: &mut u64,
) -> Result<Enumerated, SolveError> {
    let prepared = remove_runs_from(job, layer).and_then(|()| Expansion::new(job, layer));
    let mut expansion = team.agree(prepared)?;
    let pending = Pending::new(Arc::clone(job), layer);
    let found = team.exchange(pending, |outbox| {
        let more = expansion.step(outbox, done)?;
        let last = job.positions.last_layer();
        let stage = Stage::Enumerate;
        job.report(&SolveEvent::Progress { stage, layer, last, done: *done, of: None });
        Ok(more)
    });
    let found = team.agree(found)?;
    let last = found.last;
    let result = finish(job, found, layer + 1);
    let (counts, stale) = team.agree(result)?;
    Ok(Enumerated { counts, last, stale })
}

fn finish<W: Word>(
    job: &SolveJob<W>,
    found: Pending<W>,
    next: u32,
) -> Result<(LayerCounts, Vec<PathBuf>), SolveError> {
    let runs = |own: bool| -> Result<Vec<PathBuf>, SolveError> {
        let all = runs_of(job)?;
        let wanted =
            all.into_iter().filter(|run| run.target == next && (own || run.from < next - 1));
        Ok(wanted.map(|run| run.path).collect())
    };
    let mut merged = found.finish(next, &runs(false)?)?;
    let counts = write_layer(job, next, &mut merged)?;
    Ok((counts, runs(true)?))
}

/// Writes the keys of a layer's open positions, and counts all of its positions.
fn write_layer<W: Word>(
    job: &SolveJob<W>,
    layer: u32,
    keys: &mut Merged<W>,
) -> Result<LayerCounts, SolveError> {
    let mut counts = LayerCounts::default();
    let header = job.file_header(LayerKind::Keys, layer);
    let shift = job.granule_shift(layer);
    let mut writer = LayerWriter::create(&job.keys_path(layer), &header, shift, None)?;
    while let Some(word) = keys.next()? {
        let census = job.positions.census(LayerKey { layer, word });
        counts.canonical += 1;
        counts.positions += u64::from(census.orbit);
        if census.over {
            counts.terminal_canonical += 1;
            counts.terminal += u64::from(census.orbit);
        } else {
            writer.push(word, 0)?;
        }
    }
    writer.finish()?;
    Ok(counts)
}

/// The expansion of a layer, block by block.
struct Expansion<'a, W: Word> {
    job: &'a SolveJob<W>,
    layer: u32,
    cursor: LayerCursor<W>,
    keys: Vec<W>,
    values: Vec<u8>,
    /// The granule shift of the layer after this one.
    shift: u32,
}

impl<'a, W: Word> Expansion<'a, W> {
    fn new(job: &'a SolveJob<W>, layer: u32) -> Result<Self, SolveError> {
        let cursor = LayerCursor::open(&job.keys_path(layer))?;
        let shift = job.granule_shift(layer + 1);
        Ok(Expansion { job, layer, cursor, keys: Vec::new(), values: Vec::new(), shift })
    }

    /// Sends the children of one block; returns false at the end.
    fn step(&mut self, outbox: &mut Outbox, done: &mut u64) -> Result<bool, SolveError> {
        let more = self.cursor.next(&mut self.keys, &mut self.values)?;
        let mut wrong = None;
        for word in &self.keys {
            let key = LayerKey { layer: self.layer, word: *word };
            self.job.positions.visit_children(key, &mut |child: Child<W>| {
                let LayerKey { layer, word } = child.key;
                if layer <= self.layer {
                    wrong = Some(layer);
                    return;
                }
                let shift = match layer - self.layer {
                    1 => self.shift,
                    _ => self.job.granule_shift(layer),
                };
                let (limbs, count) = limbs(word);
                outbox.push(layer.into(), self.job.owner(shift, word), &limbs[..count]);
            });
        }
        *done += self.keys.len() as u64;
        match wrong {
            Some(to) => {
                let game = self.job.positions.game();
                Err(SolveError::Measure { game, from: self.layer, to })
            }
            None => Ok(more),
        }
    }
}

/// A run of keys on disk.
struct Run {
    path: PathBuf,
    target: u32,
    from: u32,
}

/// All runs of a worker.
fn runs_of<W: Word>(job: &SolveJob<W>) -> Result<Vec<Run>, SolveError> {
    let entries = fs::read_dir(&job.directory).map_err(io_error("read", &job.directory))?;
    let own = format!(".{}", job.worker);
    let mut runs = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        let numbers = name.strip_prefix("run-").and_then(|rest| rest.strip_suffix(&own));
        let mut numbers = numbers.unwrap_or_default().split('-').map(str::parse::<u32>);
        if let (Some(Ok(target)), Some(Ok(from)), Some(Ok(_)), None) =
            (numbers.next(), numbers.next(), numbers.next(), numbers.next())
        {
            runs.push(Run { path: entry.path(), target, from });
        }
    }
    runs.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(runs)
}

/// Removes the remains of an interrupted expansion of this layer.
fn remove_runs_from<W: Word>(job: &SolveJob<W>, layer: u32) -> Result<(), SolveError> {
    for run in runs_of(job)?.into_iter().filter(|run| run.from >= layer) {
        fs::remove_file(&run.path).map_err(io_error("remove", &run.path))?;
    }
    Ok(())
}
