//! Takebacks and hints: help for players.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use ennead_host::matches::{self, Hint, TakebackJson};
use ennead_search::Budget;

use super::find_match;
use crate::CallFailure;
use crate::app::App;
use crate::cached_match::seat_of;
use crate::manager::TakebackOutcome;
use crate::panics::catch;

/// The budget of each choice of a hint, unless the configuration counts nodes.
const BUDGET: Budget = Budget { time: Some(Duration::from_millis(400)), nodes: Some(300_000) };

/// Takes back the caller's last move, in a new match that begins with the moves before it. Against
/// a person it asks the opponent, or grants the opponent's request.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/takeback",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = TakebackJson, description = "the new match"),
            (status = 202, body = TakebackJson, description = "the opponent is asked"),
            (status = 403, description = "forbidden: the match has a clock; no_seat"),
            (status = 409, description = "over, waiting"),
            (status = 422, description = "bad_option: there is nothing to take back"),
        )
    )
)]
pub(crate) async fn takeback(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<TakebackJson>), CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let manager = Arc::clone(&app.manager);
    let taken = app
        .run_to_completion(async move { manager.take_back(&cached, seat_of(viewer)).await })
        .await?;
    Ok(match taken {
        TakebackOutcome::Forked(id) => (StatusCode::OK, Json(TakebackJson::of(Some(id)))),
        TakebackOutcome::Requested(_) => (StatusCode::ACCEPTED, Json(TakebackJson::of(None))),
    })
}

/// A hint for the seat to move, with the reason.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/hint",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = Hint),
            (status = 403, description = "forbidden: hints are for matches against bots"),
            (status = 409, description = "not_your_turn, over"),
        )
    )
)]
pub(crate) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Hint>, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let question = app.manager.lock(&cached).await?.ask_hint(seat_of(viewer))?;
    let (games, tables) = (app.manager.games, app.manager.tables.clone());
    let budget = app.config.bots.nodes.map_or(BUDGET, Budget::nodes);
    let work = move || catch(|| matches::hint(games, &tables, question, budget));
    match app.manager.studies.run(work).await? {
        Ok(hint) => Ok(Json(hint?)),
        Err(panic) => Err(app.manager.quarantine(cached.id, &panic).await.into()),
    }
}
