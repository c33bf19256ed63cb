//! `ennead verify`: plays every stored match again.

use clap::{ArgMatches, Command};
use ennead_store::{Row, Store, Stored};

use crate::failure::{Failure, Status};
use crate::stored::{PAGE, bar, block_on, open_to_read};
use crate::{data, output};

pub(crate) fn command() -> Command {
    Command::new("verify")
        .about("Play every stored match again and report those that cannot be")
        .long_about(
            "Play every stored match again and report those that cannot be, a line each; the exit status is 1 then.\n\nThe database is \
             only read, and a server may be running meanwhile.",
        )
        .args(data::arguments())
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let url = data::url(matches)?;
    block_on(async {
        let store = open_to_read(&url).await?;
        let tally = verify(&store).await?;
        let Tally { running, finished, faults } = tally;
        for fault in &faults {
            output::print(fault)?;
        }
        output::print(&format!(
            "{running} running and {finished} finished match(es), {} fault(s)",
            faults.len()
        ))?;
        Ok(if faults.is_empty() { Status::Done } else { Status::SomeRefused })
    })
}

#[derive(Default)]
struct Tally {
    running: u64,
    finished: u64,
    faults: Vec<String>,
}

async fn verify(store: &Store) -> Result<Tally, Failure> {
    let counts = store.counts().await.map_err(Failure::store)?;
    let bar = bar(counts.open + counts.running + counts.finished);
    let mut tally = Tally { faults: store.faults().await.map_err(Failure::store)?, ..Tally::default() };
    let mut after = None;
    loop {
        let page = store.rows(after, PAGE).await.map_err(Failure::store)?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for row in &page {
            check(row, &mut tally);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(tally)
}

fn check(row: &Row, tally: &mut Tally) {
    let stored = match row.read() {
        Ok(stored) => stored,
        Err(error) => return tally.faults.push(error.to_string()),
    };
    match stored {
        Stored::Running(_) => tally.running += 1,
        Stored::Finished(_) => tally.finished += 1,
    }
    if let Err(error) = stored.replay() {
        tally.faults.push(format!("match {}: {error}", row.id));
    }
}
