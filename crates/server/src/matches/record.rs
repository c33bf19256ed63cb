//! Finished matches as records, and claims explained.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ennead_protocol::Code;
use serde::Serialize;
use utoipa::ToSchema;

use super::place;
use crate::Failure;
use crate::app::App;

/// A match as a record.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordJson {
    /// In base64url.
    record: String,
    hex: String,
    bytes: usize,
    bits: usize,
    /// The page that replays it.
    link: String,
}

/// The record of a match that is over.
#[utoipa::path(get, path = "/api/matches/{id}/record", params(("id" = String, Path, description = "the match")),
    responses((status = 200, body = RecordJson), (status = 409, description = "not_over")))]
pub(crate) async fn record(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<RecordJson>, Failure> {
    let (slot, _) = place(&app, &path, &headers).await?;
    let live = app.manager.hold(&slot).await?;
    if live.ending.is_none() {
        return Err(Failure::new(
            Code::NotOver,
            "a record tells everything, so it is kept until the match is over",
        ));
    }
    let bytes = live.game.record();
    let record = BASE64URL_NOPAD.encode(&bytes);
    Ok(Json(RecordJson {
        link: format!("/r#{record}"),
        record,
        hex: HEXLOWER.encode(&bytes),
        bytes: bytes.len(),
        bits: bytes.len() * 8,
    }))
}

/// What there is to say of each claim.
#[derive(Serialize, ToSchema)]
pub(crate) struct Explanations {
    stones: Vec<StoneJson>,
}

/// What there is to say of one claim.
#[derive(Serialize, ToSchema)]
struct StoneJson {
    stone: u32,
    text: String,
    /// The best that the other side can still make.
    best: Option<String>,
}

/// Why each stone may be claimed or not, from what this viewer sees.
#[utoipa::path(get, path = "/api/matches/{id}/explain", params(("id" = String, Path, description = "the match")),
    responses((status = 200, body = Explanations)))]
pub(crate) async fn explain(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<Explanations>, Failure> {
    let (slot, viewer) = place(&app, &path, &headers).await?;
    let live = app.manager.hold(&slot).await?;
    let stones = live.game.explain(viewer).into_iter();
    let stones = stones.map(|stone| StoneJson { stone: stone.subject, text: stone.text, best: stone.best });
    Ok(Json(Explanations { stones: stones.collect() }))
}
