//! Positions that were found but not expanded: sorted in memory, and in runs on disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use ennead_game::Word;

use super::SolveError;
use super::job::{Job, word_of};
use super::radix::sort;
use super::team::Sink;
use crate::table::{Kind, LayerCursor, LayerWriter};

/// Share of the memory for keys; sorting needs as much again.
const SHARE: u64 = 3;

/// Positions by layer.
pub(crate) struct Pending<W: Word> {
    job: Arc<Job<W>>,
    /// The layer that is being expanded.
    from: u32,
    keys: BTreeMap<u32, Vec<(W,)>>,
    held: usize,
    capacity: usize,
    runs: usize,
    /// The highest layer that was found.
    pub(crate) last: u32,
}

impl<W: Word> Pending<W> {
    pub(crate) fn new(job: Arc<Job<W>>, from: u32) -> Self {
        let capacity = (job.memory / SHARE / size_of::<W>() as u64) as usize;
        let capacity = capacity.max(1 << 12);
        Pending { job, from, keys: BTreeMap::new(), held: 0, capacity, runs: 0, last: from }
    }

    /// Sorts and removes duplicates; writes runs if that does not make enough room.
    fn make_room(&mut self) -> Result<(), SolveError> {
        self.compact();
        while self.held > self.capacity / 2 {
            let largest = self.keys.iter().max_by_key(|(_, keys)| keys.len());
            let Some(layer) = largest.map(|(layer, _)| *layer) else { break };
            self.write_run(layer)?;
        }
        Ok(())
    }

    fn compact(&mut self) {
        for keys in self.keys.values_mut() {
            sort(keys);
            keys.dedup();
        }
        self.held = self.keys.values().map(Vec::len).sum();
    }

    /// Moves the sorted keys of a layer to a run on disk.
    fn write_run(&mut self, layer: u32) -> Result<(), SolveError> {
        let keys = self.keys.remove(&layer).unwrap_or_default();
        self.held -= keys.len();
        let path = self.job.run_path(layer, self.from, self.runs);
        self.runs += 1;
        let header = self.job.file_header(Kind::Keys, layer);
        let mut writer = LayerWriter::create(&path, &header, W::BITS, None)?;
        for (key,) in keys {
            writer.push(key, 0)?;
        }
        writer.finish()?;
        Ok(())
    }

    /// Writes everything but the next layer to disk, and returns the keys of that layer in
    /// ascending order, each once. Runs of earlier layers are `inherited`.
    pub(crate) fn finish(
        mut self,
        next: u32,
        inherited: &[PathBuf],
    ) -> Result<Merged<W>, SolveError> {
        self.compact();
        let later: Vec<u32> = self.keys.keys().copied().filter(|layer| *layer > next).collect();
        for layer in later {
            self.write_run(layer)?;
        }
        let mut sources = vec![Source::memory(self.keys.remove(&next).unwrap_or_default())];
        for path in inherited {
            sources.push(Source::file(LayerCursor::open(path)?)?);
        }
        for number in 0..self.runs {
            let path = self.job.run_path(next, self.from, number);
            if path.exists() {
                sources.push(Source::file(LayerCursor::open(&path)?)?);
            }
        }
        Ok(Merged { sources, last: None })
    }
}

impl<W: Word> Sink for Pending<W> {
    fn receive(&mut self, head: u64, words: &[u64]) -> Result<(), SolveError> {
        let layer = head as u32;
        self.last = self.last.max(layer);
        let size = (W::BITS / u64::BITS) as usize;
        let count = words.len() / size;
        if self.held + count > self.capacity {
            self.make_room()?;
        }
        self.held += count;
        let keys = self.keys.entry(layer).or_default();
        keys.extend(words.chunks_exact(size).map(|limbs| (word_of(limbs),)));
        Ok(())
    }
}

/// An ascending list of keys, in memory or in a file.
struct Source<W> {
    cursor: Option<LayerCursor<W>>,
    keys: Vec<W>,
    values: Vec<u8>,
    at: usize,
}

impl<W: Word> Source<W> {
    fn memory(keys: Vec<(W,)>) -> Self {
        let keys = keys.into_iter().map(|(key,)| key).collect();
        Source { cursor: None, keys, values: Vec::new(), at: 0 }
    }

    fn file(cursor: LayerCursor<W>) -> Result<Self, SolveError> {
        let mut source =
            Source { cursor: Some(cursor), keys: Vec::new(), values: Vec::new(), at: 0 };
        source.refill()?;
        Ok(source)
    }

    fn refill(&mut self) -> Result<(), SolveError> {
        if let Some(cursor) = &mut self.cursor {
            self.at = 0;
            cursor.next(&mut self.keys, &mut self.values)?;
        }
        Ok(())
    }

    fn peek(&self) -> Option<W> {
        self.keys.get(self.at).copied()
    }

    fn advance(&mut self) -> Result<(), SolveError> {
        self.at += 1;
        if self.at == self.keys.len() { self.refill() } else { Ok(()) }
    }
}

/// Several ascending lists as one, without duplicates.
pub(crate) struct Merged<W> {
    sources: Vec<Source<W>>,
    last: Option<W>,
}

impl<W: Word> Merged<W> {
    /// Keys in ascending order.
    pub(crate) fn of(keys: Vec<W>) -> Self {
        let source = Source { cursor: None, keys, values: Vec::new(), at: 0 };
        Merged { sources: vec![source], last: None }
    }

    /// The next key.
    pub(crate) fn next(&mut self) -> Result<Option<W>, SolveError> {
        loop {
            let heads = self.sources.iter().enumerate();
            let next = heads.filter_map(|(at, source)| Some((source.peek()?, at))).min();
            let Some((key, at)) = next else { return Ok(None) };
            self.sources[at].advance()?;
            if self.last != Some(key) {
                self.last = Some(key);
                return Ok(Some(key));
            }
        }
    }
}
