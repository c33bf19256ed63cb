//! The lobby.

use axum::Json;
use axum::extract::{Query, State};
use ennead_protocol::Code;
use ennead_store::{Listing, MatchId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::show::Summary;
use crate::Failure;
use crate::app::App;
use crate::live::Live;

/// The most matches that a page of the list has.
const MAX_LIMIT: u32 = 100;

/// Which matches.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Filter {
    /// `open`, `running` or `finished`; open if it is left out.
    state: Option<String>,
    /// At most 100.
    limit: Option<u32>,
    /// Only matches older than this one.
    before: Option<String>,
}

/// A page of matches, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchList {
    matches: Vec<Summary>,
}

/// Listed matches, the newest first.
#[utoipa::path(get, path = "/api/matches", params(Filter), responses((status = 200, body = MatchList), (status = 400, description = "bad_request")))]
pub(crate) async fn list(
    State(app): State<App>,
    Query(filter): Query<Filter>,
) -> Result<Json<MatchList>, Failure> {
    let listing = match filter.state.as_deref().unwrap_or("open") {
        "open" => Listing::Open,
        "running" => Listing::Running,
        "finished" => Listing::Finished,
        other => {
            let text = format!("state is open, running or finished, not {other:?}");
            return Err(Failure::new(Code::BadRequest, text));
        }
    };
    let before: Option<MatchId> = filter
        .before
        .map(|text| text.parse())
        .transpose()
        .map_err(|_| Failure::new(Code::BadRequest, "before is a match id"))?;
    let limit = filter.limit.unwrap_or(MAX_LIMIT).min(MAX_LIMIT);
    let stored = app.manager.store.list(listing, before, limit).await?;
    // One match that cannot be replayed does not hide the others: loading has put it into the log.
    let lives = stored.into_iter().filter_map(|(id, stored)| Live::of(id, stored).ok());
    Ok(Json(MatchList { matches: lives.map(|live| Summary::of(&live)).collect() }))
}
