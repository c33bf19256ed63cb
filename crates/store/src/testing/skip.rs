//! Tests that cannot run on every machine.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;

/// The file in which `./test` collects the skipped tests.
const SKIPS: &str = "ENNEAD_TEST_SKIPS";

/// Notes that the current test cannot run on this machine: `./test` counts it as skipped rather
/// than as passed, and shows the reason. The test should end next.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = env::var("NEXTEST_TEST_NAME").ok();
    let test = test.as_deref().or(thread.name()).unwrap_or("a test");
    let line = format!("{test}: {reason}\n");
    let Some(path) = env::var_os(SKIPS) else { return eprint!("skipped {line}") };
    let mut file =
        OpenOptions::new().append(true).create(true).open(path).expect("the list can be opened");
    file.write_all(line.as_bytes()).expect("the list can be written");
}
