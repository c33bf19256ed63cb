//! `ennead restore`: creates a database from a backup.

use clap::{ArgMatches, Command};
use ennead_kit::Games;

use super::import;
use crate::database_arguments;
use crate::failure::{Failure, Status};
use crate::stored_matches::{block_on, open};

const LONG_ABOUT: &str = "\
Create a database from a file written by 'ennead backup'.

The database has to be empty: 'ennead import' adds matches to one that is in use. A damaged file \
is refused where the damage begins. Clocks of running matches go on from the time of the last \
move, so that some may have run out.";

const EXAMPLES: &str = "\
Examples:
  ennead restore --db sqlite:new.db monday.ennead
  ennead restore --db postgres://ennead@localhost/ennead monday.ennead";

pub(crate) fn command(_: Games) -> Command {
    Command::new("restore")
        .about("Create a database from a file written by 'ennead backup'")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .args(database_arguments::arguments())
        .arg(import::file_argument())
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let url = database_arguments::url(matches)?;
    let count = block_on(async {
        let store = open(&url).await?;
        let counts = store.counts().await.map_err(Failure::store);
        store.close().await;
        counts.map(|counts| counts.open + counts.running + counts.finished)
    })?;
    if count > 0 {
        return Err(Failure::Service(format!(
            "the database holds {count} match(es): restore into an empty one, or add the matches \
             with 'ennead import'"
        )));
    }
    import::run(matches, games)
}
