//! Encoding, decoding and conversion of values.

use anstream::adapter::strip_str;
use ennead_game::{Decoded, Options};
use ennead_host::tools::{self, Inspection};
use ennead_kit::Purpose;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::GAMES;
use crate::arguments::{format_of, from_json, game_of, options_of, take, to_python, value_of};
use crate::failure::{Failure, guarded};

/// Lists the formats of all games.
///
/// Each format is a dictionary with ``id``, ``game`` (``None`` for records, which every game has),
/// ``summary``, ``min_bits``, ``max_bits`` (``None`` if there is no limit), ``kind`` (``integer``,
/// ``bits`` or ``bytes``) and ``options``.
#[pyfunction]
pub(crate) fn formats(py: Python<'_>) -> PyResult<Py<PyAny>> {
    guarded(|| Ok(from_json(py, &json_text(&tools::formats(GAMES))?)?))
}

/// Lists the games, each with ``id``, ``title``, ``seats``, ``setup``, ``levels``, ``formats``,
/// ``help`` and more, as in the server's ``/api/games``.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Py<PyAny>> {
    guarded(|| {
        let list = from_json(py, &json_text(&tools::games(GAMES, &[]))?)?;
        Ok(list.bind(py).get_item("games")?.unbind())
    })
}

fn json_text(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Input(error.to_string()))
}

/// Encodes text in a format.
///
/// :param format: the format, such as ``"ttt.tiny"``.
/// :param text: the text form that the format accepts.
/// :param options: options of the format; for ``"record"`` also ``game`` and those of its set-up.
/// :returns: an ``int``, a ``str`` of 0 and 1, or ``bytes``, depending on the format.
#[pyfunction]
#[pyo3(signature = (format, text, **options))]
pub(crate) fn encode(
    py: Python<'_>,
    format: &str,
    text: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    guarded(|| {
        let format = format_of(format)?;
        let named = take(options, "game")?.map(|id| game_of(&id)).transpose()?;
        let game = format.game_to_encode(named, GAMES)?.game();
        let options = options_of(options)?;
        Purpose::Encode.check(&options, game, format.info)?;
        to_python(py, &game.encode(format.info.id, text, &options)?)
    })
}

/// Decodes a value to the dictionary that ``ennead decode --json`` prints.
///
/// :param format: the format, such as ``"nested.pack"``.
/// :param value: an ``int`` or ``bytes``, depending on the format, or text as on the command line.
#[pyfunction]
pub(crate) fn decode(
    py: Python<'_>,
    format: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    guarded(|| Ok(from_json(py, &decoded(format, value, &Options::new())?.json.to_string())?))
}

/// Draws a value as text, as ``ennead decode`` does.
///
/// :param options: options of the game's drawings.
#[pyfunction]
#[pyo3(signature = (format, value, **options))]
pub(crate) fn draw(
    format: &str,
    value: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    guarded(|| {
        let decoded = decoded(format, value, &options_of(options)?)?;
        Ok(strip_str(&decoded.drawing).to_string())
    })
}

fn decoded(id: &str, value: &Bound<'_, PyAny>, options: &Options) -> Result<Decoded, Failure> {
    let format = format_of(id)?;
    let value = value_of(&format, value)?;
    let game = format.game_of(&value, GAMES)?.game();
    Purpose::Draw.check(options, game, format.info)?;
    Ok(game.decode(format.info.id, &value, options)?)
}

/// Converts a value from one format to another, if both can hold its content.
///
/// :param from_: the format of the value.
/// :param to: the target format.
/// :param options: options of the target format.
#[pyfunction]
#[pyo3(signature = (from_, to, value, **options))]
pub(crate) fn convert(
    py: Python<'_>,
    from_: &str,
    to: &str,
    value: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    guarded(|| {
        let (from, to) = (format_of(from_)?, format_of(to)?);
        let value = value_of(&from, value)?;
        let kit = from.game_of(&value, GAMES)?;
        let options = options_of(options)?;
        to.check_game(kit)?;
        Purpose::Write.check(&options, kit.game(), to.info)?;
        to_python(py, &kit.game().convert(from.info.id, to.info.id, &value, &options)?)
    })
}

/// Dissects a value bit by bit: returns the dictionary that ``ennead inspect --json`` prints.
#[pyfunction]
pub(crate) fn inspect(
    py: Python<'_>,
    format: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    guarded(|| {
        let format = format_of(format)?;
        let value = value_of(&format, value)?;
        let fields = format.game_of(&value, GAMES)?.game().fields(format.info.id, &value)?;
        Ok(from_json(py, &Inspection::new(format.info.id, &value, fields).to_json())?)
    })
}
