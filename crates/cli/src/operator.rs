//! Operator calls to a server.

use clap::{Arg, ArgMatches};
use ennead_load::{Address, HttpResponse, call};
use serde_json::Value as Json;

use crate::commands::TOKEN_FILE;
use crate::database_arguments;
use crate::failure::Failure;

/// The arguments that name the server and authenticate the operator.
pub(crate) fn arguments() -> [Arg; 3] {
    [
        Arg::new("server")
            .long("server")
            .value_name("URL")
            .env("ENNEAD_SERVER")
            .default_value("http://127.0.0.1:9009")
            .value_parser(|text: &str| text.parse::<Address>())
            .help("The server"),
        Arg::new("operator-token")
            .long("operator-token")
            .value_name("TOKEN")
            .allow_hyphen_values(true)
            .env("ENNEAD_OPERATOR_TOKEN")
            .hide_env_values(true)
            .help("The operator's token [default: the one in the data folder]"),
        database_arguments::data_argument(),
    ]
}

/// A client with the operator's rights.
pub(crate) struct Operator {
    server: Address,
    token: String,
}

impl Operator {
    /// The operator given by the arguments.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Operator, Failure> {
        let server = matches.get_one::<Address>("server").expect("has a default").clone();
        Ok(Operator { server, token: token(matches)? })
    }

    /// Calls off a running match.
    pub(crate) async fn end(&self, id: &str) -> Result<(), Failure> {
        self.call("POST", &format!("/api/operator/matches/{}/end", plain(id)?)).await.map(drop)
    }

    /// Deletes a match.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Failure> {
        self.call("DELETE", &format!("/api/operator/matches/{}", plain(id)?)).await.map(drop)
    }

    /// All matches, oldest first.
    pub(crate) fn pages(&self) -> MatchPages<'_> {
        MatchPages { operator: self, next: Some("/api/operator/matches".into()) }
    }

    async fn call(&self, method: &str, path: &str) -> Result<Json, Failure> {
        let answer = call(&self.server, method, path, Some(&self.token), "").await;
        let HttpResponse { status, body } =
            answer.map_err(|error| Failure::Service(format!("{}: {error}", self.server)))?;
        let json: Json = serde_json::from_str(&body).unwrap_or(Json::Null);
        if status == 200 {
            return Ok(json);
        }
        let message = json["error"]["message"].as_str().unwrap_or("no reason was given");
        Err(Failure::Service(format!("the server answers {status}: {message}")))
    }
}

/// The pages of the list of all matches.
pub(crate) struct MatchPages<'a> {
    operator: &'a Operator,
    next: Option<String>,
}

impl MatchPages<'_> {
    /// The next page; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Json>>, Failure> {
        let Some(path) = self.next.take() else { return Ok(None) };
        let page = self.operator.call("GET", &path).await?;
        let after = page["last"].as_str();
        self.next = after.map(|last| format!("/api/operator/matches?after={last}"));
        Ok(page["matches"].as_array().cloned())
    }
}

/// An id that is safe in a path; the server validates the rest.
fn plain(id: &str) -> Result<&str, Failure> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match id.chars().all(is_plain) {
        true => Ok(id),
        false => Err(Failure::Usage(format!("{id:?} is not a match id"))),
    }
}

/// The given token, or the one that the server stored in the data folder.
fn token(matches: &ArgMatches) -> Result<String, Failure> {
    if let Some(token) = matches.get_one::<String>("operator-token") {
        return Ok(token.clone());
    }
    let file = database_arguments::folder(matches)?.join(TOKEN_FILE);
    let token = std::fs::read_to_string(&file).map_err(|error| {
        let file = file.display();
        Failure::Service(format!("no operator's token: {file}: {error}; give --operator-token"))
    })?;
    Ok(token.trim().to_string())
}
