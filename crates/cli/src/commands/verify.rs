//! `ennead verify`: plays every stored match again.

use clap::{ArgMatches, Command};
use ennead_kit::Games;
use ennead_store::{Row, Store, Stored};

use crate::failure::{Failure, Status};
use crate::stored_matches::{PAGE, bar, block_on, open_to_read};
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
Play every stored match again and report those that cannot be, a line each; the exit status is 1 \
then.

The database is only read, and a server may be running meanwhile.";

pub(crate) fn command(_: Games) -> Command {
    Command::new("verify")
        .about("Play every stored match again and report those that cannot be")
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
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for row in &page {
            check(row, games, &mut tally);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(tally)
}

fn check(row: &Row, games: Games, tally: &mut VerifyTally) {
    let stored = match row.read() {
        Ok(stored) => stored,
        Err(error) => return tally.faults.push(error.to_string()),
    };
    match stored {
        Stored::Running(_) => tally.running += 1,
        Stored::Finished(_) => tally.finished += 1,
    }
    if let Err(error) = stored.replay(games) {
        tally.faults.push(format!("match {}: {error}", row.id));
    }
}
