//! `ennead export`: every stored match as one file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_kit::Games;
use ennead_store::Store;
use ennead_store::transfer::{ArchiveWriter, FileWriter, Item, LineWriter, TransferError};

use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::stored_matches::{PAGE, bar, block_on, open_to_read};
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
Write every stored match to one file, for safekeeping or for another database.

A server may be running meanwhile: the file holds all matches as they were when it was begun. It holds \
everything, hidden cards and the hashes of seat tokens included: keep it to yourself.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead export matches.ennead")
        .game(0, |game| format!("ennead export --jsonl - | grep '\"game\":\"{game}\"'"))
        .line("ennead export --db postgres://ennead@localhost/ennead matches.ennead");
    Command::new("export")
        .about("Write every stored match to one file, for safekeeping or for another database")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .args(database_arguments::arguments())
        .arg(
            Arg::new("jsonl")
                .long("jsonl")
                .action(ArgAction::SetTrue)
                .help("Write lines of JSON that people can read, instead of a file with checksums"),
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The file to write, or - for standard output"),
        )
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let url = database_arguments::url(matches)?;
    let path = matches.get_one::<PathBuf>("file").expect("clap has made sure of it");
    // Lines name the game of each match.
    let lines = matches.get_flag("jsonl").then_some(games);
    block_on(async {
        let store = open_to_read(&url).await?;
        if path.as_os_str() == "-" {
            write(&store, BufWriter::new(io::stdout()), lines, Failure::Output).await?;
            return Ok(Status::Done);
        }
        let count = write_file(&store, path, lines).await?;
        output::print(&format!("{count} match(es) written to {}", path.display()))
    })
}

/// Writes beside the file first, so that it is whole once it is there.
pub(super) async fn write_file(
    store: &Store,
    path: &Path,
    lines: Option<Games>,
) -> Result<u64, Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let failed = |error: io::Error| Failure::Service(format!("{}: {error}", path.display()));
    let written = async {
        let file = File::create(&part).map_err(failed)?;
        let (count, file) = write(store, BufWriter::new(file), lines, failed).await?;
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().and_then(|()| fs::rename(&part, path)).map_err(failed)?;
        Ok(count)
    };
    let written = written.await;
    if written.is_err() {
        // It was never there, or it is not worth keeping.
        let _ = fs::remove_file(&part);
    }
    written
}

async fn write<W: Write>(
    store: &Store,
    output: W,
    lines: Option<Games>,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<(u64, W), Failure> {
    let failed = |error| match error {
        TransferError::Io(error) => failed(error),
        other => Failure::Service(other.to_string()),
    };
    let mut writer = match lines {
        Some(games) => ArchiveWriter::Lines(LineWriter::new(games, output).map_err(&failed)?),
        None => ArchiveWriter::File(FileWriter::new(output).map_err(&failed)?),
    };
    let counts = store.counts().await.map_err(Failure::store)?;
    let bar = bar(counts.open + counts.running + counts.finished);
    let mut snapshot = store.snapshot(PAGE);
    while let Some(page) = snapshot.next().await.map_err(Failure::store)? {
        for row in page {
            let stored = row.read().map_err(Failure::store)?;
            let item = Item { id: row.id, stored, rematch: row.rematch };
            writer.write(&item).map_err(&failed)?;
            bar.inc(1);
        }
    }
    let output = writer.finish().map_err(&failed)?;
    bar.finish_and_clear();
    Ok((bar.position(), output))
}
