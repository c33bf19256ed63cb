//! The phases of a solve: enumerate, evaluate, publish, with a checkpoint after each layer.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ennead_game::{LayerKey, Packed, Word};

use super::checkpoint::{Checkpoint, LayerCounts, Owner};
use super::evaluate::{Tally, value_layer};
use super::job::{SolveJob, remove};
use super::memory::Share;
use super::positions::{AnyPositions, Positions};
use super::team::Team;
use super::{Plan, SolveError, SolveEvent, Stage, cluster, enumerate, finish};
use crate::table::{SUMMARY_FILE, TableSummary, hex, io_error};

/// Solves a game from a set-up according to the plan. All processes of a cluster call this with the
/// same arguments except their number and directory.
pub fn solve<G: Packed>(setup: &G::Setup, plan: &Plan) -> Result<TableSummary, SolveError> {
    solve_any(AnyPositions::of::<G>(setup)?, plan)
}

/// Compiled here for both key sizes, rather than with every game.
fn solve_any(positions: AnyPositions, plan: &Plan) -> Result<TableSummary, SolveError> {
    match positions {
        AnyPositions::Short(positions) => solve_positions(&Arc::from(positions), plan),
        AnyPositions::Long(positions) => solve_positions(&Arc::from(positions), plan),
    }
}

fn solve_positions<W: Word>(
    positions: &Arc<dyn Positions<W>>,
    plan: &Plan,
) -> Result<TableSummary, SolveError> {
    check(plan)?;
    fs::create_dir_all(&plan.directory).map_err(io_error("create", &plan.directory))?;
    let finished = plan.directory.join(SUMMARY_FILE);
    let hosts = plan.hosts.as_ref();
    let process = hosts.map_or(0, |hosts| hosts.process);
    let first = process * plan.workers;
    let workers = plan.workers * hosts.map_or(1, |hosts| hosts.addresses.len());
    if !plan.resume {
        refuse_leftovers(plan, first)?;
    }
    let header = positions.header();
    if plan.resume && finished.exists() && hosts.is_none() {
        let summary = TableSummary::read(&plan.directory)?;
        if summary.json()["header"] == hex(&header)
            && !plan.directory.join("worker-0.json").exists()
        {
            return Ok(summary);
        }
    }
    let text = format!("{} {} {} {workers}", hex(&header), plan.workers, plan.resume);
    let digest = blake3::hash(text.as_bytes());
    let fingerprint = u64::from_le_bytes(std::array::from_fn(|at| digest.as_bytes()[at]));
    let (shared, positions) = (plan.clone(), Arc::clone(positions));
    let summaries = cluster::run(plan, fingerprint, move |team| {
        let job = SolveJob::new(&shared, &positions, team.index(), workers);
        work(&Arc::new(job), team, &shared)
    })?;
    summaries.into_iter().next().ok_or_else(|| SolveError::Cluster("no workers".into()))
}

fn check(plan: &Plan) -> Result<(), SolveError> {
    if plan.workers == 0 {
        return Err(SolveError::Cluster("at least one worker is needed".into()));
    }
    let processes = plan.hosts.as_ref().map_or(1, |hosts| hosts.addresses.len());
    Share::check(plan.memory, plan.workers, plan.workers * processes)?;
    let outside = plan.hosts.as_ref().filter(|hosts| hosts.process >= hosts.addresses.len());
    match outside {
        None => Ok(()),
        Some(hosts) => Err(SolveError::Cluster(format!(
            "there is no process {}: {} hosts are listed, counted from 0",
            hosts.process,
            hosts.addresses.len()
        ))),
    }
}

/// Rejects a directory that already contains a solve.
fn refuse_leftovers(plan: &Plan, first_worker: usize) -> Result<(), SolveError> {
    let own = [SUMMARY_FILE.to_string(), format!("worker-{first_worker}.json")];
    if own.iter().any(|name| plan.directory.join(name).exists()) {
        return Err(SolveError::Directory {
            path: plan.directory.clone(),
            reason: "it already holds a solve; continue it with --resume or choose another \
                     directory"
                .into(),
        });
    }
    Ok(())
}

/// The state of a worker between layers.
struct Course<'a, 'b, W: Word> {
    job: &'a Arc<SolveJob<W>>,
    team: &'a mut Team<'b>,
    checkpoint: Checkpoint,
    /// Files that the previous checkpoint needed.
    stale: Vec<PathBuf>,
}

fn work<W: Word>(
    job: &Arc<SolveJob<W>>,
    team: &mut Team<'_>,
    plan: &Plan,
) -> Result<TableSummary, SolveError> {
    let checkpoint = begin(job, team, plan)?;
    let mut course = Course { job, team, checkpoint, stale: Vec::new() };
    course.enumerate()?;
    course.evaluate()?;
    let Course { checkpoint, stale, .. } = course;
    let summary = finish::summarise(job, team, &checkpoint)?;
    let published = match job.worker {
        0 => finish::publish(job, summary, checkpoint.last),
        _ => Ok(summary),
    };
    let summary = team.agree(published)?;
    // If processes share a directory, the first one has written the summary.
    let known = match plan.directory.join(SUMMARY_FILE).exists() {
        true => TableSummary::read(&plan.directory).map_err(SolveError::from),
        false if job.worker.is_multiple_of(plan.workers) => {
            summary.write(&plan.directory).map(|()| summary).map_err(SolveError::from)
        }
        false => Ok(summary),
    };
    let summary = team.agree(known)?;
    stale.iter().for_each(|path| remove(path));
    remove_leftovers(job)?;
    Ok(summary)
}

