//! Backward pass: the values of a layer, from those of the layers after it.
//!
//! A worker cannot look up the children of its positions, since they belong to other workers. It
//! asks: every child is a question to its owner. The owner sorts the questions by key, joins them
//! with its sorted table in one pass, and answers. The size of a chunk of positions is limited by
//! the memory for their questions.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::sync::Arc;

use ennead_game::{Child, LayerKey, Word};

use super::job::{SolveJob, limbs, remove, word_of};
use super::radix::sort;
use super::team::{Outbox, Sink, Team};
use super::{SolveError, SolveEvent, Stage};
use crate::table::{
    Codebook, LayerCursor, LayerKind, LayerWriter, TableError, ValueCode, Written, io_error,
};

/// The bits of a question's tag that identify the asking position. [`AGAIN`] and the worker are
/// above them.
const PLACE_BITS: u32 = 39;
/// The bit of a tag that says that the asking seat also moves in the child.
const AGAIN: u64 = 1 << PLACE_BITS;
/// The first bit of the worker in a tag.
const WORKER_BIT: u32 = PLACE_BITS + 1;
/// The number of answers between two polls of the network.
const ANSWERS: usize = 4096;

/// Progress across layers.
pub(crate) struct Tally {
    pub(crate) done: u64,
    pub(crate) of: u64,
    pub(crate) last: u32,
}

/// Evaluates a layer, writes this worker's part of its table, and returns the digests of its
/// granules.
pub(crate) fn value_layer<W: Word>(
    job: &Arc<SolveJob<W>>,
    team: &mut Team<'_>,
    layer: u32,
    tally: &mut Tally,
) -> Result<Written, SolveError> {
    let asking = team.agree(Asking::new(job, layer))?;
    let counts = ask_all(job, team, asking, tally)?;
    let sums = team.gather(&counts)?;
    let totals: [u64; 256] = std::array::from_fn(|value| sums.iter().map(|own| own[value]).sum());
    let written = write_part(job, layer, &Codebook::for_layer(&totals));
    let written = team.agree(written)?;
    remove(&job.values_path(layer));
    Ok(written)
}

/// Evaluates all positions of a layer, chunk by chunk, and counts the values of this worker.
fn ask_all<W: Word>(
    job: &Arc<SolveJob<W>>,
    team: &mut Team<'_>,
    mut asking: Asking<'_, W>,
    tally: &mut Tally,
) -> Result<[u64; 256], SolveError> {
    loop {
        asking.begin_chunk();
        let questions = team.exchange(Questions::<W>::default(), |outbox| {
            let more = asking.step(outbox)?;
            let done = tally.done + asking.best.len() as u64;
            let (stage, layer, last) = (Stage::Evaluate, asking.layer, tally.last);
            job.report(&SolveEvent::Progress { stage, layer, last, done, of: Some(tally.of) });
            Ok(more)
        });
        let questions = team.agree(questions)?;
        let mut answering = Answering::new(job, questions);
        let best = Answers { best: std::mem::take(&mut asking.best) };
        let answers = team.exchange(best, |outbox| answering.step(outbox));
        let answers = team.agree(answers)?;
        tally.done += answers.best.len() as u64;
        let stored = asking.store(&answers.best);
        team.agree(stored)?;
        let [left] = team.sums([u64::from(!asking.is_done())])?;
        if left == 0 {
            let finished = asking.finish();
            return team.agree(finished);
        }
    }
}

/// The positions of a layer and the known bounds of their values.
struct Asking<'a, W: Word> {
    job: &'a SolveJob<W>,
    layer: u32,
    cursor: LayerCursor<W>,
    keys: Vec<W>,
    codes: Vec<u8>,
    shift: u32,
    /// The index of the next position in `keys`.
    at: usize,
    /// The best value so far of every position in the chunk.
    best: Vec<u8>,
    /// The number of the chunk's questions to each worker.
    asked: Vec<u64>,
    /// The most questions to one worker: all workers may ask the same one.
    limit: u64,
    at_end: bool,
    values: BufWriter<File>,
    counts: [u64; 256],
}

