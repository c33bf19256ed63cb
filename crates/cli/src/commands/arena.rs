//! `ennead arena`: many games between two bots.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::{Options, Show, Turn, Value, reject};
use ennead_kit::{Games, Kit, escape_controls};
use ennead_search::Budget;
use ennead_search::arena::{self, Contest, ContestError, Contestant, Elo, Report, Sprt, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};

use crate::arguments::{game_argument, json_argument, set_up_game};
use crate::bot_arguments::{
    bot_argument, bots_help, budget, budget_arguments, most_choices, most_choices_argument, seed,
};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

const LONG_ABOUT: &str = "\
Play many games between two bots, and measure which is stronger and by how much.

Games come in pairs that begin alike, with the seats swapped. The Elo difference has a 95 % \
interval that is taken from the results of pairs (pentanomial). A bot that fails (no answer in \
time, a crash, an illegal move) loses that game.";

/// The default budget per move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The number of random moves that begin a game without chance.
const DEFAULT_OPENING: u32 = 2;
/// The most faults named in a report.
const MAX_FAULTS: usize = 20;

pub(crate) fn command(games: Games) -> Command {
    let opening = "Random moves that begin each pair [default: 2, and 0 where chance or a bot \
                   behind a line protocol begins]";
    let threads = "How many games are played at a time [default: one for each core]";
    let records = Arg::new("records").long("records").value_name("FILE");
    let sprt = Arg::new("sprt").long("sprt").action(ArgAction::SetTrue);
    let command = Command::new("arena")
        .about("Play many games between two bots, and measure which is stronger and by how much")
        .long_about(LONG_ABOUT)
        .after_help(format!("{}\n\n{}", examples(games), bots_help(games)))
        .arg(game_argument(games).required(true))
        .arg(bot_argument("a", "The bot whose score is counted").required(true))
        .arg(bot_argument("b", "Its opponent").required(true))
        .arg(number("games", "How many games, an even number").required(true))
        .args(budget_arguments())
        .arg(number("opening", opening).value_parser(value_parser!(u32).range(..=100)))
        .arg(
            Arg::new("openings")
                .long("openings")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("opening")
                .help("Begin the pairs with these openings in turn: moves, one opening per line"),
        )
        .arg(most_choices_argument())
        .arg(number("threads", threads).value_parser(value_parser!(u64).range(1..=256)))
        .arg(
            records
                .value_parser(value_parser!(PathBuf))
                .help("Write each match as a record in base64url, one per line"),
        )
        .arg(sprt.help("Stop as soon as the games decide between --elo0 and --elo1"))
        .args([
            real("elo0", "0", "The difference that --sprt would reject"),
            real("elo1", "20", "The difference that --sprt would accept"),
            real("alpha", "0.05", "How often --sprt may accept elo1 wrongly"),
            real("beta", "0.05", "How often --sprt may accept elo0 wrongly"),
        ])
        .arg(json_argument("Print one JSON object"));
    game_options::add(command, Purpose::SetUp, games)
}

fn examples(games: Games) -> String {
    Examples::new(games)
        .game(0, |game| format!("ennead arena {game} --a random --b random --games 1000"))
        .game(0, |game| {
            let engine = "'engine:python3 examples/engine.py'";
            format!("ennead arena {game} --a best --b {engine} --games 20 --ms 50")
        })
        .game(1, |game| {
            format!(
                "ennead arena {game} --a best --b random --games 400 --sprt --nodes 1000 --json"
            )
        })
        .text()
}

fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
}

fn real(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    let argument = Arg::new(name).long(name).value_name("NUMBER").default_value(default);
    let argument = argument.allow_negative_numbers(true).value_parser(value_parser!(f64));
    argument.requires("sprt").help(help)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    let contest = contest(matches, kit, options)?;
    let records = matches.get_one::<PathBuf>("records");
    let mut records = records.map(|path| RecordFile::create(path)).transpose()?;
    let bar = progress(contest.pairs * 2);
    let report = arena::run(&contest, |report| {
        bar.set_position(report.score.games());
        bar.set_message(live_score(report));
    });
    bar.finish_and_clear();
    let report = report.map_err(failure)?;
    if let Some(records) = &mut records {
        records.write(&report)?;
    }
    let json = matches.get_flag("json");
    output::print(&match json {
        true => to_json(&contest, &report).to_string(),
        false => to_text(&contest, &report),
    })
}

