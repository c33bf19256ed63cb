//! Our bots for a referee that speaks CodinGame's protocol.

use std::io::{BufRead, Write};

use ennead_game::{AnyMatch, Turn, Viewer};

use super::cg::{CG_GAME, CG_TIME, Cell, FIRST_MOVE, new_match, play};
use super::lines::read_line;
use super::serve::{ServeError, Served, with_margin};
use crate::clock::Clock;
use crate::{AnyBot, Budget, roster};

/// Answers a referee until it hangs up or the match is over.
pub fn serve_cg(
    served: Served<'_>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let nobody = || ServeError::Position("there are no nested games".into());
    let mut game = new_match(ennead_registry::game(CG_GAME)).ok_or_else(nobody)?;
    let mut bot = roster::bot(CG_GAME, served.spec, served.seed)?;
    let mut first = true;
    while let Some(line) = read_line(&mut input)? {
        if line.trim().is_empty() {
            continue;
        }
        take_turn(&mut *game, &line, &mut input)?;
        let allowed =
            served.budget.unwrap_or(Budget::time(if first { CG_TIME * FIRST_MOVE } else { CG_TIME }));
        make_move(&mut *game, &mut *bot, with_margin(allowed))?;
        let path = game.moves().pop().unwrap_or_default();
        let cell = Cell::of_path(&path).ok_or_else(|| ServeError::Position(format!("{path} is no cell")))?;
        writeln!(output, "{cell}")?;
        output.flush()?;
        first = false;
        if matches!(game.turn(), Turn::Over(_)) {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes a whole move, all of whose choices share the time.
fn make_move(game: &mut dyn AnyMatch, bot: &mut dyn AnyBot, budget: Budget) -> Result<(), ServeError> {
    let before = game.moves().len();
    let mut clock = Clock::new();
    while game.moves().len() == before {
        let Turn::Seat(seat) = game.turn() else {
            return Err(ServeError::Position("the match is over: there is nothing to answer".into()));
        };
        let advice = bot.advise(&game.view(Viewer::Seat(seat)), clock.budget(seat, budget))?;
        game.play(advice.option).map_err(|error| ServeError::Position(error.to_string()))?;
    }
    Ok(())
}

/// Takes in the opponent's move, and the legal cells, which the rules know better.
fn take_turn(game: &mut dyn AnyMatch, line: &str, input: &mut impl BufRead) -> Result<(), ServeError> {
    let wrong = |what: String| ServeError::Position(what);
    if line.split_whitespace().take(2).ne(["-1", "-1"]) {
        let cell: Cell = line.parse().map_err(|error| wrong(format!("the opponent's move: {error}")))?;
        play(game, &cell.path()).map_err(|error| wrong(format!("the opponent's move {cell}: {error}")))?;
    }
    let count = read_line(input)?.unwrap_or_default();
    let cells: usize =
        count.trim().parse().map_err(|_| wrong(format!("{count:?} is no number of legal cells")))?;
    if cells > 81 {
        return Err(wrong(format!("{cells} legal cells are more than the board has")));
    }
    for _ in 0..cells {
        read_line(input)?;
    }
    Ok(())
}
