//! A match: a set-up, the choices made, and the position they lead to.

use crate::{Game, PlayError, Turn};

/// A match of any game, over or not.
///
/// See the [crate example](crate) for playing, encoding and decoding one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<G: Game> {
    setup: G::Setup,
    choices: Vec<u32>,
    position: G,
}

impl<G: Game> Match<G> {
    /// A match before its first choice.
    pub fn new(setup: G::Setup) -> Self {
        let position = G::new(&setup);
        Match { setup, choices: Vec::new(), position }
    }

    /// A match with these choices; the error says how many were made before the one that is wrong.
    pub fn replay(setup: G::Setup, choices: &[u32]) -> Result<Self, (usize, PlayError)> {
        let mut game = Match::new(setup);
        for (made, option) in choices.iter().enumerate() {
            game.play(*option).map_err(|error| (made, error))?;
        }
        Ok(game)
    }

    /// Makes a choice, or changes nothing.
    pub fn play(&mut self, option: u32) -> Result<(), PlayError> {
        self.position.play(option)?;
        self.choices.push(option);
        Ok(())
    }

    /// Makes every chance choice up to the next turn of a seat.
    pub fn deal(&mut self, random: &mut dyn crate::Random) {
        self.choices.extend(self.position.deal(random));
    }

    /// Takes the last choice back, if there is one.
    pub fn undo(&mut self) -> Option<u32> {
        let last = self.choices.pop()?;
        self.position = G::new(&self.setup);
        for option in &self.choices {
            self.position.choose(*option);
        }
        Some(last)
    }

    /// The set-up.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// All choices so far, lone ones included.
    pub fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.position.turn(), Turn::Over(_))
    }

    /// The sum of `log2 n` over all choices: what a record's body cannot be smaller than.
    pub fn information(&self) -> f64 {
        let mut position = G::new(&self.setup);
        let mut bits = 0.0;
        for option in &self.choices {
            bits += f64::from(position.options()).log2();
            position.choose(*option);
        }
        bits
    }

    pub(crate) fn push_unchecked(&mut self, option: u32) {
        self.position.choose(option);
        self.choices.push(option);
    }
}
