//! What a board is shown.

use ennead_game::{AnyMatch, LabelSet, Seat, Turn, Viewer};

use crate::ServedMatch;

/// The match as one seat sees it. A board gets this after every change, and never the position.
pub struct BoardUpdate<'a> {
    /// What the seat may know, as the game encodes it.
    pub view: Vec<u8>,
    /// The person's seat.
    pub seat: Seat,
    /// Whether the person chooses next.
    pub is_my_turn: bool,
    /// The last whole move, as far as the person may know it.
    pub last_move: Option<String>,
    /// How the game has ended, as a sentence.
    pub result: Option<String>,
    /// Private, so that a board reaches no more of the match than the methods below.
    source: Source<'a>,
}

/// Where drawing and labels come from.
enum Source<'a> {
    /// A match in this process.
    Match(&'a dyn AnyMatch),
    /// What a server has sent.
    Served(&'a ServedMatch),
}

impl<'a> BoardUpdate<'a> {
    /// What `seat` sees of a match, and whether it is its turn.
    pub fn new(play: &'a dyn AnyMatch, seat: Seat) -> Self {
        let is_my_turn = play.turn() == Turn::Seat(seat);
        let view = play.view(Viewer::Seat(seat)).as_slice().to_vec();
        let source = Source::Match(play);
        BoardUpdate { view, seat, is_my_turn, last_move: None, result: None, source }
    }

    /// What a server has sent about a match. Spectators look from the first seat.
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

    /// The view drawn as text, with ANSI colours where the game has any.
    pub fn drawing(&self) -> String {
        match self.source {
            Source::Match(play) => play.draw_view(Viewer::Seat(self.seat)),
            Source::Served(served) => served.drawing.clone(),
        }
    }

    /// The whole moves so far, where they are public.
    pub fn moves(&self) -> Vec<String> {
        match self.source {
            Source::Match(play) if play.shows_moves() => play.moves(),
            Source::Match(_) => Vec::new(),
            Source::Served(served) => served.moves.clone(),
        }
    }

    /// A few words for each option of the person's next choice, in the order of the options; none
    /// unless the person chooses next.
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
            // A view may keep its labels to itself; the options can be chosen all the same.
            true => {
                let count = play.options().min(LabelSet::MOST);
                (1..=count).map(|number| format!("option {number}")).collect()
            }
            false => texts,
        }
    }
}
