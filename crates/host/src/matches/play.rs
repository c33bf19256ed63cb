//! Moves and rematches.

use ennead_protocol::Code;
use serde::{Deserialize, Serialize};

use super::create::link;
use crate::{Action, Failure, MatchId};

/// A move at a ply: by options, by labels or in the game's notation.
///
/// With `options` and `labels` the server makes forced choices in between; a `line` includes them.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    ply: u32,
    options: Option<Vec<u32>>,
    labels: Option<Vec<u8>>,
    line: Option<Vec<u32>>,
    #[serde(rename = "move")]
    text: Option<String>,
}

impl MoveRequest {
    /// The action that makes the move.
    pub fn action(self) -> Result<Action, Failure> {
        let ply = self.ply;
        match (self.options, self.labels, self.line, self.text) {
            (Some(options), None, None, None) => Ok(Action::Options { ply, options }),
            (None, Some(labels), None, None) => Ok(Action::Labels { ply, labels }),
            (None, None, Some(options), None) => Ok(Action::Line { ply, options }),
            (None, None, None, Some(text)) => Ok(Action::Text { ply, text }),
            _ => {
                let text = "a move has one of options, labels, line and move";
                Err(Failure::new(Code::BadRequest, text))
            }
        }
    }
}

/// The rematch of a match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RematchJson {
    id: String,
    link: String,
}

/// The match in which a move was taken back; null until the opponent has agreed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TakebackJson {
    id: Option<String>,
    link: Option<String>,
}

impl TakebackJson {
    /// The match with this id, if it already exists.
    pub fn of(id: Option<MatchId>) -> TakebackJson {
        TakebackJson { id: id.map(|id| id.to_string()), link: id.map(link) }
    }
}

impl RematchJson {
    /// The rematch with this id.
    pub fn of(id: MatchId) -> RematchJson {
        RematchJson { id: id.to_string(), link: link(id) }
    }
}
