//! Bots by name, for games that are known by name.
//!
//! A bot is asked about every choice of its seat, lone ones included: an engine outside of this process follows the match that way.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use ennead_game::{AnyMatch, Catalog, View};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_solve::{DEFAULT_LIMIT, Solution};
use ennead_ttt::Ttt;
use thiserror::Error;

use crate::engine::{CG_GAME, CgBot, Desk, DeskOf, EngineBot, Patience};
use crate::{
    AnyBot, Bot, BotError, ByName, FlatMonteCarlo, Greedy, InfoSetSearch, Level, Mcts, NestedBot, PerfectBot,
    PlainUct, RandomBot, nested_bot, schotten_bot, ttt_bot,
};

/// A program that speaks our protocol.
const ENGINE: &str = "engine:";
/// A program that speaks CodinGame's.
const CG: &str = "cg:";

/// A name that stands for no bot, or a bot that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RosterError {
    /// No bots play this game.
    #[error("no bot plays {game:?}: there are bots for {known}")]
    Game {
        /// The game asked for.
        game: String,
        /// The games that have bots.
        known: String,
    },
    /// No such bot.
    #[error("{game} has no bot {spec:?}: there are {known}")]
    Bot {
        /// The game.
        game: &'static str,
        /// The bot asked for.
        spec: String,
        /// The bots that there are.
        known: String,
    },
    /// The engine cannot be used.
    #[error(transparent)]
    Engine(#[from] BotError),
}

/// A bot: its name, what it is, and how it is made from a seed.
pub struct BotEntry {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    make: fn(u64) -> Box<dyn AnyBot>,
}

/// The bots of one game.
pub struct Roster {
    game: &'static str,
    bots: &'static [BotEntry],
    desk: &'static (dyn Desk + Send),
    /// The bot that analyses matches.
    analyst: &'static str,
}

/// Every game that has bots.
#[rustfmt::skip]
static ROSTERS: &[Roster] = &[
    Roster { game: "nested", bots: NESTED, analyst: "best", desk: &DeskOf::<Nested>(PhantomData) },
    Roster { game: "schotten", bots: SCHOTTEN, analyst: "best", desk: &DeskOf::<Schotten>(PhantomData) },
    Roster { game: "ttt", bots: TTT, analyst: "perfect", desk: &DeskOf::<Ttt>(PhantomData) },
];

const RANDOM: &str = "any option, all equally likely";
const FLAT: &str = "random playouts of every option, no tree";
const UCT: &str = "plain tree search, as textbooks have it";
const MCTS: &str = "tree search that proves wins and keeps its tree";
const LEVELS: [&str; 5] = [
    "plays like a beginner",
    "plays like a casual player",
    "plays like a skilled player",
    "plays like a strong player",
    "plays as well as it can",
];

/// The bots of tic-tac-toe, one line each.
#[rustfmt::skip]
const TTT: &[BotEntry] = &[
    BotEntry { name: "random", about: RANDOM, make: |seed| by_name::<Ttt>(RandomBot::new(seed)) },
    BotEntry { name: "perfect", about: "never loses, wins as soon as it can", make: perfect_ttt },
    BotEntry { name: "flat", about: FLAT, make: |seed| by_name::<Ttt>(FlatMonteCarlo::new(seed)) },
    BotEntry { name: "uct", about: UCT, make: |seed| by_name::<Ttt>(PlainUct::new(seed)) },
    BotEntry { name: "mcts", about: MCTS, make: |seed| by_name::<Ttt>(Mcts::<Ttt>::new(seed)) },
    BotEntry { name: "level1", about: LEVELS[0], make: |seed| by_name::<Ttt>(ttt_bot(Level::Beginner, seed)) },
    BotEntry { name: "level2", about: LEVELS[1], make: |seed| by_name::<Ttt>(ttt_bot(Level::Casual, seed)) },
    BotEntry { name: "level3", about: LEVELS[2], make: |seed| by_name::<Ttt>(ttt_bot(Level::Skilled, seed)) },
    BotEntry { name: "level4", about: LEVELS[3], make: |seed| by_name::<Ttt>(ttt_bot(Level::Strong, seed)) },
    BotEntry { name: "level5", about: LEVELS[4], make: |seed| by_name::<Ttt>(ttt_bot(Level::Best, seed)) },
    BotEntry { name: "best", about: "the same as perfect", make: perfect_ttt },
];

/// The bots of nested tic-tac-toe, one line each.
#[rustfmt::skip]
const NESTED: &[BotEntry] = &[
    BotEntry { name: "random", about: RANDOM, make: |seed| by_name::<Nested>(RandomBot::new(seed)) },
    BotEntry { name: "flat", about: FLAT, make: |seed| by_name::<Nested>(FlatMonteCarlo::new(seed)) },
    BotEntry { name: "uct", about: UCT, make: |seed| by_name::<Nested>(PlainUct::new(seed)) },
    BotEntry { name: "mcts", about: MCTS, make: |seed| by_name::<Nested>(Mcts::<Nested>::new(seed)) },
    BotEntry { name: "level1", about: LEVELS[0], make: |seed| by_name::<Nested>(nested_bot(Level::Beginner, seed)) },
    BotEntry { name: "level2", about: LEVELS[1], make: |seed| by_name::<Nested>(nested_bot(Level::Casual, seed)) },
    BotEntry { name: "level3", about: LEVELS[2], make: |seed| by_name::<Nested>(nested_bot(Level::Skilled, seed)) },
    BotEntry { name: "level4", about: LEVELS[3], make: |seed| by_name::<Nested>(nested_bot(Level::Strong, seed)) },
    BotEntry { name: "level5", about: LEVELS[4], make: |seed| by_name::<Nested>(nested_bot(Level::Best, seed)) },
    BotEntry { name: "best", about: "the strongest: at depth 2 a search of its own", make: |seed| by_name::<Nested>(NestedBot::new(seed)) },
];

