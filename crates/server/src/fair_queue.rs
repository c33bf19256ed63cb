//! A queue that serves its owners round-robin.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Jobs of several owners: in order per owner, and round-robin between owners, so an owner with
/// many jobs delays each of the others by at most one.
pub(crate) struct FairQueue<K, J> {
    jobs: HashMap<K, VecDeque<J>>,
    /// The owners with jobs, in round-robin order.
    turns: VecDeque<K>,
    len: usize,
}

impl<K, J> Default for FairQueue<K, J> {
    fn default() -> Self {
        FairQueue { jobs: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl<K: Copy + Eq + Hash, J> FairQueue<K, J> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, owner: K, job: J) {
        let jobs = self.jobs.entry(owner).or_default();
        if jobs.is_empty() {
            self.turns.push_back(owner);
        }
        jobs.push_back(job);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<J> {
        let owner = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&owner)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        self.len -= 1;
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_take_turns() {
        let mut queue = FairQueue::default();
        for number in 0..4 {
            queue.push("greedy", number);
        }
        queue.push("modest", 10);
        queue.push("other", 20);
        assert_eq!(queue.len(), 6);
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 20, 1, 2, 3]);
        assert_eq!((queue.len(), queue.pop()), (0, None));
    }
}
