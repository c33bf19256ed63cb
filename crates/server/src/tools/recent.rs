//! A cache of recent analyses, since people step back and forth.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::time::Instant;

/// The most answers: a few matches' worth.
const CAPACITY: usize = 512;
/// The most bytes of all answers together. A review of a long match has hundreds of thousands.
const MAX_BYTES: usize = 16 << 20;
/// An answer that nobody has asked for since is dropped.
const MAX_AGE: Duration = Duration::from_secs(600);

/// A hash of the record, and the requested ply.
pub(super) type AnalysisKey = ([u8; 32], Option<usize>);

/// The most recently used answers, as JSON.
#[derive(Default)]
pub(super) struct Recent(Mutex<Answers>);

#[derive(Default)]
struct Answers {
    /// Counts the uses.
    uses: u64,
    bytes: usize,
    by_key: HashMap<AnalysisKey, Answer>,
}

struct Answer {
    json: Bytes,
    used: u64,
    since: Instant,
}

impl Answers {
    fn remove(&mut self, key: &AnalysisKey) {
        if let Some(removed) = self.by_key.remove(key) {
            self.bytes -= removed.json.len();
        }
    }

    /// Drops the answers that are too old.
    fn age(&mut self) {
        let bytes = &mut self.bytes;
        self.by_key.retain(|_, answer| {
            let stays = answer.since.elapsed() < MAX_AGE;
            *bytes -= if stays { 0 } else { answer.json.len() };
            stays
        });
    }

    fn least_recently_used(&self) -> Option<AnalysisKey> {
        self.by_key.iter().min_by_key(|(_, answer)| answer.used).map(|(key, _)| *key)
    }
}

impl Recent {
    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached answer.
    pub(super) fn get(&self, key: &AnalysisKey) -> Option<Bytes> {
        let mut answers = self.answers();
        answers.age();
        answers.uses += 1;
        let used = answers.uses;
        let answer = answers.by_key.get_mut(key)?;
        (answer.used, answer.since) = (used, Instant::now());
        Some(answer.json.clone())
    }

    /// Caches an answer, in place of the least recently used ones if the cache is full.
    pub(super) fn put(&self, key: AnalysisKey, json: Bytes) {
        let mut answers = self.answers();
        answers.age();
        answers.remove(&key);
        if json.len() > MAX_BYTES {
            return;
        }
        while answers.by_key.len() >= CAPACITY || answers.bytes + json.len() > MAX_BYTES {
            let Some(oldest) = answers.least_recently_used() else { break };
            answers.remove(&oldest);
        }
        answers.uses += 1;
        answers.bytes += json.len();
        let (used, since) = (answers.uses, Instant::now());
        answers.by_key.insert(key, Answer { json, used, since });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(ply: usize) -> AnalysisKey {
        ([0; 32], Some(ply))
    }

    fn json(length: usize) -> Bytes {
        Bytes::from(vec![b' '; length])
    }

    #[tokio::test]
    async fn the_least_recently_used_answer_is_evicted() {
        let recent = Recent::default();
        (0..CAPACITY).for_each(|ply| recent.put(key(ply), json(ply)));
        assert_eq!(recent.get(&key(0)), Some(json(0)));
        recent.put(key(CAPACITY), json(1));
        assert_eq!(recent.get(&key(0)), Some(json(0)));
        assert_eq!(recent.get(&key(1)), None);
        assert_eq!(recent.answers().by_key.len(), CAPACITY);
    }

    #[tokio::test(start_paused = true)]
    async fn the_bytes_are_bounded_and_answers_age() {
        let recent = Recent::default();
        const LONG: usize = 300_000;
        for ply in 0..200 {
            recent.put(key(ply), json(LONG));
            recent.put(key(ply), json(LONG));
            assert!(recent.answers().bytes <= MAX_BYTES);
        }
        assert_eq!(recent.answers().by_key.len(), MAX_BYTES / LONG);
        assert!(recent.get(&key(199)).is_some() && recent.get(&key(0)).is_none());
        recent.put(key(0), json(MAX_BYTES + 1));
        assert_eq!(recent.get(&key(0)), None);
        tokio::time::advance(MAX_AGE / 2).await;
        assert!(recent.get(&key(199)).is_some());
        tokio::time::advance(MAX_AGE / 2).await;
        assert!(recent.get(&key(199)).is_some() && recent.get(&key(198)).is_none());
        let answers = recent.answers();
        assert_eq!((answers.bytes, answers.by_key.len()), (LONG, 1));
    }
}
