//! `ennead export`: every stored match, in one file.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use ennead_kit::Games;
use ennead_store::Store;
use ennead_store::transfer::{ArchiveWriter, FileWriter, Item, LineWriter, TransferError};

use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::parquet_files::{self, MatchTable};
use crate::part_file::PartFile;
use crate::stored_matches::{PAGE, bar, block_on, open_to_read};
use crate::{database_arguments, output};

const LONG_ABOUT: &str = "\
Write every stored match to one file, for safekeeping, for another database or for analysis.

A server may be running meanwhile: the file holds all matches as they were when it was begun. \
Archives and lines of JSON hold everything, hidden cards and the hashes of seat tokens included: \
keep them to yourself. Files are created for their owner only.

A Parquet file has one row per match for DuckDB, pandas and their like, without hashes; \
docs/DATA.md has its columns. It takes a program that is built with the feature 'parquet', which \
the usual one is not.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead export matches.ennead")
        .game(0, |game| format!("ennead export --jsonl - | grep '\"game\":\"{game}\"'"))
        .line("ennead export --db postgres://ennead@localhost/ennead matches.ennead")
        .line("ennead export --format parquet --out matches.parquet");
    Command::new("export")
        .about(
            "Write every stored match to one file, for safekeeping, another database or analysis",
        )
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .args(database_arguments::arguments())
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .default_value("archive")
                .value_parser(PossibleValuesParser::new([
                    PossibleValue::new("archive").help("a file with checksums"),
                    PossibleValue::new("jsonl").help("lines of JSON that people can read"),
                    PossibleValue::new("parquet")
                        .help("a table for analysis; needs a program built with 'parquet'"),
                ]))
                .help("The form of the file"),
        )
        .arg(
            Arg::new("jsonl")
                .long("jsonl")
                .action(ArgAction::SetTrue)
                .conflicts_with("format")
                .help("The same as --format jsonl"),
        )
        .arg(file_argument("file", "The file to write, or - for standard output"))
        .arg(file_argument("out", "The same as FILE").long("out"))
        .group(ArgGroup::new("output").args(["file", "out"]).required(true))
}

fn file_argument(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
}

/// The form of a file.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A binary archive with checksums.
    Archive,
    /// Lines of JSON, which name the game of each match.
    Lines(Games),
    /// A Parquet table.
    Parquet(Games),
}

fn form(matches: &ArgMatches, games: Games) -> Result<Form, Failure> {
    let named = matches.get_one::<String>("format").expect("it has a default");
    match named.as_str() {
        "parquet" if !parquet_files::IS_BUILT_IN => Err(Failure::no_parquet()),
        "parquet" => Ok(Form::Parquet(games)),
        "jsonl" => Ok(Form::Lines(games)),
        _ if matches.get_flag("jsonl") => Ok(Form::Lines(games)),
        _ => Ok(Form::Archive),
    }
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let form = form(matches, games)?;
    let url = database_arguments::url(matches)?;
    let path = matches.get_one("file").or_else(|| matches.get_one("out"));
    let path: &PathBuf = path.expect("clap has made sure of one of them");
    block_on(async {
        let store = open_to_read(&url).await?;
        if path.as_os_str() == "-" {
            write(&store, &mut BufWriter::new(io::stdout()), form, Failure::Output).await?;
            return Ok(Status::Done);
        }
        let Written { count, unreadable } = write_file(&store, path, form).await?;
        let mut report = format!("{count} match(es) written to {}", path.display());
        if unreadable > 0 {
            report += &format!(
                "\n{unreadable} of them cannot be replayed by this program: the column fault has \
                 the reason"
            );
        }
        output::print(&report)
    })
}

/// Statistics of a written file.
pub(super) struct Written {
    /// Matches.
    pub(super) count: u64,
    /// The number of matches that a table cannot fully represent.
    unreadable: u64,
}

/// Writes to a temporary file first, so that the file is complete once it exists.
pub(super) async fn write_file(store: &Store, path: &Path, form: Form) -> Result<Written, Failure> {
    let mut file = PartFile::create(path)?;
    let failed = |error: io::Error| PartFile::failure(path, &error);
    let written = write(store, file.file(), form, failed).await?;
    file.finish()?;
    Ok(written)
}

/// A writer of one of the forms.
enum Writer<'a, W: Write> {
    Archive(ArchiveWriter<&'a mut W>),
    Table(Box<MatchTable<&'a mut W>>),
}

async fn write<W: Write + Send>(
    store: &Store,
    output: &mut W,
    form: Form,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<Written, Failure> {
    let not_archived = |error| match error {
        TransferError::Io(error) => failed(error),
        other => Failure::Service(other.to_string()),
    };
    let mut writer = match form {
        Form::Archive => FileWriter::new(output).map(ArchiveWriter::File).map(Writer::Archive),
        Form::Lines(games) => {
            LineWriter::new(games, output).map(ArchiveWriter::Lines).map(Writer::Archive)
        }
        Form::Parquet(games) => {
            let table = MatchTable::new(games, output);
            let table = table.map_err(|error| error.into_failure(&failed))?;
            Ok(Writer::Table(Box::new(table)))
        }
    }
    .map_err(&not_archived)?;
    let counts = store.counts().await.map_err(Failure::store)?;
    let bar = bar(counts.open + counts.running + counts.finished);
    let mut snapshot = store.snapshot(PAGE);
    let mut count = 0;
    while let Some(page) = snapshot.next().await.map_err(Failure::store)? {
        for row in page {
            let stored = row.read().map_err(Failure::store)?;
            let item = Item { id: row.id, stored, rematch: row.rematch };
            match &mut writer {
                Writer::Archive(writer) => writer.write(&item).map_err(&not_archived)?,
                Writer::Table(table) => {
                    table.write(&item).map_err(|error| error.into_failure(&failed))?;
                }
            }
            count += 1;
            bar.inc(1);
        }
    }
    let unreadable = match writer {
        Writer::Archive(writer) => writer.finish().map(|_| 0).map_err(&not_archived)?,
        Writer::Table(table) => table.finish().map_err(|error| error.into_failure(&failed))?,
    };
    bar.finish_and_clear();
    Ok(Written { count, unreadable })
}
