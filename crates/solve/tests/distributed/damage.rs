//! Damaged files are rejected, never used.

use std::fs;
use std::path::Path;

use ennead_connect::Connect;
use ennead_game::{Game, Random, SplitMix64};
use ennead_solve::SolvedTable;
use ennead_solve::distributed::{Plan, SolveEvent, solve};

use super::{Scratch, board, plan};

/// Opens the table and looks up every position of one line of play.
fn probe(directory: &Path) -> Result<(), String> {
    let table = SolvedTable::<Connect>::open(directory).map_err(|error| error.to_string())?;
    let mut random = SplitMix64::new(3);
    for _ in 0..40 {
        let mut position = Connect::new(table.setup());
        while position.options() > 0 {
            table.value(&position).map_err(|error| error.to_string())?;
            position.choose(random.below(position.options().into()) as u32);
        }
    }
    Ok(())
}

#[test]
fn truncated_and_flipped_tables_are_rejected() {
    let scratch = Scratch::new();
    solve::<Connect>(&board(3, 3, 3, true), &plan(scratch.path(), 1)).unwrap();
    assert_eq!(probe(scratch.path()), Ok(()));
    let path = scratch.path().join("layer-004.table");
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let error = probe(scratch.path()).unwrap_err();
        assert!(error.contains("layer-004.table"), "{length}: {error}");
    }
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &flipped).unwrap();
        let error = probe(scratch.path()).unwrap_err();
        assert!(error.contains("layer-004.table"), "bit {bit}: {error}");
    }
}

#[test]
fn damaged_runs_are_rejected_when_a_solve_resumes() {
    let setup = board(4, 4, 4, true);
    for (layers, name) in [(6, "keys-006.0"), (20, "table-014.0"), (20, "keys-012.0")] {
        let scratch = Scratch::new();
        let count = std::sync::atomic::AtomicUsize::new(0);
        let watch = move |event: &SolveEvent| {
            if let SolveEvent::Layer { .. } = event {
                let seen = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                assert!(seen < layers, "the test ends this worker here");
            }
        };
        let plan = Plan { watch: std::sync::Arc::new(watch), ..plan(scratch.path(), 1) };
        solve::<Connect>(&setup, &plan).unwrap_err();
        let path = scratch.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let resumed = Plan { resume: true, ..super::plan(scratch.path(), 1) };
        let error = solve::<Connect>(&setup, &resumed).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
        assert!(error.contains("damaged"), "{error}");
        fs::write(&path, &bytes[..middle]).unwrap();
        let error = solve::<Connect>(&setup, &resumed).unwrap_err().to_string();
        assert!(error.contains("cut short"), "{error}");
    }
}
