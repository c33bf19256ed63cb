//! The README's tour shows what the binary prints.

use crate::binary::run;

/// A command of the tour and its output in the README.
#[derive(Debug, Default)]
struct Example {
    command: String,
    output: Vec<String>,
}

/// Indented blocks in which a line begins with `$ ennead`; commands that need files are skipped.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(text) if text.starts_with("$ ennead ") => {
                examples.push(Example { command: text[9..].to_string(), output: Vec::new() });
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
    examples.retain(|example| !example.command.contains(['<', '>', '|']));
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

#[test]
fn examples_in_the_readme_match() {
    let examples = examples(include_str!("../../../../README.md"));
    assert!(examples.len() >= 6, "{examples:?}");
    for example in examples {
        let run = run(&words(&example.command));
        let printed: Vec<&str> =
            run.out.lines().chain(run.err.lines()).map(str::trim_end).collect();
        let shown = example.output.join("\n");
        assert_eq!(printed.join("\n").trim_end(), shown.trim_end(), "ennead {}", example.command);
    }
}
