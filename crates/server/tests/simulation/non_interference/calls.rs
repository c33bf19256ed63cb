//! Calls over HTTP: every path of the server, with valid and invalid arguments.

use ennead_game::{Random, SplitMix64};
use ennead_host::{Action, MatchId};
use serde_json::{Value as Json, json};

use super::known::{Known, some_choices};
use super::party::{Line, Party, Wire};

/// What a client sends.
pub(super) struct Call {
    pub(super) line: Line,
    /// The path or the frame.
    pub(super) name: String,
    /// The bytes sent in each world: the same, unless a move that others must not see differs.
    pub(super) bytes: [Vec<u8>; 2],
    /// The match that the response is about.
    pub(super) subject: Option<MatchId>,
    /// The choices that it requests in each world.
    pub(super) choices: Option<[Action; 2]>,
}

/// The same for both worlds.
pub(super) fn both<T: Clone>(one: T) -> [T; 2] {
    [one.clone(), one]
}

impl Call {
    /// Whether it ends a match at once: too many such calls would leave nothing to observe.
    pub(super) fn is_drastic(&self) -> bool {
        ["resign", "/end", "DELETE"].iter().any(|part| self.name.contains(part))
    }

    /// Whether it may create or finish matches.
    pub(super) fn may_change_matches(&self) -> bool {
        let is_seated = matches!(self.line.party, Party::First | Party::Second);
        let is_next = ["rematch", "takeback", "draw"].iter().any(|part| self.name.contains(part));
        let is_new = self.name == "POST /api/matches";
        self.is_drastic() || is_new || (is_seated && (is_next || self.choices.is_some()))
    }
}

/// Calls about one match.
pub(super) const MATCH_CALLS: &[(&str, &str)] = &[
    ("GET", "/api/matches/{id}"),
    ("POST", "/api/matches/{id}/join"),
    ("POST", "/api/matches/{id}/play"),
    ("POST", "/api/matches/{id}/resign"),
    ("POST", "/api/matches/{id}/draw"),
    ("POST", "/api/matches/{id}/decline"),
    ("POST", "/api/matches/{id}/rematch"),
    ("GET", "/api/matches/{id}/record"),
    ("GET", "/api/matches/{id}/explain"),
    ("GET", "/api/matches/{id}/history"),
    ("POST", "/api/matches/{id}/takeback"),
    ("POST", "/api/matches/{id}/takeback/decline"),
    ("GET", "/api/matches/{id}/hint"),
    ("POST", "/api/operator/matches/{id}/end"),
    ("DELETE", "/api/operator/matches/{id}"),
];

/// Pages about one match.
pub(super) const MATCH_PAGES: &[(&str, &str)] =
    &[("GET", "/m/{id}"), ("GET", "/m/{id}/"), ("GET", "/r/{id}"), ("GET", "/r/{id}/")];

/// Calls about all matches, and about the server.
pub(super) const SERVER_CALLS: &[(&str, &str)] = &[
    ("GET", "/api/matches"),
    ("GET", "/api/matches"),
    ("GET", "/api/matches"),
    ("POST", "/api/matches"),
    ("GET", "/api/operator/matches"),
    ("GET", "/metrics"),
    ("GET", "/operator"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
];

/// Calls that need no match, and pages.
pub(super) const OTHER_CALLS: &[(&str, &str)] = &[
    ("GET", "/api/games"),
    ("GET", "/api/formats"),
    ("GET", "/api/openapi.json"),
    ("POST", "/api/explore"),
    ("POST", "/api/sizes"),
    ("POST", "/api/replay"),
    ("POST", "/api/look"),
    ("POST", "/api/analyse"),
    ("POST", "/api/review"),
    ("POST", "/api/qr"),
    ("GET", "/api/games/{id}/lessons"),
    ("POST", "/api/games/{id}/lessons/{number}"),
    ("GET", "/api/games/{id}/puzzles"),
    ("GET", "/api/games/{id}/puzzles/{number}"),
    ("POST", "/api/games/{id}/puzzles/{number}"),
    ("GET", "/api/games/{id}/puzzles/{number}/solution"),
    ("GET", "/"),
    ("GET", "/r"),
    ("GET", "/r/"),
    ("GET", "/explore"),
    ("GET", "/explore/"),
    ("GET", "/learn/{game}"),
    ("GET", "/learn/{game}/"),
    ("GET", "/puzzle/{game}"),
    ("GET", "/puzzle/{game}/"),
    ("GET", "/puzzle/{game}/{number}"),
    ("GET", "/puzzle/{game}/{number}/"),
    ("GET", "/games/{id}/{*path}"),
    ("GET", "/{*path}"),
];

/// The path that opens a socket.
pub(super) const SOCKET: &str = "/ws";

/// A short match of tic-tac-toe, a finished one, and invalid records.
const RECORDS: [&str; 4] = ["QZYg", "AQ", "no record", ""];

fn one<'a, T: ?Sized>(of: &[&'a T], random: &mut SplitMix64) -> &'a T {
    of[random.below(of.len() as u64) as usize]
}

