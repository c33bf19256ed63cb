//! The server calls that clients need.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::Options;
use ennead_load::{Address, call};
use serde_json::{Value as Json, json};

use super::MatchLink;
use crate::failure::Failure;

/// A match to create.
pub(crate) struct NewMatch<'a> {
    pub(crate) game: &'a str,
    pub(crate) setup: &'a Options,
    /// `person`, `open` or `bot:N`, for each seat.
    pub(crate) seats: [String; 2],
    pub(crate) name: Option<&'a str>,
}

/// A failed call: its status, 0 if there is none, and a readable message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallError {
    pub(crate) status: u16,
    pub(crate) message: String,
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Failure {
        Failure::Service(error.message)
    }
}

/// A match on a server, and the seat that a token holds there.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    pub(crate) at: MatchLink,
    pub(crate) token: Option<String>,
}

impl Calls {
    /// Creates a match; the caller gets the seat of its only person.
    pub(crate) async fn create(address: &Address, new: &NewMatch<'_>) -> Result<Calls, CallError> {
        let setup: serde_json::Map<String, Json> =
            new.setup.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
        let request = json!({
            "game": new.game, "setup": setup, "seats": new.seats, "name": new.name,
        });
        let made = send(address, "POST", "/api/matches", None, &request).await?;
        let token = made["seats"]
            .as_array()
            .into_iter()
            .flatten()
            .find_map(|seat| seat["token"].as_str().map(str::to_string));
        let id = made["id"].as_str().ok_or_else(|| unexpected(address))?.to_string();
        Ok(Calls { at: MatchLink { address: address.clone(), id }, token })
    }

    /// Takes an open seat.
    pub(crate) async fn join(at: &MatchLink, name: Option<&str>) -> Result<Calls, CallError> {
        let watcher = Calls { at: at.clone(), token: None };
        let joined = watcher.post("join", &json!({ "name": name })).await?;
        let token = joined["token"].as_str().ok_or_else(|| unexpected(&at.address))?;
        Ok(Calls { token: Some(token.to_string()), ..watcher })
    }

    /// The match as this client may see it, including the bytes of its view.
    pub(crate) async fn show(&self) -> Result<Json, CallError> {
        let path = format!("/api/matches/{}?view=true", self.at.id);
        send(&self.at.address, "GET", &path, self.token.as_deref(), &Json::Null).await
    }

    /// A call of this match, such as `play`.
    pub(crate) async fn post(&self, what: &str, body: &Json) -> Result<Json, CallError> {
        let path = format!("/api/matches/{}/{what}", self.at.id);
        send(&self.at.address, "POST", &path, self.token.as_deref(), body).await
    }
}

/// Decodes the bytes of a view from the JSON of a match.
pub(crate) fn view_bytes(json: &Json) -> Option<Vec<u8>> {
    BASE64URL_NOPAD.decode(json["view"].as_str()?.as_bytes()).ok()
}

fn unexpected(address: &Address) -> CallError {
    CallError { status: 0, message: format!("{address} does not answer as PROTOCOL.md says") }
}

async fn send(
    address: &Address,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Json,
) -> Result<Json, CallError> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let answer = call(address, method, path, token, &body).await.map_err(|error| CallError {
        status: 0,
        message: format!("{address} cannot be reached: {error}"),
    })?;
    let json: Json = serde_json::from_str(&answer.body).map_err(|_| unexpected(address))?;
    if (200..300).contains(&answer.status) {
        return Ok(json);
    }
    let message = json["error"]["message"].as_str().unwrap_or("the server refuses");
    Err(CallError { status: answer.status, message: message.to_string() })
}
