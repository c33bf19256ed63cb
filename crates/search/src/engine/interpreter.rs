//! Type-erased access to views, for engines.

use std::marker::PhantomData;

use ennead_game::{
    GameError, PlayError, Presentation, SplitMix64, Turn, View, ViewBytes, ViewData, ViewError,
    Viewer, reject,
};

use super::PositionRequest;

/// The highest number of legal moves listed in a request.
pub(crate) const MAX_MOVES: u64 = 1000;

/// A choice, and the seat's view after it.
pub(crate) type Step = (u32, ViewBytes);

/// Interprets the views of one game for engines.
pub(crate) trait ViewInterpreter: Send + Sync {
    /// Describes a view for an engine.
    fn request(&self, view: &ViewBytes) -> Result<PositionRequest, ViewError>;

    /// The choices that make up a whole move, in order.
    fn steps(&self, view: &ViewBytes, text: &str) -> Result<Vec<Step>, GameError>;

    /// The view of the seat to move after one of its choices.
    fn after(&self, view: &ViewBytes, option: u32) -> Result<ViewBytes, ViewError>;

    /// Validates a view received as bytes.
    fn view(&self, bytes: &[u8]) -> Result<ViewBytes, ViewError>;
}

/// The interpreter of a game's views.
pub(crate) struct InterpreterOf<G>(PhantomData<fn() -> G>);

impl<G> InterpreterOf<G> {
    pub(crate) const fn new() -> Self {
        InterpreterOf(PhantomData)
    }
}

/// A position that gives this view. A seat's legal moves depend only on its view, so any such
/// position will do.
fn sample_position<G: View>(view: &G::Data) -> G {
    G::sample(view, &mut SplitMix64::new(0))
}

fn viewer(turn: Turn) -> Viewer {
    match turn {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    }
}

impl<G: Presentation + View> ViewInterpreter for InterpreterOf<G> {
    fn request(&self, bytes: &ViewBytes) -> Result<PositionRequest, ViewError> {
        let view = G::Data::decode(bytes.as_slice())?;
        let Turn::Seat(seat) = view.turn() else {
            return Err(ViewError { at: 0, reason: "no seat is to move".into() });
        };
        let position: G = sample_position(&view);
        let moves = (1..=MAX_MOVES).contains(&position.count_moves()).then(|| position.moves());
        Ok(PositionRequest {
            seat,
            view: bytes.as_slice().to_vec(),
            options: view.options(),
            moves: moves.map(|moves| moves.iter().map(ToString::to_string).collect()),
            text: anstream::adapter::strip_str(&view.draw()).to_string(),
        })
    }

    fn steps(&self, view: &ViewBytes, text: &str) -> Result<Vec<Step>, GameError> {
        let view = G::Data::decode(view.as_slice())?;
        let mut position: G = sample_position(&view);
        let choices = position.choices_of(&G::parse_move(text)?)?;
        let mut steps = Vec::with_capacity(choices.len());
        for option in choices {
            position.play(option)?;
            steps.push((option, ViewBytes::of(&position, viewer(view.turn()))));
        }
        if steps.is_empty() {
            Err(reject(format!("{text} consists of no choices")))
        } else {
            Ok(steps)
        }
    }

    fn after(&self, view: &ViewBytes, option: u32) -> Result<ViewBytes, ViewError> {
        let view = G::Data::decode(view.as_slice())?;
        let mut position: G = sample_position(&view);
        let wrong = |error: PlayError| ViewError { at: 0, reason: error.to_string() };
        position.play(option).map_err(wrong)?;
        Ok(ViewBytes::of(&position, viewer(view.turn())))
    }

    fn view(&self, bytes: &[u8]) -> Result<ViewBytes, ViewError> {
        let view = G::Data::decode(bytes)?;
        Ok(ViewBytes::of(&sample_position::<G>(&view), viewer(view.turn())))
    }
}
