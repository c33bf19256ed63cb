//! The description of a game.

use std::borrow::Cow;

use ennead_game::{
    AnyEnvironment, AnyGame, Environment, EnvironmentOf, Erased, FormatSet, GameError, Lesson,
    Open, Options, Packed, Presentation, PuzzleBook, Question, View, help_of, parse_lessons,
};
use ennead_search::puzzle::Puzzles;
use ennead_search::{Playout, Roster};
use ennead_solve::{AnySolver, SolverOf};
#[cfg(feature = "tui")]
use ennead_tui::{Board, ListBoard, PlayableGame};

use crate::Command;

/// A file of a game's web board, served at `/games/{id}/{path}`.
#[derive(Clone, Copy, Debug)]
pub struct WebFile {
    /// The path below the game's address, as in `board.js`.
    pub path: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

impl WebFile {
    /// Creates a file, as in `WebFile::new("board.js", include_bytes!("../web/board.js"))`.
    ///
    /// In a browser the contents are dropped: the files are served beside the module, not inside
    /// it.
    pub const fn new(path: &'static str, bytes: &'static [u8]) -> WebFile {
        WebFile { path, bytes: if cfg!(target_family = "wasm") { &[] } else { bytes } }
    }
}

/// An example for one of a game's formats: a value, or a text to encode.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The format, as in `ttt.tiny`.
    pub format: &'static str,
    /// A short name.
    pub name: &'static str,
    /// The value or text.
    pub input: ExampleInput,
    /// Options for the encoder.
    pub options: &'static [(&'static str, &'static str)],
}

/// The input of an example.
#[derive(Clone, Copy, Debug)]
pub enum ExampleInput {
    /// A value in its default notation.
    Value(&'static str),
    /// The text form.
    Text(&'static str),
}

/// The complete description of a game, built as a constant: a constructor fills in the defaults,
/// and one call per part replaces those that the game provides.
pub struct Kit {
    game: &'static dyn AnyGame,
    bots: Roster,
    help: &'static str,
    icon: Option<&'static str>,
    web: &'static [WebFile],
    examples: &'static [Example],
    commands: &'static [Command],
    lessons: &'static str,
    puzzles: &'static [u8],
    puzzle_count: usize,
    question: Option<&'static Question>,
    suggested: &'static [(&'static str, &'static str)],
    is_preselected: bool,
    solver: Option<&'static dyn AnySolver>,
    environment: Option<&'static dyn AnyEnvironment>,
    position_format: Option<&'static str>,
    #[cfg(feature = "tui")]
    board: fn() -> Box<dyn Board>,
}

impl Kit {
    /// An open game without chance, from its rules and notation alone: all viewers see everything,
    /// MCTS bots play at five levels, and matches are stored as records.
    pub const fn open<G: Presentation + Playout>() -> Kit {
        Kit::of::<Open<G>, ennead_game::RecordOnly>(Roster::open::<Open<G>>())
    }

    /// A game with chance or hidden information, from its rules, notation and views: bots search
    /// sampled positions that are consistent with their view, and matches are stored as records.
    pub const fn hidden<G: Presentation + View + Playout>() -> Kit {
        Kit::of::<G, ennead_game::RecordOnly>(Roster::hidden::<G>())
    }

    /// A game with its own views, formats and bots.
    pub const fn of<G: Presentation + View, F: FormatSet<G>>(bots: Roster) -> Kit {
        Kit {
            game: const { &Erased::<G, F>::new() },
            bots,
            help: "",
            icon: None,
            web: &[],
            examples: &[],
            commands: &[],
            lessons: "[]",
            puzzles: &[],
            puzzle_count: 0,
            question: None,
            suggested: &[],
            is_preselected: false,
            solver: None,
            environment: None,
            position_format: None,
            #[cfg(feature = "tui")]
            board: || Box::new(ListBoard::default()),
        }
    }

    /// Sets the help text: Markdown with headings, paragraphs and lists.
    #[must_use]
    pub const fn with_help(self, help: &'static str) -> Kit {
        Kit { help, ..self }
    }

    /// Sets the icon, an SVG image.
    #[must_use]
    pub const fn with_icon(self, icon: &'static str) -> Kit {
        Kit { icon: Some(icon), ..self }
    }

    /// Sets the files of the web board; `board.js` is the module that clients load.
    #[must_use]
    pub const fn with_web(self, web: &'static [WebFile]) -> Kit {
        Kit { web, ..self }
    }

    /// Sets the examples.
    #[must_use]
    pub const fn with_examples(self, examples: &'static [Example]) -> Kit {
        Kit { examples, ..self }
    }

    /// Sets the commands that only this game has.
    #[must_use]
    pub const fn with_commands(self, commands: &'static [Command]) -> Kit {
        // A browser has no command line.
        Kit { commands: if cfg!(target_family = "wasm") { &[] } else { commands }, ..self }
    }

    /// Sets the lessons: JSON as [`ennead_game::parse_lessons`] reads it.
    #[must_use]
    pub const fn with_lessons(self, lessons: &'static str) -> Kit {
        Kit { lessons, ..self }
    }

    /// Sets the puzzles: a [`PuzzleBook`] generated by `ennead puzzles`.
    ///
    /// The browser module contains only their number, and loads the book when it is needed.
    #[must_use]
    pub const fn with_puzzles(self, book: &'static [u8]) -> Kit {
        let puzzles = if cfg!(target_family = "wasm") { &[] } else { book };
        Kit { puzzles, puzzle_count: PuzzleBook::announced(book), ..self }
    }

    /// Sets the question that the game's puzzles ask, instead of wins in a number of moves.
    #[must_use]
    pub const fn with_question(self, question: &'static Question) -> Kit {
        Kit { question: Some(question), ..self }
    }

    /// Sets options of the set-up that forms suggest; commands and formats keep their defaults.
    #[must_use]
    pub const fn with_suggested(self, suggested: &'static [(&'static str, &'static str)]) -> Kit {
        Kit { suggested, ..self }
    }

    /// Selects the game in forms until a person chooses another. The first such game of a program
    /// counts, and the first of all games if there is none.
    #[must_use]
    pub const fn preselected(self) -> Kit {
        Kit { is_preselected: true, ..self }
    }

    /// Makes the game solvable, for `ennead solve` and bots that play from tables.
    #[must_use]
    pub const fn with_solver<G: Packed + View>(self) -> Kit {
        // A browser has no table files.
        if cfg!(target_family = "wasm") {
            return self;
        }
        let solver: &'static dyn AnySolver = const { &SolverOf::<G>::new() };
        Kit { solver: Some(solver), bots: self.bots.with_tables::<G>(), ..self }
    }

    /// Makes the game an environment for learning agents: Python's `vector` and `pettingzoo`.
    #[must_use]
    pub const fn with_environment<G: Environment>(self) -> Kit {
        // Nothing is trained in a browser.
        if cfg!(target_family = "wasm") {
            return self;
        }
        let environment: &'static dyn AnyEnvironment = const { &EnvironmentOf::<G>::new() };
        Kit { environment: Some(environment), ..self }
    }

    /// Names the format that holds a position in the fewest bits, for data sets; without one, data
    /// sets contain records.
    #[must_use]
    pub const fn with_position_format(self, format: &'static str) -> Kit {
        // No data sets are written in a browser.
        if cfg!(target_family = "wasm") {
            return self;
        }
        Kit { position_format: Some(format), ..self }
    }

    /// Sets the terminal board.
    #[cfg(feature = "tui")]
    #[must_use]
    pub const fn with_board(self, board: fn() -> Box<dyn Board>) -> Kit {
        Kit { board, ..self }
    }

    /// The type-erased game.
    pub const fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Its identifier, as in `ttt`.
    pub fn id(&self) -> &'static str {
        self.game.id()
    }

    /// Its bots.
    pub const fn bots(&self) -> &Roster {
        &self.bots
    }

    /// How to play, as Markdown: the game's help, or its title and set-up if it provides none.
    pub fn help(&self) -> Cow<'static, str> {
        help_of(self.game, self.help)
    }

