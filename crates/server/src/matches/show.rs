//! A match for one viewer.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ennead_game::{Turn, Viewer};
use ennead_host::Failure;
use ennead_host::matches::{self, MatchJson};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::find_match;
use crate::CallFailure;
use ennead_protocol::Features;

use crate::app::{App, closed};
use crate::cached_match::{CachedMatch, Subscription};
use crate::match_guard::MatchGuard;
use crate::tools::json_response;

/// The longest time a call waits for a move.
const MAX_WAIT_SECONDS: u64 = 30;

/// What to wait for, and what to include.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
pub(crate) struct ShowQuery {
    /// Respond once the ply is above this one or the match is over.
    after: Option<u32>,
    /// The most seconds to wait for that; at most 30.
    wait: Option<u64>,
    /// Whether to include the bytes of the view.
    #[serde(default)]
    view: bool,
}

/// The match for this viewer.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}",
        params(("id" = String, Path, description = "the match"), ShowQuery),
        responses((status = 200, body = MatchJson), (status = 404, description = "unknown_match"))
    )
)]
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ShowQuery>,
    headers: HeaderMap,
) -> Result<Response, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    if let Some(after) = query.after {
        let seconds = query.wait.unwrap_or(MAX_WAIT_SECONDS).min(MAX_WAIT_SECONDS);
        let until = Instant::now() + Duration::from_secs(seconds);
        wait_for(&app, &cached, viewer, after, until).await?;
    }
    let guard = app.manager.lock(&cached).await?;
    let now = app.manager.now();
    let making = move |live: &mut MatchGuard| {
        let json = MatchJson::of(live, viewer, now)?;
        let json = if query.view { json.with_view(live, viewer) } else { json };
        Ok::<_, Failure>(serde_json::to_vec(&json))
    };
    json_response(app.manager.compute(&cached, guard, making).await?.1?)
}

/// The positions of a match so far, as this viewer saw them.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/history",
        params(("id" = String, Path, description = "the match")),
        responses(
            (status = 200, body = matches::HistoryJson),
            (status = 404, description = "unknown_match"),
            (status = 413, description = "too_large")
        )
    )
)]
pub(crate) async fn history(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let guard = app.manager.lock(&cached).await?;
    let making = move |live: &mut MatchGuard| {
        Ok::<_, Failure>(serde_json::to_vec(&matches::history(live, viewer)?))
    };
    json_response(app.manager.compute(&cached, guard, making).await?.1?)
}

/// The match as JSON.
pub(super) async fn answer(
    app: &App,
    cached: &Arc<CachedMatch>,
    viewer: Viewer,
) -> Result<Response, CallFailure> {
    let guard = app.manager.lock(cached).await?;
    let now = app.manager.now();
    let making = move |live: &mut MatchGuard| {
        Ok::<_, Failure>(serde_json::to_vec(&MatchJson::of(live, viewer, now)?))
    };
    json_response(app.manager.compute(cached, guard, making).await?.1?)
}

/// Waits until the match is past a ply, is over, or the time is up.
async fn wait_for(
    app: &App,
    cached: &Arc<CachedMatch>,
    viewer: Viewer,
    ply: u32,
    until: Instant,
) -> Result<(), Failure> {
    let mut closing = app.closing.clone();
    loop {
        let live = app.manager.lock(cached).await?;
        if live.ply() > ply || matches!(live.game.turn(), Turn::Over(_)) || live.ending.is_some() {
            return Ok(());
        }
        let mut subscription = Subscription::new(cached, viewer, Features::NONE);
        app.manager.wake_bot(cached, &live);
        drop(live);
        tokio::select! {
            changed = timeout_at(until, subscription.snapshots.changed()) => {
                if !matches!(changed, Ok(Ok(()))) {
                    return Ok(());
                }
            }
            () = closed(&mut closing) => return Ok(()),
        }
    }
}
