//! How a command ends.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use ennead_game::{OptionError, Refusal, SetupError};
use thiserror::Error;

use crate::output::printable;

/// How a command that could do its work has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All went well.
    Done,
    /// At least one line of a batch was refused.
    SomeRefused,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::SomeRefused => ExitCode::from(1),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The arguments are wrong, and clap says how. Asking for help or the version ends here, too.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// The arguments are wrong in a way that clap does not know of.
    #[error("{0}")]
    Usage(String),
    /// The input is refused.
    #[error("{0}")]
    Refused(Refusal),
    /// Standard input cannot be read.
    #[error("standard input: {0}")]
    Input(io::Error),
    /// A server, a database or something else that the command needs does not work.
    #[error("{0}")]
    Service(String),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(io::Error),
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<Refusal> for Failure {
    /// Options that only the game can judge, such as two that do not go together, are wrong usage too.
    fn from(refusal: Refusal) -> Self {
        match refusal.downcast_ref() {
            Some(SetupError::Option(error)) => Failure::Usage(error.to_string()),
            _ => Failure::Refused(refusal),
        }
    }
}

impl Failure {
    /// Tells the user, and says with which status to exit.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Arguments(error) => {
                // Nobody is left to be told when this fails.
                let _ = error.print();
                ExitCode::from(error.exit_code() as u8)
            }
            // Whoever read the output has seen enough of it.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Usage(_) => {
                self.tell("\n\nFor more information, try '--help'.");
                ExitCode::from(2)
            }
            _ => {
                self.tell("");
                ExitCode::from(1)
            }
        }
    }

    fn tell(&self, advice: &str) {
        use std::io::Write;
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let message = printable(&self.to_string());
        // A closed standard error is no reason to panic, as eprintln! would.
        let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {message}{advice}");
    }
}
