//! The README's tour shows what the binary prints.

use std::path::Path;
use std::process::Command;

use ennead_store::testing::Folder;

use crate::binary::Run;

/// A command of the tour and its output in the README.
#[derive(Debug, Default)]
struct Example {
    command: String,
    output: Vec<String>,
}

/// Indented blocks in which a line begins with `$ ennead`.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(text) if text.starts_with("$ ennead ") => {
                examples.push(Example { command: text[2..].to_string(), output: Vec::new() });
                inside = true;
            }
            Some(text) if inside => {
                examples.last_mut().unwrap().output.push(text.trim_end().to_string());
            }
            None if inside && line.is_empty() => {
                examples.last_mut().unwrap().output.push(String::new());
            }
            _ => inside = false,
        }
    }
    examples
}

/// Splits a command into words; those in single quotes may contain spaces.
pub(crate) fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(
            |(number, part)| {
                if number % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
            },
        )
        .collect()
}

/// Runs a command in a shell, where `ennead` is this program.
fn run(command: &str, folder: &Path) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_ennead")).parent().expect("it is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("NO_COLOR", "1");
    shell.env("PATH", format!("{}:{path}", program.display()));
    shell.output().unwrap().into()
}

/// In order, since some commands read files that those before them write.
#[test]
fn examples_in_the_readme_match() {
    let examples = examples(include_str!("../../../../README.md"));
    assert!(examples.len() >= 6, "{examples:?}");
    let folder = Folder::new();
    for example in examples {
        let run = run(&example.command, folder.path());
        let printed: Vec<&str> =
            run.out.lines().chain(run.err.lines()).map(str::trim_end).collect();
        let shown = example.output.join("\n");
        assert_eq!(printed.join("\n").trim_end(), shown.trim_end(), "{}", example.command);
    }
    let size = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap().len();
    assert!(size("matches.hex") > 10_000 && size("records.hex") < 300);
}
