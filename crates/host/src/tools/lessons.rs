//! `GET /api/games/{id}/lessons` and `POST /api/games/{id}/lessons/{number}`: positions to learn
//! from, and the feedback on a move.

use ennead_game::{AnyMatch, Lesson, Seat, Turn};
use ennead_kit::{Games, Kit};
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};

use super::record::base64url;
use crate::Failure;
use crate::forced::make_forced_choices;

/// The lessons of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonList {
    lessons: Vec<LessonJson>,
}

/// A position and a task to solve in it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonJson {
    title: String,
    /// The instruction.
    text: String,
    /// The position: a record whose next choice is the learner's.
    record: String,
}

/// The choices made in a lesson or a puzzle.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChosenLabels {
    /// The labels of a whole move; in a puzzle, those of all own moves so far in order, or the
    /// items of an answer, counted from 0.
    pub(super) labels: Vec<u8>,
}

/// The feedback on a move in a lesson.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonAnswer {
    /// Whether the move solves the lesson.
    solved: bool,
    text: String,
    /// The match after the move.
    record: String,
}

/// All lessons of a game.
pub fn lessons(games: Games, game: &str) -> Result<LessonList, Failure> {
    let kit = find(games, game)?;
    let told = |lesson: Lesson| {
        let play = open(kit, &lesson)?;
        let record = base64url(&play.record());
        Ok(LessonJson { title: lesson.title, text: lesson.text, record })
    };
    Ok(LessonList { lessons: all(kit)?.into_iter().map(told).collect::<Result<_, Failure>>()? })
}

/// Makes a move in a lesson, counted from 1.
pub fn answer_lesson(
    games: Games,
    game: &str,
    number: usize,
    request: &ChosenLabels,
) -> Result<LessonAnswer, Failure> {
    let kit = find(games, game)?;
    let lessons = all(kit)?;
    let missing = || {
        let message = format!("there is no lesson {number}: {game} has {}", lessons.len());
        Failure::new(Code::NotFound, message)
    };
    let lesson = lessons.get(number.wrapping_sub(1)).ok_or_else(missing)?;
    let mut play = open(kit, lesson)?;
    let learner = mover(&*play)?;
    make_move(&mut *play, &request.labels)?;
    let solved = lesson.is_solved_by(&*play, learner);
    let text = if solved { &lesson.right } else { &lesson.wrong };
    Ok(LessonAnswer { solved, text: text.clone(), record: base64url(&play.record()) })
}

fn find(games: Games, game: &str) -> Result<&'static Kit, Failure> {
    let unknown = || Failure::new(Code::NotFound, format!("there is no game {game:?}"));
    games.game(game).ok_or_else(unknown)
}

fn all(kit: &Kit) -> Result<Vec<Lesson>, Failure> {
    kit.lessons().map_err(|error| Failure::rejected(Code::Internal, &error))
}

fn open(kit: &Kit, lesson: &Lesson) -> Result<Box<dyn AnyMatch>, Failure> {
    lesson.open(kit.game()).map_err(|error| Failure::rejected(Code::Internal, &error))
}

fn mover(play: &dyn AnyMatch) -> Result<Seat, Failure> {
    match play.turn() {
        Turn::Seat(seat) => Ok(seat),
        _ => Err(Failure::new(Code::Internal, "nobody is on the move in this lesson")),
    }
}

/// Makes a whole move by its labels; forced choices of the same seat need none.
fn make_move(play: &mut dyn AnyMatch, labels: &[u8]) -> Result<(), Failure> {
    let before = play.moves().len();
    make_forced_choices(play);
    for label in labels {
        let bad = || Failure::new(Code::BadOption, format!("label {label} is not on offer"));
        let option = play.label_option(*label).ok_or_else(bad)?;
        play.play(option).map_err(|error| Failure::rejected(Code::BadOption, &error))?;
        make_forced_choices(play);
    }
    if play.moves().len() == before {
        return Err(Failure::new(Code::BadOption, "this is not a whole move: a choice is missing"));
    }
    Ok(())
}
