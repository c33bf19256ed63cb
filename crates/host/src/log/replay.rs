//! Replay of stored matches.

use ennead_game::{AnyMatch, PlayError, Seat, Turn};
use ennead_kit::Games;
use thiserror::Error;

use crate::{Beginning, Event, Finished, Reason, Running, SeatHolder, Stored};

/// Why a stored match cannot be replayed.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The record cannot be opened.
    #[error("{0}")]
    Record(String),
    /// The start of the log is not the start of a match.
    #[error("it begins with {0} choices already made")]
    NotAStart(usize),
    /// A choice to continue from is illegal.
    #[error("the choices that it begins with: {0}")]
    Template(PlayError),
    /// A choice is illegal.
    #[error("entry {entry}: {error}")]
    Choice {
        /// The number of the entry.
        entry: usize,
        /// Why it is illegal.
        error: PlayError,
    },
    /// A person joins a seat that is not open.
    #[error("entry {entry}: {seat}'s seat is not open")]
    SeatTaken {
        /// The number of the entry.
        entry: usize,
        /// The seat.
        seat: Seat,
    },
    /// An entry follows the end of the match.
    #[error("entry {entry}: the match ended with the previous entry")]
    AfterTheEnd {
        /// The number of the entry.
        entry: usize,
    },
    /// The log says that the match ended by the rules, but the rules disagree.
    #[error("it is marked as over by the rules, but it is not")]
    NotOver,
    /// The log says that the match ended early, but it is over by the rules.
    #[error("it is marked as ended early, but it is over by the rules")]
    Over,
}

impl Stored {
    /// Replays all entries so far and checks the log for consistency.
    pub fn replay(&self, games: Games) -> Result<Box<dyn AnyMatch>, ReplayError> {
        match self {
            Stored::Running(running) => running.replay(games),
            Stored::Finished(finished) => finished.replay(games),
        }
    }
}

impl Running {
    /// Replays the match.
    pub fn replay(&self, games: Games) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let mut game = open(games, &self.head.start)?;
        if !game.choices().is_empty() {
            return Err(ReplayError::NotAStart(game.choices().len()));
        }
        if let Beginning::Template(choices) = &self.head.beginning {
            let mut template = game.boxed_clone();
            let mut played = choices.iter().map(|choice| template.play(*choice));
            played.try_for_each(|played| played.map_err(ReplayError::Template))?;
        }
        let mut seats = self.head.seats;
        for (entry, event) in self.entries.iter().map(|entry| &entry.event).enumerate() {
            if entry > 0 && ends(&self.entries[entry - 1].event) {
                return Err(ReplayError::AfterTheEnd { entry });
            }
            match event {
                Event::Choices(choices) => {
                    for choice in choices {
                        game.play(*choice).map_err(|error| ReplayError::Choice { entry, error })?;
                    }
                }
                Event::Join { seat, key, .. } => match &mut seats[seat.index()] {
                    open @ SeatHolder::Open => *open = SeatHolder::Person(*key),
                    _ => return Err(ReplayError::SeatTaken { entry, seat: *seat }),
                },
                _ => {}
            }
        }
        Ok(game)
    }
}

fn ends(event: &Event) -> bool {
    matches!(event, Event::Resign(_) | Event::Timeout(_) | Event::Agree | Event::Abandon)
}

impl Finished {
    /// Replays the match.
    pub fn replay(&self, games: Games) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let game = open(games, &self.record)?;
        match (self.reason, game.turn()) {
            (Reason::Rules, Turn::Over(_)) => Ok(game),
            (Reason::Rules, _) => Err(ReplayError::NotOver),
            (_, Turn::Over(_)) => Err(ReplayError::Over),
            _ => Ok(game),
        }
    }
}

fn open(games: Games, record: &[u8]) -> Result<Box<dyn AnyMatch>, ReplayError> {
    games.open_record(record).map_err(|error| ReplayError::Record(error.to_string()))
}
