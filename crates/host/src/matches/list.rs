//! The lobby.

use ennead_kit::Games;
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};

use super::MatchSummary;
use crate::{BrokenMatch, Failure, Listing, MatchId, Summary};

/// The most matches on a page of the list.
const MAX_LIMIT: u32 = 100;

/// A request for a page of the list.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
pub struct ListRequest {
    /// `open`, `running` or `finished`; open if omitted.
    state: Option<String>,
    /// At most 100.
    limit: Option<u32>,
    /// Only matches older than this one.
    before: Option<String>,
}

/// A validated [`ListRequest`], ready for the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// The phase of the matches.
    pub listing: Listing,
    /// Only matches with smaller ids.
    pub before: Option<MatchId>,
    /// The highest number of matches.
    pub limit: u32,
}

/// A page of matches, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchList {
    matches: Vec<MatchSummary>,
    /// The id after which the next page of an operator's list begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
}

impl ListRequest {
    /// Validates the request.
    pub fn query(&self) -> Result<ListQuery, Failure> {
        let bad = |text: String| Failure::rejected(Code::BadRequest, &text);
        let state = self.state.as_deref().unwrap_or(Listing::Open.name());
        let listing = Listing::of(state)
            .ok_or_else(|| bad(format!("state is open, running or finished, not {state:?}")))?;
        let before = self.before.as_ref().map(|text| text.parse()).transpose();
        let before = before.map_err(|_| bad("before is a match id".into()))?;
        Ok(ListQuery { listing, before, limit: self.limit.unwrap_or(MAX_LIMIT).min(MAX_LIMIT) })
    }
}

impl MatchList {
    /// The page with these matches. A match that cannot be read does not hide the others: it is
    /// passed to `on_broken`.
    pub fn of(
        games: Games,
        summaries: &[(MatchId, Summary)],
        last: Option<MatchId>,
        mut on_broken: impl FnMut(BrokenMatch),
    ) -> MatchList {
        let mut matches = Vec::with_capacity(summaries.len());
        for (id, summary) in summaries {
            match MatchSummary::of_stored(games, *id, summary) {
                Ok(summary) => matches.push(summary),
                Err(broken) => on_broken(broken),
            }
        }
        MatchList::new(matches, last)
    }

    /// The page with these matches.
    pub fn new(matches: Vec<MatchSummary>, last: Option<MatchId>) -> MatchList {
        MatchList { matches, last: last.map(|id| id.to_string()) }
    }
}
