//! A match played again, a whole move at a time.

use std::vec::IntoIter;

use ennead_game::{AnyMatch, Options, Seat, Turn};
use ennead_protocol::Code;

use crate::Failure;

/// A match on its way from the first move to the last; chance has no moves of its own.
pub(crate) struct Walk<'a> {
    now: Box<dyn AnyMatch>,
    choices: &'a [u32],
    texts: IntoIter<String>,
    information: f64,
}

/// A move that was made.
pub(crate) struct Move {
    /// By whom.
    pub(crate) seat: Seat,
    /// As people write it; nothing for a move that is only half made, which can only be the last.
    pub(crate) text: String,
    /// The labels of its choices.
    pub(crate) labels: Vec<u8>,
}

impl<'a> Walk<'a> {
    /// Before the first move.
    pub(crate) fn new(game: &'a dyn AnyMatch) -> Result<Self, Failure> {
        let texts = game.moves().into_iter();
        let mut walk = Walk { now: restart(game)?, choices: game.choices(), texts, information: 0.0 };
        walk.deal()?;
        Ok(walk)
    }

    /// The match as far as it has come.
    pub(crate) fn now(&self) -> &dyn AnyMatch {
        &*self.now
    }

    /// The sum of log2 n over all choices so far.
    pub(crate) fn information(&self) -> f64 {
        self.information
    }

    /// Refuses a walk over more moves, or with more moves times choices, which is what the positions on the way sum up to.
    pub(crate) fn check(&self, most_moves: usize, most_work: usize) -> Result<(), Failure> {
        let (moves, choices) = (self.texts.len(), self.choices.len());
        if moves <= most_moves && moves * choices <= most_work {
            return Ok(());
        }
        let message = format!(
            "the match has {moves} moves of {choices} choices: here it is gone through up to {most_moves} moves, \
             and up to {most_work} for moves times choices"
        );
        Err(Failure::new(Code::TooLarge, message))
    }

    /// Makes the next whole move, and after the last one what is made of another.
    pub(crate) fn step(&mut self) -> Result<Option<Move>, Failure> {
        let Turn::Seat(seat) = self.now.turn() else { return Ok(None) };
        let Some(text) = self.texts.next() else { return self.begun(seat) };
        let count = self.now.choices_of(&text).map_err(|error| broken(&error))?.len();
        let labels = self.make(count)?;
        self.deal()?;
        Ok(Some(Move { seat, text, labels }))
    }

    /// The move that is only half made, if anything has been decided in it.
    fn begun(&mut self, seat: Seat) -> Result<Option<Move>, Failure> {
        let before = self.information;
        let labels = self.make(self.choices.len().saturating_sub(self.now.choices().len()))?;
        let decided = self.information > before;
        Ok(decided.then(|| Move { seat, text: String::new(), labels }))
    }

    fn make(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        let mut labels = Vec::new();
        for _ in 0..count {
            labels.extend(self.choose()?);
        }
        Ok(labels)
    }

    /// Makes the next choice, and says what its label is.
    fn choose(&mut self) -> Result<Option<u8>, Failure> {
        let next = self.choices.get(self.now.choices().len());
        let option = *next.ok_or_else(|| broken(&"a move is cut off"))?;
        let label = self.now.option_label(option);
        self.information += f64::from(self.now.options()).log2();
        self.now.play(option).map_err(|error| broken(&error))?;
        Ok(label)
    }

    /// Makes the choices of chance that the match has made here.
    fn deal(&mut self) -> Result<(), Failure> {
        while self.now.turn() == Turn::Chance && self.now.choices().len() < self.choices.len() {
            self.choose()?;
        }
        Ok(())
    }
}

/// The match after so many of its choices.
pub(crate) fn at_ply(game: &dyn AnyMatch, ply: usize) -> Result<Box<dyn AnyMatch>, Failure> {
    let choices = game.choices().get(..ply).ok_or_else(|| {
        let message = format!("there is no ply {ply}: the match has {} choices", game.choices().len());
        Failure::new(Code::BadValue, message)
    })?;
    let mut now = restart(game)?;
    for option in choices {
        now.play(*option).map_err(|error| broken(&error))?;
    }
    Ok(now)
}

/// The match before its first choice.
fn restart(game: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, Failure> {
    let setup = game.setup();
    let options = setup.iter().fold(Options::new(), |options, (name, value)| options.with(name, value));
    let entry = ennead_registry::game(game.game()).ok_or_else(|| broken(&"its game is not known"))?;
    entry.start(&options).map_err(|error| broken(&error))
}

/// What cannot happen to a match that was read from a record.
fn broken(reason: &dyn std::fmt::Display) -> Failure {
    Failure::refused(Code::Internal, &format!("the match cannot be played again: {reason}"))
}
