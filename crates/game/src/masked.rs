//! Games whose views are positions with the secrets blanked out.

use crate::scene::is_turn_of;
use crate::{
    LabelSet, Match, Notation, Options, Presentation, Random, SeenMove, SplitMix64, Turn, View,
    ViewData, ViewError, Viewer,
};

/// The number of consistent positions that [`Masked::seen_move`] compares by default.
const WORLDS: usize = 16;
/// The most legal moves in each of them.
const MAX_COMPARED: u64 = 256;

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

    /// The whole move that led from this masked position to a later one of the same viewer, as far
    /// as the viewer can tell; `None` hides it. Logs, frames and histories show a viewer nothing
    /// else of a move.
    ///
    /// By default a move is shown if, whatever the secrets are, no other move would look like it.
    /// For the seat that made it, it is enough that no other move can lead to what the seat sees.
    /// Override it to show moves that also reveal a secret, or to save the comparison.
    fn seen_move(&self, after: &Self, viewer: Viewer) -> Option<Self::Move> {
        only_move(self, after, viewer)
    }

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
        [&[self.viewer.index() as u8], self.position.to_bytes().as_slice()].concat()
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

    fn describe(before: &Self, after: &Self) -> Option<SeenMove> {
        let mv = before.position.seen_move(&after.position, after.viewer)?;
        let (text, labels) = (mv.to_string(), labels_of(&before.position, &mv));
        Some(SeenMove { text: text.clone(), labels, notation: Some(text) })
    }
}

/// The move that leads to what a viewer sees after it, in all of a number of random positions that
/// look the same to the viewer before it.
fn only_move<G: Masked>(before: &G, after: &G, viewer: Viewer) -> Option<G::Move> {
    let is_own = is_turn_of(before.turn(), viewer);
    let (mut random, mut found) = (SplitMix64::new(0), None);
    for _ in 0..WORLDS {
        let mut world = before.clone();
        world.unmask(&mut random);
        if world.count_moves() > MAX_COMPARED {
            return None;
        }
        let mut fitting = world.moves().into_iter().filter(|mv| {
            let mut next = world.clone();
            next.make(mv);
            next.mask(viewer) == *after
        });
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) if found.as_ref().is_none_or(|found| *found == mv) => found = Some(mv),
            // In its own turn a seat may see a secret that this world does not have.
            (None, _) if is_own => {}
            _ => return None,
        }
    }
    found
}

/// The labels of a move's choices.
fn labels_of<G: Notation>(position: &G, mv: &G::Move) -> Vec<u8> {
    let (mut position, mut before) = (position.clone(), None);
    let choices = position.choices_of(mv).unwrap_or_default();
    let label = |option: u32| {
        if let Some(before) = before.replace(option) {
            position.choose(before);
        }
        labels(&position).nth(option)
    };
    choices.into_iter().filter_map(label).collect()
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
