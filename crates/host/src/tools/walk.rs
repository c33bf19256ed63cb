//! Replays a match, one whole move at a time.

use std::vec::IntoIter;

use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_protocol::Code;

use crate::Failure;

/// A replay from the first move to the last. Chance choices belong to no move.
pub struct Walk<'a> {
    /// The viewer who must see no more than it may know; none where the record is known.
    viewer: Option<Viewer>,
    now: Box<dyn AnyMatch>,
    choices: &'a [u32],
    texts: IntoIter<String>,
    information: f64,
}

/// A move of the replay.
pub struct WalkedMove {
    /// The seat that made it.
    pub seat: Seat,
    /// Its text; empty if the move is incomplete, which only the last one can be.
    pub text: String,
    /// The labels of its choices, as far as they may be known.
    pub labels: Vec<u8>,
}

impl<'a> Walk<'a> {
    /// A replay before the first move, for those who know the record.
    pub fn new(game: &'a dyn AnyMatch) -> Result<Self, Failure> {
        Walk::begin(game, None)
    }

    /// A replay before the first move, in which the labels are those that a viewer may know.
    pub(crate) fn seen_by(viewer: Viewer, game: &'a dyn AnyMatch) -> Result<Self, Failure> {
        Walk::begin(game, Some(viewer))
    }

    fn begin(game: &'a dyn AnyMatch, viewer: Option<Viewer>) -> Result<Self, Failure> {
        let (now, choices, texts) = (game.restart(), game.choices(), game.moves().into_iter());
        let mut walk = Walk { viewer, now, choices, texts, information: 0.0 };
        walk.deal()?;
        Ok(walk)
    }

    /// The match as far as it has been replayed.
    pub fn now(&self) -> &dyn AnyMatch {
        &*self.now
    }

    /// The information in the choices so far: the sum of log2 n.
    pub fn information(&self) -> f64 {
        self.information
    }

    /// Rejects a match with more moves, or with more moves times choices: the total size of the
    /// positions in the replay.
    pub fn check(&self, most_moves: usize, most_work: usize) -> Result<(), Failure> {
        let (moves, choices) = (self.texts.len(), self.choices.len());
        if moves <= most_moves && moves * choices <= most_work {
            return Ok(());
        }
        let message = format!(
            "the match has {moves} moves of {choices} choices: the limits are \
             {most_moves} moves and {most_work} for moves times choices"
        );
        Err(Failure::new(Code::TooLarge, message))
    }

    /// Makes the next whole move or, after the last one, the choices of an incomplete one.
    pub fn step(&mut self) -> Result<Option<WalkedMove>, Failure> {
        let Turn::Seat(seat) = self.now.turn() else { return Ok(None) };
        let Some(text) = self.texts.next() else { return self.finish(seat) };
        let count = self.now.choices_of(&text).map_err(|error| broken(&error))?.len();
        let before = self.viewer.and_then(|viewer| self.now.sight(viewer));
        let mut labels = self.make(count)?;
        if let Some(before) = before {
            labels = self.now.seen_since(&before).map_or(Vec::new(), |seen| seen.labels);
        }
        self.deal()?;
        Ok(Some(WalkedMove { seat, text, labels }))
    }

    /// The incomplete move at the end, if anything was decided in it.
    fn finish(&mut self, seat: Seat) -> Result<Option<WalkedMove>, Failure> {
        let before = self.information;
        let labels = self.make(self.choices.len().saturating_sub(self.now.choices().len()))?;
        let decided = self.information > before;
        Ok(decided.then(|| WalkedMove { seat, text: String::new(), labels }))
    }

    fn make(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        let mut labels = Vec::new();
        for _ in 0..count {
            labels.extend(self.choose()?);
        }
        Ok(labels)
    }

    /// Makes the next choice and returns its label.
    fn choose(&mut self) -> Result<Option<u8>, Failure> {
        let next = self.choices.get(self.now.choices().len());
        let option = *next.ok_or_else(|| broken(&"a move is cut off"))?;
        let label = self.now.option_label(option);
        self.information += f64::from(self.now.options()).log2();
        self.now.play(option).map_err(|error| broken(&error))?;
        Ok(label)
    }

    /// Makes the choices of chance at this point of the match.
    fn deal(&mut self) -> Result<(), Failure> {
        while self.now.turn() == Turn::Chance && self.now.choices().len() < self.choices.len() {
            self.choose()?;
        }
        Ok(())
    }
}

/// The match after this many of its choices.
pub(crate) fn at_ply(game: &dyn AnyMatch, ply: usize) -> Result<Box<dyn AnyMatch>, Failure> {
    let choices = game.choices().get(..ply).ok_or_else(|| {
        let message =
            format!("there is no ply {ply}: the match has {} choices", game.choices().len());
        Failure::new(Code::BadValue, message)
    })?;
    let mut now = game.restart();
    for option in choices {
        now.play(*option).map_err(|error| broken(&error))?;
    }
    Ok(now)
}

/// An internal error: it cannot occur for a match decoded from a record.
fn broken(reason: &dyn std::fmt::Display) -> Failure {
    Failure::rejected(Code::Internal, &format!("the match cannot be replayed: {reason}"))
}
