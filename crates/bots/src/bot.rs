//! What a bot is asked and what it answers.

use std::time::Duration;

use ennead_game::{Seen, SeenError, View, ViewBytes};
use thiserror::Error;

/// How much a bot may spend on one answer. A bot stops at whichever limit comes first.
///
/// With a limit of nodes alone a bot answers the same every time for the same seed; a clock makes it depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time from question to answer.
    pub time: Option<Duration>,
    /// Playouts or nodes, whatever the bot counts.
    pub nodes: Option<u64>,
}

impl Budget {
    /// So many nodes, however long they take.
    pub const fn nodes(nodes: u64) -> Self {
        Budget { time: None, nodes: Some(nodes) }
    }

    /// So much time, however many nodes it is good for.
    pub const fn time(time: Duration) -> Self {
        Budget { time: Some(time), nodes: None }
    }

    /// The tighter of the limits of two budgets.
    ///
    /// ```
    /// use ennead_bots::Budget;
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

/// What a position or an option is worth to the seat that chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Proven: 1 for a win, 0 for a draw, -1 for a loss; and in how many whole moves, where that is known.
    Exact {
        /// How it ends with best play.
        score: i32,
        /// After how many moves.
        moves: Option<u32>,
    },
    /// An estimate between -1 and 1.
    Estimate(f64),
}

/// What a bot thinks of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The option.
    pub option: u32,
    /// How often it was looked at.
    pub visits: u64,
    /// What it is worth to the seat that chooses.
    pub worth: Worth,
}

/// A bot's answer, with its reasons where it has some.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The option that the bot chooses.
    pub option: u32,
    /// What the position is worth to the seat that chooses.
    pub worth: Option<Worth>,
    /// The choices that the bot expects, its own first.
    pub line: Vec<u32>,
    /// The options that it has looked at, the best first.
    pub opinions: Vec<Opinion>,
    /// How many nodes it has spent.
    pub nodes: u64,
}

impl Advice {
    /// A choice without reasons.
    pub fn bare(option: u32) -> Self {
        Advice { option, worth: None, line: vec![option], opinions: Vec::new(), nodes: 0 }
    }
}

/// A player that is a program. It gets what a player gets: a view, which also says among how many options it chooses.
pub trait Bot<G: View>: Send {
    /// Chooses. The view is that of the seat whose turn it is, and the game is not over.
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice;
}

impl<G: View> Bot<G> for Box<dyn Bot<G>> {
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice {
        (**self).advise(seen, budget)
    }
}

/// Why a bot gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// The bytes are no view of its game.
    #[error(transparent)]
    View(#[from] SeenError),
    /// An engine outside of this process has failed.
    #[error("{0}")]
    Engine(String),
}

/// A bot for a game that is known only by name.
pub trait AnyBot: Send {
    /// Chooses for whoever the view is of.
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError>;
}

/// Makes a [`Bot`] usable as an [`AnyBot`].
pub struct ByName<G, B>(B, std::marker::PhantomData<fn() -> G>);

impl<G: View, B: Bot<G>> ByName<G, B> {
    /// Wraps a bot.
    pub fn new(bot: B) -> Self {
        ByName(bot, std::marker::PhantomData)
    }
}

impl<G: View, B: Bot<G>> AnyBot for ByName<G, B> {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        Ok(self.0.advise(&G::Seen::decode(view.as_slice())?, budget))
    }
}
