//! Analyses that were made lately: people step to and fro.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many are kept: some matches' worth, at a few hundred bytes each.
const KEPT: usize = 512;

/// A record's hash, and the ply that was asked for.
pub(crate) type Key = ([u8; 32], Option<usize>);

/// The answers that were used last.
pub(crate) struct Recent<T>(Mutex<Table<T>>);

struct Table<T> {
    /// Counts the uses.
    clock: u64,
    answers: HashMap<Key, (u64, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(Mutex::new(Table { clock: 0, answers: HashMap::new() }))
    }
}

impl<T: Clone> Recent<T> {
    /// The answer to a question that was asked before.
    pub(crate) fn get(&self, key: &Key) -> Option<T> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.clock += 1;
        let now = table.clock;
        let (used, answer) = table.answers.get_mut(key)?;
        *used = now;
        Some(answer.clone())
    }

    /// Keeps an answer, in the place of the one that nobody has asked for the longest.
    pub(crate) fn put(&self, key: Key, answer: T) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.clock += 1;
        let now = table.clock;
        if table.answers.len() >= KEPT {
            let oldest = table.answers.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key);
            oldest.and_then(|key| table.answers.remove(&key));
        }
        table.answers.insert(key, (now, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asks_for_goes_first() {
        let recent = Recent::default();
        let key = |ply| ([0; 32], Some(ply));
        for ply in 0..KEPT {
            recent.put(key(ply), ply);
        }
        assert_eq!(recent.get(&key(0)), Some(0));
        recent.put(key(KEPT), KEPT);
        assert_eq!(recent.get(&key(0)), Some(0));
        assert_eq!(recent.get(&key(1)), None);
        assert_eq!(recent.0.lock().unwrap().answers.len(), KEPT);
    }
}
