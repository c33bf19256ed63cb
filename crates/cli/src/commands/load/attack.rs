//! `ennead load --attack`: the effect of attacks on honest players.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use ennead_game::Values;
use ennead_kit::Games;
use ennead_load::{Address, Attack, AttackResult, CostlySetup, Siege, Watched, attack_report};
use indicatif::{ProgressBar, ProgressStyle};

use super::{failure, has_url, own_server, setup, write};
use crate::arguments::set_up_game;
use crate::failure::{Failure, Status};
use crate::output;

const EVERY: &str = "all";
/// The values that attackers try for an option, the costliest first.
const COSTLY: [u32; 2] = [1_000, 100];
/// How long a player thinks: at this pace, two players that take turns, each at its own address,
/// stay below the limit on new matches.
const PACE: Duration = Duration::from_millis(150);
/// How long memory may take to be released.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn arguments() -> [Arg; 6] {
    let number = |name: &'static str, default: &'static str, most: i64, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .default_value(default)
            .value_parser(value_parser!(u32).range(1..=most))
            .help(help)
    };
    let names = Attack::ALL.iter().map(|attack| attack.name()).chain([EVERY]);
    [
        Arg::new("attack")
            .long("attack")
            .value_name("NAME")
            .action(ArgAction::Append)
            .value_parser(clap::builder::PossibleValuesParser::new(names))
            .help("Compare play with and without this attack; may be repeated"),
        number("rounds", "5", 1_000, "Of an attack: windows without and with it, in turn"),
        number("window", "3", 3_600, "Of an attack: seconds of a window"),
        number("pairs", "32", 1_000, "Of an attack: pairs of honest players"),
        number("attackers", "4", 200, "Of an attack: addresses that attack at the same time"),
        Arg::new("out")
            .long("out")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Also write the figures of attacks as JSON"),
    ]
}

pub(super) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let siege = siege(matches, games)?;
    let mut results = Vec::new();
    for attack in attacks(matches) {
        results.push(measure(matches, &siege, attack)?);
    }
    if let Some(file) = matches.get_one::<PathBuf>("out") {
        write(file, &format!("{:#}\n", attack_report(&siege, &results)))?;
    }
    output::print(&table(&results))?;
    verdict(&results)
}

/// Fails if an attack misses its targets, so that scripts can tell.
fn verdict(results: &[AttackResult]) -> Result<Status, Failure> {
    let missed = results.iter().filter(|result| !result.meets_targets());
    let missed: Vec<&str> = missed.map(|result| result.attack.name()).collect();
    match missed.as_slice() {
        [] => Ok(Status::Done),
        missed => Err(Failure::Service(format!("targets were missed: {}", missed.join(", ")))),
    }
}

/// The attacks requested, without duplicates.
fn attacks(matches: &ArgMatches) -> Vec<Attack> {
    let names: Vec<&str> =
        matches.get_many::<String>("attack").into_iter().flatten().map(String::as_str).collect();
    let is_wanted = |attack: &Attack| names.contains(&attack.name()) || names.contains(&EVERY);
    Attack::ALL.into_iter().filter(is_wanted).collect()
}

fn siege(matches: &ArgMatches, games: Games) -> Result<Siege, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    kit.game().start(&options)?;
    let count = |name: &str| *matches.get_one::<u32>(name).expect("it has a default");
    Ok(Siege {
        game: kit.id().to_string(),
        setup: setup(kit.game(), &options),
        costly: costly_setup(games),
        pairs: count("pairs") as usize,
        pace: PACE,
        rounds: count("rounds"),
        window: Duration::from_secs(count("window").into()),
        attackers: count("attackers") as usize,
        patience: PATIENCE,
    })
}

/// The option with the highest number among all games.
fn costly_setup(games: Games) -> Option<CostlySetup> {
    let options = games.iter().flat_map(|kit| {
        kit.game().setup_options().iter().filter_map(move |spec| match spec.values {
            Values::Numbers(_, most) => Some((most, kit.id(), spec.name)),
            _ => None,
        })
    });
    let (most, game, option) = options.max_by_key(|(most, ..)| *most)?;
    let values = COSTLY.into_iter().filter(|value| *value <= most).collect();
    Some(CostlySetup { game: game.to_string(), option: option.to_string(), values })
}

/// Measures an attack, on a new server unless there is a URL.
fn measure(matches: &ArgMatches, siege: &Siege, attack: Attack) -> Result<AttackResult, Failure> {
    let server = (!has_url(matches)).then(|| own_server(&["--limit-loopback"])).transpose()?;
    let (address, watched) = match &server {
        Some(server) => (server.address().clone(), server.watched()),
        None => {
            let url = matches.get_one::<Address>("url").expect("it has a default");
            (url.clone(), Watched::default())
        }
    };
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
    bar.set_message(attack.name());
    let mut ratios = String::new();
    let result = ennead_load::attack(siege, attack, &address, watched, |round| {
        let _ = write!(ratios, " {:.2}", round.ratio());
        bar.set_message(format!("{}: times{ratios}", attack.name()));
        bar.tick();
    });
    bar.finish_and_clear();
    result.map_err(|error| failure(&error))
}

const HEAD: [&str; 2] = [
    "                 attackers         p99 of players (ms)      memory of server (MB)",
    "attack           sent   refused    without    with  ratio     before    peak   after   errors",
];

fn table(results: &[AttackResult]) -> String {
    let mut table = format!("{}\n{}\n", HEAD[0], HEAD[1]);
    for result in results {
        let strikes = &result.strikes;
        let _ = write!(
            table,
            "{:<12} {:>8}  {:>8}   {:>8.2} {:>7.2} {:>6.2}{}",
            result.attack.name(),
            strikes.sent(),
            strikes.refused(),
            result.median(|round| round.quiet),
            result.median(|round| round.attacked),
            result.ratio(),
            mark(Some(result.is_fair())),
        );
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let _ = match result.memory {
            Some([before, peak, after]) => write!(
                table,
                "  {:>8.1} {:>7.1} {:>7.1}{}",
                megabytes(before),
                megabytes(peak),
                megabytes(after),
                mark(result.memory_returns()),
            ),
            None => write!(table, "  {:>8} {:>7} {:>7} ", "-", "-", "-"),
        };
        let _ = writeln!(table, "  {:>6}", result.errors);
    }
    table + "! is beyond twice the p99 without the attack, or 120 % of the memory before it"
}

/// Marks a figure that exceeds its bound.
fn mark(is_within: Option<bool>) -> char {
    if is_within == Some(false) { '!' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ennead_load::{Round, Strikes};

    use super::*;

    fn result(attack: Attack, attacked: f64, after: u64) -> AttackResult {
        let round = Round { quiet: 1.0, attacked, quiet_moves: 1, attacked_moves: 1 };
        AttackResult {
            attack,
            rounds: vec![round],
            strikes: Arc::new(Strikes::default()),
            memory: Some([100, 200, after]),
            errors: 0,
        }
    }

    #[test]
    fn a_missed_target_fails_the_command() {
        let good = || result(Attack::Looks, 2.0, 120);
        assert_eq!(verdict(&[good()]).unwrap(), Status::Done);
        let results = [result(Attack::Studies, 2.01, 100), good(), result(Attack::Lists, 1.0, 121)];
        let failure = verdict(&results).unwrap_err();
        assert_eq!(failure.to_string(), "targets were missed: studies, lists");
    }
}
