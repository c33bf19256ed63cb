//! CodinGame's protocol for Ultimate Tic-Tac-Toe: nested tic-tac-toe of depth 2 with rules `count`.
//!
//! Each turn a player reads its opponent's last move as `row col`, or `-1 -1`, then the number of legal cells, then so many lines
//! `row col`, and answers with `row col`. Rows and columns run from 0 to 8 over the whole board.

use std::fmt::Write;
use std::time::Duration;

use ennead_game::{AnyGame, AnyMatch, Options, Turn, ViewBytes, Viewer};
use thiserror::Error;

use super::process::{Deadline, MAX_CHATTER, Patience, Process};
use crate::{Advice, AnyBot, BotError, Budget};

/// The game that the protocol is for.
pub(crate) const CG_GAME: &str = "nested";
/// The time for a move, unless something else is asked for.
pub const CG_TIME: Duration = Duration::from_millis(100);
/// How many times as long the first move may take.
pub(crate) const FIRST_MOVE: u32 = 10;
/// Rows and columns of the whole board.
const SIDE: u8 = 9;

/// Text that is no cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no cell: it is a row and a column from 0 to 8, such as `4 4`")]
pub struct CellError(String);

/// A cell of the whole board, by row and column.
///
/// ```
/// use ennead_bots::engine::Cell;
/// let cell: Cell = "0 5 a message".parse()?;
/// assert_eq!(cell.path(), "2.3");
/// assert_eq!(Cell::of_path("2.3"), Some(cell));
/// # Ok::<(), ennead_bots::engine::CellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell as a nested move: the grid and the cell in it, both from 1.
    pub fn path(self) -> String {
        let nine = |row: u8, col: u8| row * 3 + col + 1;
        format!("{}.{}", nine(self.row / 3, self.col / 3), nine(self.row % 3, self.col % 3))
    }

    /// The cell that a nested move of depth 2 names.
    pub fn of_path(path: &str) -> Option<Cell> {
        let (grid, cell) = path.split_once('.')?;
        let (grid, cell) =
            (grid.parse::<u8>().ok()?.checked_sub(1)?, cell.parse::<u8>().ok()?.checked_sub(1)?);
        (grid < SIDE && cell < SIDE)
            .then(|| Cell { row: grid / 3 * 3 + cell / 3, col: grid % 3 * 3 + cell % 3 })
    }
}

impl std::str::FromStr for Cell {
    type Err = CellError;

    /// Reads a row and a column. What comes after them is a message and means nothing.
    fn from_str(text: &str) -> Result<Cell, CellError> {
        let mut words =
            text.split_whitespace().map(|word| word.parse::<u8>().ok().filter(|number| *number < SIDE));
        match (words.next().flatten(), words.next().flatten()) {
            (Some(row), Some(col)) => Ok(Cell { row, col }),
            _ => Err(CellError(text.chars().take(40).collect())),
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.row, self.col)
    }
}

/// A match by the protocol's rules, if the game is there.
pub(crate) fn new_match(game: Option<&'static dyn AnyGame>) -> Option<Box<dyn AnyMatch>> {
    game?.start(&Options::new().with("depth", "2").with("rules", "count")).ok()
}

/// Makes a whole move.
pub(crate) fn play(game: &mut dyn AnyMatch, path: &str) -> Result<(), String> {
    for option in game.choices_of(path).map_err(|error| error.to_string())? {
        game.play(option).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A program that speaks CodinGame's protocol. It follows one match from its start.
pub(crate) struct CgBot {
    process: Process,
    patience: Patience,
    /// The match as far as the program knows it.
    game: Box<dyn AnyMatch>,
    /// The last choice of a move whose first one was made: the view it belongs to, and the option.
    planned: Option<(ViewBytes, u32)>,
}

impl CgBot {
    pub(crate) fn start(
        command: &str,
        game: Option<&'static dyn AnyGame>,
        patience: Patience,
    ) -> Result<Self, BotError> {
        let game = new_match(game).ok_or_else(|| BotError::Engine("there are no nested games".into()))?;
        Ok(CgBot { process: Process::start(command)?, patience, game, planned: None })
    }

    /// What the opponent has played since the program's last move, if anything.
    fn opponents_move(&self, view: &ViewBytes) -> Result<Option<String>, BotError> {
        if seen(&*self.game) == *view {
            return Ok(None);
        }
        let leads_here = |path: &String| {
            let mut next = self.game.boxed_clone();
            play(&mut *next, path).is_ok() && seen(&*next) == *view
        };
        let found = self.game.legal_moves().into_iter().find(leads_here);
        found.map(Some).ok_or_else(|| {
            BotError::Engine(
                "CodinGame's protocol follows one match from its first move, by depth 2 and rules count: \
                 it cannot be asked about any other position (in the arena: --opening 0)"
                    .into(),
            )
        })
    }

    fn ask(&mut self, last: Option<&str>, budget: Budget) -> Result<String, BotError> {
        let legal = self.game.legal_moves();
        let last = last.and_then(Cell::of_path).map_or("-1 -1".into(), |cell| cell.to_string());
        let mut lines = format!("{last}\n{}\n", legal.len());
        for cell in legal.iter().filter_map(|path| Cell::of_path(path)) {
            let _ = writeln!(lines, "{cell}");
        }
        self.process.send(lines);
        let first = self.game.choices().len() <= 2;
        let time = budget.time.map(|time| if first { time.saturating_mul(FIRST_MOVE) } else { time });
        let deadline = Deadline::after(self.patience.limit(time));
        for _ in 0..MAX_CHATTER {
            let line = self.process.line(deadline)?;
            if !line.trim().is_empty() {
                let cell: Result<Cell, _> = line.parse();
                return cell
                    .map(Cell::path)
                    .map_err(|error| self.process.fail(&format!("talks nonsense: {error}")));
            }
        }
        Err(self.process.fail("is flooding: empty lines and no answer"))
    }
}

/// What whoever chooses next sees.
fn seen(game: &dyn AnyMatch) -> ViewBytes {
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
        let choices =
            choices.map_err(|error| self.process.fail(&format!("answers with an illegal move: {error}")))?;
        let [grid, cell] = choices[..] else { return Err(self.process.fail("answers with no whole move")) };
        self.game.play(grid).map_err(|error| BotError::Engine(error.to_string()))?;
        self.planned = Some((seen(&*self.game), cell));
        self.game.play(cell).map_err(|error| BotError::Engine(error.to_string()))?;
        Ok(Advice::bare(grid))
    }
}