fn contest<'a>(
    matches: &'a ArgMatches,
    kit: &'static Kit,
    setup: Options,
) -> Result<Contest<'a>, Failure> {
    let text =
        |name: &str| matches.get_one::<String>(name).expect("clap has made sure of it").as_str();
    let games: u64 = *matches.get_one("games").expect("clap has made sure of it");
    if !games.is_multiple_of(2) || games == 0 {
        return Err(Failure::Usage(format!(
            "--games cannot be {games}: games come in pairs with the seats swapped, so it is an \
             even number from 2"
        )));
    }
    let (a, b) = (text("a"), text("b"));
    let is_fixed = kit.game().start(&setup)?.turn() == Turn::Chance
        || [a, b].iter().any(|spec| kit.bots().follows_from_the_start(spec));
    let opening = if is_fixed { 0 } else { DEFAULT_OPENING };
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    Ok(Contest {
        game: kit.game(),
        roster: kit.bots(),
        setup,
        a,
        b,
        pairs: games / 2,
        budget: budget(matches).unwrap_or(Budget::time(DEFAULT_TIME)),
        opening: matches.get_one("opening").copied().unwrap_or(opening),
        openings: matches.get_one("openings").map_or(Ok(Vec::new()), read_openings)?,
        seed: seed(matches),
        sprt: matches.get_flag("sprt").then(|| sprt(matches)).transpose()?,
        most_choices: most_choices(matches),
        threads: matches.get_one::<u64>("threads").map_or_else(cores, |threads| *threads as usize),
    })
}

/// Reads the openings from a file; empty lines and lines that begin with `#` are skipped.
fn read_openings(path: &PathBuf) -> Result<Vec<String>, Failure> {
    let failed = |reason: String| reject(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let lines = text.lines().map(str::trim);
    let openings: Vec<String> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(Into::into).collect();
    if openings.is_empty() {
        return Err(failed("the file has no opening".into()).into());
    }
    Ok(openings)
}

fn sprt(matches: &ArgMatches) -> Result<Sprt, Failure> {
    let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"]
        .map(|name| *matches.get_one::<f64>(name).expect("it has a default"));
    Sprt::new(elo0, elo1, alpha, beta).map_err(|error| Failure::Usage(error.to_string()))
}

fn failure(error: ContestError) -> Failure {
    match error {
        ContestError::Roster(error) => error.into(),
        ContestError::Setup(error) => Failure::Rejected(error),
        error @ ContestError::Opening { .. } => Failure::Rejected(error.into()),
    }
}

/// A progress bar, shown only on a terminal.
fn progress(games: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} games  {msg}  [{elapsed} < {eta}]";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn live_score(report: &Report) -> String {
    let score = report.score;
    format!("+{} ={} -{}  Elo {}", score.wins, score.draws, score.losses, elo_text(score.elo()))
}

fn elo_text(elo: Elo) -> String {
    let number = |elo: f64| {
        if elo.is_infinite() {
            format!("{}inf", if elo < 0.0 { "-" } else { "+" })
        } else {
            format!("{elo:+.0}")
        }
    };
    format!("{} [{}, {}]", number(elo.difference), number(elo.low), number(elo.high))
}