/// A random call of a party.
pub(super) fn some_call(party: Party, known: &Known, random: &mut SplitMix64) -> Call {
    let (calls, about_match) = match random.below(20) {
        0..14 => (MATCH_CALLS, true),
        14 => (MATCH_PAGES, true),
        15..18 => (SERVER_CALLS, false),
        _ => (OTHER_CALLS, false),
    };
    let (method, path) = calls[random.below(calls.len() as u64) as usize];
    let id = known.some_match(random);
    let choices = (path.ends_with("/play"))
        .then(|| some_choices(known.guesses(id, random), known.ply_of(id), random));
    let choices = choices.filter(|choices| !matches!(choices, Action::Byte(_)));
    let body = match &choices {
        Some(choices) => play_body(choices),
        None if method == "POST" => some_body(path, random),
        None => String::new(),
    };
    let target = fill(path, id, random) + &some_query(path, known, random);
    let wrong_method = random.below(50) == 0;
    let sent = if wrong_method { one(&["PUT", "GET", "PATCH"], random) } else { method };
    let head = party.authorization(random) + some_header(random);
    Call {
        line: Line { party, wire: Wire::Http },
        name: format!("{method} {path}"),
        bytes: both(request(sent, &target, &head, &body)),
        subject: about_match.then_some(id),
        choices: choices.filter(|_| !wrong_method).map(both),
    }
}

/// The move of a party as a call; `None` if a call cannot express it.
pub(super) fn play_call(
    party: Party,
    id: MatchId,
    choices: &[Action; 2],
    random: &mut SplitMix64,
) -> Option<Call> {
    let (path, head) = (format!("/api/matches/{id}/play"), party.authorization(random));
    let is_sayable = !matches!(choices[0], Action::Byte(_));
    is_sayable.then(|| Call {
        line: Line { party, wire: Wire::Http },
        name: "POST /api/matches/{id}/play".into(),
        bytes: choices.each_ref().map(|made| request("POST", &path, &head, &play_body(made))),
        subject: Some(id),
        choices: Some(choices.clone()),
    })
}

/// A call that waits for a move in a match.
pub(super) fn some_poll(party: Party, known: &Known, random: &mut SplitMix64) -> Call {
    let id = known.some_match(random);
    let after = known.ply_of(id).saturating_sub(random.below(2) as usize);
    let target = format!("/api/matches/{id}?after={after}&wait={}", 1 + random.below(3));
    Call {
        line: Line { party, wire: Wire::Poll },
        name: "GET /api/matches/{id}".into(),
        bytes: both(request("GET", &target, &party.authorization(random), "")),
        subject: Some(id),
        choices: None,
    }
}

/// The request that upgrades a connection to a socket.
pub(super) fn handshake(party: Party, random: &mut SplitMix64) -> Call {
    let origin = some_origin(random);
    let head = format!(
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}"
    );
    Call {
        line: Line { party, wire: Wire::Socket },
        name: format!("GET {SOCKET}"),
        bytes: both(request("GET", SOCKET, &head, "")),
        subject: None,
        choices: None,
    }
}

fn request(method: &str, target: &str, head: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {target} HTTP/1.1\r\nhost: ennead\r\n{head}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn some_header(random: &mut SplitMix64) -> &'static str {
    match random.below(12) {
        0 => "accept: text/html\r\n",
        1 => "if-none-match: *\r\n",
        2 => "host: a second one\r\n",
        _ => some_origin(random),
    }
}

