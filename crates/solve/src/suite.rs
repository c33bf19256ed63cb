//! The part of the conformance suite that solves a game: tables compared with plain search.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ennead_game::{FinalValue, Keys, LayerKey, Packed, Turn};

use crate::distributed::{self, Plan};
use crate::{SolvedTable, SolvedValue};

/// The most positions of a set-up that is solved.
const MOST_POSITIONS: usize = 200_000;
/// The memory of the solve, which makes it write several runs.
const MEMORY: u64 = 64 << 20;

/// Solves a small set-up with two workers, and compares the value of every position and of every
/// option with a search that knows only the rules.
///
/// # Panics
/// If a value differs, or if the set-up is too large for a plain search.
pub fn solve<G: Packed>(setup: &G::Setup) {
    let keys = G::keys(setup).expect("the set-up has keys");
    let mut search = PlainSearch { keys: &keys, known: BTreeMap::new(), count: 0 };
    let start = G::new(setup);
    search.value(&start);
    let directory = Directory::new();
    let plan = Plan {
        directory: directory.0.clone(),
        workers: 2,
        hosts: None,
        memory: MEMORY,
        resume: false,
        patience: Duration::ZERO,
        watch: Arc::new(|_| {}),
    };
    distributed::solve::<G>(setup, &plan).expect("the set-up can be solved");
    let table = SolvedTable::<G>::open(&directory.0).expect("the table can be opened");
    let known: Vec<(G, SolvedValue)> = search.known.values().flatten().cloned().collect();
    for (position, value) in known {
        let found = table.value(&position).expect("every reachable position has a value");
        assert_eq!(found, value, "{position:?}");
        for (option, found) in table.options(&position).expect("its options have values") {
            let mut next = position.clone();
            next.choose(option);
            assert_eq!(
                found,
                search.option_value(&position, &next),
                "option {option}: {position:?}"
            );
        }
    }
}

/// A directory for a table, removed on drop.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ennead-suite-{}-{number}", std::process::id());
        Directory(std::env::temp_dir().join(name))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

type KeyOf<G> = LayerKey<<<G as Packed>::Keys as Keys<G>>::Word>;

/// Minimax over positions between whole moves, without symmetry.
struct PlainSearch<'a, G: Packed> {
    /// Tells where a whole move ends, and finds known positions faster. Positions that share a key
    /// are told apart.
    keys: &'a G::Keys,
    /// Positions that are not over, by their keys.
    known: BTreeMap<KeyOf<G>, Vec<(G, SolvedValue)>>,
    count: usize,
}

impl<G: Packed> PlainSearch<'_, G> {
    /// The value of a position that is not over, for the seat to move.
    fn value(&mut self, position: &G) -> SolvedValue {
        let key = self.keys.pack(position).expect("a position between two moves has a key");
        let mut alike = self.known.get(&key).into_iter().flatten();
        if let Some((_, value)) = alike.find(|(known, _)| known == position) {
            return *value;
        }
        self.count += 1;
        assert!(self.count <= MOST_POSITIONS, "the set-up is too large for a plain search");
        let value = self.best(position);
        self.known.entry(key).or_default().push((position.clone(), value));
        value
    }

    fn best(&mut self, position: &G) -> SolvedValue {
        let options = 0..position.options();
        let values = options.map(|option| {
            let mut next = position.clone();
            next.choose(option);
            self.option_value(position, &next)
        });
        values.max().expect("a position that is not over has options")
    }

    /// The value of a choice that leads to `next`, for the seat that makes it.
    fn option_value(&mut self, position: &G, next: &G) -> SolvedValue {
        let Turn::Seat(mover) = position.turn() else { panic!("{position:?} is no seat's turn") };
        match next.turn() {
            Turn::Over(outcome) => match FinalValue::of(outcome, mover) {
                FinalValue::Loss => SolvedValue::Win(1),
                FinalValue::Draw => SolvedValue::Draw,
                FinalValue::Win => SolvedValue::Loss(1),
            },
            Turn::Chance => panic!("{next:?} is a turn of chance"),
            Turn::Seat(_) if self.keys.pack(next).is_none() => self.best(next),
            Turn::Seat(seat) if seat == mover => self.value(next).before_another(),
            Turn::Seat(_) => self.value(next).before(),
        }
    }
}
