//! Arguments that select the database.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, value_parser};

use crate::failure::Failure;

/// `--db` and `--data`, identical in every command on stored matches.
pub(crate) fn arguments() -> [Arg; 2] {
    [
        Arg::new("db").long("db").value_name("URL").env("ENNEAD_DB").help(
            "Where matches are kept: sqlite:PATH or postgres://USER@HOST/NAME \
             [default: ennead.db in the data folder]",
        ),
        data_argument(),
    ]
}

/// `--data` alone.
pub(crate) fn data_argument() -> Arg {
    Arg::new("data")
        .long("data")
        .value_name("FOLDER")
        .env("ENNEAD_DATA")
        .value_parser(value_parser!(PathBuf))
        .help("The data folder [default: ennead in the user's data folder]")
}

/// The data folder: the one given, or the user's.
pub(crate) fn folder(matches: &ArgMatches) -> Result<PathBuf, Failure> {
    if let Some(folder) = matches.get_one::<PathBuf>("data") {
        return Ok(folder.clone());
    }
    let data = ennead_platform::data_folder();
    let unknown = || Failure::Usage("no data folder is known: give one with --data".into());
    let data = data.ok_or_else(unknown)?;
    let folder = data.join("ennead");
    // Earlier versions let other users in. A folder that is not there needs nothing.
    let _ = ennead_platform::make_private(&folder);
    Ok(folder)
}

/// The URL of the database.
pub(crate) fn url(matches: &ArgMatches) -> Result<String, Failure> {
    match matches.get_one::<String>("db") {
        Some(url) => Ok(url.clone()),
        None => Ok(format!("sqlite:{}", folder(matches)?.join("ennead.db").display())),
    }
}
