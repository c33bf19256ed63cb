//! `ennead matches`: the operator lists, ends and deletes matches of a running server.

use clap::{Arg, ArgMatches, Command};
use ennead_kit::Games;
use ennead_load::{Address, Answer, call};
use serde_json::Value as Json;

use super::serve::TOKEN_FILE;
use crate::failure::{Failure, Status};
use crate::stored_matches::block_on;
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
List, end and delete matches of a running server, as its operator.

The server itself does it, so that its players learn of it at once, and it is safe while others \
play, on several nodes too. The operator's token is that of 'ennead serve': --operator-token, or \
the one in the data folder.";

const EXAMPLES: &str = "\
Examples:
  ennead matches list                 all matches, one a line: id, state, game, seats, ply
  ennead matches end AQXbmAAAAAc      calls a running match off
  ennead matches delete AQXbmAAAAAc   deletes a match; one that is running is called off first";

pub(crate) fn command(_: Games) -> Command {
    let id = || Arg::new("id").value_name("ID").required(true).num_args(1..).help("The matches");
    let sub = |name: &'static str, about: &'static str| Command::new(name).about(about);
    Command::new("matches")
        .about("List, end and delete matches of a running server")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg(
            Arg::new("server")
                .long("server")
                .value_name("URL")
                .env("ENNEAD_SERVER")
                .global(true)
                .default_value("http://127.0.0.1:9009")
                .value_parser(|text: &str| text.parse::<Address>())
                .help("The server"),
        )
        .arg(
            Arg::new("operator-token")
                .long("operator-token")
                .value_name("TOKEN")
                .env("ENNEAD_OPERATOR_TOKEN")
                .hide_env_values(true)
                .global(true)
                .help("The operator's token [default: the one in the data folder]"),
        )
        .arg(database_arguments::data_argument().global(true))
        .subcommand(sub("list", "List all matches, the oldest first, one a line"))
        .subcommand(sub("end", "Call running matches off").arg(id()))
        .subcommand(
            sub("delete", "Delete matches, with everything that is stored of them").arg(id()),
        )
}

pub(crate) fn run(matches: &ArgMatches, _: Games) -> Result<Status, Failure> {
    let (name, of) = matches.subcommand().expect("clap requires one");
    let server = of.get_one::<Address>("server").expect("has a default");
    let operator = Operator { server, token: token(of)? };
    let ids = || of.get_many::<String>("id").into_iter().flatten();
    block_on(async {
        match name {
            "list" => operator.list().await,
            "end" => operator.each(ids(), "POST", "/end", "ended").await,
            _ => operator.each(ids(), "DELETE", "", "deleted").await,
        }
    })
}

/// The token that was given, or the one that the server keeps in the data folder.
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

struct Operator<'a> {
    server: &'a Address,
    token: String,
}

impl Operator<'_> {
    async fn call(&self, method: &str, path: &str) -> Result<Json, Failure> {
        let answer = call(self.server, method, path, Some(&self.token), "").await;
        let Answer { status, body } =
            answer.map_err(|error| Failure::Service(format!("{}: {error}", self.server)))?;
        let json: Json = serde_json::from_str(&body).unwrap_or(Json::Null);
        if status == 200 {
            return Ok(json);
        }
        let message = json["error"]["message"].as_str().unwrap_or("no reason was given");
        Err(Failure::Service(format!("the server answers {status}: {message}")))
    }

    /// Prints all matches, page by page.
    async fn list(&self) -> Result<Status, Failure> {
        let mut path = "/api/operator/matches".to_string();
        loop {
            let page = self.call("GET", &path).await?;
            let matches = page["matches"].as_array().cloned().unwrap_or_default();
            for one in &matches {
                output::print(&line(one))?;
            }
            let Some(last) = page["last"].as_str() else { return Ok(Status::Done) };
            path = format!("/api/operator/matches?after={last}");
        }
    }

    /// Makes one call per match; one that fails does not keep the others from it.
    async fn each(
        &self,
        ids: impl Iterator<Item = &String>,
        method: &str,
        call: &str,
        done: &str,
    ) -> Result<Status, Failure> {
        let mut status = Status::Done;
        for id in ids {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let answer = match id.chars().all(is_plain) {
                true => self.call(method, &format!("/api/operator/matches/{id}{call}")).await,
                false => Err(Failure::Usage(format!("{id:?} is no match id"))),
            };
            match answer {
                Ok(_) => {
                    output::print(&format!("{id} {done}"))?;
                }
                Err(failure) => {
                    output::print(&format!("error: {id}: {failure}"))?;
                    status = Status::SomeRejected;
                }
            }
        }
        Ok(status)
    }
}

/// A match as a line.
fn line(one: &Json) -> String {
    let text = |json: &Json| json.as_str().unwrap_or("?").to_string();
    let seat = |seat: &Json| match seat["player"].as_str() {
        Some(name) => format!("{} ({name})", text(&seat["kind"])),
        None => text(&seat["kind"]),
    };
    let listed = if one["listed"] == false { ", not listed" } else { "" };
    format!(
        "{} {} {}, {} against {}, ply {}{listed}",
        text(&one["id"]),
        text(&one["state"]),
        text(&one["game"]),
        seat(&one["seats"][0]),
        seat(&one["seats"][1]),
        one["ply"]
    )
}