impl<'a, W: Word> Asking<'a, W> {
    fn new(job: &'a SolveJob<W>, layer: u32) -> Result<Self, SolveError> {
        let path = job.values_path(layer);
        let values = File::create(&path).map_err(io_error("create", &path))?;
        Ok(Asking {
            job,
            layer,
            cursor: LayerCursor::open(&job.keys_path(layer))?,
            keys: Vec::new(),
            codes: Vec::new(),
            shift: job.granule_shift(layer + 1),
            at: 0,
            best: Vec::new(),
            asked: vec![0; job.workers],
            limit: job.memory.sorted / size_of::<(W, u64)>() as u64 / job.workers as u64,
            at_end: false,
            values: BufWriter::new(values),
            counts: [0; 256],
        })
    }

    fn is_done(&self) -> bool {
        self.at_end && self.at == self.keys.len()
    }

    fn begin_chunk(&mut self) {
        self.asked.fill(0);
    }

    /// Whether there is no room for the questions of another position.
    fn is_full(&self) -> bool {
        // A position without questions also needs room.
        let most = self.asked.iter().copied().max().unwrap_or(0);
        most >= self.limit || self.best.len() as u64 >= self.limit * self.asked.len() as u64
    }

    /// Asks for the children of one block; returns false at the end of the chunk.
    fn step(&mut self, outbox: &mut Outbox) -> Result<bool, SolveError> {
        if self.at == self.keys.len() && !self.at_end {
            self.at = 0;
            self.at_end = !self.cursor.next(&mut self.keys, &mut self.codes)?;
        }
        while self.at < self.keys.len() && !self.is_full() {
            let word = self.keys[self.at];
            self.at += 1;
            let place = self.best.len() as u64;
            let tag = (self.job.worker as u64) << WORKER_BIT | place;
            let mut best = ValueCode::WORST;
            let key = LayerKey { layer: self.layer, word };
            self.job.positions.visit_children(key, &mut |child: Child<W>| {
                if let Some(end) = child.end {
                    best = best.max(ValueCode::of_end(end).before().unwrap_or(best));
                    return;
                }
                let LayerKey { layer, word } = child.key;
                let shift = match layer.wrapping_sub(self.layer) {
                    1 => self.shift,
                    _ => self.job.granule_shift(layer),
                };
                let (mut question, count) = ([0; 3], limbs(word).1);
                question[..count].copy_from_slice(&limbs(word).0[..count]);
                question[count] = if child.again { tag | AGAIN } else { tag };
                let owner = self.job.owner(shift, word);
                outbox.push(layer.into(), owner, &question[..=count]);
                self.asked[owner] += 1;
            });
            self.best.push(best.0);
        }
        Ok(!self.at_end && !self.is_full())
    }

    /// Stores the values of a chunk.
    fn store(&mut self, values: &[u8]) -> Result<(), SolveError> {
        for value in values {
            self.counts[usize::from(*value)] += 1;
        }
        let path = self.job.values_path(self.layer);
        self.values.write_all(values).map_err(io_error("write", &path))?;
        Ok(())
    }

    fn finish(mut self) -> Result<[u64; 256], SolveError> {
        let path = self.job.values_path(self.layer);
        self.values.flush().map_err(io_error("write", &path))?;
        Ok(self.counts)
    }
}

/// Questions received, by layer: a key, and the asking worker and position.
struct Questions<W: Word> {
    layers: BTreeMap<u32, Vec<(W, u64)>>,
}

impl<W: Word> Default for Questions<W> {
    fn default() -> Self {
        Questions { layers: BTreeMap::new() }
    }
}

impl<W: Word> Sink for Questions<W> {
    fn receive(&mut self, head: u64, words: &[u64]) -> Result<(), SolveError> {
        let size = (W::BITS / u64::BITS) as usize;
        let questions =
            words.chunks_exact(size + 1).map(|words| (word_of(words_of(words)), words[size]));
        self.layers.entry(head as u32).or_default().extend(questions);
        Ok(())
    }
}

/// The words of the key in a question.
fn words_of(words: &[u64]) -> &[u64] {
    &words[..words.len() - 1]
}

