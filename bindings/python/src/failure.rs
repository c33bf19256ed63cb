//! Typed errors with the messages of the command line.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ennead_game::{GameError, MoveError, OptionError, PlayError, SetupError, ValueError};
use ennead_kit::{RecordGameError, UsageError as Usage, escape_controls};
use ennead_search::RosterError;
use ennead_search::analysis::AnalysisError;
use pyo3::exceptions::PyTypeError;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(ennead._errors, UsageError);
import_exception!(ennead._errors, InputError);
import_exception!(ennead._errors, IllegalMoveError);
import_exception!(ennead._errors, InternalError);

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage, for which the command line exits with status 2.
    Usage(String),
    /// A rejected value, text or record.
    Input(String),
    /// An illegal move.
    Move(String),
    /// An argument of an unsupported type.
    Type(String),
    /// An error raised by Python itself.
    Python(PyErr),
}

/// Runs a call from Python. A panic becomes an error and leaves nothing locked.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(PyErr::from),
        Err(panic) => Err(InternalError::new_err(format!(
            "this is a fault of Ennead, please report it: {}",
            panic_text(&*panic)
        ))),
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// Panics, so that a test can check that panics arrive as errors.
#[pyfunction]
#[pyo3(name = "_raise_panic")]
pub(crate) fn raise_panic(text: &str) -> PyResult<()> {
    guarded(|| panic!("{text}"))
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Usage(text) => UsageError::new_err(escape_controls(&text)),
            Failure::Input(text) => InputError::new_err(escape_controls(&text)),
            Failure::Move(text) => IllegalMoveError::new_err(escape_controls(&text)),
            Failure::Type(text) => PyTypeError::new_err(text),
            Failure::Python(error) => error,
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Failure::Python(error)
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        if let Some(SetupError::Option(option)) = error.downcast_ref() {
            return Failure::Usage(option.to_string());
        }
        if error.is::<MoveError>() || error.is::<PlayError>() {
            return Failure::Move(error.to_string());
        }
        Failure::Input(error.to_string())
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<Usage> for Failure {
    fn from(error: Usage) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<RecordGameError> for Failure {
    fn from(error: RecordGameError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        Failure::Move(error.to_string())
    }
}

impl From<ennead_host::Failure> for Failure {
    fn from(failure: ennead_host::Failure) -> Self {
        Failure::Input(failure.message)
    }
}

impl From<RosterError> for Failure {
    fn from(error: RosterError) -> Self {
        match error {
            RosterError::Engine(error) => Failure::Input(error.to_string()),
            error => Failure::Usage(error.to_string()),
        }
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Roster(error) => error.into(),
            error => Failure::Input(error.to_string()),
        }
    }
}
