//! Re-runs this executable as a child process that can be killed or confined.

use std::env;
use std::process::{Command, Stdio};

/// Tells a child process where to work. The tests meant for child processes are ignored otherwise.
pub(crate) const PLACE: &str = "ENNEAD_TEST_PLACE";

/// Where this child process works.
pub(crate) fn place() -> String {
    env::var(PLACE).expect("a child process is told where to work")
}

/// The arguments that run only this ignored test of the executable.
pub(crate) fn arguments(test: &str) -> [String; 6] {
    let executable = env::current_exe().expect("this executable has a path");
    let executable = executable.to_str().expect("its path is text");
    [executable, "--ignored", "--exact", test, "--nocapture", "--test-threads=1"].map(String::from)
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
