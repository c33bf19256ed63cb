//! Puzzles.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use ennead_host::tools::{self, ChosenLabels, PuzzleJson, PuzzleList, puzzles_of};

use super::{Tools, study};
use crate::CallFailure;
use crate::body::Body;
use crate::node_clock::wall;

/// The puzzles of a game, and the number of today's.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games/{id}/puzzles",
        tag = "tools",
        params(("id" = String, Path, description = "the game")),
        responses(
            (status = 200, body = PuzzleList),
            (
                status = 404,
                description = "there is no such game, or it has no puzzles",
                body = ennead_host::Problem
            ),
        )
    )
)]
pub(super) async fn list(
    State(state): State<Tools>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleList>, CallFailure> {
    Ok(Json(tools::puzzles(puzzles_of(state.games, &id)?, wall())?))
}

/// A puzzle.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games/{id}/puzzles/{number}",
        tag = "tools",
        params(
            ("id" = String, Path, description = "the game"),
            ("number" = usize, Path, description = "the puzzle, counted from 1"),
        ),
        responses(
            (status = 200, body = PuzzleJson),
            (
                status = 404,
                description = "there is no such game or puzzle",
                body = ennead_host::Problem
            ),
        )
    )
)]
pub(super) async fn show(
    State(state): State<Tools>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<PuzzleJson>, CallFailure> {
    Ok(Json(tools::puzzle(puzzles_of(state.games, &id)?, parse(&number))?))
}

/// Judges moves or an answer in a puzzle.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/games/{id}/puzzles/{number}",
        tag = "tools",
        request_body = ChosenLabels,
        params(
            ("id" = String, Path, description = "the game"),
            ("number" = usize, Path, description = "the puzzle, counted from 1"),
        ),
        responses(
            (status = 200, body = tools::PuzzleVerdict),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (
                status = 404,
                description = "there is no such game or puzzle",
                body = ennead_host::Problem
            ),
            (
                status = 422,
                description = "no such label or item, or not whole moves",
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
pub(super) async fn attempt(
    State(state): State<Tools>,
    Path((id, number)): Path<(String, String)>,
    Body(request): Body<ChosenLabels>,
) -> Result<Response, CallFailure> {
    let puzzles = puzzles_of(state.games, &id)?;
    let work = move || tools::try_puzzle(puzzles, parse(&number), &request);
    study(&state.studies, work).await
}

/// The solution of a puzzle.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games/{id}/puzzles/{number}/solution",
        tag = "tools",
        params(
            ("id" = String, Path, description = "the game"),
            ("number" = usize, Path, description = "the puzzle, counted from 1"),
        ),
        responses(
            (status = 200, body = tools::PuzzleSolution),
            (
                status = 404,
                description = "there is no such game or puzzle",
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
pub(super) async fn solution(
    State(state): State<Tools>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, CallFailure> {
    let puzzles = puzzles_of(state.games, &id)?;
    study(&state.studies, move || tools::solve_puzzle(puzzles, parse(&number))).await
}

/// Parses the number of a puzzle; anything else becomes 0, which no puzzle has.
fn parse(number: &str) -> usize {
    number.parse().unwrap_or_default()
}
