//! Running the binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The output and exit status of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let run = Run {
            status: output.status.code().expect("no signal ends the program"),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        assert!((0..=2).contains(&run.status), "{run:?}");
        run
    }
}

/// The binary, in an environment that does not colour its output.
pub(crate) fn ennead(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ennead"));
    command
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command
}

/// Runs it without input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    ennead(arguments).output().unwrap().into()
}

/// Runs it with this standard input.
pub(crate) fn feed(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = ennead(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap().into()
    })
}

/// The output of a successful run, without the final newline.
pub(crate) fn good(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out.strip_suffix('\n').expect("output ends its last line").to_string()
}

/// The error of a failed run: a message on standard error, nothing on standard output, exit 1.
pub(crate) fn refused(arguments: &[&str]) -> String {
    failed(arguments, 1)
}

/// The message for a usage error: like [`refused`], with exit 2.
pub(crate) fn misused(arguments: &[&str]) -> String {
    failed(arguments, 2)
}

fn failed(arguments: &[&str], status: i32) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.out.as_str()), (status, ""), "{arguments:?}: {}", run.err);
    run.err.strip_prefix("error: ").expect("messages begin so").trim_end().to_string()
}
