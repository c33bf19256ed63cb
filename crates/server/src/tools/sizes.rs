//! `POST /api/sizes`: how many bits each format needs for a match, move by move.

use axum::extract::State;
use axum::response::Response;
use ennead_game::{AnyGame, AnyMatch, Options, RECORD, Value};
use ennead_protocol::Code;
use serde::Serialize;
use utoipa::ToSchema;

use super::Tools;
use super::record::RecordRequest;
use super::study::study;
use super::value::bits;
use super::walk::Walk;
use crate::Failure;
use crate::body::Body;
use crate::openapi::Problem;

/// Matches of more moves are not measured.
const MOST_MOVES: usize = 1_000;
/// Moves times choices: after each move every format writes the whole match anew.
const MOST_WORK: usize = 4_000_000;

/// The bits of a match in each format, move by move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Sizes {
    /// The formats that can hold the match at some time.
    formats: Vec<&'static str>,
    /// The information in the match after each move, in bits.
    bound: Vec<f64>,
    moves: Vec<Size>,
}

/// The bits after a move.
#[derive(Serialize, ToSchema)]
struct Size {
    ply: usize,
    text: String,
    /// By format; null where it cannot hold the match as it is then.
    bits: Vec<Option<usize>>,
}

/// The bits of each format after each move.
#[utoipa::path(post, path = "/api/sizes", tag = "tools", request_body = RecordRequest, responses(
    (status = 200, body = Sizes),
    (status = 400, description = "not the JSON of this call", body = Problem),
    (status = 413, description = "the match is too long", body = Problem),
    (status = 422, description = "not a record", body = Problem),
    (status = 429, description = "too much is being looked at", body = Problem),
))]
pub(crate) async fn sizes(
    State(tools): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Response, Failure> {
    study(&tools.thinking, move || of_match(&*request.open()?)).await
}

fn of_match(game: &dyn AnyMatch) -> Result<Sizes, Failure> {
    let mut walk = Walk::new(game)?;
    walk.check(MOST_MOVES, MOST_WORK)?;
    let entry = ennead_registry::game(game.game())
        .ok_or_else(|| Failure::new(Code::Internal, "the match is of a game that is not known"))?;
    let formats: Vec<&str> = entry.formats().into_iter().chain([&RECORD]).map(|format| format.id).collect();
    let mut sizes = Sizes { formats, bound: Vec::new(), moves: Vec::new() };
    while let Some(made) = walk.step()?.filter(|made| !made.text.is_empty()) {
        let record = Value::Bytes(walk.now().record());
        let bits = sizes.formats.iter().map(|format| size(entry, format, &record)).collect();
        sizes.bound.push(walk.information());
        sizes.moves.push(Size { ply: walk.now().choices().len(), text: made.text, bits });
    }
    Ok(sizes.with_what_fits())
}

fn size(entry: &dyn AnyGame, format: &str, record: &Value) -> Option<usize> {
    let value = entry.convert(RECORD.id, format, record, &Options::new()).ok()?;
    bits(entry, format, &value).ok()
}

impl Sizes {
    /// Without the formats that never can hold the match: those of a single card, say.
    fn with_what_fits(mut self) -> Self {
        let fits: Vec<bool> = (0..self.formats.len())
            .map(|format| self.moves.iter().any(|size| size.bits[format].is_some()))
            .collect();
        keep(&mut self.formats, &fits);
        self.moves.iter_mut().for_each(|size| keep(&mut size.bits, &fits));
        self
    }
}

fn keep<T>(list: &mut Vec<T>, which: &[bool]) {
    let mut kept = which.iter();
    list.retain(|_| kept.next() == Some(&true));
}
