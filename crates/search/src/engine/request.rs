//! Requests to an engine and its responses, as the lines described in `BOT-PROTOCOL.md`.

use std::fmt::Write;
use std::time::Duration;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use ennead_game::Seat;
use thiserror::Error;

use crate::Budget;

/// The supported version of the protocol.
pub const PROTOCOL_VERSION: u32 = 1;

/// Everything that an engine receives about a position: what the seat to move may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRequest {
    /// The seat to move.
    pub seat: Seat,
    /// The bytes of its view.
    pub view: Vec<u8>,
    /// The number of options.
    pub options: u32,
    /// The legal whole moves; `None` if a move is half made or there are too many to list.
    pub moves: Option<Vec<String>>,
    /// A text drawing of the view.
    pub text: String,
}

impl PositionRequest {
    /// The lines from `position` to `go`.
    pub fn to_lines(&self, budget: Budget) -> String {
        let mut lines = format!(
            "position\nseat {}\nview {}\noptions {}\n",
            self.seat.0 + 1,
            HEXLOWER.encode(&self.view),
            self.options
        );
        if let Some(moves) = &self.moves {
            let _ = writeln!(lines, "moves {}", moves.join(" "));
        }
        for line in self.text.lines() {
            let _ = writeln!(lines, "text {line}");
        }
        if let Some(time) = budget.time {
            let _ = writeln!(lines, "limit ms {}", time.as_millis());
        }
        if let Some(nodes) = budget.nodes {
            let _ = writeln!(lines, "limit nodes {nodes}");
        }
        lines + "go\n"
    }
}

/// An engine's response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineAnswer {
    Option(u32),
    Move(String),
}

/// A line of an engine that is not a response.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{found:?} is not an answer: expected `option N` or `move TEXT`")]
pub(crate) struct AnswerError {
    found: String,
}

impl EngineAnswer {
    /// Parses a response; `None` for an `info` line, which is meant for people.
    pub(crate) fn parse(line: &str) -> Result<Option<EngineAnswer>, AnswerError> {
        let wrong = || AnswerError { found: line.chars().take(60).collect() };
        match split(line) {
            ("info", _) => Ok(None),
            ("option", number) => {
                number.parse().map(|option| Some(EngineAnswer::Option(option))).map_err(|_| wrong())
            }
            ("move", text) if !text.is_empty() => Ok(Some(EngineAnswer::Move(text.to_string()))),
            _ => Err(wrong()),
        }
    }
}

/// Splits a line into its first word and the rest.
pub(crate) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

/// A line of the host that violates the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// The line is not expected at this point.
    #[error("{found:?} is not expected here: {right}")]
    Unexpected {
        /// The line, shortened.
        found: String,
        /// What would be accepted.
        right: &'static str,
    },
    /// The version is not supported.
    #[error(
        "the host speaks version {0:?} of the protocol, but version {PROTOCOL_VERSION} was expected"
    )]
    Version(String),
    /// A position without a view.
    #[error("the position has no view")]
    NoView,
}

impl ProtocolError {
    pub(crate) fn unexpected(line: &str, right: &'static str) -> Self {
        ProtocolError::Unexpected { found: line.chars().take(60).collect(), right }
    }
}

/// The parts of a request that a bot needs: view and budget. The rest can be derived from the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedPosition {
    view: Option<Vec<u8>>,
    pub(crate) budget: Budget,
}

impl ReceivedPosition {
    pub(crate) fn new() -> Self {
        ReceivedPosition { view: None, budget: Budget { time: None, nodes: None } }
    }

    /// Processes one line of a position.
    pub(crate) fn take(&mut self, line: &str) -> Result<(), ProtocolError> {
        match split(line) {
            ("view", hex) => {
                let view = HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).map_err(|_| {
                    ProtocolError::unexpected(
                        line,
                        "a view is an even number of hexadecimal digits",
                    )
                })?;
                self.view = Some(view);
            }
            ("limit", limit) => self.take_limit(line, limit)?,
            ("seat" | "options" | "moves" | "text", _) => {}
            _ => {
                return Err(ProtocolError::unexpected(
                    line,
                    "a position has seat, view, options, moves, text and limit, then go",
                ));
            }
        }
        Ok(())
    }

    fn take_limit(&mut self, line: &str, limit: &str) -> Result<(), ProtocolError> {
        let (unit, number) = split(limit);
        let wrong = || ProtocolError::unexpected(line, "a limit is `ms N` or `nodes N`");
        let number: u64 = number.parse().map_err(|_| wrong())?;
        match unit {
            "ms" => self.budget.time = Some(Duration::from_millis(number)),
            "nodes" => self.budget.nodes = Some(number),
            _ => return Err(wrong()),
        }
        Ok(())
    }

    pub(crate) fn view(&self) -> Result<&[u8], ProtocolError> {
        self.view.as_deref().ok_or(ProtocolError::NoView)
    }
}
