//! A cache of recent analyses: people step back and forth.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The capacity: a few matches' worth, at a few hundred bytes per answer.
const CAPACITY: usize = 512;

/// A hash of the record, and the requested ply.
pub(super) type AnalysisKey = ([u8; 32], Option<usize>);

/// The most recently used answers.
pub(super) struct Recent<T>(Mutex<UsedAnswers<T>>);

struct UsedAnswers<T> {
    /// Counts the uses.
    clock: u64,
    answers: HashMap<AnalysisKey, (u64, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(Mutex::new(UsedAnswers { clock: 0, answers: HashMap::new() }))
    }
}

impl<T: Clone> Recent<T> {
    /// The cached answer.
    pub(super) fn get(&self, key: &AnalysisKey) -> Option<T> {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.clock += 1;
        let now = cache.clock;
        let (used, answer) = cache.answers.get_mut(key)?;
        *used = now;
        Some(answer.clone())
    }

    /// Caches an answer, in place of the least recently used one if the cache is full.
    pub(super) fn put(&self, key: AnalysisKey, answer: T) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.clock += 1;
        let now = cache.clock;
        if cache.answers.len() >= CAPACITY {
            let oldest =
                cache.answers.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key);
            oldest.and_then(|key| cache.answers.remove(&key));
        }
        cache.answers.insert(key, (now, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_answer_is_evicted() {
        let recent = Recent::default();
        let key = |ply| ([0; 32], Some(ply));
        for ply in 0..CAPACITY {
            recent.put(key(ply), ply);
        }
        assert_eq!(recent.get(&key(0)), Some(0));
        recent.put(key(CAPACITY), CAPACITY);
        assert_eq!(recent.get(&key(0)), Some(0));
        assert_eq!(recent.get(&key(1)), None);
        assert_eq!(recent.0.lock().unwrap().answers.len(), CAPACITY);
    }
}
