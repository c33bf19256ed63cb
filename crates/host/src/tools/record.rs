//! Records in requests.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use ennead_game::{AnyMatch, GameError, RecordError};
use ennead_kit::Games;
use ennead_protocol::Code;
use serde::Deserialize;

use crate::Failure;

/// Longer matches are rejected: a few bytes of record may encode very many forced choices.
const MAX_CHOICES: u64 = 100_000;

/// A request about a record.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// A match of any game as a `record` or `record.model`: base64url without padding, or
    /// hexadecimal.
    #[cfg_attr(feature = "openapi", schema(example = "QZYg"))]
    pub(crate) record: String,
}

impl RecordRequest {
    /// Decodes the match, unless it is too long.
    pub fn open(&self, games: Games) -> Result<Box<dyn AnyMatch>, Failure> {
        open_text(games, &self.record)
    }
}

/// The bytes of a record in base64url or hexadecimal.
///
/// Hexadecimal begins with a digit (or `0x`), except that a `record.model` may begin with a letter
/// and then requires the `0x`. Base64url of versions 0 to 2 begins with a letter. That of version 3
/// may begin with a digit, and is recognised by its other letters; a few very short ones have none,
/// and [`find`] handles those.
pub(crate) fn parse(text: &str) -> Result<Vec<u8>, Failure> {
    parse_with(text, |first| first.is_ascii_digit())
}

/// The same for a text that is known to be a `record.model`: its base64url never begins with a to
/// f.
pub(crate) fn parse_model(text: &str) -> Result<Vec<u8>, Failure> {
    parse_with(text, |first| first.is_ascii_digit() || matches!(first, 'a'..='f'))
}

fn parse_with(text: &str, is_digit: impl Fn(char) -> bool) -> Result<Vec<u8>, Failure> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").or(text.starts_with(is_digit).then_some(text));
    let base64url = BASE64URL_NOPAD.decode(text.as_bytes());
    let read = match digits {
        Some(digits) => HEXLOWER_PERMISSIVE
            .decode(digits.as_bytes())
            .or_else(|error| base64url.map_err(|_| error)),
        None => base64url,
    };
    let form = if digits.is_some() { "hexadecimal" } else { "base64url without padding" };
    read.map_err(|error| {
        Failure::rejected(Code::BadValue, &format!("the record is not {form}: {error}"))
    })
}

/// Decodes the match in a record's text, unless it is too long.
pub(crate) fn open_text(games: Games, text: &str) -> Result<Box<dyn AnyMatch>, Failure> {
    find(games, text, parse).map(|(_, game)| game)
}

/// Decodes a record's text, and its match. An ambiguous text is hexadecimal unless only its
/// base64url is a record.
pub(crate) fn find(
    games: Games,
    text: &str,
    parse: fn(&str) -> Result<Vec<u8>, Failure>,
) -> Result<(Vec<u8>, Box<dyn AnyMatch>), Failure> {
    let open = |record: Vec<u8>| open(games, &record).map(|game| (record, game));
    parse(text).and_then(open).or_else(|failure| {
        let other = BASE64URL_NOPAD.decode(text.trim().as_bytes());
        other.ok().and_then(|record| open(record).ok()).ok_or(failure)
    })
}

/// Decodes the match in a record, unless it is too long.
fn open(games: Games, record: &[u8]) -> Result<Box<dyn AnyMatch>, Failure> {
    let kit =
        games.game_of_record(record).map_err(|error| Failure::rejected(Code::BadValue, &error))?;
    kit.game().open_within(record, MAX_CHOICES).map_err(|error| rejected(&error))
}

fn rejected(error: &GameError) -> Failure {
    match error.downcast_ref() {
        Some(RecordError::TooLong { most }) => Failure::new(
            Code::TooLarge,
            format!("the match is too long: at most {most} choices are looked at here"),
        ),
        _ => Failure::rejected(Code::BadValue, error),
    }
}

/// The encoding of bytes in JSON.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
