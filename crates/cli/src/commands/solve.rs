//! `ennead solve`: exact values of a whole game, on any number of processes.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::reject;
use ennead_kit::Games;
use ennead_solve::distributed::{ClusterSecret, Hosts, Plan, SolveEvent, Stage};
use ennead_solve::{AnySolveError, TableSummary};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::arguments::{game_argument, set_up_game};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

const LONG_ABOUT: &str = "\
Solve a game: enumerate every reachable position and value all of them, with the distance to the \
end.

The table and the checkpoints go to the directory of --out; after an interruption, the same \
command with --resume continues at the last layer. Progress is shown on standard error and \
logged to log.jsonl in the directory; the last line of standard output is the summary as JSON. \
To solve on several machines, start one process on each with the same --hosts FILE, the same \
--secret-file FILE and its own --process. Processes prove to each other that they know the secret; \
what they send afterwards is neither encrypted nor signed, so the network between them must be \
trusted.";

/// The environment variable that may hold the secret of a cluster.
const SECRET_VARIABLE: &str = "ENNEAD_SOLVE_SECRET";

/// The progress bar appears only after this time.
const QUIET: Duration = Duration::from_secs(1);

pub(crate) fn command(games: Games) -> Command {
    let solvable = games.iter().filter(|kit| kit.solver().is_some());
    let examples = solvable.take(1).fold(Examples::new(games), |examples, kit| {
        examples
            .line(format!("ennead solve {} --out table", kit.id()))
            .line(format!("ennead solve {} --out table --workers 2 --resume", kit.id()))
            .line("ennead solve --info table")
    });
    let command = Command::new("solve")
        .about("Solve a game: the value of every position, on any number of processes")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .arg(game_argument(games).required_unless_present("info"))
        .args(arguments());
    game_options::add(command, Purpose::SetUp, games)
}

fn arguments() -> [Arg; 9] {
    let path = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf))
    };
    let number = |name: &'static str| {
        Arg::new(name).long(name).value_name("N").value_parser(value_parser!(usize))
    };
    [
        path("out", "DIR")
            .required_unless_present("info")
            .help("Where the table and the checkpoints go"),
        number("workers").default_value("1").help("Worker threads of this process"),
        Arg::new("memory")
            .long("memory")
            .value_name("SIZE")
            .default_value("1GB")
            .value_parser(parse_size)
            .help("The total memory that this process may use, as in 512MB or 4GB"),
        path("hosts", "FILE")
            .requires("process")
            .help("The processes of a cluster, one host:port per line"),
        number("process")
            .requires("hosts")
            .help("The line of this process among the hosts, from 0"),
        path("secret-file", "FILE").requires("hosts").help(
            "A secret that all processes share, needed for addresses other than loopback ones; \
             ENNEAD_SOLVE_SECRET may hold it instead",
        ),
        Arg::new("wait")
            .long("wait")
            .value_name("SECONDS")
            .default_value("60")
            .value_parser(value_parser!(u64))
            .help("How long to wait for the other processes"),
        Arg::new("resume")
            .long("resume")
            .action(ArgAction::SetTrue)
            .help("Continue from the checkpoints in the directory"),
        path("info", "DIR")
            .conflicts_with_all(["game", "out", "resume", "hosts"])
            .help("Print the summary of a solved game"),
    ]
}

/// Parses a size in bytes: a number with KB, MB or GB.
fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err("a size is a number followed by KB, MB, GB or TB".into()),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    number.ok_or_else(|| "a size is a number followed by KB, MB, GB or TB".into())
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if let Some(directory) = matches.get_one::<PathBuf>("info") {
        let summary =
            TableSummary::read(directory).map_err(|error| Failure::Rejected(error.into()))?;
        return output::print(&summary.json().to_string());
    }
    let (kit, options) = set_up_game(matches, games)?;
    let solver = kit.solver().ok_or_else(|| {
        let solvable: Vec<&str> =
            games.iter().filter(|kit| kit.solver().is_some()).map(ennead_kit::Kit::id).collect();
        let (game, known) = (kit.id(), solvable.join(", "));
        reject(format!("{game} cannot be solved: its positions have no packed keys ({known} can)"))
    })?;
    let directory = matches.get_one::<PathBuf>("out").expect("clap has made sure of it");
    let hosts = hosts(matches)?;
    let progress = Arc::new(Progress::new(directory, hosts.as_ref())?);
    let watcher = Arc::clone(&progress);
    let plan = Plan {
        directory: directory.clone(),
        workers: *matches.get_one("workers").expect("it has a default"),
        hosts,
        memory: *matches.get_one("memory").expect("it has a default"),
        resume: matches.get_flag("resume"),
        patience: Duration::from_secs(*matches.get_one("wait").expect("it has a default")),
        watch: Arc::new(move |event| watcher.see(event)),
    };
    let solved = solver.solve(&options, &plan);
    progress.bar.finish_and_clear();
    match solved {
        Ok(summary) => {
            let (digest, peak) = (summary.digest(), peak_memory());
            let solved = json!({ "event": "solved", "digest": digest, "peak_memory": peak });
            progress.log(&solved);
            output::print(&summary.json().to_string())
        }
        Err(AnySolveError::Setup(error)) => Err(Failure::Usage(error.to_string())),
        Err(AnySolveError::Solve(error)) => {
            progress.log(&json!({ "event": "failed", "error": error.to_string() }));
            Err(Failure::Rejected(error.into()))
        }
    }
}

