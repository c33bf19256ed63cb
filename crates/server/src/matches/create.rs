//! Creating matches and taking seats.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use ennead_host::matches::{
    CreatedMatch, CreationLimits, JoinRequest, JoinedSeat, NewMatch, new_token, parse_id,
};

use crate::CallFailure;
use crate::app::App;
use crate::body::Body;
use crate::entropy::Entropy;

/// Creates a match.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches",
        request_body = NewMatch,
        responses(
            (status = 201, body = CreatedMatch),
            (status = 400, description = "bad_request"),
            (status = 429, description = "too_many"),
        )
    )
)]
pub(crate) async fn create(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(request): Body<NewMatch>,
) -> Result<(StatusCode, Json<CreatedMatch>), CallFailure> {
    let client = app.client(peer, &headers);
    app.limits.new_match(client)?;
    let limits = CreationLimits {
        options: match app.limits.applies_to(client) {
            true => app.config.max_options.clone(),
            false => Vec::new(),
        },
        choices: Some(app.config.limits.choices),
    };
    let (games, now) = (app.manager.games, app.manager.now());
    let preparing = move || request.prepare_within(&limits, games, now, &mut Entropy);
    let prepared = app.manager.work(preparing).await??;
    let (manager, head) = (Arc::clone(&app.manager), prepared.head.clone());
    let prefix = prepared.prefix.clone();
    let create = async move { manager.create(head, prefix, None, Some(client)).await };
    let id = app.run_to_completion(create).await?;
    Ok((StatusCode::CREATED, Json(prepared.answer(id))))
}

/// Takes an open seat.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/join",
        request_body = JoinRequest,
        params(("id" = String, Path, description = "the match")),
        responses(
            (status = 200, body = JoinedSeat),
            (status = 409, description = "seat_taken, over"),
        )
    )
)]
pub(crate) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(request): Body<JoinRequest>,
) -> Result<Json<JoinedSeat>, CallFailure> {
    let token = new_token(&mut Entropy);
    let action = request.action(token)?;
    let cached = app.manager.fresh_match(parse_id(&id)?).await?;
    let (manager, place) = (Arc::clone(&app.manager), Arc::clone(&cached));
    app.run_to_completion(async move { manager.act(&place, None, &action).await }).await?;
    let live = app.manager.lock(&cached).await?;
    Ok(Json(JoinedSeat::of(&live, &token)?))
}