/// The join of sorted questions with the tables.
struct Answering<'a, W: Word> {
    job: &'a SolveJob<W>,
    layers: BTreeMap<u32, Vec<(W, u64)>>,
    current: Option<Join<W>>,
}

/// The questions about one layer.
struct Join<W> {
    layer: u32,
    questions: Vec<(W, u64)>,
    next: usize,
    cursor: LayerCursor<W>,
    keys: Vec<W>,
    values: Vec<u8>,
    at: usize,
}

impl<'a, W: Word> Answering<'a, W> {
    fn new(job: &'a SolveJob<W>, questions: Questions<W>) -> Self {
        Answering { job, layers: questions.layers, current: None }
    }

    /// Sends some answers; returns false at the end.
    fn step(&mut self, outbox: &mut Outbox) -> Result<bool, SolveError> {
        let Some(join) = &mut self.current else { return self.next_layer() };
        for _ in 0..ANSWERS {
            let Some((key, tag)) = join.questions.get(join.next).copied() else {
                self.current = None;
                return Ok(true);
            };
            join.next += 1;
            let value = join.find(key)?.ok_or_else(|| TableError::File {
                path: self.job.part_path(join.layer),
                reason: format!("it lacks position {key:x}, which a move leads to"),
            })?;
            let value = match tag & AGAIN {
                0 => ValueCode(value).before(),
                _ => ValueCode(value).before_another(),
            };
            let value = value.ok_or(SolveError::TooLong)?;
            let place = tag & (AGAIN - 1);
            outbox.push(0, (tag >> WORKER_BIT) as usize, &[place << 8 | u64::from(value.0)]);
        }
        Ok(true)
    }

    fn next_layer(&mut self) -> Result<bool, SolveError> {
        let Some((layer, mut questions)) = self.layers.pop_first() else { return Ok(false) };
        sort(&mut questions);
        let cursor = LayerCursor::open(&self.job.part_path(layer))?;
        let (keys, values) = (Vec::new(), Vec::new());
        self.current = Some(Join { layer, questions, next: 0, cursor, keys, values, at: 0 });
        Ok(true)
    }
}

impl<W: Word> Join<W> {
    /// The value of a key, which must not be below the previous one.
    fn find(&mut self, key: W) -> Result<Option<u8>, SolveError> {
        while self.keys.last().is_none_or(|last| *last < key) {
            self.at = 0;
            if !self.cursor.next(&mut self.keys, &mut self.values)? {
                return Ok(None);
            }
        }
        while self.keys[self.at] < key {
            self.at += 1;
        }
        Ok((self.keys[self.at] == key).then(|| self.values[self.at]))
    }
}

/// Answers received: the best value of every position in the chunk.
struct Answers {
    best: Vec<u8>,
}

impl Sink for Answers {
    fn receive(&mut self, _: u64, words: &[u64]) -> Result<(), SolveError> {
        for word in words {
            if let Some(best) = self.best.get_mut((word >> 8) as usize) {
                *best = (*best).max(*word as u8);
            }
        }
        Ok(())
    }
}

/// Writes keys and values as a part of the layer's table.
fn write_part<W: Word>(
    job: &SolveJob<W>,
    layer: u32,
    codebook: &Codebook,
) -> Result<Written, SolveError> {
    let path = job.values_path(layer);
    let values = File::open(&path).map_err(io_error("open", &path))?;
    let mut values = BufReader::new(values);
    let mut cursor = LayerCursor::<W>::open(&job.keys_path(layer))?;
    let (header, shift) = (job.file_header(LayerKind::Table, layer), job.granule_shift(layer));
    let mut writer =
        LayerWriter::create(&job.part_path(layer), &header, shift, Some(codebook.clone()))?;
    let (mut keys, mut unused, mut codes) = (Vec::new(), Vec::new(), Vec::new());
    while cursor.next(&mut keys, &mut unused)? {
        codes.resize(keys.len(), 0);
        values.read_exact(&mut codes).map_err(io_error("read", &path))?;
        for (key, code) in keys.iter().zip(&codes) {
            writer.push(*key, *code)?;
        }
    }
    Ok(writer.finish()?)
}
