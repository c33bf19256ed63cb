//! Health checks, metrics and the operator's page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use ennead_host::Failure;
use ennead_host::matches::parse_id;
use ennead_protocol::Code;
use ennead_store::{Store, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::CallFailure;
use crate::app::App;
use crate::matches::list_of;

/// The most matches on a page.
const MAX_LISTED: u32 = 100;

/// The routes.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/operator", get(page))
        .route("/api/operator/matches", get(list))
        .route("/api/operator/matches/{id}", delete(remove))
        .route("/api/operator/matches/{id}/end", post(end))
}

/// How long a response to `/readyz` is cached: each check writes to the database.
const READY_FOR: Duration = Duration::from_secs(1);

/// The last check that the store accepts writes, and its time.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Readiness {
    /// Whether the store accepts writes. Tried at most once a second, no matter how many clients
    /// ask.
    async fn check(&self, store: &Store) -> Result<(), StoreError> {
        let mut last = self.0.lock().await;
        match &*last {
            Some((at, answer)) if at.elapsed() < READY_FOR => answer.clone(),
            _ => {
                let answer = store.ready().await;
                *last = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    }
}

/// A page of all stored matches.
#[derive(Debug, Deserialize)]
struct AllMatches {
    /// Only matches newer than this one.
    after: Option<String>,
    /// At most 100.
    limit: Option<u32>,
}

/// All matches in id order, listed or not.
async fn list(
    State(app): State<App>,
    Query(request): Query<AllMatches>,
    headers: HeaderMap,
) -> Result<Response, CallFailure> {
    app.check_operator(&headers)?;
    let after = request.after.as_deref().map(parse_id).transpose()?;
    let limit = request.limit.unwrap_or(MAX_LISTED).min(MAX_LISTED);
    let rows = app.manager.store.summaries(after, limit).await?;
    let last = rows.last().map(|row| row.id);
    list_of(&app, rows, last).await
}

/// Calls a running match off.
async fn end(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, CallFailure> {
    app.check_operator(&headers)?;
    let (id, manager) = (parse_id(&id)?, Arc::clone(&app.manager));
    app.run_to_completion(async move { manager.end(id).await }).await?;
    tracing::info!(%id, "the operator has ended a match");
    Ok(Json(json!({ "id": id.to_string(), "ended": true })))
}

/// Deletes a match.
async fn remove(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, CallFailure> {
    app.check_operator(&headers)?;
    let (id, manager) = (parse_id(&id)?, Arc::clone(&app.manager));
    app.run_to_completion(async move { manager.delete(id).await }).await?;
    tracing::info!(%id, "the operator has deleted a match");
    Ok(Json(json!({ "id": id.to_string(), "deleted": true })))
}

/// Checks that the store accepts writes.
async fn ready(State(app): State<App>) -> Result<&'static str, CallFailure> {
    if *app.closing.borrow() {
        return Err(Failure::new(Code::Closing, "the server is going down").into());
    }
    app.readiness.check(&app.manager.store).await?;
    Ok("ready\n")
}

async fn metrics(State(app): State<App>, headers: HeaderMap) -> Response {
    if let Err(failure) = app.check_operator(&headers) {
        return ask_for_token(failure);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response()
}

/// Makes a browser prompt for a name and a password; the password is the token.
fn ask_for_token(failure: Failure) -> Response {
    let failure = CallFailure(failure);
    let ask = [(header::WWW_AUTHENTICATE, "Basic realm=\"Ennead's operator\", charset=\"UTF-8\"")];
    (StatusCode::UNAUTHORIZED, ask, failure).into_response()
}

/// The operator's page: statistics of this node and of the store, refreshed every few seconds.
async fn page(State(app): State<App>, headers: HeaderMap) -> Response {
    if let Err(failure) = app.check_operator(&headers) {
        return ask_for_token(failure);
    }
    match figures(&app).await {
        Ok(rows) => Html(html(&rows)).into_response(),
        Err(failure) => CallFailure(failure).into_response(),
    }
}

/// The statistics on the page, with their names.
async fn figures(app: &App) -> Result<Vec<(String, String)>, Failure> {
    let ready = match app.readiness.check(&app.manager.store).await {
        Ok(()) => "yes".to_string(),
        Err(error) => format!("no: {error}"),
    };
    let counts = app.manager.store.counts().await?;
    let mut rows = vec![
        ("Moves can be stored".to_string(), ready),
        ("Matches that wait for a player".into(), counts.open.to_string()),
        ("Matches going on".into(), counts.running.to_string()),
        ("Matches over".into(), counts.finished.to_string()),
        ("Matches in this node's memory".into(), app.manager.cached_matches().len().to_string()),
    ];
    let text = app.metrics.render();
    let metrics = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.extend(
        metrics
            .filter_map(|line| line.rsplit_once(' '))
            .map(|(name, value)| (name.into(), value.into())),
    );
    Ok(rows)
}

fn html(rows: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape(name), escape(value))
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>Ennead: operator</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"5\">\
         <link rel=\"stylesheet\" href=\"/css/base.css\"></head><body><main><h1>Ennead {}</h1>\
         <table>{rows}</table></main></body></html>\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use ennead_store::testing::Folder;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn concurrent_readiness_checks_write_once() {
        let folder = Folder::new();
        let store = Store::open(&folder.sqlite()).await.unwrap();
        let (readiness, before) = (Readiness::default(), store.commits().unwrap());
        for _ in 0..200 {
            readiness.check(&store).await.unwrap();
        }
        assert_eq!(store.commits().unwrap() - before, 1);
    }
}
