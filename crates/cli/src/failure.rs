//! Exit statuses and failures of commands.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use ennead_game::{GameError, OptionError, SetupError};
use ennead_kit::{UsageError, escape_controls};
use thiserror::Error;

/// The status of a command that has done its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Success.
    Done,
    /// At least one line of a batch was rejected.
    SomeRejected,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::SomeRejected => ExitCode::from(1),
        }
    }
}

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The arguments are invalid, as reported by clap. Also help and version output.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// The arguments are invalid in a way that clap does not check.
    #[error("{0}")]
    Usage(String),
    /// The input was rejected.
    #[error("{0}")]
    Rejected(GameError),
    /// Standard input cannot be read.
    #[error("standard input: {0}")]
    Input(io::Error),
    /// A server, a database or another dependency of the command failed.
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

impl From<UsageError> for Failure {
    fn from(error: UsageError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<GameError> for Failure {
    /// Errors in options that only the game can check, such as conflicting ones, are also usage
    /// errors.
    fn from(error: GameError) -> Self {
        match error.downcast_ref() {
            Some(SetupError::Option(option)) => Failure::Usage(option.to_string()),
            _ => Failure::Rejected(error),
        }
    }
}

impl Failure {
    /// This build cannot write Parquet files.
    pub(crate) fn no_parquet() -> Self {
        Failure::Service(
            "this program was built without the feature 'parquet': build it with 'cargo build \
             --release -p ennead --features parquet', or install it with 'cargo install ennead \
             --features parquet'"
                .into(),
        )
    }

    /// Prints the message and returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Arguments(error) => {
                // A failure to print cannot be reported anywhere.
                let _ = error.print();
                ExitCode::from(error.exit_code() as u8)
            }
            // The reader has closed the pipe on purpose.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Usage(_) => {
                self.print("\n\nFor more information, try '--help'.");
                ExitCode::from(2)
            }
            _ => {
                self.print("");
                ExitCode::from(1)
            }
        }
    }

    fn print(&self, advice: &str) {
        use std::io::Write;
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let message = escape_controls(&self.to_string());
        // Unlike eprintln!, do not panic if standard error is closed.
        let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {message}{advice}");
    }
}