/// The bots of Schotten Totten, one line each.
#[rustfmt::skip]
const SCHOTTEN: &[BotEntry] = &[
    BotEntry { name: "random", about: RANDOM, make: |seed| by_name::<Schotten>(RandomBot::new(seed)) },
    BotEntry { name: "greedy", about: "looks one move ahead", make: |seed| by_name::<Schotten>(Greedy::new(seed)) },
    BotEntry { name: "search", about: "plays out deals that fit what it sees", make: |seed| by_name::<Schotten>(InfoSetSearch::new(seed)) },
    BotEntry { name: "level1", about: LEVELS[0], make: |seed| by_name::<Schotten>(schotten_bot(Level::Beginner, seed)) },
    BotEntry { name: "level2", about: LEVELS[1], make: |seed| by_name::<Schotten>(schotten_bot(Level::Casual, seed)) },
    BotEntry { name: "level3", about: LEVELS[2], make: |seed| by_name::<Schotten>(schotten_bot(Level::Skilled, seed)) },
    BotEntry { name: "level4", about: LEVELS[3], make: |seed| by_name::<Schotten>(schotten_bot(Level::Strong, seed)) },
    BotEntry { name: "level5", about: LEVELS[4], make: |seed| by_name::<Schotten>(schotten_bot(Level::Best, seed)) },
    BotEntry { name: "best", about: "the same as search", make: |seed| by_name::<Schotten>(InfoSetSearch::new(seed)) },
];

/// Tic-tac-toe is solved once for all bots.
fn perfect_ttt(seed: u64) -> Box<dyn AnyBot> {
    static SOLUTION: LazyLock<Arc<Solution<Ttt>>> =
        LazyLock::new(|| Arc::new(Solution::solve(&(), DEFAULT_LIMIT).expect("tic-tac-toe is small")));
    by_name::<Ttt>(PerfectBot::new(Arc::clone(&SOLUTION), seed))
}

fn by_name<G: View + Catalog>(bot: impl Bot<G> + 'static) -> Box<dyn AnyBot> {
    Box::new(ByName::new(bot))
}

/// The bots of a game.
pub fn roster(game: &str) -> Result<&'static Roster, RosterError> {
    ROSTERS.iter().find(|roster| roster.game == game).ok_or_else(|| RosterError::Game {
        game: game.chars().take(40).collect(),
        known: ROSTERS.iter().map(|roster| roster.game).collect::<Vec<_>>().join(", "),
    })
}

/// Every game that has bots.
pub fn rosters() -> &'static [Roster] {
    ROSTERS
}

/// A bot for a game: a name of the game's roster, `engine:PROGRAM ARGUMENTS` or `cg:PROGRAM ARGUMENTS`.
///
/// ```
/// use ennead_bots::roster;
/// assert!(roster::bot("ttt", "random", 1).is_ok());
/// assert!(roster::bot("ttt", "nobody", 1).err().unwrap().to_string().starts_with("ttt has no bot \"nobody\": there are random"));
/// ```
pub fn bot(game: &str, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, RosterError> {
    roster(game)?.bot(spec, seed)
}

/// A bot for a match: engines are told the match's set-up.
pub fn bot_for(game: &dyn AnyMatch, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, RosterError> {
    let pairs: Vec<String> = game.setup().iter().map(|(name, value)| format!(" {name}={value}")).collect();
    roster(game.game())?.bot_with(spec, seed, &pairs.concat())
}

/// Whether a bot can only follow a match from its first move.
pub fn follows_from_the_start(spec: &str) -> bool {
    spec.starts_with(CG)
}

impl Roster {
    /// The game's name.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Its bots.
    pub fn bots(&self) -> &'static [BotEntry] {
        self.bots
    }

    /// The name of the bot that analyses matches of this game.
    pub fn analyst(&self) -> &'static str {
        self.analyst
    }

    /// One of its bots.
    pub fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, RosterError> {
        self.bot_with(spec, seed, "")
    }

    pub(crate) fn desk(&self) -> &'static dyn Desk {
        self.desk
    }

    /// A bot, given the set-up as an engine is told it.
    fn bot_with(&self, spec: &str, seed: u64, setup: &str) -> Result<Box<dyn AnyBot>, RosterError> {
        let patience = Patience::default();
        if let Some(command) = spec.strip_prefix(ENGINE) {
            let game = format!("{}{setup}", self.game);
            return Ok(Box::new(EngineBot::start(command, &game, self.desk, patience)?));
        }
        if let Some(command) = spec.strip_prefix(CG).filter(|_| self.game == CG_GAME) {
            return Ok(Box::new(CgBot::start(command, ennead_registry::game(CG_GAME), patience)?));
        }
        let entry = self.bots.iter().find(|entry| entry.name == spec).ok_or_else(|| self.unknown(spec))?;
        Ok((entry.make)(seed))
    }

    fn unknown(&self, spec: &str) -> RosterError {
        let mut known: Vec<&str> = self.bots.iter().map(|entry| entry.name).collect();
        known.push("engine:PROGRAM");
        if self.game == CG_GAME {
            known.push("cg:PROGRAM");
        }
        RosterError::Bot { game: self.game, spec: spec.chars().take(60).collect(), known: known.join(", ") }
    }
}
