//! Command-line arguments for the options that games and formats declare.
//!
//! Several games may have options of the same name. The argument accepts what any of them accepts;
//! the game or format in use checks the value.

use std::collections::HashSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use ennead_game::{OptionSpec, Options, RECORDS, Values};
pub(crate) use ennead_kit::Purpose;
use ennead_kit::{Games, Kit, OwnedOption};

/// All options of all games that serve the purpose, without duplicates.
fn all(purpose: Purpose, games: Games) -> Vec<OwnedOption> {
    let mut all: Vec<OwnedOption> = Vec::new();
    for game in games.iter().map(Kit::game) {
        for format in game.formats().into_iter().chain(RECORDS) {
            all.extend(purpose.options(game, format));
        }
    }
    let mut seen = HashSet::new();
    all.retain(|(owner, spec)| seen.insert((*owner, spec.name)));
    all
}

/// Adds an argument for each name among the options that serve the purpose.
pub(crate) fn add(command: Command, purpose: Purpose, games: Games) -> Command {
    let all = all(purpose, games);
    names(&all).into_iter().fold(
        command.next_help_heading("Options of games and formats"),
        |command, name| {
            let same: Vec<_> = all.iter().filter(|(_, spec)| spec.name == name).copied().collect();
            command.arg(argument(name, &same))
        },
    )
}

fn names(all: &[OwnedOption]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (_, spec) in all {
        if !names.contains(&spec.name) {
            names.push(spec.name);
        }
    }
    names
}

fn argument(name: &'static str, same: &[OwnedOption]) -> Arg {
    let argument = Arg::new(name).long(name).help(help(same));
    if same.iter().all(|(_, spec)| spec.values == Values::Flag) {
        return argument.action(ArgAction::SetTrue);
    }
    let argument = argument.action(ArgAction::Set).allow_hyphen_values(true).value_name("VALUE");
    match words(same) {
        Some(words) => argument.value_parser(PossibleValuesParser::new(words)),
        None => argument,
    }
}

/// The words that any of the options accepts; `None` if one of them accepts something else.
fn words(same: &[OwnedOption]) -> Option<Vec<&'static str>> {
    let mut all = Vec::new();
    for (_, spec) in same {
        let Values::Words(words) = spec.values else { return None };
        for word in words {
            if !all.contains(word) {
                all.push(*word);
            }
        }
    }
    Some(all)
}

/// Each meaning of the option, with the games and formats that share it.
fn help(same: &[OwnedOption]) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for (owner, spec) in same {
        let meaning = meaning(spec, owner);
        match lines.iter_mut().find(|(known, _)| *known == meaning) {
            Some((_, owners)) => owners.push(owner),
            None => lines.push((meaning, vec![owner])),
        }
    }
    let line = |(meaning, owners): (String, Vec<&str>)| format!("{}: {meaning}", owners.join(", "));
    lines.into_iter().map(line).collect::<Vec<_>>().join("; ")
}

fn meaning(spec: &OptionSpec, owner: &str) -> String {
    let bare = spec.help.strip_prefix(owner).and_then(|rest| rest.strip_prefix(": "));
    let help = bare.unwrap_or(spec.help);
    match spec.values {
        Values::Flag => help.to_string(),
        Values::Text(form) => format!("{help}: {form}"),
        Values::Words(_) => format!("{help} [default: {}]", spec.default),
        Values::Numbers(low, high) => {
            format!("{help}, {low} to {high} [default: {}]", spec.default)
        }
    }
}

/// The options given, of any game or format.
pub(crate) fn given(matches: &ArgMatches, purpose: Purpose, games: Games) -> Options {
    let add = |options: Options, name: &'static str| match value(matches, name) {
        Some(value) => options.with(name, value),
        None => options,
    };
    names(&all(purpose, games)).into_iter().fold(Options::new(), add)
}

fn value<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    match matches.try_get_one::<bool>(name) {
        Ok(flag) => flag.filter(|flag| **flag).map(|_| "true"),
        Err(_) => matches.get_one::<String>(name).map(String::as_str),
    }
}
