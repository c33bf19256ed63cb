//! Throws with a view that leaks them in one of many ways, to show that tests find each.

use ennead_game::{
    Focus, Game, GameError, LabelSet, Masked, MoveError, Notation, Presentation, Random, SeenMove,
    Turn, View, ViewData, ViewError, Viewer,
};
use serde_json::{Value as Json, json};

use super::throws::{HIDDEN, Throw, Throws};

pub(crate) const LABELS: u8 = 0;
pub(crate) const OPTION_TEXTS: u8 = 1;
pub(crate) const PAYLOAD: u8 = 2;
pub(crate) const DRAWING: u8 = 3;
pub(crate) const EXPLANATION: u8 = 4;
pub(crate) const PAST_EXPLANATION: u8 = 5;
pub(crate) const MOVE_TEXT: u8 = 6;
pub(crate) const MOVE_LABEL: u8 = 7;
pub(crate) const MOVE_LIST: u8 = 8;
pub(crate) const HINDSIGHT: u8 = 9;
pub(crate) const OPEN: u8 = 10;
pub(crate) const OTHER_MOVE: u8 = 11;

/// The same game with a view of its own, which leaks hidden throws in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaky<const WAY: u8>(Throws);

impl<const WAY: u8> Game for Leaky<WAY> {
    const ID: &'static str = Throws::ID;
    const NUMBER: u8 = Throws::NUMBER;
    type Setup = ();

    fn new((): &()) -> Self {
        Leaky(Throws::new(&()))
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn choose(&mut self, option: u32) {
        self.0.choose(option);
    }
}

impl<const WAY: u8> Notation for Leaky<WAY> {
    type Move = Throw;

    fn moves(&self) -> Vec<Throw> {
        self.0.moves()
    }

    fn number(throw: &Throw) -> u64 {
        Throws::number(throw)
    }

    fn parse_move(text: &str) -> Result<Throw, MoveError> {
        Throws::parse_move(text)
    }
}

impl<const WAY: u8> Presentation for Leaky<WAY> {}

/// A view that holds a secret which it does not count as part of itself.
#[derive(Clone, Debug)]
pub(crate) struct LeakyView<const WAY: u8> {
    viewer: Viewer,
    seen: Throws,
    secret: Throws,
}

/// What a viewer sees of the throws. Leaks in hindsight need throws that stay hidden.
fn veil<const WAY: u8>(throws: &Throws, viewer: Viewer) -> Throws {
    let mut seen = throws.mask(viewer);
    let stays_hidden = matches!(WAY, HINDSIGHT | PAST_EXPLANATION) && !throws.is_over();
    let of_others = |number: &usize| viewer != Viewer::Seat(Throws::thrower(*number));
    for number in (0..seen.0.len()).filter(of_others).filter(|_| stays_hidden) {
        seen.0[number] = HIDDEN;
    }
    seen
}

impl<const WAY: u8> PartialEq for LeakyView<WAY> {
    fn eq(&self, other: &Self) -> bool {
        (self.viewer, &self.seen) == (other.viewer, &other.seen)
    }
}

impl<const WAY: u8> Eq for LeakyView<WAY> {}

impl<const WAY: u8> LeakyView<WAY> {
    /// The last throw where this way leaks it, and 0 where it does not.
    fn leak(&self, way: u8) -> u8 {
        if WAY == way { self.secret.0.last().copied().unwrap_or(0) } else { 0 }
    }
}

impl<const WAY: u8> ViewData for LeakyView<WAY> {
    fn encode(&self) -> Vec<u8> {
        [&[self.viewer.index() as u8], &self.seen.0[..]].concat()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let read = || {
            let (viewer, throws) = bytes.split_first()?;
            let viewer = *Viewer::ALL.get(usize::from(*viewer))?;
            let are_throws = throws.iter().all(|throw| *throw <= HIDDEN);
            let seen = are_throws.then(|| Throws(throws.to_vec()))?;
            let is_masked = veil::<WAY>(&seen, viewer) == seen;
            is_masked.then(|| LeakyView { viewer, secret: seen.clone(), seen })
        };
        read().ok_or_else(|| ViewError { at: 0, reason: "no throws".into() })
    }

    fn turn(&self) -> Turn {
        self.seen.turn()
    }

    fn options(&self) -> u32 {
        self.seen.options()
    }

    fn labels(&self) -> LabelSet {
        let first = self.leak(LABELS);
        (first..first + self.options() as u8).collect()
    }

    fn label_text(&self, label: u8) -> String {
        format!("{label} {}", self.leak(OPTION_TEXTS))
    }

    fn payload(&self, _: &Focus) -> Result<Vec<u8>, GameError> {
        Ok(vec![self.leak(PAYLOAD)])
    }

    fn draw(&self) -> String {
        self.leak(DRAWING).to_string()
    }

    fn explain(&self, earlier: &mut dyn Iterator<Item = Self>) -> Json {
        let past: Vec<u8> = earlier.map(|view| view.leak(PAST_EXPLANATION)).collect();
        json!({ "now": self.leak(EXPLANATION), "past": past })
    }

    fn describe(before: &Self, after: &Self) -> Option<SeenMove> {
        let throw = *after.seen.0.last()?;
        let told = Throw(after.secret.0.last()?.wrapping_add(u8::from(WAY == OTHER_MOVE)) % 3);
        let notation = throw != HIDDEN || WAY == MOVE_LIST;
        let shows_label = throw != HIDDEN || WAY == MOVE_LABEL;
        Some(SeenMove {
            text: format!("{throw} {} {}", after.leak(MOVE_TEXT), before.leak(HINDSIGHT)),
            labels: if shows_label { vec![*after.secret.0.last()?] } else { Vec::new() },
            notation: notation.then(|| told.to_string()),
        })
    }
}

impl<const WAY: u8> View for Leaky<WAY> {
    type Data = LeakyView<WAY>;
    const OPEN: bool = WAY == OPEN;

    fn view(&self, viewer: Viewer) -> LeakyView<WAY> {
        LeakyView { viewer, seen: veil::<WAY>(&self.0, viewer), secret: self.0.clone() }
    }

    fn sample(view: &LeakyView<WAY>, random: &mut dyn Random) -> Self {
        loop {
            let draw = |throw: &u8| if *throw == HIDDEN { random.below(3) as u8 } else { *throw };
            let position = Throws(view.seen.0.iter().map(draw).collect());
            if position.is_over() == view.seen.is_over() {
                return Leaky(position);
            }
        }
    }
}