/// The page that a browser sends a request for, usually none.
fn some_origin(random: &mut SplitMix64) -> &'static str {
    match random.below(80) {
        0 => "origin: https://elsewhere\r\n",
        1 => "origin: https://elsewhere\r\nsec-fetch-site: cross-site\r\n",
        2 => "origin: null\r\n",
        3..6 => "origin: http://ennead\r\nsec-fetch-site: same-origin\r\n",
        _ => "",
    }
}

/// The path with its parameters filled in.
fn fill(path: &str, id: MatchId, random: &mut SplitMix64) -> String {
    let is_of_game = path.contains("/games/");
    let game = one(&["ttt", "schotten", "connect", "nested", "nothing"], random);
    let id = match random.below(20) {
        _ if is_of_game => game.to_string(),
        0 => "AAAAAAAAAAA".into(),
        1 => "no-id".into(),
        _ => id.to_string(),
    };
    let file = one(&["icon.svg", "board.js", "css/base.css", "js/main.js", "nothing"], random);
    path.replace("{id}", &id)
        .replace("{game}", game)
        .replace("{number}", one(&["1", "2", "3", "99999", "x"], random))
        .replace("{*path}", file)
}

fn some_query(path: &str, known: &Known, random: &mut SplitMix64) -> String {
    match path {
        "/api/matches" => {
            let state = one(&["open", "running", "finished", "asleep"], random);
            let before = match random.below(3) {
                0 => format!("&before={}", known.some_match(random)),
                1 => "&limit=2".into(),
                _ => String::new(),
            };
            format!("?state={state}{before}")
        }
        "/api/matches/{id}" => {
            one(&["", "?view=true", "?after=0&wait=0", "?view=maybe", "?after=-1"], random).into()
        }
        "/api/operator/matches" => one(&["", "?limit=1", "?after=x"], random).into(),
        _ => String::new(),
    }
}

fn play_body(choices: &Action) -> String {
    match choices {
        Action::Options { ply, options } => json!({ "ply": ply, "options": options }),
        Action::Line { ply, options } => json!({ "ply": ply, "line": options }),
        Action::Labels { ply, labels } => json!({ "ply": ply, "labels": labels }),
        Action::Text { ply, text } => json!({ "ply": ply, "move": text }),
        _ => Json::Null,
    }
    .to_string()
}

fn some_body(path: &str, random: &mut SplitMix64) -> String {
    let record = one(&RECORDS, random);
    let labels: Vec<u64> = (0..random.below(3)).map(|_| random.below(9)).collect();
    let body = match path {
        "/api/matches" => new_match(record, random),
        "/api/matches/{id}/join" => {
            json!({ "seat": random.below(3), "name": one(&["Ada", "<b>", ""], random) })
        }
        "/api/explore" => json!({ "format": one(&["record", "ttt.tiny", "x"], random),
                                  "value": record }),
        "/api/look" => json!({ "record": record, "path": labels, "budget": 99 }),
        "/api/analyse" => json!({ "record": record, "ply": random.below(4) }),
        "/api/qr" => json!({ "text": record }),
        path if path.contains("lessons") || path.contains("puzzles") => json!({ "labels": labels }),
        _ => json!({ "record": record }),
    };
    match random.below(20) {
        0 => "{".into(),
        1 => String::new(),
        _ => body.to_string(),
    }
}

fn new_match(record: &str, random: &mut SplitMix64) -> Json {
    let seats = [["person", "person"], ["person", "open"], ["open", "bot:1"], ["bot:1", "bot:1"]];
    let mut body = json!({
        "game": one(&["ttt", "schotten", "connect", "nothing"], random),
        "seats": seats[random.below(4) as usize],
        "listed": random.below(4) > 0,
        "name": one(&["Grace", "", "a name that is much too long"], random),
    });
    match random.below(4) {
        0 => body["clock"] = json!({ "base": 60, "increment": 1 }),
        1 => body["from"] = json!({ "record": record, "ply": random.below(3) }),
        _ => {}
    }
    body
}
