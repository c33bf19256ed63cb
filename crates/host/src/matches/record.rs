//! The record of a finished match.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ennead_protocol::Code;
use serde::Serialize;

use crate::{Failure, LiveMatch};

/// A match as a record.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordJson {
    /// In base64url.
    record: String,
    hex: String,
    bytes: usize,
    bits: usize,
    /// The page that replays it.
    link: String,
}

/// The record of a finished match. A record reveals everything, so a running match has none to
/// give.
pub fn record(live: &LiveMatch) -> Result<RecordJson, Failure> {
    if live.ending.is_none() {
        let text =
            "a record reveals hidden information, so it is not available before the match is over";
        return Err(Failure::new(Code::NotOver, text));
    }
    if live.is_continued() {
        let text = "a move was taken back, and the match goes on in another one: the record would \
                    reveal hidden information";
        return Err(Failure::new(Code::NotOver, text));
    }
    let bytes = live.game.record();
    let record = BASE64URL_NOPAD.encode(&bytes);
    Ok(RecordJson {
        link: format!("/r#{record}"),
        record,
        hex: HEXLOWER.encode(&bytes),
        bytes: bytes.len(),
        bits: bytes.len() * 8,
    })
}
