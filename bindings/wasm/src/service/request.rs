//! The calls of PROTOCOL.md, without HTTP. There is no QR code, because nobody can be invited to a
//! match in a page.

use std::time::Duration;

use ennead_host::matches::{
    JoinRequest, ListRequest, MoveRequest, NewMatch, RematchJson, TakebackJson, parse_id,
    parse_token,
};
use ennead_host::tools::{
    self, AnalyseRequest, ChosenLabels, ExploreRequest, LookRequest, RecordRequest,
};
use ennead_host::{Action, Failure, MatchId};
use ennead_protocol::{Code, Token};
use ennead_search::{Budget, Tables};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::Local;

/// The budget of an analysis, as on a server.
const ANALYSIS: Budget = Budget { time: Some(Duration::from_millis(250)), nodes: Some(300_000) };

/// The time for reviewing a whole match, as on a server.
const REVIEW: Duration = Duration::from_secs(3);

/// A call, with the content of an HTTP request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    method: String,
    /// The path with its query, as in `/api/matches?state=open`.
    path: String,
    token: Option<String>,
    #[serde(default)]
    body: Json,
}

/// Records to import as finished matches.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Records {
    records: Vec<String>,
}

type CallAnswer = Result<(u16, Vec<u8>), Failure>;

impl Request {
    /// Answers a JSON request with a status and a JSON body.
    pub(crate) fn answer(local: &mut Local, now: u64, input: &[u8]) -> (u16, Vec<u8>) {
        let request = serde_json::from_slice::<Request>(input).map_err(|error| bad_json(&error));
        match request.and_then(|request| request.perform(local, now)) {
            Ok(answer) => answer,
            Err(failure) => (failure.code.status(), failure.to_json().to_string().into_bytes()),
        }
    }

    fn perform(self, local: &mut Local, now: u64) -> CallAnswer {
        let path = self.path.clone();
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (self.method.as_str(), parts.as_slice()) {
            ("GET", ["api", "matches"]) => ok(&local.list(&list_request(query)?)?),
            ("POST", ["api", "matches"]) => {
                let created = local.create(self.body::<NewMatch>()?, now)?;
                ok(&created).map(|(_, json)| (201, json))
            }
            ("GET", ["api", "matches", id]) => self.show(local, parse_id(id)?, now),
            (method, ["api", "matches", id, verb]) => {
                let (id, method, verb) = (parse_id(id)?, method.to_string(), (*verb).to_string());
                self.on_match(local, now, id, &method, &verb)
            }
            ("GET", ["api", "records"]) => ok(&local.records()),
            ("POST", ["api", "records"]) => {
                ok(&local.import(&self.body::<Records>()?.records, now)?)
            }
            (_, ["api", "games", id, "puzzles", rest @ ..]) => self.puzzle(local, id, rest, now),
            _ => self.tool(local, &parts),
        }
    }

    fn tool(self, local: &Local, parts: &[&str]) -> CallAnswer {
        let games = local.games();
        match (self.method.as_str(), parts) {
            // Nobody can join a match in a page, or see it in a list.
            ("GET", ["api", "games"]) => ok(&tools::games(games, &[])),
            ("GET", ["api", "formats"]) => ok(&tools::formats(games)),
            ("GET", ["api", "games", id, "lessons"]) => ok(&tools::lessons(games, id)?),
            ("POST", ["api", "games", id, "lessons", number]) => {
                let number = number.parse().unwrap_or_default();
                ok(&tools::answer_lesson(games, id, number, &self.body::<ChosenLabels>()?)?)
            }
            ("POST", ["api", "explore"]) => {
                ok(&tools::explore(games, &Tables::default(), &self.body::<ExploreRequest>()?)?)
            }
            ("POST", ["api", "sizes"]) => ok(&tools::sizes(games, &self.body::<RecordRequest>()?)?),
            ("POST", ["api", "replay"]) => {
                ok(&tools::replay(games, &self.body::<RecordRequest>()?)?)
            }
            ("POST", ["api", "look"]) => ok(&tools::look(games, self.body::<LookRequest>()?)?),
            ("POST", ["api", "analyse"]) => ok(&tools::analyse(
                games,
                &Tables::default(),
                &self.body::<AnalyseRequest>()?,
                ANALYSIS,
            )?),
            ("POST", ["api", "review"]) => ok(&tools::review(
                games,
                &Tables::default(),
                &self.body::<RecordRequest>()?,
                REVIEW,
            )?),
            _ => Err(Failure::new(Code::NotFound, "there is no such page or call")),
        }
    }

