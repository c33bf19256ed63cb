//! `ennead matches`: lists, ends and deletes matches of a running server, for operators.

use clap::{Arg, ArgMatches, Command};
use ennead_kit::Games;
use serde_json::Value as Json;

use crate::failure::{Failure, Status};
use crate::operator::{self, Operator};
use crate::output;
use crate::stored_matches::block_on;

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
        .args(operator::arguments().map(|argument| argument.global(true)))
        .subcommand(sub("list", "List all matches, the oldest first, one a line"))
        .subcommand(sub("end", "Call running matches off").arg(id()))
        .subcommand(
            sub("delete", "Delete matches, with everything that is stored of them").arg(id()),
        )
}

pub(crate) fn run(matches: &ArgMatches, _: Games) -> Result<Status, Failure> {
    let (name, of) = matches.subcommand().expect("clap requires one");
    let operator = Operator::of(of)?;
    let ids = || of.get_many::<String>("id").into_iter().flatten();
    block_on(async {
        match name {
            "list" => list(&operator).await,
            "end" => each(ids(), "ended", async |id| operator.end(id).await).await,
            _ => each(ids(), "deleted", async |id| operator.delete(id).await).await,
        }
    })
}

/// Prints all matches, page by page.
async fn list(operator: &Operator) -> Result<Status, Failure> {
    let mut pages = operator.pages();
    while let Some(page) = pages.next().await? {
        for one in &page {
            output::print(&line(one))?;
        }
    }
    Ok(Status::Done)
}

/// Makes one call per match; a failure does not affect the others.
async fn each(
    ids: impl Iterator<Item = &String>,
    done: &str,
    call: impl AsyncFn(&str) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let mut status = Status::Done;
    for id in ids {
        match call(id).await {
            Ok(()) => output::print(&format!("{id} {done}"))?,
            Err(failure) => {
                output::print(&format!("error: {id}: {failure}"))?;
                status = Status::SomeRejected;
                continue;
            }
        };
    }
    Ok(status)
}

/// A match as one line.
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