/// Removes everything but the table, including the remains of an interrupted solve.
fn remove_leftovers<W: Word>(job: &SolveJob<W>) -> Result<(), SolveError> {
    let entries = fs::read_dir(&job.directory).map_err(io_error("read", &job.directory))?;
    let own = format!(".{}", job.worker);
    for entry in entries.flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        let is_work = ["keys-", "run-", "values-"].iter().any(|kind| name.starts_with(kind));
        // Files that were being written when a process ended.
        let whole = name.trim_end_matches(".tmp").trim_end_matches(".index");
        let is_partial = whole != name && name.starts_with("table-");
        if (is_work || is_partial) && whole.ends_with(&own) {
            remove(&entry.path());
        }
    }
    remove(&job.directory.join(format!("worker-{}.json", job.worker)));
    Ok(())
}

fn owner<W: Word>(job: &SolveJob<W>) -> Owner<'_> {
    let SolveJob { directory, header, worker, workers, .. } = job;
    Owner { directory, header, worker: *worker, workers: *workers }
}

/// Starts from the set-up, or from the last layer that every worker has.
fn begin<W: Word>(
    job: &Arc<SolveJob<W>>,
    team: &mut Team<'_>,
    plan: &Plan,
) -> Result<Checkpoint, SolveError> {
    let read = if plan.resume { Checkpoint::read(&owner(job)) } else { Ok(None) };
    let found = team.agree(read)?;
    let progress = found.as_ref().map_or(0, Checkpoint::progress);
    let all: Vec<u64> = team.gather(&[progress])?.into_iter().flatten().collect();
    let (least, most) =
        (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0));
    if most > least + 1 {
        let behind = all.iter().position(|progress| *progress == least).unwrap_or_default();
        return Err(SolveError::Cluster(format!(
            "worker {behind} has no checkpoint that fits those of the others: is --out the \
             directory that the process used before?"
        )));
    }
    if let Some(mut checkpoint) = found.filter(|_| least > 0) {
        if checkpoint.progress() > least {
            checkpoint.rewind(least);
        }
        return Ok(checkpoint);
    }
    let begun = first_checkpoint(job);
    team.agree(begun)
}

fn first_checkpoint<W: Word>(job: &SolveJob<W>) -> Result<Checkpoint, SolveError> {
    let game = job.positions.game();
    let LayerKey { layer, word } = job
        .positions
        .start()
        .ok_or_else(|| SolveError::Cluster(format!("{game} does not begin between two moves")))?;
    if layer != 0 {
        return Err(SolveError::Cluster(format!("{game} does not begin in layer 0")));
    }
    let counts = vec![enumerate::first_layer(job, layer, word)?];
    let (stage, digests, bytes) = (Stage::Enumerate, Vec::new(), Vec::new());
    let checkpoint = Checkpoint { stage, layer, last: layer, counts, digests, bytes };
    checkpoint.write(&owner(job))?;
    Ok(checkpoint)
}

impl<W: Word> Course<'_, '_, W> {
    fn enumerate(&mut self) -> Result<(), SolveError> {
        let mut done = self.checkpoint.counts.iter().map(|counts| counts.open()).sum();
        while self.checkpoint.stage == Stage::Enumerate {
            let layer = self.checkpoint.layer;
            let next = enumerate::next_layer(self.job, self.team, layer, &mut done)?;
            let seen = self.team.gather(&[next.last.into()])?;
            let last = seen.into_iter().flatten().max().unwrap_or(0) as u32;
            let last = last.max(self.checkpoint.last);
            let [canonical] = self.team.sums([next.counts.canonical])?;
            if canonical == 0 && layer >= last {
                // Nothing follows this layer, so the empty file after it is not needed.
                remove(&self.job.keys_path(layer + 1));
                break;
            }
            self.checkpoint.last = last.max(layer + 1);
            self.checkpoint.layer = layer + 1;
            self.checkpoint.counts.push(next.counts);
            self.commit(next.stale)?;
            let (stage, bytes) = (Stage::Enumerate, 0);
            self.job.report(&SolveEvent::Layer { stage, layer: layer + 1, canonical, bytes });
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<(), SolveError> {
        let last = self.checkpoint.last;
        let open = |counts: &LayerCounts| counts.open();
        let of: u64 = self.checkpoint.counts.iter().map(open).sum();
        let valued = self.checkpoint.digests.len();
        let done = self.checkpoint.counts.iter().rev().take(valued).map(open).sum();
        let mut tally = Tally { done, of, last };
        while self.checkpoint.digests.len() <= last as usize {
            let layer = last - self.checkpoint.digests.len() as u32;
            let written = value_layer(self.job, self.team, layer, &mut tally)?;
            let digest = finish::layer_digest(self.team, &written.digests)?;
            self.checkpoint.stage = Stage::Evaluate;
            self.checkpoint.layer = layer;
            self.checkpoint.digests.push(digest);
            // A layer's file has one frame, no matter how many parts it is merged from.
            let frame = if self.job.worker == 0 { written.frame } else { 0 };
            let bytes = written.content + frame;
            self.checkpoint.bytes.push(bytes);
            let own = self.checkpoint.counts[layer as usize];
            let [canonical, bytes] = self.team.sums([own.canonical, bytes])?;
            self.commit(vec![self.job.keys_path(layer)])?;
            let stage = Stage::Evaluate;
            self.job.report(&SolveEvent::Layer { stage, layer, canonical, bytes });
        }
        Ok(())
    }

    /// Writes the checkpoint once every worker has its files. The files that this layer was made
    /// from are kept until the next one, in case another worker does not get this far.
    fn commit(&mut self, used: Vec<PathBuf>) -> Result<(), SolveError> {
        let written = self.checkpoint.write(&owner(self.job));
        self.team.agree(written)?;
        self.stale.drain(..).for_each(|path| remove(&path));
        self.stale = used;
        Ok(())
    }
}