    fn puzzle(&self, local: &Local, id: &str, rest: &[&str], now: u64) -> CallAnswer {
        let puzzles = local.puzzles(id)?;
        let number = rest.first().and_then(|number| number.parse().ok()).unwrap_or_default();
        match (self.method.as_str(), rest) {
            ("GET", []) => ok(&tools::puzzles(puzzles, now)?),
            ("GET", [_]) => ok(&tools::puzzle(puzzles, number)?),
            ("POST", [_]) => {
                ok(&tools::try_puzzle(puzzles, number, &self.body::<ChosenLabels>()?)?)
            }
            ("GET", [_, "solution"]) => ok(&tools::solve_puzzle(puzzles, number)?),
            _ => Err(Failure::new(Code::NotFound, "there is no such page or call")),
        }
    }

    fn on_match(
        self,
        local: &mut Local,
        now: u64,
        id: MatchId,
        method: &str,
        verb: &str,
    ) -> CallAnswer {
        let token = self.token()?;
        let action = match (method, verb) {
            ("GET", "record") => return ok(&local.record(id, token.as_ref())?),
            ("GET", "history") => return ok(&local.history(id, token.as_ref())?),
            ("GET", "hint") => return ok(&local.hint(id, token.as_ref())?),
            ("POST", "takeback") => {
                return ok(&TakebackJson::of(local.take_back(id, token.as_ref(), now)?));
            }
            ("GET", "explain") => return ok(&local.explain(id, token.as_ref())?),
            ("POST", "join") => return ok(&local.join(id, &self.body::<JoinRequest>()?, now)?),
            ("POST", "rematch") => {
                return ok(&RematchJson::of(local.rematch(id, token.as_ref(), now)?));
            }
            ("POST", "play") => self.body::<MoveRequest>()?.action()?,
            ("POST", "resign") => Action::Resign,
            ("POST", "draw") => Action::Draw,
            ("POST", "decline") => Action::Decline,
            _ => return Err(Failure::new(Code::NotFound, "there is no such page or call")),
        };
        local.act_as(id, token.as_ref(), &action, now)?;
        self.show(local, id, now)
    }

    fn show(&self, local: &mut Local, id: MatchId, now: u64) -> CallAnswer {
        ok(&local.show(id, self.token()?.as_ref(), now)?)
    }

    fn token(&self) -> Result<Option<Token>, Failure> {
        self.token.as_deref().map(parse_token).transpose()
    }

    /// The parsed body; an absent one counts as `{}`.
    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let body = if self.body.is_null() { Json::Object(Map::new()) } else { self.body.clone() };
        serde_json::from_value(body).map_err(|error| bad_json(&error))
    }
}

fn bad_json(error: &serde_json::Error) -> Failure {
    let message = format!("not the JSON that this call takes: {error}");
    Failure::rejected(Code::BadRequest, &message)
}

fn ok(answer: &impl Serialize) -> CallAnswer {
    let json = serde_json::to_vec(answer);
    let json = json.map_err(|error| Failure::rejected(Code::Internal, &error))?;
    Ok((200, json))
}

/// The parameters of a list; their values contain no escapes.
fn list_request(query: &str) -> Result<ListRequest, Failure> {
    let mut fields = Map::new();
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        let number = value.parse::<u32>().ok().filter(|_| name == "limit");
        fields.insert(name.into(), number.map_or_else(|| value.into(), Json::from));
    }
    serde_json::from_value(Json::Object(fields)).map_err(|error| bad_json(&error))
}
