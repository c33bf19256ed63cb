//! Re-runs this executable as a child process that can be killed or confined.

use std::env;
use std::process::{Command, Stdio};

/// Tells a child process where to work. Without it, the tests meant for child processes do nothing.
pub(crate) const PLACE: &str = "ENNEAD_TEST_PLACE";

/// Where to work, if this is a child process.
pub(crate) fn place() -> Option<String> {
    env::var(PLACE).ok()
}

/// The arguments that run only this test of the executable.
pub(crate) fn arguments(test: &str) -> [String; 5] {
    let executable = env::current_exe().expect("this executable has a path");
    let executable = executable.to_str().expect("its path is text").to_string();
    [executable, "--exact".into(), test.into(), "--nocapture".into(), "--test-threads=1".into()]
}

/// Runs one test of this executable in a shell: `prepare`, and then the test.
pub(crate) fn in_shell(
    wrapper: &[&str],
    prepare: &str,
    test: &str,
    place: &str,
) -> std::process::Output {
    let mut words: Vec<String> = wrapper.iter().map(ToString::to_string).collect();
    words.extend(["sh", "-c", &format!("{prepare} && exec \"$@\""), "sh"].map(String::from));
    words.extend(arguments(test));
    Command::new(&words[0])
        .args(&words[1..])
        .env(PLACE, place)
        .stdin(Stdio::null())
        .output()
        .expect("the shell runs")
}
