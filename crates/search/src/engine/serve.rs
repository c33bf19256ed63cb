//! Serves our bots as engines to any host.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use ennead_game::ViewError;
use thiserror::Error;

use super::lines::{EngineLineError, read_line};
use super::request::{PROTOCOL_VERSION, ProtocolError, ReceivedPosition, split};
use crate::{AnyBot, BotError, Budget, Roster, RosterError};

/// Why serving ended before the host said `bye`.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The host violated the protocol.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// The host's line cannot be read.
    #[error(transparent)]
    Line(#[from] EngineLineError),
    /// The view is not one of this game.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The bot cannot be created.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The bot failed.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The response cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// The host's position does not follow from the previous one.
    #[error("{0}")]
    Position(String),
}

/// The host's budget minus ten percent and five milliseconds, for the transport and a busy machine.
pub fn with_margin(allowed: Budget) -> Budget {
    let less = |time: Duration| time - (time / 10 + Duration::from_millis(5)).min(time / 2);
    Budget { time: allowed.time.map(less), ..allowed }
}

/// The bot to serve, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct Served<'a> {
    /// The name of the bot in the roster.
    pub spec: &'a str,
    /// Its seed.
    pub seed: u64,
    /// The budget per move, for referees that send none, or a tighter limit than theirs.
    pub budget: Option<Budget>,
}

/// Serves a host until it sends `bye` or closes the connection.
pub fn serve(
    roster: &'static Roster,
    served: Served<'_>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let Some(greeting) = read_line(&mut input)? else { return Ok(()) };
    check_greeting(&greeting)?;
    writeln!(output, "ennead {PROTOCOL_VERSION} ennead {}", served.spec)?;
    output.flush()?;
    let mut bot = roster.bot(served.spec, served.seed)?;
    while let Some(line) = read_line(&mut input)? {
        match split(&line) {
            ("game", game) if split(game).0 == roster.game() => {
                bot = roster.bot_with(served.spec, served.seed, &setup_pairs(game))?;
            }
            ("game", _) => {
                return Err(ProtocolError::unexpected(&line, "this bot plays another game").into());
            }
            ("position", _) => {
                let option = answer(roster, &mut *bot, served.budget, &mut input)?;
                writeln!(output, "option {option}")?;
                output.flush()?;
            }
            ("bye", _) => return Ok(()),
            _ => {
                return Err(ProtocolError::unexpected(
                    &line,
                    "after the greeting come game, position and bye",
                )
                .into());
            }
        }
    }
    Ok(())
}

/// The options of a set-up, `NAME=VALUE` each, after the name of the game.
fn setup_pairs(game: &str) -> Vec<(&str, String)> {
    let pairs = game.split_whitespace().skip(1).filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name, value.to_string())).collect()
}

fn check_greeting(line: &str) -> Result<(), ProtocolError> {
    match split(line) {
        ("ennead", version) if version.parse() == Ok(PROTOCOL_VERSION) => Ok(()),
        ("ennead", version) => Err(ProtocolError::Version(version.chars().take(20).collect())),
        _ => Err(ProtocolError::unexpected(line, "a host begins with `ennead 1`")),
    }
}

fn answer(
    roster: &'static Roster,
    bot: &mut dyn AnyBot,
    own: Option<Budget>,
    input: &mut impl BufRead,
) -> Result<u32, ServeError> {
    let mut asked = ReceivedPosition::new();
    loop {
        let line = read_line(input)?.ok_or(ProtocolError::Unexpected {
            found: String::new(),
            right: "a position ends with go",
        })?;
        if line.trim() == "go" {
            break;
        }
        asked.take(&line)?;
    }
    let view = roster.interpreter().view(asked.view()?)?;
    let allowed = own.map_or(asked.budget, |own| own.and(asked.budget));
    Ok(bot.advise(&view, with_margin(allowed))?.option)
}
