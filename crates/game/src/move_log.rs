//! The log of a match that goes on.

use std::any::Any;
use std::sync::Arc;

use crate::seen_move::log_onwards;
use crate::{Match, Presentation, View, Viewer};

/// A line per whole move of one match, as one viewer sees it. It grows with the match: the position
/// after the last line is kept, so that a move costs the same at ply 10 and at ply 1,000.
///
/// The lines are those of [`log_of`](crate::log_of).
pub struct MoveLog {
    viewer: Viewer,
    lines: Arc<[Arc<str>]>,
    /// How many choices the lines cover.
    read: usize,
    /// The position after those choices; none before the first.
    cursor: Option<Box<dyn Any + Send + Sync>>,
}

impl MoveLog {
    /// The log of a match for a viewer, before its first line.
    pub fn new(viewer: Viewer) -> MoveLog {
        MoveLog { viewer, lines: Arc::default(), read: 0, cursor: None }
    }

    /// The lines so far. Readers share them, and later lists share their lines.
    pub fn lines(&self) -> Arc<[Arc<str>]> {
        Arc::clone(&self.lines)
    }

    /// Drops all lines.
    pub fn clear(&mut self) {
        *self = MoveLog::new(self.viewer);
    }

    /// Appends the lines of the moves that are new. The match is the one of the last call, with
    /// more choices.
    pub(crate) fn extend<G: Presentation + View>(&mut self, game: &Match<G>) {
        let mut position = self.take_cursor(game);
        let mut new: Vec<Arc<str>> = Vec::new();
        let choices = &game.choices()[self.read..];
        self.read += log_onwards(&mut position, choices, self.viewer, |line| new.push(line.into()));
        self.cursor = Some(Box::new(position));
        if !new.is_empty() {
            self.lines = self.lines.iter().cloned().chain(new).collect();
        }
    }

    /// The position after the last line; a log that cannot be of this match starts again.
    fn take_cursor<G: Presentation + View>(&mut self, game: &Match<G>) -> G {
        let cursor = self.cursor.take().and_then(|cursor| cursor.downcast().ok());
        if let Some(position) = cursor.filter(|_| self.read <= game.choices().len()) {
            return *position;
        }
        self.clear();
        G::new(game.setup())
    }
}
