//! `ennead theorem`: X's forced win under open rules.

use std::fmt::Display;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use ennead_game::{GameError, reject};
use ennead_kit::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams};

use crate::theorem::{Certificate, Checked, LevelReport, Proof, Shortening};

const EXAMPLES: &str = "\
Examples:
  ennead theorem                            verify the strategy against every reply
  ennead theorem --certificate FILE         and write X's moves to a file
  ennead theorem --check FILE               verify such a file with nothing but the rules
  ennead theorem --search 600               look for a shorter win, for ten minutes";

/// Maximum size of a certificate in bytes.
const MAX_FILE: u64 = 1 << 30;

pub(super) const COMMAND: Command = Command {
    name: "theorem",
    about: "Prove that X wins nested tic-tac-toe with open rules, and within how many plies",
    examples: EXAMPLES,
    arguments: &[
        ArgSpec::new(
            "search",
            ArgKind::Number { default: "0" },
            "Number of seconds to search for a shorter win",
        ),
        ArgSpec::new("certificate", ArgKind::File, "Write X's move in every position to a file"),
        ArgSpec::new("check", ArgKind::File, "Verify a certificate instead of the strategy")
            .without(&["certificate", "search"]),
    ],
    run,
};

fn run(arguments: &Arguments, mut streams: Streams<'_>) -> Result<(), CommandError> {
    if let Some(path) = arguments.path("check") {
        let checked = check(path)?;
        return streams.print(&summary(&checked));
    }
    let mut proof = Proof::of_strategy().map_err(|gap| reject(gap.to_string()))?;
    streams.print(&format!("strategy: X wins within {} plies", proof.plies()))?;
    let seconds = arguments.get("search").and_then(|text| text.parse().ok()).unwrap_or(0);
    if seconds > 0 {
        proof = shorten(proof, seconds, &mut streams)?;
    }
    let certificate = Certificate::new(&proof).map_err(|error| reject(error.to_string()))?;
    let checked = Certificate::check(certificate.bytes())
        .map_err(|error| reject(format!("the certificate is wrong: {error}")))?;
    if let Some(path) = arguments.path("certificate") {
        fs::write(path, certificate.bytes()).map_err(|error| named(path, &error))?;
    }
    streams.print(&summary(&checked))
}

fn shorten(proof: Proof, seconds: u64, streams: &mut Streams<'_>) -> Result<Proof, CommandError> {
    // If the deadline is beyond what the clock can represent, there is no limit.
    let until = Instant::now().checked_add(Duration::from_secs(seconds));
    let mut shortening = Shortening::new(proof, until);
    shortening.run(|report| streams.print(&line(report)))?;
    Ok(shortening.into_proof())
}

fn line(report: &LevelReport) -> String {
    let LevelReport { plies, replies, positions, won, refuted, nodes } = report;
    let open = positions - won - refuted;
    format!(
        "{plies} plies, X free after reply {replies}: {positions} positions, {won} won, \
         {refuted} refuted, {open} open ({nodes} nodes)"
    )
}

fn summary(Checked { plies, positions, digest }: &Checked) -> String {
    format!(
        "proven: X wins within {plies} plies\npositions {positions}, up to symmetry\n\
         digest {digest}"
    )
}

fn check(path: &Path) -> Result<Checked, GameError> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| named(path, &error))?;
    // Reading one byte past the limit detects oversized files, even endless ones.
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| named(path, &error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(named(path, &"too long for a certificate"));
    }
    Certificate::check(&bytes).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &dyn Display) -> GameError {
    reject(format!("{}: {error}", path.display()))
}
