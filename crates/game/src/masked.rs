//! Games whose views are positions with the secrets blanked out.

use crate::{
    LabelSet, Match, Notation, Options, Presentation, Random, Turn, View, ViewData, ViewError,
    Viewer,
};

/// A game with hidden information whose views are positions in which every secret is replaced by a
/// blank.
///
/// The turn, options and legal moves of a masked position must equal those of the original, so they
/// may depend only on what the mover knows. Implementing this trait gives a game its [`View`].
pub trait Masked: Presentation {
    /// The position as `viewer` may know it, with the same blank for every secret.
    #[must_use]
    fn mask(&self, viewer: Viewer) -> Self;

    /// Fills in every blank at random, with all consistent deals equally likely.
    fn unmask(&mut self, random: &mut dyn Random);

    /// Deals anew what none of the viewers may know, as in [`View::redeal`]. The default suits
    /// dice; a game with a deck must override it, or its matches cannot be continued from earlier
    /// positions.
    fn redeal(
        _game: &Match<Self>,
        _viewers: &[Viewer],
        _random: &mut dyn Random,
    ) -> Option<Vec<u32>> {
        None
    }

    /// Encodes the masked position.
    fn to_bytes(&self) -> Vec<u8>;

    /// Decodes the output of [`to_bytes`](Self::to_bytes); `None` for bytes that cannot be a
    /// position. The caller checks that the result is masked and encodes to the same bytes.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

/// A viewer's knowledge of a [`Masked`] game. It is encoded as the viewer's number (2 for a
/// spectator) followed by the masked position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskedView<G> {
    viewer: Viewer,
    position: G,
}

impl<G: Masked> ViewData for MaskedView<G> {
    fn encode(&self) -> Vec<u8> {
        let viewer = match self.viewer {
            Viewer::Seat(seat) => seat.0,
            Viewer::Spectator => 2,
        };
        [&[viewer], self.position.to_bytes().as_slice()].concat()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let wrong = |at: usize, reason: &str| ViewError { at, reason: reason.into() };
        let viewer = bytes.first().and_then(|viewer| Viewer::ALL.get(usize::from(*viewer)));
        let viewer = *viewer
            .ok_or_else(|| wrong(0, "a view begins with the number of its viewer, 0 to 2"))?;
        let position = G::from_bytes(&bytes[1..])
            .ok_or_else(|| wrong(1, "the bytes do not encode a position of this game"))?;
        let view = MaskedView { viewer, position };
        if view.position.mask(viewer) != view.position {
            return Err(wrong(1, "the position contains more than its viewer may know"));
        }
        if view.encode() != bytes {
            return Err(wrong(1, "the encoding of this view is not canonical"));
        }
        Ok(view)
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn options(&self) -> u32 {
        self.position.options()
    }

    /// The numbers of the legal moves, if each move is one choice and its number fits into a label.
    fn labels(&self) -> LabelSet {
        labels(&self.position)
    }

    fn label_text(&self, label: u8) -> String {
        let number = |mv: &G::Move| G::number(mv) == u64::from(label);
        match self.position.moves().into_iter().find(number) {
            Some(mv) => mv.to_string(),
            None => (u32::from(label) + 1).to_string(),
        }
    }

    fn draw(&self) -> String {
        self.position.draw(&Options::new()).unwrap_or_default()
    }
}

fn labels<G: Notation>(position: &G) -> LabelSet {
    let Turn::Seat(_) = position.turn() else { return LabelSet::EMPTY };
    let numbers = position.moves().iter().map(|mv| u8::try_from(G::number(mv)).ok()).collect();
    let numbers: Option<LabelSet> = numbers;
    let fits = |labels: &LabelSet| labels.len() == position.options();
    numbers.filter(fits).unwrap_or_else(|| LabelSet::first(position.options()))
}

impl<G: Masked> View for G {
    type Data = MaskedView<G>;

    fn view(&self, viewer: Viewer) -> MaskedView<G> {
        MaskedView { viewer, position: self.mask(viewer) }
    }

    fn labels(&self, _: Viewer) -> LabelSet {
        labels(self)
    }

    fn sample(view: &MaskedView<G>, random: &mut dyn Random) -> Self {
        let mut position = view.position.clone();
        position.unmask(random);
        position
    }

    fn redeal(game: &Match<Self>, viewers: &[Viewer], random: &mut dyn Random) -> Option<Vec<u32>> {
        <G as Masked>::redeal(game, viewers, random)
    }
}
