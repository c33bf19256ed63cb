//! What can be said of a view by someone who knows the game only by name.

use std::marker::PhantomData;

use ennead_game::{Catalog, Refusal, Seen, SeenError, SplitMix64, Turn, View, ViewBytes, Viewer, refuse};

use super::Question;

/// More legal moves than this are not listed.
pub(crate) const MAX_MOVES: u64 = 1000;

/// A choice, and what the seat sees when it has made it.
pub(crate) type Step = (u32, ViewBytes);

/// Answers questions about views of one game.
pub(crate) trait Desk: Sync {
    /// All that an engine is told.
    fn question(&self, view: &ViewBytes) -> Result<Question, SeenError>;

    /// The choices that make a whole move, one after the other.
    fn steps(&self, view: &ViewBytes, text: &str) -> Result<Vec<Step>, Refusal>;

    /// A view that came from outside as bytes.
    fn view(&self, bytes: &[u8]) -> Result<ViewBytes, SeenError>;
}

/// The desk of a game.
pub(crate) struct DeskOf<G>(pub(crate) PhantomData<fn() -> G>);

/// A position that looks like this. What a seat may do follows from what it sees, so any such position will do.
fn likeness<G: View>(seen: &G::Seen) -> G {
    G::sample(seen, &mut SplitMix64::new(0))
}

fn viewer(turn: Turn) -> Viewer {
    match turn {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    }
}

impl<G: Catalog + View> Desk for DeskOf<G> {
    fn question(&self, view: &ViewBytes) -> Result<Question, SeenError> {
        let seen = G::Seen::decode(view.as_slice())?;
        let Turn::Seat(seat) = seen.turn() else {
            return Err(SeenError { at: 0, reason: "no seat chooses here".into() });
        };
        let position: G = likeness(&seen);
        let moves = (1..=MAX_MOVES).contains(&position.count_moves()).then(|| position.moves());
        Ok(Question {
            seat,
            view: view.as_slice().to_vec(),
            options: seen.options(),
            moves: moves.map(|moves| moves.iter().map(ToString::to_string).collect()),
            text: anstream::adapter::strip_str(&seen.draw()).to_string(),
        })
    }

    fn steps(&self, view: &ViewBytes, text: &str) -> Result<Vec<Step>, Refusal> {
        let seen = G::Seen::decode(view.as_slice())?;
        let mut position: G = likeness(&seen);
        let choices = position.choices_of(&G::parse_move(text)?)?;
        let mut steps = Vec::with_capacity(choices.len());
        for option in choices {
            position.play(option)?;
            steps.push((option, ViewBytes::of(&position, viewer(seen.turn()))));
        }
        if steps.is_empty() { Err(refuse(format!("{text} makes no choice"))) } else { Ok(steps) }
    }

    fn view(&self, bytes: &[u8]) -> Result<ViewBytes, SeenError> {
        let seen = G::Seen::decode(bytes)?;
        Ok(ViewBytes::of(&likeness::<G>(&seen), viewer(seen.turn())))
    }
}