    /// The icon, if the game provides one.
    pub const fn icon(&self) -> Option<&'static str> {
        self.icon
    }

    /// The files of its web board; empty if it uses the generic board.
    pub const fn web(&self) -> &'static [WebFile] {
        self.web
    }

    /// Examples for its formats.
    pub const fn examples(&self) -> &'static [Example] {
        self.examples
    }

    /// Commands that only this game has.
    pub const fn commands(&self) -> &'static [Command] {
        self.commands
    }

    /// Its lessons.
    pub fn lessons(&self) -> Result<Vec<Lesson>, GameError> {
        parse_lessons(self.lessons)
    }

    /// Its puzzles; the browser module loads them from a file, see
    /// [`puzzles_in`](Self::puzzles_in).
    pub const fn puzzles(&self) -> Puzzles<'static> {
        self.puzzles_in(self.puzzles)
    }

    /// The puzzles of another book of this game.
    pub const fn puzzles_in<'a>(&self, book: &'a [u8]) -> Puzzles<'a> {
        Puzzles { game: self.game, book, question: self.question }
    }

    /// The number of puzzles.
    pub const fn puzzle_count(&self) -> usize {
        self.puzzle_count
    }

    /// The set-up that forms suggest.
    pub fn suggested_setup(&self) -> Options {
        let options = self.suggested.iter();
        options.fold(Options::new(), |options, (name, value)| options.with(name, value))
    }

    /// The value of a set-up option that forms suggest, if it is not the default.
    pub fn suggested(&self, option: &str) -> Option<&'static str> {
        self.suggested.iter().find(|(name, _)| *name == option).map(|(_, value)| *value)
    }

    /// Whether forms select the game at first.
    pub const fn is_preselected(&self) -> bool {
        self.is_preselected
    }

    /// Its solver, if its positions have packed keys.
    pub const fn solver(&self) -> Option<&'static dyn AnySolver> {
        self.solver
    }

    /// Its environment, if its positions can be observed as arrays.
    pub const fn environment(&self) -> Option<&'static dyn AnyEnvironment> {
        self.environment
    }

    /// The format that holds a position in the fewest bits, if the game has one.
    pub const fn position_format(&self) -> Option<&'static str> {
        self.position_format
    }

    /// The game as the terminal client needs it.
    #[cfg(feature = "tui")]
    pub const fn playable(&'static self) -> PlayableGame {
        PlayableGame {
            game: self.game,
            bots: &self.bots,
            board: self.board,
            help: self.help,
            lessons: self.lessons,
            puzzles: self.puzzles(),
        }
    }
}
