//! The log of a match that goes on.

use std::any::Any;
use std::sync::Arc;

use crate::presentation::log_onwards;
use crate::{Match, Presentation};

/// A line per whole move of one match, public knowledge only. It grows with the match: the position
/// after the last line is kept, so that a move costs the same at ply 10 and at ply 1,000.
///
/// The lines are those of [`log_of`](crate::log_of).
#[derive(Default)]
pub struct MoveLog {
    lines: Arc<[Arc<str>]>,
    /// How many choices the lines cover.
    read: usize,
    /// The position after those choices; none before the first.
    cursor: Option<Box<dyn Any + Send + Sync>>,
}

impl MoveLog {
    /// The lines so far. Readers share them, and later lists share their lines.
    pub fn lines(&self) -> Arc<[Arc<str>]> {
        Arc::clone(&self.lines)
    }

    /// Appends the lines of the moves that are new. The match is the one of the last call, with
    /// more choices.
    pub(crate) fn extend<G: Presentation>(&mut self, game: &Match<G>) {
        let mut position = self.take_cursor(game);
        let mut new: Vec<Arc<str>> = Vec::new();
        let choices = &game.choices()[self.read..];
        self.read += log_onwards(&mut position, choices, |line| new.push(line.into()));
        self.cursor = Some(Box::new(position));
        if !new.is_empty() {
            self.lines = self.lines.iter().cloned().chain(new).collect();
        }
    }

    /// The position after the last line; a log that cannot be of this match starts again.
    fn take_cursor<G: Presentation>(&mut self, game: &Match<G>) -> G {
        let cursor = self.cursor.take().and_then(|cursor| cursor.downcast().ok());
        if let Some(position) = cursor.filter(|_| self.read <= game.choices().len()) {
            return *position;
        }
        *self = MoveLog::default();
        G::new(game.setup())
    }
}
