//! A simple in-memory model of the store, and random operations that compare both.

use std::collections::BTreeMap;

use ennead_game::{Random, SplitMix64};
use ennead_store::{Append, Finished, Head, MatchId, Postpone, Running, Store, StoreError, Stored};

use crate::matches::{NOW, append, choice, due, finished, head, id, open_head};

#[derive(Default)]
struct Model {
    matches: BTreeMap<MatchId, Stored>,
    wakes: BTreeMap<MatchId, u64>,
    rematches: BTreeMap<MatchId, MatchId>,
}

impl Model {
    fn running(&mut self, id: MatchId) -> Result<&mut Running, StoreError> {
        match self.matches.get_mut(&id) {
            Some(Stored::Running(running)) => Ok(running),
            _ => Err(StoreError::Gone),
        }
    }

    fn create(
        &mut self,
        id: MatchId,
        head: &Head,
        wake: u64,
        of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        if let Some(there) = of.and_then(|old| self.rematches.get(&old)) {
            return Ok(*there);
        }
        if self.matches.contains_key(&id) {
            return Err(StoreError::Exists);
        }
        self.matches.insert(id, Stored::Running(Running { head: head.clone(), entries: vec![] }));
        self.wakes.insert(id, wake);
        self.rematches.extend(of.map(|old| (old, id)));
        Ok(id)
    }

    fn append(&mut self, append: Append) -> Result<(), StoreError> {
        let running = self.running(append.id)?;
        if running.entries.len() != append.number as usize {
            return Err(StoreError::Conflict);
        }
        running.entries.push(append.entry);
        self.wakes.extend(append.wake.map(|wake| (append.id, wake)));
        Ok(())
    }

    fn finish(&mut self, id: MatchId, number: u32, finished: &Finished) -> Result<(), StoreError> {
        if self.running(id)?.entries.len() != number as usize {
            return Err(StoreError::Conflict);
        }
        self.matches.insert(id, Stored::Finished(finished.clone()));
        self.wakes.remove(&id);
        Ok(())
    }

    fn postpone(&mut self, postpone: Postpone) -> Result<(), StoreError> {
        let Postpone { id, number, seen, wake } = postpone;
        let entries = self.running(id)?.entries.len();
        let same = seen.is_none_or(|seen| self.wakes.get(&id) == Some(&seen));
        if entries != number as usize || !same {
            return Err(StoreError::Conflict);
        }
        self.wakes.insert(id, wake);
        Ok(())
    }

    fn due(&self, now: u64) -> Vec<MatchId> {
        let mut due: Vec<_> = self.wakes.iter().filter(|(_, wake)| **wake <= now).collect();
        due.sort_by_key(|(_, wake)| **wake);
        due.into_iter().map(|(id, _)| *id).collect()
    }
}

/// Performs the same random operations on a store and on the model.
pub(crate) async fn compare(store: &Store, steps: u64) {
    let mut random = SplitMix64::new(2026);
    let mut model = Model::default();
    for step in 0..steps {
        let mut below = |n: u32| random.below(n.into()) as u32;
        let match_id = id(below(12).into());
        let number = below(4);
        // Each deadline is different, so that the order of due matches is unambiguous.
        let wake = NOW + u64::from(below(1000)) * steps + step;
        match below(10) {
            0..3 => {
                let head = Head {
                    listed: below(2) == 0,
                    ..if below(2) == 0 { head() } else { open_head() }
                };
                let of = (below(3) == 0).then(|| id(below(12).into()));
                let expected = model.create(match_id, &head, wake, of);
                assert_eq!(
                    store.create(match_id, &head, &[], wake, of).await,
                    expected,
                    "step {step}"
                );
            }
            3..7 => {
                let change = append(match_id, number, choice(step, number));
                let change = Append { wake: (below(2) == 0).then_some(wake), ..change };
                assert_eq!(store.append(change.clone()).await, model.append(change), "step {step}");
            }
            7 => {
                let end = Finished { listed: below(2) == 0, ..finished() };
                let expected = model.finish(match_id, number, &end);
                assert_eq!(
                    store.finish(match_id, number, &end, None).await,
                    expected,
                    "step {step}"
                );
            }
            8 => {
                let right = model.wakes.get(&match_id).copied();
                let seen = [None, right, Some(NOW)][below(3) as usize];
                let postpone = Postpone { id: match_id, number, seen, wake };
                let expected = model.postpone(postpone);
                assert_eq!(store.postpone(postpone).await, expected, "step {step}");
            }
            _ => assert_eq!(due(store, wake, 99).await, Ok(model.due(wake)), "step {step}"),
        }
        assert_eq!(
            store.load(match_id).await,
            Ok(model.matches.get(&match_id).cloned()),
            "step {step}"
        );
        assert_eq!(
            store.rematch(match_id).await,
            Ok(model.rematches.get(&match_id).copied()),
            "step {step}"
        );
    }
    let page = store.page(None, 99).await.unwrap();
    let of = |id: &MatchId| model.rematches.get(id).copied();
    let expected: Vec<_> =
        model.matches.iter().map(|(id, stored)| (*id, stored.clone(), of(id))).collect();
    assert_eq!(page, expected);
}
