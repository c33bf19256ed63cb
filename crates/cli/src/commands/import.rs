//! `ennead import`: reads matches from a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_kit::Games;
use ennead_store::transfer::{ArchiveReader, Item, TransferError};
use ennead_store::{MatchId, Store, StoreError};
use indicatif::ProgressBar;
use tokio::task::JoinSet;

use crate::failure::{Failure, Status};
use crate::stored_matches::{block_on, bytes_bar, open};
use crate::{database_arguments, output};

const EXAMPLES: &str = "\
Examples:
  ennead import matches.ennead
  ennead export - | ennead import --db postgres://ennead@localhost/ennead -";

/// The number of concurrent writes, which share commits.
const IN_FLIGHT: usize = 512;

const LONG_ABOUT: &str = "\
Add the matches of a file written by 'ennead export', in either form.

A match that is there already is left as it is, so that the same file can be imported twice. If \
another match has the same id, or the same match has gone on, it is reported, and the exit status \
is 1. A damaged file is refused where the damage begins; what stood before it is imported.";

pub(crate) fn command(_: Games) -> Command {
    Command::new("import")
        .about("Add the matches of a file written by 'ennead export', in either form")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .args(database_arguments::arguments())
        .arg(file_argument())
}

/// The file to read.
pub(super) fn file_argument() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The file to read, or - for standard input")
}

pub(crate) fn run(matches: &ArgMatches, _: Games) -> Result<Status, Failure> {
    let url = database_arguments::url(matches)?;
    let path = matches.get_one::<PathBuf>("file").expect("clap has made sure of it");
    let name = match path.as_os_str() == "-" {
        true => "standard input".into(),
        false => path.display().to_string(),
    };
    let failed = |error: io::Error| Failure::Service(format!("{name}: {error}"));
    let (input, length): (Box<dyn BufRead>, Option<u64>) = match name.as_str() {
        "standard input" => (Box::new(BufReader::new(io::stdin())), None),
        _ => {
            let file = File::open(path).map_err(failed)?;
            let length = file.metadata().map_err(failed)?.len();
            (Box::new(BufReader::new(file)), Some(length))
        }
    };
    let mut tally = ImportTally::default();
    let result = block_on(async {
        let bar = bytes_bar(length);
        let reader = ArchiveReader::new(input).map_err(|error| damaged(&name, &error))?;
        let store = open(&url).await?;
        let result = read(reader, &store, &bar, &mut tally, &name).await;
        store.close().await;
        bar.finish_and_clear();
        result
    });
    let ImportTally { new, there, other } = &tally;
    output::print(&format!(
        "{new} match(es) imported, {there} there already, {} different",
        other.len()
    ))?;
    for id in other {
        output::print(&format!(
            "match {id}: there is another match with this id, or it has gone on"
        ))?;
    }
    result?;
    Ok(if other.is_empty() { Status::Done } else { Status::SomeRejected })
}

#[derive(Default)]
struct ImportTally {
    new: u64,
    there: u64,
    other: Vec<MatchId>,
}

impl ImportTally {
    fn count(&mut self, id: MatchId, result: Result<bool, StoreError>) -> Result<(), Failure> {
        match result {
            Ok(true) => self.new += 1,
            Ok(false) => self.there += 1,
            Err(StoreError::Exists) => self.other.push(id),
            Err(error) => return Err(Failure::store(error)),
        }
        Ok(())
    }
}

async fn read(
    mut reader: ArchiveReader<Box<dyn BufRead>>,
    store: &Store,
    bar: &ProgressBar,
    tally: &mut ImportTally,
    name: &str,
) -> Result<(), Failure> {
    let mut puts = JoinSet::new();
    let mut damage = None;
    while let Some(item) = reader.next() {
        let item = match item {
            Ok(item) => item,
            Err(error) => {
                damage = Some(damaged(name, &error));
                break;
            }
        };
        bar.set_position(reader.position());
        let store = store.clone();
        puts.spawn(async move { put(&store, item).await });
        while puts.len() >= IN_FLIGHT {
            settle(&mut puts, tally).await?;
        }
    }
    while !puts.is_empty() {
        settle(&mut puts, tally).await?;
    }
    damage.map_or(Ok(()), Err)
}

async fn put(store: &Store, item: Item) -> (MatchId, Result<bool, StoreError>) {
    (item.id, store.put(item.id, &item.stored, item.rematch).await)
}

async fn settle(
    puts: &mut JoinSet<(MatchId, Result<bool, StoreError>)>,
    tally: &mut ImportTally,
) -> Result<(), Failure> {
    match puts.join_next().await {
        None => Ok(()),
        Some(Ok((id, result))) => tally.count(id, result),
        Some(Err(error)) => Err(Failure::Service(error.to_string())),
    }
}

fn damaged(name: &str, error: &TransferError) -> Failure {
    Failure::Service(format!("{name}: {error}"))
}
