//! The calls that need no match: what there is to play, and values and records looked at from all sides.
//!
//! They keep nothing. Whatever takes longer than a moment runs on [`Thinking`] as a study, and each call bounds its own work.

mod analyse;
mod bound;
mod explore;
mod feed;
mod formats;
mod games;
mod look;
mod option_spec;
mod recent;
mod record;
mod replay;
mod sizes;
mod study;
mod value;
mod walk;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use utoipa::OpenApi;

use crate::Thinking;
use recent::Recent;

/// What the calls share.
#[derive(Clone)]
struct Tools {
    thinking: Arc<Thinking>,
    analyses: Arc<Recent<analyse::Analysis>>,
}

/// The calls as OpenAPI describes them.
#[derive(OpenApi)]
#[openapi(paths(
    games::games,
    formats::formats,
    explore::explore,
    sizes::sizes,
    replay::replay,
    look::look,
    analyse::analyse
))]
pub(crate) struct ToolsApi;

/// The calls.
pub fn routes<S: Clone + Send + Sync + 'static>(thinking: Arc<Thinking>) -> Router<S> {
    Router::new()
        .route("/api/games", get(games::games))
        .route("/api/formats", get(formats::formats))
        .route("/api/explore", post(explore::explore))
        .route("/api/sizes", post(sizes::sizes))
        .route("/api/replay", post(replay::replay))
        .route("/api/look", post(look::look))
        .route("/api/analyse", post(analyse::analyse))
        .with_state(Tools { thinking, analyses: Arc::default() })
}
