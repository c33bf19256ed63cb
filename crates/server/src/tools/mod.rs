//! The stateless calls: games, formats, and details of values and records.
//!
//! Longer work runs on the pool as a study.

mod analyse;
mod lessons;
mod packed_json;
mod puzzles;
mod recent;
mod review;
mod study;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use ennead_host::tools::{
    self, ExploreRequest, Feature, FormatJson, LookRequest, QrJson, QrRequest, RecordRequest,
};
use ennead_kit::Games;
use ennead_search::Tables;

use crate::body::Body;
use crate::studies::Studies;
use crate::{CallFailure, Thinking};
use packed_json::PackedJson;
use recent::Recent;
pub(crate) use study::json_response;
use study::study;

/// The state shared by the calls.
#[derive(Clone)]
struct Tools {
    games: Games,
    tables: Tables,
    studies: Studies,
    analyses: Arc<Recent>,
    reviews: Arc<Recent>,
    /// The answer to `/api/games`, which never changes.
    game_list: Arc<PackedJson>,
}

/// The OpenAPI description of the calls.
#[cfg(feature = "openapi")]
#[derive(utoipa::OpenApi)]
#[openapi(paths(
    games,
    formats,
    explore,
    sizes,
    replay,
    look,
    analyse::analyse,
    review::review,
    qr,
    lessons::list,
    lessons::answer,
    puzzles::list,
    puzzles::show,
    puzzles::attempt,
    puzzles::solution
))]
pub(crate) struct ToolsApi;

/// The calls, for clients whose time is not limited.
pub fn routes<S: Clone + Send + Sync + 'static>(
    games_known: Games,
    tables: Tables,
    thinking: Arc<Thinking>,
) -> Router<S> {
    routes_with(games_known, tables, Studies::new(thinking, None))
}

/// The calls.
pub(crate) fn routes_with<S: Clone + Send + Sync + 'static>(
    games_known: Games,
    tables: Tables,
    studies: Studies,
) -> Router<S> {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/formats", get(formats))
        .route("/api/explore", post(explore))
        .route("/api/sizes", post(sizes))
        .route("/api/replay", post(replay))
        .route("/api/look", post(look))
        .route("/api/analyse", post(analyse::analyse))
        .route("/api/qr", post(qr))
        .route("/api/review", post(review::review))
        .route("/api/games/{id}/lessons", get(lessons::list))
        .route("/api/games/{id}/lessons/{number}", post(lessons::answer))
        .route("/api/games/{id}/puzzles", get(puzzles::list))
        .route("/api/games/{id}/puzzles/{number}", get(puzzles::show).post(puzzles::attempt))
        .route("/api/games/{id}/puzzles/{number}/solution", get(puzzles::solution))
        .with_state(Tools {
            games: games_known,
            tables,
            studies,
            analyses: Arc::default(),
            reviews: Arc::default(),
            game_list: Arc::new(PackedJson::new(&tools::games(games_known, Feature::ALL))),
        })
}

/// All games.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games",
        tag = "tools",
        responses((status = 200, body = tools::GameList))
    )
)]
async fn games(State(state): State<Tools>, headers: HeaderMap) -> Response {
    state.game_list.response(&headers)
}

/// Every format of every game.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/formats",
        tag = "tools",
        responses((status = 200, body = [FormatJson]))
    )
)]
async fn formats(State(state): State<Tools>) -> Json<Vec<FormatJson>> {
    Json(tools::formats(state.games))
}

/// Every detail of a value of any format.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/explore",
        tag = "tools",
        request_body = ExploreRequest,
        responses(
            (
                status = 200,
                description = "the value, or why the format rejects it",
                body = tools::Explored
            ),
            (
                status = 400,
                description = "malformed JSON, or no such format or option",
                body = ennead_host::Problem
            ),
            (status = 413, description = "the value is too long", body = ennead_host::Problem),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
async fn explore(
    State(state): State<Tools>,
    Body(request): Body<ExploreRequest>,
) -> Result<Response, CallFailure> {
    study(&state.studies, move || tools::explore(state.games, &state.tables, &request)).await
}

/// The size in each format after each move of a match.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/sizes",
        tag = "tools",
        request_body = RecordRequest,
        responses(
            (status = 200, body = tools::Sizes),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (status = 422, description = "not a record", body = ennead_host::Problem),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
async fn sizes(
    State(state): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Response, CallFailure> {
    study(&state.studies, move || tools::sizes(state.games, &request)).await
}

/// A match move by move.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/replay",
        tag = "tools",
        request_body = RecordRequest,
        responses(
            (status = 200, body = tools::Replay),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (status = 422, description = "not a record", body = ennead_host::Problem),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
async fn replay(
    State(state): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Response, CallFailure> {
    study(&state.studies, move || tools::replay(state.games, &request)).await
}

/// A text as a QR code.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/qr",
        tag = "tools",
        request_body = QrRequest,
        responses(
            (status = 200, body = QrJson),
            (
                status = 400,
                description = "malformed JSON, or the text is too long",
                body = ennead_host::Problem
            ),
        )
    )
)]
async fn qr(Body(request): Body<QrRequest>) -> Result<Json<QrJson>, CallFailure> {
    Ok(Json(tools::qr(&request)?))
}

/// A part of a position in more detail.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/look",
        tag = "tools",
        request_body = LookRequest,
        responses(
            (status = 200, body = tools::BoardDetail),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (
                status = 422,
                description = "not a record, no such ply, or no such part",
                body = ennead_host::Problem
            ),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
async fn look(
    State(state): State<Tools>,
    Body(request): Body<LookRequest>,
) -> Result<Response, CallFailure> {
    study(&state.studies, move || tools::look(state.games, request)).await
}
