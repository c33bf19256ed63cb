//! The calls below `/api/games/{id}/puzzles`: positions to solve, and the verdict on a move or an
//! answer.

use ennead_game::{AnyMatch, Turn, puzzle_of_day};
use ennead_kit::{Games, Kit};
use ennead_protocol::Code;
use ennead_search::puzzle::{MoveVerdict, Puzzle, PuzzleError, Puzzles, Task};
use serde::Serialize;

use super::ChosenLabels;
use super::record::base64url;
use crate::Failure;
use crate::forced::make_forced_choices;
use crate::matches::Preview;

/// The puzzles of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleList {
    count: usize,
    /// The number of today's puzzle (UTC).
    today: usize,
    /// The moves to win of each puzzle; 0 for a question.
    moves: Vec<u8>,
    /// The difficulty of each puzzle, from 1 to 5.
    difficulty: Vec<u8>,
}

/// A puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleJson {
    number: usize,
    /// The task in one line.
    title: String,
    /// The task in full.
    text: String,
    difficulty: u8,
    /// The moves to win; 0 for a question.
    moves: u32,
    /// The items of a question, some of which are to be chosen; empty for a win.
    items: &'static [&'static str],
    /// The position: a record whose next choice is the solver's.
    record: String,
}

/// The verdict on an attempt.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleVerdict {
    solved: bool,
    /// Whether it is wrong: the win in time is gone, or the items are incorrect.
    failed: bool,
    text: String,
    /// The reasons, for each item of a solved question that deserves a sentence.
    reasons: Vec<String>,
    /// The match after the last move and, if the win is still possible, the opponent's reply.
    record: String,
}

/// The solution of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleSolution {
    /// The moves from the position on, including the opponent's.
    moves: Vec<String>,
    /// The correct items of a question, counted from 0.
    items: Vec<u8>,
    /// The reasons, for each item that deserves a sentence.
    reasons: Vec<String>,
    /// The match up to the end of the solution.
    record: String,
}

/// The puzzles of a game in this program.
pub fn puzzles_of(games: Games, game: &str) -> Result<Puzzles<'static>, Failure> {
    Ok(find(games, game)?.puzzles())
}

fn find(games: Games, game: &str) -> Result<&'static Kit, Failure> {
    let unknown = || Failure::new(Code::NotFound, format!("there is no game {game:?}"));
    games.game(game).ok_or_else(unknown)
}

/// Lists the puzzles of a game; `now` is Unix time in milliseconds.
pub fn puzzles(puzzles: Puzzles<'_>, now: u64) -> Result<PuzzleList, Failure> {
    let book = puzzles.parse().map_err(|error| failure(&error))?;
    let (moves, difficulty) = book.tasks().unzip();
    Ok(PuzzleList { count: book.len(), today: puzzle_of_day(now, book.len()), moves, difficulty })
}

/// One puzzle, counted from 1.
pub fn puzzle(puzzles: Puzzles<'_>, number: usize) -> Result<PuzzleJson, Failure> {
    let puzzle = open(puzzles, number)?;
    let (moves, items) = match puzzle.task() {
        Task::Win(moves) => (moves, &[][..]),
        Task::Answer(question) => (0, question.items),
    };
    Ok(PuzzleJson {
        number,
        title: puzzle.title(),
        text: puzzle.text(),
        difficulty: puzzle.difficulty,
        moves,
        items,
        record: base64url(&puzzle.play().record()),
    })
}

/// Judges an attempt at a puzzle.
pub fn try_puzzle(
    puzzles: Puzzles<'_>,
    number: usize,
    tried: &ChosenLabels,
) -> Result<PuzzleVerdict, Failure> {
    let puzzle = open(puzzles, number)?;
    match puzzle.task() {
        Task::Win(moves) => try_moves(&puzzle, moves, &tried.labels),
        Task::Answer(question) => try_items(&puzzle, question.items.len(), &tried.labels),
    }
}

fn try_moves(puzzle: &Puzzle, moves: u32, labels: &[u8]) -> Result<PuzzleVerdict, Failure> {
    let bad = |message: &str| Err(Failure::new(Code::BadOption, message));
    if labels.is_empty() {
        return bad("\"labels\" has at least one whole move");
    }
    let mut play = puzzle.play().boxed_clone();
    let mut labels = labels.iter();
    let mut left = moves;
    let mut verdict = MoveVerdict::Goes { reply: Vec::new(), left };
    while labels.len() > 0 {
        if !matches!(verdict, MoveVerdict::Goes { .. }) {
            return bad("the puzzle is over before the last of these moves");
        }
        make_move(&mut *play, puzzle, &mut labels)?;
        left = left.saturating_sub(1);
        verdict = puzzle.judge(&*play, left);
        if let MoveVerdict::Goes { reply, .. } = &verdict {
            for option in reply {
                let made = play.play(*option);
                made.map_err(|error| Failure::rejected(Code::Internal, &error))?;
            }
        }
    }
    let text = match verdict {
        MoveVerdict::Solved => "The game is won.".into(),
        MoveVerdict::Failed if left == 0 => {
            "The moves are used up, and the game is not won.".into()
        }
        MoveVerdict::Failed => {
            format!("After this no win in {} is left.", count(left, "more move"))
        }
        MoveVerdict::Goes { left, .. } => format!("Right so far: {} to go.", count(left, "move")),
    };
    let (solved, failed) = (verdict == MoveVerdict::Solved, verdict == MoveVerdict::Failed);
    Ok(PuzzleVerdict { solved, failed, text, reasons: vec![], record: base64url(&play.record()) })
}

