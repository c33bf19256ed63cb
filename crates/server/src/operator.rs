//! Health checks, metrics and the operator's page.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use ennead_host::Failure;
use ennead_protocol::Code;

use crate::CallFailure;
use crate::app::App;

/// The calls.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/operator", get(page))
}

/// Checks that the store accepts writes.
async fn ready(State(app): State<App>) -> Result<&'static str, CallFailure> {
    if *app.closing.borrow() {
        return Err(Failure::new(Code::Closing, "the server is going down").into());
    }
    app.manager.store.ready().await?;
    Ok("ready\n")
}

async fn metrics(State(app): State<App>, headers: HeaderMap) -> Response {
    if let Err(failure) = app.check_operator(&headers) {
        return ask_for_token(failure);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response()
}

/// A browser asks its user for name and password; the password is the token.
fn ask_for_token(failure: Failure) -> Response {
    let failure = CallFailure(failure);
    let ask = [(header::WWW_AUTHENTICATE, "Basic realm=\"Ennead's operator\", charset=\"UTF-8\"")];
    (StatusCode::UNAUTHORIZED, ask, failure).into_response()
}

/// The operator's page: figures of this node and of the store, refreshed every few seconds.
async fn page(State(app): State<App>, headers: HeaderMap) -> Response {
    if let Err(failure) = app.check_operator(&headers) {
        return ask_for_token(failure);
    }
    match figures(&app).await {
        Ok(rows) => Html(html(&rows)).into_response(),
        Err(failure) => CallFailure(failure).into_response(),
    }
}

/// The figures on the page and their names.
async fn figures(app: &App) -> Result<Vec<(String, String)>, Failure> {
    let ready = match app.manager.store.ready().await {
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
