//! `ennead prune`: deletes old matches of a running server, for operators.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgAction, ArgMatches, Command};
use ennead_kit::Games;
use serde_json::Value as Json;

use crate::failure::{Failure, Status};
use crate::operator::{self, Operator};
use crate::output;
use crate::stored_matches::block_on;

const LONG_ABOUT: &str = "\
Delete old matches of a running server, as its operator: what a daily job calls.

The server itself does it, so that it is safe while others play, on several nodes too. Age counts \
from the creation of a match. What was deleted is gone: 'ennead backup' keeps a copy.";

const EXAMPLES: &str = "\
Examples:
  ennead prune --older-than 90d                               finished matches
  ennead prune --older-than 1d --kind waiting --kind bots     invitations, and bots among themselves
  ennead prune --older-than 12h --kind running --dry-run      what would be deleted";

/// The kinds of matches that can be deleted.
const KINDS: [&str; 4] = ["finished", "waiting", "running", "bots"];

pub(crate) fn command(_: Games) -> Command {
    Command::new("prune")
        .about("Delete old matches of a running server")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .args(operator::arguments())
        .arg(
            Arg::new("older-than")
                .long("older-than")
                .value_name("AGE")
                .required(true)
                .value_parser(parse_age)
                .help("Only matches older than this: a number with d, h, m or s, as in 90d"),
        )
        .arg(
            Arg::new("kind")
                .long("kind")
                .value_name("KIND")
                .action(ArgAction::Append)
                .value_parser(KINDS)
                .default_value("finished")
                .help(
                    "Matches that are finished, waiting for a player or running, or all matches \
                     among bots",
                ),
        )
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .action(ArgAction::SetTrue)
                .help("Only print what would be deleted"),
        )
}

pub(crate) fn run(matches: &ArgMatches, _: Games) -> Result<Status, Failure> {
    let age = *matches.get_one::<Duration>("older-than").expect("clap requires it");
    let kinds = matches.get_many::<String>("kind").expect("has a default");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let wanted = Wanted {
        kinds: kinds.map(String::as_str).collect(),
        before: now.saturating_sub(age).as_secs(),
    };
    let operator = Operator::of(matches)?;
    block_on(prune(&operator, &wanted, matches.get_flag("dry-run")))
}

fn parse_age(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is not an age: use a number with d, h, m or s, as in 90d");
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let seconds = match unit {
        'd' => 86_400,
        'h' => 3_600,
        'm' => 60,
        's' => 1,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
    number.checked_mul(seconds).map(Duration::from_secs).ok_or_else(wrong)
}

/// The matches to delete.
struct Wanted<'a> {
    kinds: Vec<&'a str>,
    /// Created before this time, in seconds since 1970.
    before: u64,
}

impl Wanted<'_> {
    fn is_old(&self, one: &Json) -> bool {
        one["created"].as_u64().is_some_and(|created| created < self.before)
    }

    fn is_of_kind(&self, one: &Json) -> bool {
        let is_bot =
            |seat: &Json| seat["kind"].as_str().is_some_and(|kind| kind.starts_with("bot"));
        let are_bots = one["seats"].as_array().is_some_and(|seats| seats.iter().all(is_bot));
        self.kinds.iter().any(|kind| match *kind {
            "bots" => are_bots,
            "waiting" => one["state"] == "open",
            state => one["state"] == state,
        })
    }
}

async fn prune(operator: &Operator, wanted: &Wanted<'_>, dry: bool) -> Result<Status, Failure> {
    let mut pages = operator.pages();
    let (mut count, mut status) = (0, Status::Done);
    while let Some(page) = pages.next().await? {
        for one in page.iter().filter(|one| wanted.is_old(one) && wanted.is_of_kind(one)) {
            let id = one["id"].as_str().unwrap_or_default();
            let deleted = if dry { Ok(()) } else { operator.delete(id).await };
            match deleted {
                Ok(()) => count += 1,
                Err(failure) => {
                    output::print(&format!("error: {id}: {failure}"))?;
                    status = Status::SomeRejected;
                }
            }
        }
        // Ids are in order of creation, so nothing older follows.
        if page.iter().any(|one| !wanted.is_old(one)) {
            break;
        }
    }
    let done = if dry { "would be deleted" } else { "deleted" };
    output::print(&format!("{count} match(es) {done}"))?;
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind that is given twice means the same as once.
    #[test]
    fn matches_of_people_are_not_matches_among_bots() {
        let wanted = Wanted { kinds: vec!["bots", "bots"], before: 0 };
        let one = |seats: [&str; 2]| {
            let seats = seats.map(|kind| serde_json::json!({ "kind": kind }));
            serde_json::json!({ "seats": seats, "state": "running" })
        };
        assert!(wanted.is_of_kind(&one(["bot:1", "bot:5"])));
        for seats in [["person", "bot:1"], ["bot:1", "person"], ["person", "open"]] {
            assert!(!wanted.is_of_kind(&one(seats)), "{seats:?}");
        }
    }

    #[test]
    fn ages_have_units() {
        assert_eq!(parse_age("90d"), Ok(Duration::from_secs(90 * 86_400)));
        assert_eq!(parse_age("12h"), Ok(Duration::from_secs(12 * 3_600)));
        for wrong in ["", "d", "90", "-1d", "1y", "9 d", "1é", "99999999999999999999d"] {
            assert!(parse_age(wrong).unwrap_err().contains("as in 90d"), "{wrong}");
        }
        assert!(parse_age(&format!("{}d", u64::MAX)).is_err());
    }
}
