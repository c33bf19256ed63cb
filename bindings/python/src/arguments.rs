//! Conversions between Python's objects and Rust's.

use ennead_game::{Kind, Options, RECORD, Value};
use ennead_kit::{Format, Kit};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyInt, PyString};

use crate::GAMES;
use crate::failure::Failure;

/// The format with this identifier.
pub(crate) fn format_of(id: &str) -> Result<Format, Failure> {
    GAMES
        .format(id)
        .ok_or_else(|| Failure::Usage(format!("there is no format {id:?}: formats() lists them")))
}

/// The game with this identifier.
pub(crate) fn game_of(id: &str) -> Result<&'static Kit, Failure> {
    GAMES.game(id).ok_or_else(|| {
        Failure::Usage(format!("there is no game {id:?}: there are {}", GAMES.names()))
    })
}

/// Keyword arguments as options, each in the spelling of the command line.
pub(crate) fn options_of(given: Option<&Bound<'_, PyDict>>) -> Result<Options, Failure> {
    let mut options = Options::new();
    for (name, value) in given.into_iter().flatten() {
        options = options.with(&name.extract::<String>()?, &option_text(&value)?);
    }
    Ok(options)
}

fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    Ok(value.str()?.to_cow()?.into_owned())
}

/// Removes one option, as text.
pub(crate) fn take(
    given: Option<&Bound<'_, PyDict>>,
    name: &str,
) -> Result<Option<String>, Failure> {
    let Some(given) = given else { return Ok(None) };
    let Some(value) = given.get_item(name)? else { return Ok(None) };
    given.del_item(name)?;
    Ok(Some(option_text(&value)?))
}

/// A value of a format: a number for numbers, bytes for bits and bytes, or text for any of them.
pub(crate) fn value_of(format: &Format, given: &Bound<'_, PyAny>) -> Result<Value, Failure> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(format.info.parse_value(&text.to_cow()?, None)?);
    }
    match (format.info.kind, bytes_of(given)) {
        (Kind::Bits | Kind::Bytes, Some(bytes)) => return Ok(Value::Bytes(bytes)),
        (Kind::Integer, None) if given.is_instance_of::<PyInt>() => {
            return number_of(format, given);
        }
        _ => {}
    }
    let wanted = match format.info.kind {
        Kind::Integer => "an int",
        Kind::Bits | Kind::Bytes => "bytes",
    };
    let found = given.get_type().name()?;
    Err(Failure::Type(format!("a value of {} is {wanted} or text, not {found}", format.info.id)))
}

/// A record: bytes, or text in the notation of the command line.
pub(crate) fn record_of(given: &Bound<'_, PyAny>) -> Result<Vec<u8>, Failure> {
    Ok(value_of(&Format { info: &RECORD, kit: None }, given)?.to_bytes())
}

fn bytes_of(given: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Some(bytes.as_bytes().to_vec());
    }
    given.cast::<PyByteArray>().ok().map(|bytes| bytes.to_vec())
}

/// Converts a Python number of any size. One that is too large is rejected like its text.
fn number_of(format: &Format, given: &Bound<'_, PyAny>) -> Result<Value, Failure> {
    if let Ok(number) = given.extract::<u128>() {
        return Ok(Value::Integer(number));
    }
    let text = match given.extract::<i128>() {
        Ok(number) => number.to_string(),
        // Python refuses to format very large numbers in decimal.
        Err(_) => given.call_method1("__format__", ("#x",))?.extract()?,
    };
    Ok(format.info.parse_value(&text, None)?)
}

/// Converts a value to a Python object: a number, text of 0 and 1, or bytes.
pub(crate) fn to_python(py: Python<'_>, value: &Value) -> Result<Py<PyAny>, Failure> {
    Ok(match value {
        Value::Integer(number) => number.into_py_any(py)?,
        Value::Bits(bits) => bits.to_string().into_py_any(py)?,
        Value::Bytes(bytes) => PyBytes::new(py, bytes).into_py_any(py)?,
    })
}

/// Converts JSON to Python's dictionaries and lists.
pub(crate) fn from_json(py: Python<'_>, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
}
