//! The same result, bit for bit, regardless of the number of workers and processes.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use ennead_connect::Connect;
use ennead_solve::TableSummary;
use ennead_solve::distributed::{Hosts, Plan, SolveError, SolveEvent, Stage, solve};

use super::{Scratch, board, plan};

/// The files of a directory and their contents.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap().flatten();
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Unused loopback addresses.
pub(super) fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// A process of a cluster without a secret.
fn hosts_of(addresses: &[String], process: usize) -> Option<Hosts> {
    Some(Hosts { addresses: addresses.to_vec(), process, secret: None })
}

/// Solves with several processes, here threads, that share a directory.
fn solve_in_processes(directory: &Path, processes: usize, workers: usize) -> TableSummary {
    let addresses = addresses(processes);
    let threads: Vec<_> = (0..processes)
        .map(|process| {
            let hosts = hosts_of(&addresses, process);
            let plan = Plan { hosts, ..plan(directory, workers) };
            std::thread::spawn(move || solve::<Connect>(&board(4, 4, 4, true), &plan))
        })
        .collect();
    let summaries: Vec<TableSummary> =
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect();
    let digests: Vec<&str> = summaries.iter().map(TableSummary::digest).collect();
    assert!(digests.windows(2).all(|pair| pair[0] == pair[1]));
    TableSummary::read(directory).unwrap()
}

#[test]
fn workers_and_processes_do_not_change_the_result() {
    let one = Scratch::new();
    let expected = solve::<Connect>(&board(4, 4, 4, true), &plan(one.path(), 1)).unwrap();
    let contents = files(one.path());
    assert_eq!(contents.len(), 17 + 1, "{:?}", contents.keys());
    for (processes, workers) in [(1, 2), (1, 3), (2, 1), (3, 1), (2, 2)] {
        let scratch = Scratch::new();
        let summary = solve_in_processes(scratch.path(), processes, workers);
        assert_eq!(summary, expected, "{processes} x {workers}");
        assert_eq!(files(scratch.path()), contents, "{processes} x {workers}");
    }
}

#[test]
fn little_memory_does_not_change_the_result() {
    let (rich, poor) = (Scratch::new(), Scratch::new());
    let setup = board(5, 4, 4, true);
    let expected = solve::<Connect>(&setup, &plan(rich.path(), 2)).unwrap();
    let tiny = Plan { memory: 1 << 20, ..plan(poor.path(), 2) };
    let error = solve::<Connect>(&setup, &tiny).unwrap_err().to_string();
    let least = error.strip_prefix("2 worker(s) of 2 need at least ").unwrap();
    let least: u64 = least.strip_suffix(" MB of memory, not 1").unwrap().parse().unwrap();
    let small = Plan { memory: least << 20, ..plan(poor.path(), 2) };
    assert_eq!(solve::<Connect>(&setup, &small).unwrap(), expected);
}

/// The environment variable with the plan of the process that kills itself.
const DOOMED: &str = "ENNEAD_TEST_DOOMED";

/// A process of a cluster that, if doomed, kills itself once the next layer is complete.
#[test]
#[ignore = "started by processes_killed_after_every_layer_resume"]
fn doomed_process() {
    let told = std::env::var(DOOMED).unwrap();
    let [directory, hosts, process, resume, doomed]: [&str; 5] =
        told.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let addresses = hosts.split(',').map(ToString::to_string).collect();
    let hosts = Some(Hosts { addresses, process: process.parse().unwrap(), secret: None });
    let is_doomed = doomed == "doomed";
    let watch = move |event: &SolveEvent| {
        if is_doomed && matches!(event, SolveEvent::Layer { .. }) {
            let pid = std::process::id().to_string();
            std::process::Command::new("kill").args(["-9", &pid]).status().unwrap();
            std::thread::sleep(Duration::from_secs(60));
        }
    };
    let own = plan(Path::new(directory), 1);
    let plan = Plan { hosts, resume: resume == "resume", watch: std::sync::Arc::new(watch), ..own };
    solve::<Connect>(&board(4, 3, 4, true), &plan).unwrap();
}

/// Starts two processes, of which the second may be doomed.
fn start_processes(directory: &Path, resume: bool, doomed: bool) -> [std::process::Child; 2] {
    let (hosts, directory) = (addresses(2).join(","), directory.to_str().unwrap());
    let resume = if resume { "resume" } else { "begin" };
    [0, 1].map(|process| {
        let doomed = if doomed && process == 1 { "doomed" } else { "spared" };
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "agreement::doomed_process", "--ignored", "--nocapture"]);
        command.env(DOOMED, format!("{directory} {hosts} {process} {resume} {doomed}"));
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    })
}

