//! State shared by all workers of a process.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ennead_game::Word;

use super::memory::Share;
use super::positions::Positions;
use super::{Plan, SolveEvent};
use crate::table::{LayerHeader, LayerKind, part_name};

/// The most bits that distinguish the granules of a layer.
const GRANULE_BITS: u32 = 12;
/// The fewest bits within a granule: smaller granules would not fill a block.
const LEAST_GRANULE: u32 = 12;

/// The work of one worker.
pub(crate) struct SolveJob<W: Word> {
    pub(crate) positions: Arc<dyn Positions<W>>,
    /// Game and set-up, as in the header of a record.
    pub(crate) header: Vec<u8>,
    pub(crate) directory: PathBuf,
    /// The number of workers in all processes.
    pub(crate) workers: usize,
    pub(crate) worker: usize,
    /// The memory limits of this worker.
    pub(crate) memory: Share,
    watch: Arc<dyn Fn(&SolveEvent) + Send + Sync>,
    /// Whether this worker reports progress.
    is_first: bool,
}

impl<W: Word> SolveJob<W> {
    pub(crate) fn new(
        plan: &Plan,
        positions: &Arc<dyn Positions<W>>,
        worker: usize,
        workers: usize,
    ) -> Self {
        SolveJob {
            positions: Arc::clone(positions),
            header: positions.header(),
            directory: plan.directory.clone(),
            workers,
            worker,
            memory: Share::of(plan.memory, plan.workers),
            watch: Arc::clone(&plan.watch),
            is_first: worker.is_multiple_of(plan.workers),
        }
    }

    pub(crate) fn report(&self, event: &SolveEvent) {
        if self.is_first {
            (self.watch)(event);
        }
    }

    /// Keys of a layer that agree in all bits from this one up belong to the same worker.
    pub(crate) fn granule_shift(&self, layer: u32) -> u32 {
        self.positions.bits(layer).saturating_sub(GRANULE_BITS).max(LEAST_GRANULE)
    }

    /// The worker that owns a position.
    #[inline]
    pub(crate) fn owner(&self, granule_shift: u32, word: W) -> usize {
        let granule = if granule_shift < W::BITS { word.bits_from(granule_shift) } else { 0 };
        let mixed = granule.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.workers as u128) >> 64) as usize
    }

    pub(crate) fn file_header(&self, kind: LayerKind, layer: u32) -> LayerHeader {
        let header = LayerHeader::new::<W>(kind, layer, &self.header);
        LayerHeader { part: self.worker as u32, parts: self.workers as u32, ..header }
    }

    /// The keys of a layer before it is evaluated.
    pub(crate) fn keys_path(&self, layer: u32) -> PathBuf {
        self.directory.join(format!("keys-{layer:03}.{}", self.worker))
    }

    /// The values of a layer while they are collected.
    pub(crate) fn values_path(&self, layer: u32) -> PathBuf {
        self.directory.join(format!("values-{layer:03}.{}", self.worker))
    }

    /// This worker's part of a layer's table.
    pub(crate) fn part_path(&self, layer: u32) -> PathBuf {
        self.directory.join(part_name(layer, self.worker))
    }

    /// A sorted run of keys of layer `target` found in layer `from`.
    pub(crate) fn run_path(&self, target: u32, from: u32, number: usize) -> PathBuf {
        let name = format!("run-{target:03}-{from:03}-{number}.{}", self.worker);
        self.directory.join(name)
    }
}

/// Removes a file that may not exist.
pub(crate) fn remove(path: &Path) {
    // A file that cannot be removed only costs space.
    let _ = std::fs::remove_file(path);
}

/// Splits a key into 64-bit words.
#[inline]
pub(crate) fn limbs<W: Word>(word: W) -> ([u64; 2], usize) {
    let wide = word.wide();
    ([wide as u64, (wide >> 64) as u64], (W::BITS / u64::BITS) as usize)
}

/// The key from its 64-bit words.
#[inline]
pub(crate) fn word_of<W: Word>(limbs: &[u64]) -> W {
    let high = limbs.get(1).copied().unwrap_or(0);
    W::of(u128::from(limbs[0]) | u128::from(high) << 64)
}
