//! Moves as one viewer sees them.

use std::any::Any;

use crate::presentation::{Step, steps_onwards};
use crate::{Match, Presentation, Turn, View, ViewData, Viewer, moves_of};

/// The text of a move that a viewer cannot tell.
pub const HIDDEN_MOVE: &str = "a hidden move";

/// What a viewer can tell of a whole move, as [`ViewData::describe`] finds it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenMove {
    /// A short description for people.
    pub text: String,
    /// The labels of its choices; empty if the viewer may not know them.
    pub labels: Vec<u8>,
    /// The move in the game's notation, if the viewer can tell all of it.
    pub notation: Option<String>,
}

/// What a viewer of a game with secrets sees at one moment, to be compared with a later one by
/// [`AnyMatch::seen_since`](crate::AnyMatch::seen_since).
pub struct Sight {
    viewer: Viewer,
    view: Box<dyn Any + Send + Sync>,
}

impl Sight {
    /// What `viewer` sees of a position; `None` in an open game, in which everybody sees the
    /// choices themselves.
    pub(crate) fn of<G: View>(position: &G, viewer: Viewer) -> Option<Sight> {
        (!G::OPEN).then(|| Sight { viewer, view: Box::new(position.view(viewer)) })
    }

    /// What the viewer can tell of the move that led to a position of the same game.
    pub(crate) fn describe<G: View>(&self, after: &G) -> Option<SeenMove> {
        let before = self.view.downcast_ref::<G::Data>()?;
        G::Data::describe(before, &after.view(self.viewer))
    }
}

/// One line per whole move of a match, as a viewer sees it: the seat and the move.
pub fn log_of<G: Presentation + View>(game: &Match<G>, viewer: Viewer) -> Vec<String> {
    let (mut position, mut lines) = (G::new(game.setup()), Vec::new());
    log_onwards(&mut position, game.choices(), viewer, |line| lines.push(line));
    lines
}

/// Visits the lines of the whole moves that begin at a position, and makes them. Returns the
/// number of choices that they consist of.
pub(crate) fn log_onwards<G: Presentation + View>(
    position: &mut G,
    choices: &[u32],
    viewer: Viewer,
    mut visit: impl FnMut(String),
) -> usize {
    steps_onwards(position, choices, |step| {
        let Step::Move(before, mv, made) = step else { return };
        let Turn::Seat(seat) = before.turn() else { return };
        let text = match G::OPEN {
            true => mv.to_string(),
            false => see(before, made, viewer).map_or(HIDDEN_MOVE.into(), |seen| seen.text),
        };
        visit(format!("{}: {text}", G::seat_name(seat)));
    })
}

/// The whole moves of a match in the game's notation; none if the viewer cannot tell every one.
pub(crate) fn seen_moves_of<G: Presentation + View>(
    game: &Match<G>,
    viewer: Viewer,
) -> Vec<String> {
    if G::OPEN {
        return moves_of(game).iter().map(ToString::to_string).collect();
    }
    let mut moves = Some(Vec::new());
    steps_onwards(&mut G::new(game.setup()), game.choices(), |step| {
        let (Step::Move(before, _, made), Some(seen)) = (step, &mut moves) else { return };
        match see(before, made, viewer).and_then(|seen| seen.notation) {
            Some(notation) => seen.push(notation),
            None => moves = None,
        }
    });
    moves.unwrap_or_default()
}

/// What a viewer can tell of a whole move.
fn see<G: View>(before: &G, choices: &[u32], viewer: Viewer) -> Option<SeenMove> {
    let mut after = before.clone();
    choices.iter().for_each(|option| after.choose(*option));
    G::Data::describe(&before.view(viewer), &after.view(viewer))
}
