//! The bots of a game, by name.
//!
//! A bot must be asked for every choice of its seat, including forced ones, since that is how an
//! engine process follows the match.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use ennead_game::{AnyMatch, Packed, Presentation, View, ViewBytes, ViewError};
use ennead_solve::TableError;
use thiserror::Error;

use crate::engine::{
    EngineBot, EngineTimeouts, InterpreterOf, ServeError, Served, ViewInterpreter,
};
use crate::tables;
use crate::{AnyBot, Bot, BotError, ByName, Level, SharedTable};

/// Prefix of an engine's command line; the engine speaks the protocol of `BOT-PROTOCOL.md`.
const ENGINE: &str = "engine:";
/// Prefix of a table's directory: `table:DIRECTORY` is a bot that plays from it.
pub const TABLE: &str = "table:";

/// A bot that does not exist or cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RosterError {
    /// No bot has this name.
    #[error("{game} has no bot {spec:?}: there are {known}")]
    Bot {
        /// The game.
        game: &'static str,
        /// The bot requested.
        spec: String,
        /// The names of the available bots.
        known: String,
    },
    /// The engine or table cannot be used.
    #[error(transparent)]
    Engine(#[from] BotError),
    /// The table is for another set-up.
    #[error("the table in {directory} is of {found}, not of {wanted}")]
    Table {
        /// The directory of the table.
        directory: String,
        /// The set-up of the table.
        found: String,
        /// The set-up to be played.
        wanted: String,
    },
    /// Two tables are for the same set-up.
    #[error("the tables in {first} and {second} are both of {game}: one is enough")]
    SecondTable {
        /// The directory of the table that was given first.
        first: String,
        /// The directory of the other one.
        second: String,
        /// Their set-up.
        game: String,
    },
}

/// A bot: name, description and constructor.
pub struct BotEntry {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Creates the bot; its choices depend only on the seed.
    pub make: fn(u64) -> Box<dyn AnyBot>,
}

impl BotEntry {
    /// Creates an entry.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        make: fn(u64) -> Box<dyn AnyBot>,
    ) -> BotEntry {
        BotEntry { name, about, make }
    }

    /// Creates the entry of a level.
    pub const fn level(level: Level, make: fn(u64) -> Box<dyn AnyBot>) -> BotEntry {
        BotEntry::new(level.name(), level.about(), make)
    }
}

/// Opens the table in a directory.
pub(crate) type OpenTable = fn(&Path) -> Result<Arc<dyn SharedTable>, TableError>;

/// Starts an engine from its command line, with the seed that its choices should follow from.
pub type StartEngine = fn(&str, u64, EngineTimeouts) -> Result<Box<dyn AnyBot>, BotError>;

