//! Playing a stored match again.

use ennead_game::{AnyMatch, Header, HeaderError, PlayError, Turn};
use ennead_registry::game_numbered;
use thiserror::Error;

use crate::{Event, Finished, Reason, Running, SeatHolder, Stored};

/// Why a stored match cannot be played again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The record's first bytes are wrong.
    #[error("record header: {0}")]
    Header(#[from] HeaderError),
    /// The record is of a game that nobody knows.
    #[error("no game has number {0}")]
    UnknownGame(u8),
    /// The record is none of its game.
    #[error("{0}")]
    Record(String),
    /// A match begins in the middle.
    #[error("it begins with {0} choices already made")]
    NotAStart(usize),
    /// A choice that cannot be made.
    #[error("entry {entry}: {error}")]
    Choice {
        /// Which entry.
        entry: usize,
        /// What is wrong.
        error: PlayError,
    },
    /// Somebody takes a seat that is not open.
    #[error("entry {entry}: {seat}'s seat is not open")]
    SeatTaken {
        /// Which entry.
        entry: usize,
        /// Whose seat.
        seat: ennead_game::Seat,
    },
    /// Something happens after the end.
    #[error("entry {entry}: the match has been ended by the one before")]
    AfterTheEnd {
        /// Which entry.
        entry: usize,
    },
    /// The rules do not say that the match is over.
    #[error("it is said to be over by the rules, but it is not")]
    NotOver,
    /// The rules say that the match is over.
    #[error("it is said to have ended early, but it is over by the rules")]
    Over,
}

impl Stored {
    /// Plays the match again as far as it went, and checks all that can be checked.
    pub fn replay(&self) -> Result<Box<dyn AnyMatch>, ReplayError> {
        match self {
            Stored::Running(running) => running.replay(),
            Stored::Finished(finished) => finished.replay(),
        }
    }
}

impl Running {
    /// Plays the match again.
    pub fn replay(&self) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let mut game = open(&self.head.start)?;
        if !game.choices().is_empty() {
            return Err(ReplayError::NotAStart(game.choices().len()));
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
                Event::Join { seat, key } => match &mut seats[seat.index()] {
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
    /// Plays the match again.
    pub fn replay(&self) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let game = open(&self.record)?;
        match (self.reason, game.turn()) {
            (Reason::Rules, Turn::Over(_)) => Ok(game),
            (Reason::Rules, _) => Err(ReplayError::NotOver),
            (_, Turn::Over(_)) => Err(ReplayError::Over),
            _ => Ok(game),
        }
    }
}

/// The match that a record of any game holds.
fn open(record: &[u8]) -> Result<Box<dyn AnyMatch>, ReplayError> {
    let number = Header::game_number(record)?;
    let game = game_numbered(number).ok_or(ReplayError::UnknownGame(number))?;
    game.open(record).map_err(|refusal| ReplayError::Record(refusal.to_string()))
}

#[cfg(test)]
mod tests {
    use ennead_game::{Options, Seat};

    use super::*;
    use crate::{Clock, Entry, Head, Key};

    fn running(events: Vec<Event>) -> Running {
        let start = ennead_registry::game("ttt").unwrap().start(&Options::new()).unwrap().record();
        let seats = [SeatHolder::Bot(1), SeatHolder::Open];
        let head = Head { start, seats, clock: Clock::None, listed: true, created: 0 };
        Running { head, entries: events.into_iter().map(|event| Entry { at: 0, event }).collect() }
    }

    fn finished(reason: Reason, choices: Vec<u32>) -> Finished {
        let record = running(vec![Event::Choices(choices)]).replay().unwrap().record();
        let seats = [SeatHolder::Bot(1), SeatHolder::Open];
        Finished { record, seats, reason, clock: Clock::None, created: 0, ended: 0, listed: true }
    }

    /// X takes the first free square each time, as O does, and has a diagonal in the end.
    const WHOLE: [u32; 7] = [0; 7];

    #[test]
    fn matches_replay() {
        let join = Event::Join { seat: Seat::SECOND, key: Key::of(&[1; 16]) };
        let events = vec![Event::Choices(vec![4]), join, Event::Choices(vec![0]), Event::Resign(Seat::FIRST)];
        assert_eq!(running(events).replay().unwrap().choices(), [4, 0]);
        assert_eq!(finished(Reason::Rules, WHOLE.to_vec()).replay().unwrap().choices(), WHOLE);
        assert_eq!(finished(Reason::Agreed, vec![4]).replay().unwrap().choices(), [4]);
    }

    #[test]
    fn what_does_not_replay_is_explained() {
        let text = |events| running(events).replay().err().unwrap().to_string();
        let join = |seat| Event::Join { seat, key: Key::of(&[1; 16]) };
        assert_eq!(
            text(vec![Event::Choices(vec![4]), Event::Choices(vec![8])]),
            "entry 1: option 8 does not exist: there are 8, numbered from 0"
        );
        assert_eq!(text(vec![join(Seat::FIRST)]), "entry 0: player 1's seat is not open");
        assert_eq!(
            text(vec![join(Seat::SECOND), join(Seat::SECOND)]),
            "entry 1: player 2's seat is not open"
        );
        assert_eq!(
            text(vec![Event::Agree, Event::Choices(vec![4])]),
            "entry 1: the match has been ended by the one before"
        );
        let text = |finished: Finished| finished.replay().err().unwrap().to_string();
        assert_eq!(
            text(Finished { reason: Reason::Rules, ..finished(Reason::Agreed, vec![4]) }),
            "it is said to be over by the rules, but it is not"
        );
        assert_eq!(
            text(Finished { reason: Reason::Agreed, ..finished(Reason::Rules, WHOLE.to_vec()) }),
            "it is said to have ended early, but it is over by the rules"
        );
        let with =
            |record: &[u8]| text(Finished { record: record.to_vec(), ..finished(Reason::Rules, vec![4]) });
        assert_eq!(with(&[]), "record header: a record has at least one byte");
        assert_eq!(with(&[0x4e]), "no game has number 14");
        assert!(with(&[0x41, 1, 2, 3, 4, 5]).starts_with("record body: "));
        let mut middle = running(vec![]);
        middle.head.start = finished(Reason::Agreed, vec![4, 3]).record;
        assert_eq!(middle.replay().err().unwrap().to_string(), "it begins with 2 choices already made");
    }
}
