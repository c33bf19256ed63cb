//! `ennead verify`: replays every stored match.

use std::fmt::Display;

use clap::{ArgMatches, Command};
use ennead_host::LiveMatch;
use ennead_kit::Games;
use ennead_store::{MatchId, Row, Store, Stored, SummaryRow};

use crate::failure::{Failure, Status};
use crate::stored_matches::{PAGE, bar, block_on, open_to_read};
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
Replay every stored match and report those that fail, a line each; the exit status is 1 \
then.

The database is only read, and a server may be running meanwhile.";

pub(crate) fn command(_: Games) -> Command {
    Command::new("verify")
        .about("Replay every stored match and report those that fail")
        .long_about(LONG_ABOUT)
        .args(database_arguments::arguments())
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let url = database_arguments::url(matches)?;
    block_on(async {
        let store = open_to_read(&url).await?;
        let tally = verify(&store, games).await?;
        let VerifyTally { running, finished, faults } = tally;
        for fault in &faults {
            output::print(fault)?;
        }
        output::print(&format!(
            "{running} running and {finished} finished match(es), {} fault(s)",
            faults.len()
        ))?;
        Ok(if faults.is_empty() { Status::Done } else { Status::SomeRejected })
    })
}

#[derive(Default)]
struct VerifyTally {
    running: u64,
    finished: u64,
    faults: Vec<String>,
}

async fn verify(store: &Store, games: Games) -> Result<VerifyTally, Failure> {
    let counts = store.counts().await.map_err(Failure::store)?;
    let bar = bar(counts.open + counts.running + counts.finished);
    let faults = store.faults().await.map_err(Failure::store)?;
    let mut tally = VerifyTally { faults, ..VerifyTally::default() };
    let mut after = None;
    loop {
        let page = store.rows(after, PAGE).await.map_err(Failure::store)?;
        let summaries = store.summaries(after, PAGE).await.map_err(Failure::store)?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for row in &page {
            match row.read() {
                Ok(Stored::Finished(_)) => tally.finished += 1,
                Ok(Stored::Running(_)) => tally.running += 1,
                Err(_) => {}
            }
            let summary = summaries.iter().find(|summary| summary.id == row.id);
            if check(row, summary, games).is_err()
                && let Err(fault) = check_again(store, row.id, games).await?
            {
                tally.faults.push(fault);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(tally)
}

/// Reads a match again before reporting it: it may have advanced between two queries.
async fn check_again(
    store: &Store,
    id: MatchId,
    games: Games,
) -> Result<Result<(), String>, Failure> {
    let before = id.as_u64().checked_sub(1).and_then(MatchId::from_u64);
    let rows = store.rows(before, 1).await.map_err(Failure::store)?;
    let summaries = store.summaries(before, 1).await.map_err(Failure::store)?;
    let summary = summaries.first().filter(|summary| summary.id == id);
    Ok(rows.first().filter(|row| row.id == id).map_or(Ok(()), |row| check(row, summary, games)))
}

/// Replays a match, and compares the columns stored beside it for lists and deadlines.
fn check(row: &Row, summary: Option<&SummaryRow>, games: Games) -> Result<(), String> {
    let id = row.id;
    let at = |error: &dyn Display| format!("match {id}: {error}");
    let stored = row.read().map_err(|error| error.to_string())?;
    stored.replay(games).map_err(|error| at(&error))?;
    let live = LiveMatch::of(games, id, stored).map_err(|broken| at(&broken.reason))?;
    let Some(summary) = summary else { return Err(at(&"it has no summary")) };
    if let Some(shown) = summary.read().map_err(|error| error.to_string())?
        && shown != live.summary()
    {
        return Err(at(&"lists show something else than the match"));
    }
    match summary.wake.zip(live.flag_at()) {
        Some((wake, flag)) if wake > flag => Err(at(&"its deadline is later than its clock's")),
        _ => Ok(()),
    }
}
