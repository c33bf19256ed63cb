//! Bots: their budgets and their advice.

use std::time::Duration;

use ennead_game::{View, ViewBytes, ViewData, ViewError};
use thiserror::Error;

/// The budget of a bot for one choice. The bot stops at the first limit that it reaches.
///
/// With a node limit only, a bot's results depend on the seed alone; a time limit makes them depend
/// on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time limit.
    pub time: Option<Duration>,
    /// Limit on playouts or nodes, whichever the bot counts.
    pub nodes: Option<u64>,
}

impl Budget {
    /// A budget of nodes without a time limit.
    pub const fn nodes(nodes: u64) -> Self {
        Budget { time: None, nodes: Some(nodes) }
    }

    /// A budget of time without a node limit.
    pub const fn time(time: Duration) -> Self {
        Budget { time: Some(time), nodes: None }
    }

    /// The tighter limits of two budgets.
    ///
    /// ```
    /// use ennead_search::Budget;
    /// let seconds = |seconds| Budget::time(std::time::Duration::from_secs(seconds));
    /// assert_eq!(seconds(2).and(seconds(3)), seconds(2));
    /// assert_eq!(Budget::nodes(5).and(seconds(3)).nodes, Some(5));
    /// ```
    #[must_use]
    pub fn and(self, other: Budget) -> Self {
        Budget {
            time: [self.time, other.time].into_iter().flatten().min(),
            nodes: [self.nodes, other.nodes].into_iter().flatten().min(),
        }
    }
}

/// The value of a position or an option for the seat that chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PositionValue {
    /// Proven: 1 for a win, 0 for a draw, -1 for a loss.
    Exact {
        /// The result under best play.
        score: i32,
        /// The number of whole moves until then, if known.
        moves: Option<u32>,
    },
    /// An estimate between -1 and 1.
    Estimate(f64),
}

impl PositionValue {
    /// The value as a number between -1 and 1.
    pub fn number(self) -> f64 {
        match self {
            PositionValue::Exact { score, .. } => score.into(),
            PositionValue::Estimate(estimate) => estimate,
        }
    }
}

/// A bot's evaluation of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The option.
    pub option: u32,
    /// How often the search visited it.
    pub visits: u64,
    /// Its value for the seat that chooses.
    pub value: PositionValue,
}

/// A bot's choice, with its evaluation where the bot has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The chosen option.
    pub option: u32,
    /// The value of the position for the seat that chooses.
    pub value: Option<PositionValue>,
    /// The expected continuation as choices, starting with the chosen option.
    pub line: Vec<u32>,
    /// The options that it has evaluated, best first.
    pub opinions: Vec<Opinion>,
    /// The number of nodes spent.
    pub nodes: u64,
}

impl Advice {
    /// A choice without an evaluation.
    pub fn bare(option: u32) -> Self {
        Advice { option, value: None, line: vec![option], opinions: Vec::new(), nodes: 0 }
    }
}

/// A program that plays. It receives what a player receives: a view, which includes the number of
/// options.
pub trait Bot<G: View>: Send {
    /// Chooses an option. `view` is the view of the seat to move, and the game is not over.
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice;

    /// Number of bytes kept between choices.
    fn memory(&self) -> usize {
        0
    }
}

impl<G: View> Bot<G> for Box<dyn Bot<G>> {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        (**self).advise(view, budget)
    }

    fn memory(&self) -> usize {
        (**self).memory()
    }
}

/// Why a bot could not choose.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// The bytes are not a view of its game.
    #[error(transparent)]
    View(#[from] ViewError),
    /// An engine process failed.
    #[error("{0}")]
    Engine(String),
    /// A table cannot be read or does not contain the position.
    #[error("{0}")]
    Table(String),
}

/// A bot for a type-erased game.
pub trait AnyBot: Send {
    /// Chooses an option for the seat that the view belongs to.
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError>;

    /// Number of bytes kept between choices.
    fn memory(&self) -> usize {
        0
    }
}

/// Implements [`AnyBot`] for a [`Bot`].
pub struct ByName<G, B>(B, std::marker::PhantomData<fn() -> G>);

impl<G: View, B: Bot<G>> ByName<G, B> {
    /// Wraps a bot.
    pub fn new(bot: B) -> Self {
        ByName(bot, std::marker::PhantomData)
    }
}

impl<G: View, B: Bot<G>> AnyBot for ByName<G, B> {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        Ok(self.0.advise(&G::Data::decode(view.as_slice())?, budget))
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}
