//! A match on the server: its id and the tokens of both seats.

use std::net::IpAddr;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_protocol::{MatchIdBytes, Token};
use serde_json::Value as Json;
use thiserror::Error;

use crate::Address;
use crate::http::{HttpError, post};

/// How often a request to a busy server is retried, and the pause in between.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(100);
const TOO_MANY: u16 = 429;
const CREATED: u16 = 201;

/// Why a match cannot be created.
#[derive(Debug, Error)]
pub enum CreateError {
    /// The call failed.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The server rejected the request.
    #[error("{code}: {message}")]
    Refused {
        /// The machine-readable reason.
        code: String,
        /// The human-readable reason.
        message: String,
    },
    /// The response is malformed.
    #[error("the server does not answer as PROTOCOL.md says: {0}")]
    Answer(String),
}

/// A match of two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSeats {
    /// The match.
    pub id: MatchIdBytes,
    /// The tokens of both seats.
    pub tokens: [Token; 2],
}

impl MatchSeats {
    /// Creates a match, retrying for a while if the server is busy.
    pub(crate) async fn create(
        address: &Address,
        local: Option<IpAddr>,
        request: &str,
    ) -> Result<MatchSeats, CreateError> {
        for _ in 0..ATTEMPTS {
            match MatchSeats::request(address, local, request).await? {
                Some(table) => return Ok(table),
                None => tokio::time::sleep(PAUSE).await,
            }
        }
        Err(CreateError::Refused {
            code: "too_many".into(),
            message: "the server stays too busy".into(),
        })
    }

    /// Requests a match; `None` if there are too many calls.
    pub async fn request(
        address: &Address,
        local: Option<IpAddr>,
        request: &str,
    ) -> Result<Option<MatchSeats>, CreateError> {
        let answer = post(address, local, "/api/matches", request).await?;
        let json: Json = serde_json::from_str(&answer.body).unwrap_or_default();
        match answer.status {
            CREATED => read(&json).map(Some).ok_or(CreateError::Answer(answer.body)),
            TOO_MANY => Ok(None),
            _ => Err(refusal(&json).unwrap_or(CreateError::Answer(answer.body))),
        }
    }
}

fn refusal(json: &Json) -> Option<CreateError> {
    let text = |key: &str| json["error"][key].as_str().map(str::to_string);
    Some(CreateError::Refused { code: text("code")?, message: text("message")? })
}

fn read(json: &Json) -> Option<MatchSeats> {
    let token = |seat: usize| bytes(json["seats"][seat]["token"].as_str()?);
    Some(MatchSeats { id: bytes(json["id"].as_str()?)?, tokens: [token(0)?, token(1)?] })
}

pub(crate) fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()?.try_into().ok()
}

/// A match id as text.
pub(crate) fn id_text(id: &MatchIdBytes) -> String {
    BASE64URL_NOPAD.encode(id)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers() {
        let token = "AAAAAAAAAAAAAAAAAAAAAA";
        let seats =
            json!([{ "kind": "person", "token": token }, { "kind": "person", "token": token }]);
        let table = read(&json!({ "id": "AAECAwQFBgc", "seats": seats }));
        assert_eq!(table, Some(MatchSeats { id: [0, 1, 2, 3, 4, 5, 6, 7], tokens: [[0; 16]; 2] }));
        assert_eq!(id_text(&[0, 1, 2, 3, 4, 5, 6, 7]), "AAECAwQFBgc");
        assert_eq!(read(&json!({ "id": "AAECAwQFBgc", "seats": [] })), None);
        let refused =
            refusal(&json!({ "error": { "code": "bad_request", "message": "no such game" } }));
        assert_eq!(refused.unwrap().to_string(), "bad_request: no such game");
    }
}
