//! Checkpoints: the progress of a worker, written after each layer.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::{SolveError, Stage};
use crate::table::{hex, write_durably};

const VERSION: u64 = 1;

/// Counts of one layer on one worker or on all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LayerCounts {
    /// Positions up to symmetry.
    pub(crate) canonical: u64,
    /// All positions.
    pub(crate) positions: u64,
    /// Final positions up to symmetry.
    pub(crate) terminal_canonical: u64,
    /// All final positions.
    pub(crate) terminal: u64,
}

impl LayerCounts {
    pub(crate) const fn numbers(self) -> [u64; 4] {
        [self.canonical, self.positions, self.terminal_canonical, self.terminal]
    }

    pub(crate) const fn of([canonical, positions, terminal_canonical, terminal]: [u64; 4]) -> Self {
        LayerCounts { canonical, positions, terminal_canonical, terminal }
    }

    /// The number of positions in the table; the others follow from the rules.
    pub(crate) const fn open(self) -> u64 {
        self.canonical - self.terminal_canonical
    }
}

/// The progress of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pub(crate) stage: Stage,
    /// The last complete layer of this stage.
    pub(crate) layer: u32,
    /// The highest layer in which positions were found.
    pub(crate) last: u32,
    /// The worker's counts, starting with layer 0.
    pub(crate) counts: Vec<LayerCounts>,
    /// The digests of valued layers on all workers, from the last layer backwards.
    pub(crate) digests: Vec<[u8; 32]>,
    /// Bytes of the parts of valued layers on this worker, from the last layer backwards.
    pub(crate) bytes: Vec<u64>,
}

/// The owner of a checkpoint.
pub(crate) struct Owner<'a> {
    pub(crate) directory: &'a Path,
    /// Game and set-up, as in the header of a record.
    pub(crate) header: &'a [u8],
    pub(crate) worker: usize,
    pub(crate) workers: usize,
}

impl Owner<'_> {
    fn path(&self) -> PathBuf {
        self.directory.join(format!("worker-{}.json", self.worker))
    }
}

impl Checkpoint {
    /// A number that grows with every complete layer.
    pub(crate) fn progress(&self) -> u64 {
        match self.stage {
            Stage::Enumerate => 1 + u64::from(self.layer),
            Stage::Evaluate => 1 + u64::from(self.last) + 1 + u64::from(self.last - self.layer),
        }
    }

    /// Steps back by one layer, to an earlier progress.
    pub(crate) fn rewind(&mut self, progress: u64) {
        let enumerated = 1 + u64::from(self.last);
        if progress > enumerated {
            self.layer = self.last - (progress - enumerated - 1) as u32;
            let valued = (self.last - self.layer + 1) as usize;
            self.digests.truncate(valued);
            self.bytes.truncate(valued);
        } else {
            self.stage = Stage::Enumerate;
            self.layer = (progress - 1) as u32;
            self.counts.truncate(self.layer as usize + 1);
            self.digests.clear();
            self.bytes.clear();
        }
    }

    pub(crate) fn write(&self, owner: &Owner<'_>) -> Result<(), SolveError> {
        let counts: Vec<[u64; 4]> = self.counts.iter().map(|counts| counts.numbers()).collect();
        let digests: Vec<String> = self.digests.iter().map(|digest| hex(digest)).collect();
        let json = json!({
            "version": VERSION,
            "header": hex(owner.header),
            "worker": owner.worker,
            "workers": owner.workers,
            "stage": self.stage.name(),
            "layer": self.layer,
            "last": self.last,
            "counts": counts,
            "digests": digests,
            "bytes": self.bytes,
        });
        Ok(write_durably(&owner.path(), &format!("{json}\n"))?)
    }

    /// Reads the checkpoint of a worker, if it has one.
    pub(crate) fn read(owner: &Owner<'_>) -> Result<Option<Checkpoint>, SolveError> {
        let path = owner.path();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(crate::table::io_error("read", &path)(error).into()),
        };
        let wrong = |reason: String| SolveError::Directory { path: path.clone(), reason };
        let json: Json =
            serde_json::from_str(&text).map_err(|error| wrong(format!("not JSON: {error}")))?;
        if json["header"] != hex(owner.header) {
            return Err(wrong("it belongs to another game or set-up".into()));
        }
        if json["workers"] != owner.workers {
            let found = &json["workers"];
            let reason = format!("it was begun with {found} workers, not {}", owner.workers);
            return Err(wrong(reason));
        }
        parse(&json).map(Some).ok_or_else(|| wrong("it is damaged".into()))
    }
}

fn parse(json: &Json) -> Option<Checkpoint> {
    let number = |json: &Json| u32::try_from(json.as_u64()?).ok();
    let counts = |json: &Json| {
        let numbers: Vec<u64> = json.as_array()?.iter().filter_map(Json::as_u64).collect();
        Some(LayerCounts::of(numbers.try_into().ok()?))
    };
    let digest = |json: &Json| {
        let text = json.as_str()?;
        let byte = |at: usize| u8::from_str_radix(text.get(at * 2..at * 2 + 2)?, 16).ok();
        (0..32).map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
    };
    let checkpoint = Checkpoint {
        stage: match json["stage"].as_str()? {
            "enumerate" => Stage::Enumerate,
            "evaluate" => Stage::Evaluate,
            _ => return None,
        },
        layer: number(&json["layer"])?,
        last: number(&json["last"])?,
        counts: json["counts"].as_array()?.iter().map(counts).collect::<Option<_>>()?,
        digests: json["digests"].as_array()?.iter().map(digest).collect::<Option<_>>()?,
        bytes: json["bytes"].as_array()?.iter().map(Json::as_u64).collect::<Option<_>>()?,
    };
    let sound = json["version"] == VERSION && checkpoint.layer <= checkpoint.last;
    sound.then_some(checkpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_and_is_rewound() {
        let counts = vec![LayerCounts::default(); 4];
        let mut all = Vec::new();
        for layer in 0..=3 {
            let counts = counts[..=layer as usize].to_vec();
            let stage = Stage::Enumerate;
            all.push(Checkpoint { stage, layer, last: 3, counts, digests: vec![], bytes: vec![] });
        }
        for layer in (0..=3).rev() {
            let valued = 4 - layer as usize;
            let (digests, bytes) = (vec![[0; 32]; valued], vec![0; valued]);
            let (stage, counts) = (Stage::Evaluate, counts.clone());
            all.push(Checkpoint { stage, layer, last: 3, counts, digests, bytes });
        }
        for pair in all.windows(2) {
            assert_eq!(pair[0].progress() + 1, pair[1].progress());
            let mut later = pair[1].clone();
            later.rewind(pair[0].progress());
            assert_eq!(later, pair[0]);
        }
    }
}
