//! Commands of a single game.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::Path;

use ennead_game::GameError;
use thiserror::Error;

/// A command that a game adds to the command line. If several have the same name, the first one
/// wins.
pub struct Command {
    /// Its name, as in `ennead tiny`.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Examples, shown in its help.
    pub examples: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [ArgSpec],
    /// Runs the command.
    pub run: fn(&Arguments, Streams<'_>) -> Result<(), CommandError>,
}

/// An argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct ArgSpec {
    /// Its name; options and flags are given as `--name`.
    pub name: &'static str,
    /// The kind of argument.
    pub kind: ArgKind,
    /// A one-line description.
    pub help: &'static str,
    /// Options and flags that it cannot be combined with.
    pub conflicts: &'static [&'static str],
}

impl ArgSpec {
    /// An argument without conflicts.
    pub const fn new(name: &'static str, kind: ArgKind, help: &'static str) -> ArgSpec {
        ArgSpec { name, kind, help, conflicts: &[] }
    }

    /// Excludes these options and flags.
    #[must_use]
    pub const fn without(self, conflicts: &'static [&'static str]) -> ArgSpec {
        ArgSpec { conflicts, ..self }
    }
}

/// The kind of a command's argument.
#[derive(Clone, Copy, Debug)]
pub enum ArgKind {
    /// A required positional value; one of `words`, if any are listed.
    Positional {
        /// The name of the value in the help text.
        value: &'static str,
        /// The words accepted; any value if empty.
        words: &'static [&'static str],
    },
    /// A required positional text that may begin with a hyphen, such as a board or a value. Text
    /// that is not UTF-8 is rejected as invalid input, not as a usage error.
    Input {
        /// The name of the value in the help text.
        value: &'static str,
    },
    /// `--name VALUE`; one of `words`, if any are listed.
    Option {
        /// The name of the value in the help text.
        value: &'static str,
        /// The value if the option is not given.
        default: Option<&'static str>,
        /// The words accepted; any value if empty.
        words: &'static [&'static str],
    },
    /// `--name N`, a number from 0 to 2^64 - 1.
    Number {
        /// The number if the option is not given.
        default: &'static str,
    },
    /// `--name FILE`, a path.
    File,
    /// `--name`, on or off.
    Flag,
}

/// The arguments given, already checked against their [`ArgSpec`]s.
#[derive(Clone, Debug, Default)]
pub struct Arguments(Vec<(&'static str, OsString)>);

impl Arguments {
    /// Creates arguments from names and values; the value of a flag is ignored.
    pub fn new(arguments: Vec<(&'static str, OsString)>) -> Self {
        Arguments(arguments)
    }

    /// The value of an argument, given or default. Only paths may be something other than UTF-8.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name)?.to_str()
    }

    /// The path given as the value of an argument.
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.find(name).map(Path::new)
    }

    /// Whether a flag is on.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<&OsString> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }
}

/// The streams of a command.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Whether the input is a terminal.
    pub is_interactive: bool,
    /// Standard output; ANSI colours are stripped where it does not support them.
    pub output: &'a mut dyn Write,
}

impl Streams<'_> {
    /// Writes text followed by exactly one newline.
    pub fn print(&mut self, text: &str) -> Result<(), CommandError> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        writeln!(self.output, "{text}").map_err(CommandError::Output)
    }
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The input was rejected.
    #[error("{0}")]
    Rejected(GameError),
    /// Reading standard input failed.
    #[error("cannot read: {0}")]
    Input(io::Error),
    /// Writing standard output failed.
    #[error("cannot write: {0}")]
    Output(io::Error),
}

impl From<GameError> for CommandError {
    fn from(error: GameError) -> Self {
        CommandError::Rejected(error)
    }
}

/// Text on one line, for messages that quote input: line ends and other control characters are
/// escaped.
///
/// ```
/// assert_eq!(ennead_kit::escape_controls("no\nboard"), "no\\nboard");
/// ```
pub fn escape_controls(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}