/// The file of records.
struct RecordFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl RecordFile {
    fn create(path: &Path) -> Result<Self, Failure> {
        let failed = |error| reject(format!("{}: {error}", path.display()));
        let file = File::create(path).map_err(failed)?;
        Ok(RecordFile { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    fn write(&mut self, report: &Report) -> Result<(), Failure> {
        let lines: String = report
            .games
            .iter()
            .map(|game| Value::Bytes(game.record.clone()).show(Show::Base64url) + "\n")
            .collect();
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.flush());
        Ok(written.map_err(|error| reject(format!("{}: {error}", self.path.display())))?)
    }
}

fn spec(contest: &Contest<'_>, contestant: Contestant) -> String {
    match contestant {
        Contestant::A => contest.a.to_string(),
        Contestant::B => contest.b.to_string(),
    }
}

fn to_text(contest: &Contest<'_>, report: &Report) -> String {
    let score = report.score;
    let mut text = format!(
        "{}: {} against {}\n{} games: {} won, {} drawn, {} lost ({:.1} %)\n\
         Elo difference {} (95 %)\n",
        contest.game.id(),
        contest.a,
        contest.b,
        score.games(),
        score.wins,
        score.draws,
        score.losses,
        score.share() * 100.0,
        elo_text(score.elo()),
    );
    if let Some(sprt) = contest.sprt {
        let (low, high) = sprt.bounds();
        let _ = writeln!(
            text,
            "SPRT {} against {} Elo: {} (LLR {:.2}, bounds {low:.2} and {high:.2})",
            sprt.elo0,
            sprt.elo1,
            verdict(report.verdict),
            sprt.llr(&score)
        );
    }
    let mut faults = 0;
    for (number, game) in report.games.iter().enumerate() {
        let Some(fault) = &game.fault else { continue };
        faults += 1;
        if faults <= MAX_FAULTS {
            let _ = writeln!(
                text,
                "game {}: {} ({}) has lost: {}",
                number + 1,
                fault.contestant.name(),
                spec(contest, fault.contestant),
                escape_controls(&fault.error)
            );
        }
    }
    if faults > MAX_FAULTS {
        let _ = writeln!(text, "and {} more games were lost like this", faults - MAX_FAULTS);
    }
    let cut = cut_games(report);
    if cut > 0 {
        let most = contest.most_choices;
        let _ = writeln!(text, "{cut} games were cut off as draws after {most} choices");
    }
    text
}

/// The number of games that were cut off as draws.
fn cut_games(report: &Report) -> usize {
    report.games.iter().filter(|game| game.is_cut).count()
}

fn verdict(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None | Some(Verdict::GoOn) => "undecided",
        Some(Verdict::Elo0) => "elo0",
        Some(Verdict::Elo1) => "elo1",
    }
}

fn to_json(contest: &Contest<'_>, report: &Report) -> Json {
    let (score, elo) = (report.score, report.score.elo());
    let finite = |number: f64| if number.is_finite() { json!(number) } else { Json::Null };
    let setup: serde_json::Map<String, Json> =
        set_up(contest).into_iter().map(|(name, value)| (name.into(), json!(value))).collect();
    let fault_json = |(number, fault): (usize, &arena::Fault)| {
        let (bot, spec) = (fault.contestant.name(), spec(contest, fault.contestant));
        json!({"game": number + 1, "bot": bot, "spec": spec, "error": fault.error})
    };
    let games = report.games.iter().enumerate();
    let faults = games.filter_map(|(number, game)| Some((number, game.fault.as_ref()?)));
    let faults: Vec<Json> = faults.map(fault_json).collect();
    let budget = contest.budget;
    let milliseconds = budget.time.map(|time| time.as_millis() as u64);
    json!({
        "game": contest.game.id(),
        "setup": setup,
        "a": contest.a,
        "b": contest.b,
        "budget": {"ms": milliseconds, "nodes": budget.nodes},
        "opening": contest.opening,
        "openings": contest.openings.len(),
        "seed": contest.seed,
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.share(),
        "pairs": score.pairs,
        "elo": finite(elo.difference),
        "elo_low": finite(elo.low),
        "elo_high": finite(elo.high),
        "sprt": contest.sprt.map(|sprt| sprt_json(&sprt, report)),
        "faults": faults,
        "cut": cut_games(report),
    })
}

/// The complete set-up, including defaults.
fn set_up(contest: &Contest<'_>) -> Vec<(&'static str, String)> {
    contest.game.start(&contest.setup).map(|game| game.setup()).unwrap_or_default()
}

fn sprt_json(sprt: &Sprt, report: &Report) -> Json {
    let (low, high) = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": sprt.llr(&report.score),
        "lower": low,
        "upper": high,
        "verdict": verdict(report.verdict),
    })
}