/// Serves a referee on these streams until it closes them.
pub type ServeReferee = fn(Served<'_>, &mut dyn BufRead, &mut dyn Write) -> Result<(), ServeError>;

/// A line protocol of a single game, for engines in other processes.
pub struct LineProtocol {
    /// Its name: `--protocol cg`, and `cg:PROGRAM` for a bot that speaks it.
    pub name: &'static str,
    /// Its name in a sentence, as in `CodinGame's protocol`.
    pub title: &'static str,
    /// A one-line description of programs that speak it.
    pub about: &'static str,
    /// Starts an engine that speaks the protocol.
    pub start: StartEngine,
    /// Serves one of our bots to a referee that speaks the protocol.
    pub serve: ServeReferee,
}

/// The bots of one game.
pub struct Roster {
    game: &'static str,
    bots: &'static [BotEntry],
    interpreter: &'static dyn ViewInterpreter,
    analyst: &'static str,
    protocols: &'static [LineProtocol],
    open_table: Option<OpenTable>,
    ratings: Option<Ratings>,
}

/// The measured strength of the levels.
#[derive(Clone, Copy)]
struct Ratings {
    anchor: &'static str,
    elo: [i32; Level::ALL.len()],
}

impl Roster {
    /// Creates a roster; `analyst` is the name of the bot that analyses matches.
    pub const fn of<G: Presentation + View>(
        bots: &'static [BotEntry],
        analyst: &'static str,
    ) -> Roster {
        let interpreter = const { &InterpreterOf::<G>::new() };
        let protocols = &[];
        Roster {
            game: G::ID,
            bots,
            interpreter,
            analyst,
            protocols,
            open_table: None,
            ratings: None,
        }
    }

    /// Adds the ratings of the levels, weakest first: Elo over the game's anchor, as `STRENGTH.md`
    /// has them. Clients show the anchor in the words given here, as in `perfect play`.
    #[must_use]
    pub const fn with_ratings(self, anchor: &'static str, elo: [i32; Level::ALL.len()]) -> Roster {
        Roster { ratings: Some(Ratings { anchor, elo }), ..self }
    }

    /// The rating of a level, if it has been measured.
    pub fn rating(&self, level: Level) -> Option<i32> {
        self.ratings.map(|ratings| ratings.elo[level as usize - 1])
    }

    /// The rating of a bot that is a level, by its name.
    pub fn rating_of(&self, bot: &str) -> Option<i32> {
        self.rating(Level::ALL.into_iter().find(|level| level.name() == bot)?)
    }

    /// The opponent that has a rating of 0, in words, if there are ratings.
    pub const fn anchor(&self) -> Option<&'static str> {
        match self.ratings {
            Some(ratings) => Some(ratings.anchor),
            None => None,
        }
    }

    /// Adds line protocols of the game.
    #[must_use]
    pub const fn with_protocols(self, protocols: &'static [LineProtocol]) -> Roster {
        // A browser starts no processes.
        Roster { protocols: if cfg!(target_family = "wasm") { &[] } else { protocols }, ..self }
    }

    /// Adds bots that play from tables on disk: `table:DIRECTORY`.
    #[must_use]
    pub const fn with_tables<G: Packed + View>(self) -> Roster {
        Roster { open_table: Some(tables::open::<G>), ..self }
    }

    /// Opens a table of the game.
    pub fn table(&self, directory: &Path) -> Result<Arc<dyn SharedTable>, RosterError> {
        let open = self.open_table.ok_or_else(|| {
            let game = self.game;
            BotError::Table(format!("{game} cannot be solved, so there are no tables of it"))
        })?;
        Ok(open(directory).map_err(|error| BotError::Table(error.to_string()))?)
    }

    /// Whether bots can play from tables on disk.
    pub const fn has_tables(&self) -> bool {
        // A browser has no table files.
        !cfg!(target_family = "wasm") && self.open_table.is_some()
    }

    /// The game's identifier.
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// All bots.
    pub const fn bots(&self) -> &'static [BotEntry] {
        self.bots
    }

    /// The line protocols that only this game has.
    pub const fn protocols(&self) -> &'static [LineProtocol] {
        self.protocols
    }

    /// The name of the bot that analyses matches of this game.
    pub const fn analyst(&self) -> &'static str {
        self.analyst
    }

    /// Creates a bot from its name, from `engine:PROGRAM ARGUMENTS`, from `table:DIRECTORY`, or
    /// from a program prefixed with one of the game's line protocols.
    pub fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, RosterError> {
        self.bot_with(spec, seed, &[])
    }

    /// Creates a bot for a match: engines receive the match's set-up, and a table for another one
    /// is rejected.
    pub fn bot_for(
        &self,
        game: &dyn AnyMatch,
        spec: &str,
        seed: u64,
    ) -> Result<Box<dyn AnyBot>, RosterError> {
        self.bot_with(spec, seed, &game.setup())
    }

    /// Whether a bot must follow a match from its first move, as engines behind a line protocol
    /// must.
    pub fn follows_from_the_start(&self, spec: &str) -> bool {
        self.protocol_of(spec).is_some()
    }

    /// Decodes the view of the seat to move, as sent by a server.
    pub fn view(&self, bytes: &[u8]) -> Result<ViewBytes, ViewError> {
        self.interpreter.view(bytes)
    }

    /// The view of the seat to move after a choice that does not end its turn.
    pub fn view_after(&self, view: &ViewBytes, option: u32) -> Result<ViewBytes, ViewError> {
        self.interpreter.after(view, option)
    }

    pub(crate) fn interpreter(&self) -> &'static dyn ViewInterpreter {
        self.interpreter
    }

    /// The protocol named by a bot's prefix, and the command line after it.
    fn protocol_of<'a>(&self, spec: &'a str) -> Option<(&LineProtocol, &'a str)> {
        let (name, command) = spec.split_once(':')?;
        Some((self.protocols.iter().find(|protocol| protocol.name == name)?, command))
    }

    pub(crate) fn bot_with(
        &self,
        spec: &str,
        seed: u64,
        setup: &[(&str, String)],
    ) -> Result<Box<dyn AnyBot>, RosterError> {
        let timeouts = EngineTimeouts::default();
        if let Some(command) = spec.strip_prefix(ENGINE) {
            let pairs = setup.iter().map(|(name, value)| format!(" {name}={value}"));
            let game = format!("{}{}", self.game, pairs.collect::<String>());
            let interpreter = self.interpreter;
            let engine = EngineBot::start(command, seed, &game, interpreter, timeouts)?;
            return Ok(Box::new(engine));
        }
        if let Some((protocol, command)) = self.protocol_of(spec) {
            return Ok((protocol.start)(command, seed, timeouts)?);
        }
        if let Some(directory) = spec.strip_prefix(TABLE).filter(|_| self.has_tables()) {
            let table = self.table(Path::new(directory))?;
            tables::check_setup(&*table, setup)?;
            return Ok(table.bot(seed));
        }
        let entry = self.bots.iter().find(|entry| entry.name == spec);
        Ok((entry.ok_or_else(|| self.unknown(spec))?.make)(seed))
    }

    fn unknown(&self, spec: &str) -> RosterError {
        let mut known: Vec<String> = self.bots.iter().map(|entry| entry.name.to_string()).collect();
        known.push(format!("{ENGINE}PROGRAM"));
        known.extend(self.has_tables().then(|| format!("{TABLE}DIRECTORY")));
        known.extend(self.protocols.iter().map(|protocol| format!("{}:PROGRAM", protocol.name)));
        let spec = spec.chars().take(60).collect();
        RosterError::Bot { game: self.game, spec, known: known.join(", ") }
    }
}

/// Boxes a bot with its game's type erased.
pub fn by_name<G: View>(bot: impl Bot<G> + 'static) -> Box<dyn AnyBot> {
    Box::new(ByName::<G, _>::new(bot))
}
