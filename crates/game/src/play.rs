//! Matches.

use crate::{Game, PlayError, Turn};

/// A match of any game, finished or not: a set-up, the choices made, and the resulting position.
///
/// See the [crate example](crate) for playing, encoding and decoding one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<G: Game> {
    setup: G::Setup,
    choices: Vec<u32>,
    position: G,
}

impl<G: Game> Match<G> {
    /// Starts a match.
    pub fn new(setup: G::Setup) -> Self {
        let position = G::new(&setup);
        Match { setup, choices: Vec::new(), position }
    }

    /// Replays choices; the error contains the index of the first illegal one.
    pub fn replay(setup: G::Setup, choices: &[u32]) -> Result<Self, (usize, PlayError)> {
        let mut game = Match::new(setup);
        for (made, option) in choices.iter().enumerate() {
            game.play(*option).map_err(|error| (made, error))?;
        }
        Ok(game)
    }

    /// Makes a choice; on error the match is unchanged.
    pub fn play(&mut self, option: u32) -> Result<(), PlayError> {
        self.position.play(option)?;
        self.choices.push(option);
        self.position.turn().check_seat().inspect_err(|_| {
            self.undo();
        })
    }

    /// Makes all chance choices up to the next turn of a seat. A deal that gives the turn to a seat
    /// that matches do not have is taken back: chance remains to move.
    pub fn deal(&mut self, random: &mut dyn crate::Random) {
        let drawn = self.position.deal(random);
        let count = drawn.len();
        self.choices.extend(drawn);
        if self.position.turn().check_seat().is_err() {
            self.choices.truncate(self.choices.len() - count);
            self.return_to_choices();
        }
    }

    /// Takes back the last choice, if there is one.
    pub fn undo(&mut self) -> Option<u32> {
        let last = self.choices.pop()?;
        self.return_to_choices();
        Some(last)
    }

    /// Replays the choices.
    fn return_to_choices(&mut self) {
        self.position = G::new(&self.setup);
        for option in &self.choices {
            self.position.choose(*option);
        }
    }

    /// The set-up of the match.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// All choices so far, forced ones included.
    pub fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.position.turn(), Turn::Over(_))
    }

    /// The sum of `log2 n` over all choices in bits: the lower bound for the body of a record.
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
