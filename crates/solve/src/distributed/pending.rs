//! Positions found but not yet expanded: sorted in memory, and in runs on disk.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::PathBuf;
use std::sync::Arc;

use ennead_game::Word;

use super::SolveError;
use super::job::{SolveJob, remove, word_of};
use super::radix::sort;
use super::team::Sink;
use crate::table::{LayerCursor, LayerKind, LayerWriter};

/// Positions by layer.
pub(crate) struct Pending<W: Word> {
    job: Arc<SolveJob<W>>,
    /// The layer being expanded.
    from: u32,
    keys: BTreeMap<u32, Vec<(W,)>>,
    held: usize,
    capacity: usize,
    runs: usize,
    /// The highest layer found.
    pub(crate) last: u32,
}

impl<W: Word> Pending<W> {
    pub(crate) fn new(job: Arc<SolveJob<W>>, from: u32) -> Self {
        let capacity = (job.memory.sorted / size_of::<W>() as u64) as usize;
        Pending { job, from, keys: BTreeMap::new(), held: 0, capacity, runs: 0, last: from }
    }

    /// Sorts and removes duplicates; writes runs if that does not free enough room.
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
        let header = self.job.file_header(LayerKind::Keys, layer);
        let mut writer = LayerWriter::create(&path, &header, W::BITS, None)?;
        for (key,) in keys {
            writer.push(key, 0)?;
        }
        writer.finish()?;
        Ok(())
    }

    /// Writes everything but the next layer to disk, and returns the keys of that layer in
    /// ascending order without duplicates. Runs of earlier layers are `inherited`.
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
        let mut runs = inherited.to_vec();
        let own = (0..self.runs).map(|number| self.job.run_path(next, self.from, number));
        runs.extend(own.filter(|path| path.exists()));
        // Every open run has buffers: while there are too many, merge the first ones.
        while runs.len() > self.job.memory.runs {
            let some: Vec<PathBuf> = runs.drain(..self.job.memory.runs).collect();
            runs.push(self.merge_runs(next, &some)?);
        }
        let mut sources = vec![Source::memory(self.keys.remove(&next).unwrap_or_default())];
        for path in &runs {
            sources.push(Source::file(LayerCursor::open(path)?)?);
        }
        Ok(Merged::new(sources))
    }

    /// Merges runs into one. Those of earlier layers are kept, in case the solve is interrupted.
    fn merge_runs(&mut self, layer: u32, runs: &[PathBuf]) -> Result<PathBuf, SolveError> {
        let mut sources: Vec<Source<W>> = Vec::new();
        for path in runs {
            sources.push(Source::file(LayerCursor::open(path)?)?);
        }
        let mut merged = Merged::new(sources);
        let path = self.job.run_path(layer, self.from, self.runs);
        self.runs += 1;
        let header = self.job.file_header(LayerKind::Keys, layer);
        let mut writer = LayerWriter::create(&path, &header, W::BITS, None)?;
        while let Some(key) = merged.next()? {
            writer.push(key, 0)?;
        }
        writer.finish()?;
        let own = format!("run-{layer:03}-{:03}-", self.from);
        let is_own = |path: &&PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&own))
        };
        runs.iter().filter(is_own).for_each(|path| remove(path));
        Ok(path)
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

/// Several ascending lists merged into one, without duplicates.
pub(crate) struct Merged<W> {
    sources: Vec<Source<W>>,
    /// The next key of every source that has one, smallest first.
    heads: BinaryHeap<Reverse<(W, usize)>>,
    last: Option<W>,
}

impl<W: Word> Merged<W> {
    /// Keys in ascending order.
    pub(crate) fn of(keys: Vec<W>) -> Self {
        Merged::new(vec![Source { cursor: None, keys, values: Vec::new(), at: 0 }])
    }

    fn new(sources: Vec<Source<W>>) -> Self {
        let heads = sources.iter().enumerate();
        let heads = heads.filter_map(|(at, source)| Some(Reverse((source.peek()?, at)))).collect();
        Merged { sources, heads, last: None }
    }

    /// The next key.
    pub(crate) fn next(&mut self) -> Result<Option<W>, SolveError> {
        loop {
            let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
            let Reverse((key, at)) = *head;
            self.sources[at].advance()?;
            match self.sources[at].peek() {
                Some(next) => *head = Reverse((next, at)),
                None => drop(PeekMut::pop(head)),
            }
            if self.last != Some(key) {
                self.last = Some(key);
                return Ok(Some(key));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use ennead_game::{Random, SplitMix64};
    use ennead_ttt::Ttt;

    use super::*;
    use crate::distributed::Plan;
    use crate::distributed::memory::Share;
    use crate::distributed::positions::AnyPositions;

    #[test]
    fn more_runs_than_may_be_open_are_merged_in_steps() {
        let directory = std::env::temp_dir().join(format!("ennead-runs-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let plan = Plan {
            directory: directory.clone(),
            workers: 1,
            hosts: None,
            memory: 0,
            resume: false,
            patience: Duration::ZERO,
            watch: Arc::new(|_| {}),
        };
        let Ok(AnyPositions::Short(positions)) = AnyPositions::of::<Ttt>(&()) else { panic!() };
        let mut job = SolveJob::new(&plan, &Arc::from(positions), 0, 1);
        job.memory = Share { sorted: 8 * 1_000, runs: 3 };
        let mut pending = Pending::new(Arc::new(job), 4);
        let mut random = SplitMix64::new(7);
        let mut expected = BTreeSet::new();
        for _ in 0..400 {
            let keys: Vec<u64> = (0..100).map(|_| random.below(30_000)).collect();
            expected.extend(keys.iter().copied());
            pending.receive(5, &keys).unwrap();
            assert!(pending.held <= 1_000);
        }
        assert!(pending.runs > 9, "{}", pending.runs);
        let mut merged = pending.finish(5, &[]).unwrap();
        assert!(merged.sources.len() <= 4);
        let mut found = BTreeSet::new();
        while let Some(key) = merged.next().unwrap() {
            assert!(found.insert(key));
        }
        assert_eq!(found, expected);
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
