//! Serves the built-in bots to a referee that speaks CodinGame's protocol.

use std::io::{BufRead, Write};

use ennead_game::{AnyMatch, Turn, Viewer};

use ennead_search::engine::{ServeError, Served, read_line, with_margin};
use ennead_search::{AnyBot, Budget, TurnClock};

use super::codingame::{CG_TIME, CgCell, FIRST_MOVE, new_match, play};
use super::roster::ROSTER;

/// Serves a referee until it closes the connection or the match is over.
pub(crate) fn serve(
    served: Served<'_>,
    mut input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut game = new_match();
    let mut bot = ROSTER.bot(served.spec, served.seed)?;
    let mut first = true;
    while let Some(line) = read_line(&mut input)? {
        if line.trim().is_empty() {
            continue;
        }
        take_turn(&mut *game, &line, input)?;
        let allowed = served.budget.unwrap_or(Budget::time(if first {
            CG_TIME * FIRST_MOVE
        } else {
            CG_TIME
        }));
        make_move(&mut *game, &mut *bot, with_margin(allowed))?;
        let path = game.moves().pop().unwrap_or_default();
        let cell = CgCell::of_path(&path)
            .ok_or_else(|| ServeError::Position(format!("{path} is not a cell")))?;
        writeln!(output, "{cell}")?;
        output.flush()?;
        first = false;
        if matches!(game.turn(), Turn::Over(_)) {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes a whole move; its choices share the time limit.
fn make_move(
    game: &mut dyn AnyMatch,
    bot: &mut dyn AnyBot,
    budget: Budget,
) -> Result<(), ServeError> {
    let before = game.moves().len();
    let mut clock = TurnClock::new();
    while game.moves().len() == before {
        let Turn::Seat(seat) = game.turn() else {
            return Err(ServeError::Position("the match is already over".into()));
        };
        let advice = bot.advise(&game.view(Viewer::Seat(seat)), clock.budget(seat, budget))?;
        game.play(advice.option).map_err(|error| ServeError::Position(error.to_string()))?;
    }
    Ok(())
}

/// Reads the opponent's move and the legal cells. The cells are ignored: the rules already
/// determine them.
fn take_turn(
    game: &mut dyn AnyMatch,
    line: &str,
    mut input: &mut dyn BufRead,
) -> Result<(), ServeError> {
    let wrong = |what: String| ServeError::Position(what);
    if line.split_whitespace().take(2).ne(["-1", "-1"]) {
        let cell: CgCell =
            line.parse().map_err(|error| wrong(format!("the opponent's move: {error}")))?;
        play(game, &cell.path())
            .map_err(|error| wrong(format!("the opponent's move {cell}: {error}")))?;
    }
    let count = read_line(&mut input)?.unwrap_or_default();
    let cells: usize = count
        .trim()
        .parse()
        .map_err(|_| wrong(format!("{count:?} is not a number of legal cells")))?;
    if cells > 81 {
        return Err(wrong(format!("{cells} legal cells exceed the size of the board")));
    }
    for _ in 0..cells {
        read_line(&mut input)?;
    }
    Ok(())
}
