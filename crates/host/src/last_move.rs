//! The labels of the last move, as each viewer may know them.

use std::mem::take;

use ennead_game::{AnyMatch, Sight, Turn, Viewer};

/// The labels of the last turn, kept up to date choice by choice.
pub(crate) enum LastMove {
    /// Everybody sees every choice: the labels of the last turn, and of the one in progress.
    Open { last: Vec<u8>, begun: Vec<u8> },
    /// Each viewer sees what its views tell: the labels of the last turn by viewer, and what each
    /// viewer saw when the turn in progress began.
    Seen { last: [Vec<u8>; 3], sights: [Option<Sight>; 3] },
}

impl LastMove {
    /// Before a turn begins.
    pub(crate) fn new(game: &dyn AnyMatch) -> LastMove {
        if game.is_open() {
            return LastMove::Open { last: Vec::new(), begun: Vec::new() };
        }
        let mut new = LastMove::Seen { last: Default::default(), sights: Default::default() };
        new.begin(game);
        new
    }

    /// The labels of the last turn as a viewer may know them.
    pub(crate) fn labels(&self, viewer: Viewer) -> &[u8] {
        match self {
            LastMove::Open { last, .. } => last,
            LastMove::Seen { last, .. } => &last[viewer.index()],
        }
    }

    /// Notes that a turn begins, after chance has chosen.
    pub(crate) fn begin(&mut self, game: &dyn AnyMatch) {
        if let LastMove::Seen { sights, .. } = self {
            *sights = Viewer::ALL.map(|viewer| game.sight(viewer));
        }
    }

    /// Notes a choice that is about to be made.
    pub(crate) fn before_choice(&mut self, game: &dyn AnyMatch, option: u32) {
        if let (LastMove::Open { begun, .. }, Turn::Seat(_)) = (self, game.turn()) {
            begun.extend(game.option_label(option));
        }
    }

    /// Notes that a choice was made, and whose turn it was.
    pub(crate) fn after_choice(&mut self, turn: Turn, game: &dyn AnyMatch) {
        if turn == Turn::Chance {
            return self.begin(game);
        }
        if game.turn() == turn {
            return;
        }
        match self {
            LastMove::Open { last, begun } => *last = take(begun),
            LastMove::Seen { last, sights } => {
                let labels = |sight: &Option<Sight>| {
                    let seen = sight.as_ref().and_then(|sight| game.seen_since(sight));
                    seen.map_or(Vec::new(), |seen| seen.labels)
                };
                *last = sights.each_ref().map(labels);
                self.begin(game);
            }
        }
    }
}