/// The peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// The processes of the cluster, if there is one.
fn hosts(matches: &ArgMatches) -> Result<Option<Hosts>, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("hosts") else { return Ok(None) };
    let text = fs::read_to_string(path)
        .map_err(|error| reject(format!("cannot read {}: {error}", path.display())))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let addresses: Vec<String> = lines.map(ToString::to_string).collect();
    if let Some(wrong) = addresses.iter().find(|address| !is_address(address)) {
        let reason = format!("{}: {wrong:?} is not a host:port", path.display());
        return Err(reject(reason).into());
    }
    let process = *matches.get_one("process").expect("clap has made sure of it");
    Ok(Some(Hosts { addresses, process, secret: secret(matches)? }))
}

/// The secret of the cluster, from its file or from the environment.
fn secret(matches: &ArgMatches) -> Result<Option<ClusterSecret>, Failure> {
    let (source, bytes) = match matches.get_one::<PathBuf>("secret-file") {
        Some(path) => {
            let source = path.display().to_string();
            let read = fs::read(path);
            let bytes = read.map_err(|error| reject(format!("cannot read {source}: {error}")))?;
            (source, bytes)
        }
        None => match std::env::var_os(SECRET_VARIABLE) {
            Some(secret) => (SECRET_VARIABLE.to_string(), secret.into_encoded_bytes()),
            None => return Ok(None),
        },
    };
    let secret = ClusterSecret::new(&bytes);
    Ok(Some(secret.map_err(|error| reject(format!("{source}: {error}")))?))
}

fn is_address(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
    })
}

/// The progress bar and the log.
struct Progress {
    bar: ProgressBar,
    begun: Instant,
    log: Mutex<Option<(PathBuf, Option<File>)>>,
}

impl Progress {
    /// Only the first process writes the log.
    fn new(directory: &Path, hosts: Option<&Hosts>) -> Result<Self, Failure> {
        let logs = hosts.is_none_or(|hosts| hosts.process == 0);
        let style = ProgressStyle::with_template(
            "{msg} {bar:30} {human_pos} positions, {per_sec}, {eta} left",
        );
        let bar = ProgressBar::hidden()
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let log = logs.then(|| (directory.join("log.jsonl"), None));
        Ok(Progress { bar, begun: Instant::now(), log: Mutex::new(log) })
    }

    fn see(&self, event: &SolveEvent) {
        match event {
            SolveEvent::Progress { stage, layer, last, done, of } => {
                if self.bar.is_hidden() && self.begun.elapsed() > QUIET {
                    self.bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                if of.is_some() && self.bar.length() != *of {
                    // The rate of the previous stage says nothing about this one.
                    self.bar.reset();
                }
                if let Some(of) = of {
                    self.bar.set_length(*of);
                }
                let what = match stage {
                    Stage::Enumerate => "enumerating",
                    Stage::Evaluate => "valuing",
                };
                self.bar.set_message(format!("{what} layer {layer}/{last}"));
                self.bar.set_position(*done);
            }
            SolveEvent::Layer { stage, layer, canonical, bytes } => self.log(&json!({
                "event": "layer",
                "stage": stage.name(),
                "layer": layer,
                "canonical": canonical,
                "bytes": bytes,
                "seconds": self.begun.elapsed().as_secs_f64(),
            })),
        }
    }

    /// Appends a line to the log. A log that cannot be written is not worth failing a solve.
    fn log(&self, line: &serde_json::Value) {
        let mut log = self.log.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some((path, file)) = log.as_mut() else { return };
        if file.is_none() {
            *file = OpenOptions::new().create(true).append(true).open(path).ok();
        }
        if let Some(file) = file {
            let _ = writeln!(file, "{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_size("512MB"), Ok(512 << 20));
        assert_eq!(parse_size("4gb"), Ok(4 << 30));
        assert_eq!(parse_size("1000"), Ok(1000));
        for wrong in ["", "MB", "12 parsecs", "99999999999TB", "-1MB"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn addresses_have_a_port() {
        assert!(is_address("localhost:2101"));
        assert!(is_address("[::1]:2101"));
        for wrong in ["localhost", "localhost:", ":2101", "localhost:0", "localhost:70000"] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}
