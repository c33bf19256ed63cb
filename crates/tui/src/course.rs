//! The lessons of a game, one after the other.

use ennead_game::{AnyMatch, GameError, Lesson, Options, Seat, Turn, parse_lessons, reject};
use ennead_search::Tables;

use crate::PlayableGame;
use crate::opponent::DEFAULT_OPPONENT;
use crate::session::{Session, SessionPlan};

/// A walk through the lessons of a game.
pub(crate) struct Course {
    game: PlayableGame,
    lessons: Vec<Lesson>,
    at: usize,
    pub(crate) is_solved: bool,
}

impl Course {
    /// The first lesson of a game.
    pub(crate) fn new(game: PlayableGame) -> Result<Course, GameError> {
        let lessons = parse_lessons(game.lessons)?;
        if lessons.is_empty() {
            return Err(reject(format!("{} has no lessons", game.id())));
        }
        Ok(Course { game, lessons, at: 0, is_solved: false })
    }

    pub(crate) fn lesson(&self) -> &Lesson {
        &self.lessons[self.at]
    }

    /// The place of the lesson among all, and its title.
    pub(crate) fn heading(&self) -> String {
        format!("Lesson {} of {} · {}", self.at + 1, self.lessons.len(), self.lesson().title)
    }

    /// The lesson's position, with the learner on the move.
    pub(crate) fn session(&self) -> Result<Session, GameError> {
        let play = self.lesson().open(self.game.game)?;
        let seat = if play.turn() == Turn::Seat(Seat::SECOND) { Seat::SECOND } else { Seat::FIRST };
        let opponent = DEFAULT_OPPONENT.into();
        let plan = SessionPlan {
            game: self.game,
            options: Options::new(),
            opponent,
            seat,
            tables: Tables::default(),
        };
        Ok(Session::of_match(plan, play))
    }

    /// What is said about the last move of a match; nothing until a whole move is made.
    pub(crate) fn judge(&mut self, after: &dyn AnyMatch, learner: Seat) -> Option<String> {
        if after.turn() == Turn::Seat(learner) {
            return None;
        }
        self.is_solved = self.lesson().is_solved_by(after, learner);
        let lesson = self.lesson();
        Some(if self.is_solved { lesson.right.clone() } else { lesson.wrong.clone() })
    }

    /// Goes on to the next lesson; false after the last one.
    pub(crate) fn advance(&mut self) -> bool {
        self.is_solved = false;
        self.at += 1;
        self.at < self.lessons.len()
    }
}
