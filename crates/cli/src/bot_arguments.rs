//! Bot arguments shared by several commands.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgMatches, value_parser};
use ennead_kit::{Games, Kit};
use ennead_search::arena::MAX_CHOICES;
use ennead_search::{Budget, Level, RosterError, Tables};

use crate::failure::Failure;

/// Help text: every bot of every game, and how engines are named.
pub(crate) fn bots_help(games: Games) -> String {
    let mut help = String::from("Bots:");
    for kit in games.iter() {
        for bot in kit.bots().bots() {
            help += &format!("\n  {:<10} {:<10} {}", kit.id(), bot.name, bot.about);
            if let Some(elo) = kit.bots().rating_of(bot.name) {
                help += &format!(" (Elo {elo:+})");
            }
        }
    }
    let program = |game: &str, protocol: &str, about: &str| {
        let program = format!("{protocol}:PROGRAM [ARGUMENTS]");
        format!("\n  {game:<10} {program:<28} {about}")
    };
    help += &program("any game", "engine", "a program that speaks the protocol of BOT-PROTOCOL.md");
    for kit in games.iter().filter(|kit| kit.bots().has_tables()) {
        let about = "perfect play from a table of 'ennead solve'";
        help += &format!("\n  {:<10} {:<28} {about}", kit.id(), "table:DIRECTORY");
    }
    for kit in games.iter() {
        for protocol in kit.bots().protocols() {
            help += &program(kit.id(), protocol.name, protocol.about);
        }
    }
    for (number, (kit, anchor)) in anchors(games).enumerate() {
        if number == 0 {
            help += "\n\nElo is counted over these anchors, see STRENGTH.md:";
        }
        help += &format!("\n  {:<10} {anchor}", kit.id());
    }
    help
}

/// The games whose levels have ratings, each with its anchor.
fn anchors(games: Games) -> impl Iterator<Item = (&'static Kit, &'static str)> {
    games.iter().filter_map(|kit| Some((kit, kit.bots().anchor()?)))
}

/// The ratings of the levels, a line for each game that has some, for help texts.
pub(crate) fn levels_help(games: Games) -> String {
    let line = |(kit, anchor): (&Kit, &str)| {
        let ratings = Level::ALL.into_iter().filter_map(|level| kit.bots().rating(level));
        let ratings: Vec<String> = ratings.map(|elo| format!("{elo:+}")).collect();
        format!("\n  {:<10} {}; over {anchor}", kit.id(), ratings.join(", "))
    };
    let lines: String = anchors(games).map(line).collect();
    if lines.is_empty() { lines } else { format!("Elo of levels 1 to 5:{lines}\n\n") }
}

/// An argument that names a bot.
pub(crate) fn bot_argument(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("BOT").help(help)
}

/// `--table`, the directory of a table.
pub(crate) fn table_argument(help: &'static str) -> Arg {
    let argument = Arg::new("table").long("table").value_name("DIR");
    argument.value_parser(value_parser!(PathBuf)).help(help)
}

/// Opens the given tables.
pub(crate) fn tables(matches: &ArgMatches, games: Games) -> Result<Tables, Failure> {
    let directories = matches.get_many::<PathBuf>("table").into_iter().flatten();
    Ok(games.open_tables(directories.map(PathBuf::as_path))?)
}

/// `--ms`, `--nodes` and `--seed`.
pub(crate) fn budget_arguments() -> [Arg; 3] {
    let number = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
    };
    [
        number("ms", "Milliseconds that a bot may spend on a move"),
        number(
            "nodes",
            "Nodes or playouts that a bot may spend on a choice: the result is then the same every \
             time",
        ),
        number("seed", "What everything random follows from").default_value("1"),
    ]
}

/// `--most-choices`, the limit of a game between bots.
pub(crate) fn most_choices_argument() -> Arg {
    Arg::new("most-choices")
        .long("most-choices")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..))
        .help("Cut a game off as a draw after this many choices [default: 20000]")
}

/// The limit of a game between bots.
pub(crate) fn most_choices(matches: &ArgMatches) -> usize {
    let given = matches.get_one::<u64>("most-choices").copied();
    given.map_or(MAX_CHOICES, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

/// The budget given, if any.
pub(crate) fn budget(matches: &ArgMatches) -> Option<Budget> {
    let time = matches.get_one("ms").copied().map(Duration::from_millis);
    let nodes = matches.get_one("nodes").copied();
    (time.is_some() || nodes.is_some()).then_some(Budget { time, nodes })
}

/// The seed.
pub(crate) fn seed(matches: &ArgMatches) -> u64 {
    *matches.get_one("seed").expect("it has a default")
}

impl From<RosterError> for Failure {
    /// An unknown bot is a usage error; an engine that does not work is not.
    fn from(error: RosterError) -> Self {
        match error {
            RosterError::Engine(error) => Failure::Rejected(error.into()),
            error @ (RosterError::Table { .. } | RosterError::SecondTable { .. }) => {
                Failure::Rejected(error.into())
            }
            error => Failure::Usage(error.to_string()),
        }
    }
}