#[cfg(unix)]
#[test]
fn processes_killed_after_every_layer_resume() {
    let whole = Scratch::new();
    solve::<Connect>(&board(4, 3, 4, true), &plan(whole.path(), 1)).unwrap();
    let scratch = Scratch::new();
    // Twelve layers are enumerated after the first, and thirteen are evaluated.
    for kills in 0..25 {
        let [mut first, mut second] = start_processes(scratch.path(), kills > 0, true);
        let status = second.wait().unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9), "{kills}");
        if kills == 12 {
            // The other process notices.
            let output = first.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(text.contains("lost the connection to process 1"), "{text}");
        } else {
            first.kill().unwrap();
            first.wait().unwrap();
        }
    }
    for process in start_processes(scratch.path(), true, false) {
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(files(scratch.path()), files(whole.path()));
}

#[test]
fn a_missing_process_is_named() {
    let scratch = Scratch::new();
    let hosts = hosts_of(&addresses(2), 1);
    let patience = Duration::from_millis(300);
    let plan = Plan { hosts, patience, ..plan(scratch.path(), 1) };
    let error = solve::<Connect>(&board(3, 3, 3, true), &plan).unwrap_err().to_string();
    assert!(error.starts_with("process 0 (127.0.0.1:"), "{error}");
    assert!(error.contains("is missing"), "{error}");
}

#[test]
fn processes_with_other_options_are_rejected() {
    let (one, two) = (Scratch::new(), Scratch::new());
    let addresses = addresses(2);
    let hosts = |process| hosts_of(&addresses, process);
    let first = Plan { hosts: hosts(0), ..plan(one.path(), 1) };
    let second = Plan { hosts: hosts(1), ..plan(two.path(), 1) };
    let thread = std::thread::spawn(move || solve::<Connect>(&board(3, 3, 3, true), &first));
    let error = solve::<Connect>(&board(4, 3, 3, true), &second).unwrap_err().to_string();
    assert!(error.contains("does not fit"), "{error}");
    assert!(thread.join().unwrap().is_err());
}

/// A solve that fails after this many layers, as if its process had ended there.
fn interrupted(directory: &Path, layers: usize, resume: bool) -> Result<TableSummary, SolveError> {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let watch = move |event: &SolveEvent| {
        if let SolveEvent::Layer { .. } = event {
            let seen = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            assert!(seen < layers, "the test ends this worker here");
        }
    };
    let plan = Plan { resume, watch: std::sync::Arc::new(watch), ..plan(directory, 2) };
    solve::<Connect>(&board(4, 4, 4, true), &plan)
}

#[test]
fn an_interrupted_solve_resumes_in_both_stages() {
    let whole = Scratch::new();
    let expected = solve::<Connect>(&board(4, 4, 4, true), &plan(whole.path(), 1)).unwrap();
    let contents = files(whole.path());
    for layers in [1, 16, 17, 33] {
        let scratch = Scratch::new();
        interrupted(scratch.path(), layers, false).unwrap_err();
        let summary = interrupted(scratch.path(), usize::MAX, true).unwrap();
        assert_eq!(summary, expected, "{layers}");
        assert_eq!(files(scratch.path()), contents, "{layers}");
    }
}

#[test]
fn a_solve_is_not_overwritten_or_mixed_up() {
    let scratch = Scratch::new();
    interrupted(scratch.path(), 5, false).unwrap_err();
    let message = |setup, resume, workers| {
        let plan = Plan { resume, ..plan(scratch.path(), workers) };
        solve::<Connect>(&setup, &plan).unwrap_err().to_string()
    };
    let fresh = message(board(4, 4, 4, true), false, 2);
    assert!(fresh.ends_with("continue it with --resume or choose another directory"), "{fresh}");
    let other = message(board(4, 3, 4, true), true, 2);
    assert!(other.ends_with("it belongs to another game or set-up"), "{other}");
    let fewer = message(board(4, 4, 4, true), true, 1);
    assert!(fewer.ends_with("it was begun with 2 workers, not 1"), "{fewer}");
    assert_eq!(Stage::Enumerate.name(), "enumerate");
}