/// Makes a whole move of the solver by the next labels; forced choices need none.
fn make_move(
    play: &mut dyn AnyMatch,
    puzzle: &Puzzle,
    labels: &mut std::slice::Iter<'_, u8>,
) -> Result<(), Failure> {
    while play.turn() == Turn::Seat(puzzle.solver()) {
        let missing = || Failure::new(Code::BadOption, "the last move is not whole");
        let label = labels.next().ok_or_else(missing)?;
        make_forced_choices(play);
        let bad = || Failure::new(Code::BadOption, format!("label {label} is not on offer"));
        let option = play.label_option(*label).ok_or_else(bad)?;
        play.play(option).map_err(|error| Failure::rejected(Code::BadOption, &error))?;
    }
    Ok(())
}

fn try_items(puzzle: &Puzzle, known: usize, tried: &[u8]) -> Result<PuzzleVerdict, Failure> {
    let mut chosen = 0_u32;
    for item in tried {
        if usize::from(*item) >= known {
            let message = format!("there is no item {item}: there are {known}, counted from 0");
            return Err(Failure::new(Code::BadOption, message));
        }
        chosen |= 1 << item;
    }
    let answer = puzzle.answer();
    let (wrong, missing) = (chosen & !answer.items, answer.items & !chosen);
    let solved = chosen == answer.items;
    let text = match (wrong.count_ones(), missing.count_ones()) {
        (0, 0) => "These and no others.".into(),
        (0, _) => "These are right, but not all.".into(),
        (1, 0) => "One too many.".into(),
        (many, 0) => format!("{many} too many."),
        (1, _) => "One of these is wrong, and not all are there.".to_string(),
        (many, _) => format!("{many} of these are wrong, and not all are there."),
    };
    let reasons = if solved { answer.reasons } else { Vec::new() };
    let record = base64url(&puzzle.play().record());
    Ok(PuzzleVerdict { solved, failed: !solved, text, reasons, record })
}

/// The solution of a puzzle.
pub fn solve_puzzle(puzzles: Puzzles<'_>, number: usize) -> Result<PuzzleSolution, Failure> {
    let puzzle = open(puzzles, number)?;
    let (solution, answer) = (puzzle.solution(), puzzle.answer());
    let made = puzzle.play().moves().len();
    Ok(PuzzleSolution {
        moves: solution.moves().split_off(made),
        items: (0..u32::BITS as u8).filter(|item| answer.items >> item & 1 == 1).collect(),
        reasons: answer.reasons,
        record: base64url(&solution.record()),
    })
}

/// The preview of a shared link to a puzzle; without a number, to the daily one.
pub fn puzzle_preview(games: Games, game: &str, number: Option<usize>) -> Option<Preview> {
    let kit = games.game(game)?;
    let game = kit.game().title();
    let puzzle = number.map(|number| kit.puzzles().puzzle(number)).transpose().ok()?;
    let (Some(number), Some(puzzle)) = (number, puzzle) else {
        return (kit.puzzle_count() > 0).then(|| Preview {
            title: format!("{game}: the puzzle of the day"),
            description: "One position, the same for everyone. Can you solve it?".into(),
        });
    };
    let difficulty = puzzle.difficulty;
    Some(Preview {
        title: format!("{game}, puzzle {number}"),
        description: format!("{} Difficulty {difficulty} of 5.", sentence(&puzzle.title())),
    })
}

/// Turns a title into a sentence; a question already has its mark.
fn sentence(title: &str) -> String {
    format!("{title}{}", if title.ends_with('?') { "" } else { "." })
}

fn open(puzzles: Puzzles<'_>, number: usize) -> Result<Puzzle, Failure> {
    puzzles.puzzle(number).map_err(|error| failure(&error))
}

fn failure(error: &PuzzleError) -> Failure {
    let code = match error {
        PuzzleError::None(_) | PuzzleError::NoSuch { .. } => Code::NotFound,
        PuzzleError::Book(_) | PuzzleError::Position { .. } => Code::Internal,
    };
    Failure::rejected(code, error)
}

fn count(many: u32, thing: &str) -> String {
    format!("{many} {thing}{}", if many == 1 { "" } else { "s" })
}
