//! Lessons.

use axum::Json;
use axum::extract::{Path, State};
use ennead_host::tools::{self, ChosenLabels, LessonAnswer, LessonList};

use super::Tools;
use crate::CallFailure;
use crate::body::Body;

/// The lessons of a game.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/games/{id}/lessons",
        tag = "tools",
        params(("id" = String, Path, description = "the game")),
        responses(
            (status = 200, body = LessonList),
            (status = 404, description = "there is no such game", body = ennead_host::Problem),
        )
    )
)]
pub(super) async fn list(
    State(state): State<Tools>,
    Path(id): Path<String>,
) -> Result<Json<LessonList>, CallFailure> {
    Ok(Json(tools::lessons(state.games, &id)?))
}

/// Makes a move in a lesson.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/games/{id}/lessons/{number}",
        tag = "tools",
        request_body = ChosenLabels,
        params(
            ("id" = String, Path, description = "the game"),
            ("number" = usize, Path, description = "the lesson, counted from 1"),
        ),
        responses(
            (status = 200, body = LessonAnswer),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (
                status = 404,
                description = "there is no such game or lesson",
                body = ennead_host::Problem
            ),
            (
                status = 422,
                description = "no such label, or not a whole move",
                body = ennead_host::Problem
            ),
        )
    )
)]
pub(super) async fn answer(
    State(state): State<Tools>,
    Path((id, number)): Path<(String, String)>,
    Body(request): Body<ChosenLabels>,
) -> Result<Json<LessonAnswer>, CallFailure> {
    let number = number.parse().unwrap_or_default();
    Ok(Json(tools::answer_lesson(state.games, &id, number, &request)?))
}
