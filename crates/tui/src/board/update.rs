//! Updates shown to a board.

use ennead_game::{AnyMatch, LabelSet, Seat, Turn, Viewer};

use crate::ServedMatch;

/// The match as one seat sees it. A board gets this after every change, and never the position.
pub struct BoardUpdate<'a> {
    /// The seat's view, in the game's encoding.
    pub view: Vec<u8>,
    /// The user's seat.
    pub seat: Seat,
    /// Whether the user chooses next.
    pub is_my_turn: bool,
    /// The last whole move, as far as the user may know it.
    pub last_move: Option<String>,
    /// The result of the game, as a sentence.
    pub result: Option<String>,
    /// Private, so that a board can access no more of the match than the methods below.
    source: Source<'a>,
}

/// The source of drawing and labels.
enum Source<'a> {
    /// A match in this process.
    Match(&'a dyn AnyMatch),
    /// A match received from a server.
    Served(&'a ServedMatch),
}

impl<'a> BoardUpdate<'a> {
    /// A match as seen by `seat`, and whether it is its turn.
    pub fn new(play: &'a dyn AnyMatch, seat: Seat) -> Self {
        let is_my_turn = play.turn() == Turn::Seat(seat);
        let view = play.view(Viewer::Seat(seat)).as_slice().to_vec();
        let source = Source::Match(play);
        BoardUpdate { view, seat, is_my_turn, last_move: None, result: None, source }
    }

    /// A match received from a server. Spectators see it from the first seat.
    pub(crate) fn served(served: &'a ServedMatch) -> Self {
        BoardUpdate {
            view: served.view.clone(),
            seat: served.seat.unwrap_or(Seat::FIRST),
            is_my_turn: served.is_my_turn(),
            last_move: served.last_move.clone(),
            result: served.result.clone(),
            source: Source::Served(served),
        }
    }

    /// The view drawn as text, with ANSI colours if the game uses them.
    pub fn drawing(&self) -> String {
        match self.source {
            Source::Match(play) => play.draw_view(Viewer::Seat(self.seat)),
            Source::Served(served) => served.drawing.clone(),
        }
    }

    /// The whole moves so far; none unless the user knows every one of them.
    pub fn moves(&self) -> Vec<String> {
        match self.source {
            Source::Match(play) => play.seen_moves(Viewer::Seat(self.seat)),
            Source::Served(served) => served.moves.clone(),
        }
    }

    /// A short text for each option of the user's next choice, in order; empty unless the user
    /// chooses next.
    pub fn labels(&self) -> Vec<String> {
        if !self.is_my_turn {
            return Vec::new();
        }
        let play = match self.source {
            Source::Match(play) => play,
            Source::Served(served) => return served.labels.clone(),
        };
        let texts = play.option_texts(Viewer::Seat(self.seat));
        match texts.is_empty() {
            // A view may hide its labels; the options can be chosen all the same.
            true => {
                let count = play.options().min(LabelSet::MOST);
                (1..=count).map(|number| format!("option {number}")).collect()
            }
            false => texts,
        }
    }
}
