//! CodinGame's protocol for Ultimate Tic-Tac-Toe, which is nested tic-tac-toe of depth 2 with the
//! rules `count`.
//!
//! Each turn, a player reads the opponent's last move as `row col`, or `-1 -1`, then the number of
//! legal cells, then one line `row col` for each, and answers with `row col`. Rows and columns run
//! from 0 to 8 over the whole board.

use std::fmt::Write;
use std::time::Duration;

use ennead_game::{AnyMatch, Mark, Match, Turn, ViewBytes, Viewer};
use thiserror::Error;

use crate::{Nested, NestedSetup, Rules};

use ennead_search::engine::{Deadline, EngineTimeouts, MAX_LINES_PER_ANSWER, Process};
use ennead_search::{Advice, AnyBot, BotError, Budget};

/// Default time limit per move.
pub(crate) const CG_TIME: Duration = Duration::from_millis(100);
/// The first move may take this many times the limit.
pub(crate) const FIRST_MOVE: u32 = 10;
/// Number of rows and columns of the whole board.
const SIDE: u8 = 9;

/// Text that is not a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cell: expected a row and a column from 0 to 8, such as `4 4`")]
pub struct CgCellError(String);

/// A cell of the whole board, by row and column.
///
/// ```
/// use ennead_nested::CgCell;
/// let cell: CgCell = "0 5 a message".parse()?;
/// assert_eq!(cell.path(), "2.3");
/// assert_eq!(CgCell::of_path("2.3"), Some(cell));
/// # Ok::<(), ennead_nested::CgCellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CgCell {
    row: u8,
    col: u8,
}

impl CgCell {
    /// The cell as a nested move: grid and cell, both counted from 1.
    pub fn path(self) -> String {
        let nine = |row: u8, col: u8| row * 3 + col + 1;
        format!("{}.{}", nine(self.row / 3, self.col / 3), nine(self.row % 3, self.col % 3))
    }

    /// The cell named by a nested move of depth 2.
    pub fn of_path(path: &str) -> Option<CgCell> {
        let (grid, cell) = path.split_once('.')?;
        let (grid, cell) =
            (grid.parse::<u8>().ok()?.checked_sub(1)?, cell.parse::<u8>().ok()?.checked_sub(1)?);
        (grid < SIDE && cell < SIDE)
            .then(|| CgCell { row: grid / 3 * 3 + cell / 3, col: grid % 3 * 3 + cell % 3 })
    }
}

impl std::str::FromStr for CgCell {
    type Err = CgCellError;

    /// Parses a row and a column. Any text after them is a message and is ignored.
    fn from_str(text: &str) -> Result<CgCell, CgCellError> {
        let mut words = text
            .split_whitespace()
            .map(|word| word.parse::<u8>().ok().filter(|number| *number < SIDE));
        match (words.next().flatten(), words.next().flatten()) {
            (Some(row), Some(col)) => Ok(CgCell { row, col }),
            _ => Err(CgCellError(text.chars().take(40).collect())),
        }
    }
}

impl std::fmt::Display for CgCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.row, self.col)
    }
}

/// Starts a match with the protocol's rules.
pub(crate) fn new_match() -> Box<dyn AnyMatch> {
    let setup = NestedSetup::new(2, Mark::X, Rules::Count).expect("depth 2 takes these rules");
    Box::new(Match::<Nested>::new(setup))
}

/// Makes a whole move.
pub(crate) fn play(game: &mut dyn AnyMatch, path: &str) -> Result<(), String> {
    for option in game.choices_of(path).map_err(|error| error.to_string())? {
        game.play(option).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A bot that runs an external program speaking CodinGame's protocol. It plays one match from the
/// start.
pub(crate) struct CgBot {
    process: Process,
    timeouts: EngineTimeouts,
    /// The match as the program knows it.
    game: Box<dyn AnyMatch>,
    /// The second choice of a move whose first choice has been made, with the view it applies to.
    planned: Option<(ViewBytes, u32)>,
}

impl CgBot {
    pub(crate) fn start(
        command: &str,
        seed: u64,
        timeouts: EngineTimeouts,
    ) -> Result<Self, BotError> {
        let process = Process::start(command, seed)?;
        Ok(CgBot { process, timeouts, game: new_match(), planned: None })
    }

    /// The opponent's move since the program's last move, if any.
    fn opponents_move(&self, view: &ViewBytes) -> Result<Option<String>, BotError> {
        if view_of_mover(&*self.game) == *view {
            return Ok(None);
        }
        let leads_here = |path: &String| {
            let mut next = self.game.boxed_clone();
            play(&mut *next, path).is_ok() && view_of_mover(&*next) == *view
        };
        let found = self.game.legal_moves().into_iter().find(leads_here);
        found.map(Some).ok_or_else(|| {
            BotError::Engine(
                "CodinGame's protocol follows one match of depth 2 with rules count from its first \
                 move: it cannot continue from another position (in the arena: --opening 0)"
                    .into(),
            )
        })
    }

    fn ask(&mut self, last: Option<&str>, budget: Budget) -> Result<String, BotError> {
        let legal = self.game.legal_moves();
        let last = last.and_then(CgCell::of_path).map_or("-1 -1".into(), |cell| cell.to_string());
        let mut lines = format!("{last}\n{}\n", legal.len());
        for cell in legal.iter().filter_map(|path| CgCell::of_path(path)) {
            let _ = writeln!(lines, "{cell}");
        }
        self.process.send(lines);
        let first = self.game.choices().len() <= 2;
        let time =
            budget.time.map(|time| if first { time.saturating_mul(FIRST_MOVE) } else { time });
        let deadline = Deadline::after(self.timeouts.limit(time));
        for _ in 0..MAX_LINES_PER_ANSWER {
            let line = self.process.line(deadline)?;
            if !line.trim().is_empty() {
                let cell: Result<CgCell, _> = line.parse();
                return cell.map(CgCell::path).map_err(|error| {
                    self.process.fail(&format!("violates the protocol: {error}"))
                });
            }
        }
        Err(self.process.fail("sent only empty lines instead of an answer"))
    }
}

/// The view of the seat to move.
fn view_of_mover(game: &dyn AnyMatch) -> ViewBytes {
    match game.turn() {
        Turn::Seat(seat) => game.view(Viewer::Seat(seat)),
        _ => game.view(Viewer::Spectator),
    }
}

impl AnyBot for CgBot {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        if let Some((_, option)) = self.planned.take().filter(|(expected, _)| expected == view) {
            return Ok(Advice::bare(option));
        }
        let last = self.opponents_move(view)?;
        if let Some(path) = &last {
            play(&mut *self.game, path).map_err(BotError::Engine)?;
        }
        let path = self.ask(last.as_deref(), budget)?;
        let choices = self.game.choices_of(&path);
        let choices = choices.map_err(|error| {
            self.process.fail(&format!("answered with an illegal move: {error}"))
        })?;
        let [grid, cell] = choices[..] else {
            return Err(self.process.fail("answered with an incomplete move"));
        };
        self.game.play(grid).map_err(|error| BotError::Engine(error.to_string()))?;
        self.planned = Some((view_of_mover(&*self.game), cell));
        self.game.play(cell).map_err(|error| BotError::Engine(error.to_string()))?;
        Ok(Advice::bare(grid))
    }
}

/// Starts a program that speaks the protocol.
pub(crate) fn start(
    command: &str,
    seed: u64,
    timeouts: EngineTimeouts,
) -> Result<Box<dyn AnyBot>, BotError> {
    Ok(Box::new(CgBot::start(command, seed, timeouts)?))
}
