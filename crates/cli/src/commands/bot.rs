//! `ennead bot`: a bot as an engine for any referee, or on a seat of a match on a server.

use std::io;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use ennead_kit::{Games, Kit};
use ennead_search::LineProtocol;
use ennead_search::engine::{SEED_VARIABLE, ServeError, Served, serve};

use crate::arguments::{game, game_argument};
use crate::bot_arguments::{bot_argument, bots_help, budget, budget_arguments, seed};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::seated_bot;
use crate::server_client::{MatchLink, match_argument, name_argument, server_argument};

/// The protocol of BOT-PROTOCOL.md, for all games.
const GENERAL: &str = "ennead";

/// The line protocols of all games, each with its game.
fn protocols(games: Games) -> impl Iterator<Item = (&'static Kit, &'static LineProtocol)> {
    games.iter().flat_map(|kit| kit.bots().protocols().iter().map(move |own| (kit, own)))
}

pub(crate) fn command(games: Games) -> Command {
    let names = protocols(games).fold(vec![GENERAL], |mut names, (_, protocol)| {
        if !names.contains(&protocol.name) {
            names.push(protocol.name);
        }
        names
    });
    // A protocol of a single game implies the game.
    let defaults: Vec<_> = protocols(games)
        .map(|(kit, protocol)| ("protocol", protocol.name, Some(kit.id())))
        .collect();
    Command::new("bot")
        .about("Let a bot answer a referee on standard input and output, or play on a server")
        .after_help(format!("{}\n\n{}", examples(games), bots_help(games)))
        .arg(
            Arg::new("protocol")
                .long("protocol")
                .value_name("PROTOCOL")
                .default_value(GENERAL)
                .value_parser(PossibleValuesParser::new(names))
                .help(protocol_help(games)),
        )
        .arg(game_argument(games).long("game").help("The game").default_value_ifs(defaults))
        .arg(bot_argument("bot", "The bot").required(true))
        .arg(server_argument().requires("match").help("Play on this server, http://HOST:PORT"))
        .arg(
            match_argument()
                .conflicts_with("protocol")
                .help("Take the open seat of the match behind this link, and play to its end"),
        )
        .arg(name_argument())
        .args(budget_arguments())
        // A host that starts the bot as an engine says its seed there.
        .mut_arg("seed", |seed| seed.env(SEED_VARIABLE).hide_env_values(true))
}

fn examples(games: Games) -> String {
    let examples =
        Examples::new(games).game(0, |game| format!("ennead bot --game {game} --bot random"));
    let examples = examples.line(
        "ennead bot --server http://127.0.0.1:9009 --match AAAAAAAAAAA --bot 'engine:./my-bot'",
    );
    let line = |examples: Examples, (kit, protocol): (&Kit, &LineProtocol)| {
        let (game, protocol) = (kit.id(), protocol.name);
        examples.line(format!("ennead bot --protocol {protocol} --game {game} --bot best"))
    };
    protocols(games).fold(examples, line).text()
}

fn protocol_help(games: Games) -> String {
    let own =
        protocols(games).map(|(kit, protocol)| format!(", or {} for {}", protocol.title, kit.id()));
    format!("What the referee speaks: BOT-PROTOCOL.md{}", own.collect::<String>())
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if let Some(at) = MatchLink::of(matches)? {
        return seated_bot::run(matches, &at, games);
    }
    let kit = game(matches, games);
    let kit = kit.ok_or_else(|| Failure::Usage("say which game with --game".into()))?;
    let spec = matches.get_one::<String>("bot").expect("clap has made sure of it");
    let served = Served { spec, seed: seed(matches), budget: budget(matches) };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let done = match line_protocol(matches, kit, games)? {
        Some(protocol) => (protocol.serve)(served, &mut input, &mut output),
        None => serve(kit.bots(), served, input, output),
    };
    done.map(|()| Status::Done).map_err(failure)
}

/// The requested protocol of the game; `None` for the general one.
fn line_protocol(
    matches: &ArgMatches,
    kit: &'static Kit,
    games: Games,
) -> Result<Option<&'static LineProtocol>, Failure> {
    let name = matches.get_one::<String>("protocol").expect("it has a default");
    if name == GENERAL {
        return Ok(None);
    }
    let own = kit.bots().protocols().iter().find(|protocol| protocol.name == name);
    let other = || {
        let of_others = protocols(games).filter(|(_, protocol)| protocol.name == name);
        let (others, titles): (Vec<_>, Vec<_>) =
            of_others.map(|(kit, protocol)| (kit.id(), protocol.title)).unzip();
        let title = titles.first().copied().unwrap_or_default();
        Failure::Usage(format!("{title} is for {}, not for {}", others.join(", "), kit.id()))
    };
    own.map(Some).ok_or_else(other)
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Write(error) => Failure::Output(error),
        ServeError::Roster(error) => error.into(),
        error => Failure::Rejected(error.into()),
    }
}
