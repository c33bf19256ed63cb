//! `ennead backup`: a consistent snapshot of all matches, in a file that is verified by reading it
//! back.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_kit::Games;
use ennead_store::transfer::ArchiveReader;

use super::export::{Form, write_file};
use crate::failure::{Failure, Status};
use crate::stored_matches::{block_on, open_to_read};
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
Write a consistent snapshot of all matches to a file, while the server runs, and read the file back.

The file is that of 'ennead export': it has checksums, holds hidden cards and the hashes of seat \
tokens, and fits either kind of database. It appears under its name once it is whole and on disk; \
an existing file is never overwritten. 'ennead restore' makes a database of it.";

const EXAMPLES: &str = "\
Examples:
  ennead backup monday.ennead
  ennead backup --db postgres://ennead@localhost/ennead monday.ennead";

pub(crate) fn command(_: Games) -> Command {
    Command::new("backup")
        .about("Write a consistent snapshot of all matches to a file, while the server runs")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .args(database_arguments::arguments())
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The file to write"),
        )
}

pub(crate) fn run(matches: &ArgMatches, _: Games) -> Result<Status, Failure> {
    let url = database_arguments::url(matches)?;
    let path = matches.get_one::<PathBuf>("file").expect("clap has made sure of it");
    if path.exists() {
        let path = path.display();
        return Err(Failure::Service(format!("{path} exists already: a backup needs a new name")));
    }
    let written = block_on(async {
        let store = open_to_read(&url).await?;
        Ok(write_file(&store, path, Form::Archive).await?.count)
    })?;
    let found = read_back(path)?;
    if found != written {
        return Err(damaged(path, &format!("{found} of {written} matches can be read back")));
    }
    output::print(&format!("{written} match(es) in {}, read back", path.display()))
}

/// Reads the file and returns its number of matches.
fn read_back(path: &Path) -> Result<u64, Failure> {
    let file = File::open(path).map_err(|error| damaged(path, &error.to_string()))?;
    let reader = ArchiveReader::new(BufReader::new(file));
    let mut count = 0;
    for item in reader.map_err(|error| damaged(path, &error.to_string()))? {
        item.map_err(|error| damaged(path, &error.to_string()))?;
        count += 1;
    }
    Ok(count)
}

fn damaged(path: &Path, reason: &str) -> Failure {
    Failure::Service(format!("{}: {reason}; the backup is not usable", path.display()))
}
