//! Records as calls are sent them.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use ennead_game::{AnyMatch, RecordError, Refusal, Value};
use ennead_protocol::Code;
use ennead_registry::format;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Failure;

/// Longer matches are not looked at here. It is several times a whole game at depth 4; at depth 1,000 a few bytes may stand for as many choices.
const MOST_CHOICES: u64 = 100_000;

/// A call about a record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// A match of any game as a record: base64url without padding, or hexadecimal.
    #[schema(example = "QZYg")]
    pub(crate) record: String,
}

impl RecordRequest {
    pub(crate) fn open(&self) -> Result<Box<dyn AnyMatch>, Failure> {
        open(&bytes(&self.record)?)
    }
}

/// The bytes of a record in base64url or hexadecimal.
///
/// The first two bits of a record are its version, 1, so that hexadecimal begins with 4 to 7 (or `0x`) and base64url never does.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, Failure> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").or(text.starts_with(['4', '5', '6', '7']).then_some(text));
    let read = match digits {
        Some(digits) => HEXLOWER_PERMISSIVE.decode(digits.as_bytes()),
        None => BASE64URL_NOPAD.decode(text.as_bytes()),
    };
    let form = if digits.is_some() { "hexadecimal" } else { "base64url without padding" };
    read.map_err(|error| Failure::refused(Code::BadValue, &format!("the record is not {form}: {error}")))
}

/// The match that a record holds, unless it is too long.
pub(crate) fn open(record: &[u8]) -> Result<Box<dyn AnyMatch>, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::refused(Code::BadValue, error);
    let records = format("record").ok_or_else(|| bad(&"there are no records"))?;
    let game = records.game_of(&Value::Bytes(record.to_vec())).map_err(|error| bad(&error))?;
    game.open_within(record, MOST_CHOICES).map_err(|error| refused(&error))
}

fn refused(refusal: &Refusal) -> Failure {
    match refusal.downcast_ref() {
        Some(RecordError::TooLong { most }) => Failure::new(
            Code::TooLarge,
            format!("the match is too long: at most {most} choices are looked at here"),
        ),
        _ => Failure::refused(Code::BadValue, refusal),
    }
}
