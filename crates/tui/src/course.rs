//! The lessons of a game in order, or one of its puzzles.

use ennead_game::{AnyMatch, GameError, Lesson, Options, Seat, Turn, parse_lessons, reject};
use ennead_search::Tables;
use ennead_search::puzzle::{MoveVerdict, Puzzle, Task};

use crate::PlayableGame;
use crate::opponent::DEFAULT_OPPONENT;
use crate::session::{Session, SessionPlan};

/// The state of going through a game's lessons, or one of its puzzles.
pub(crate) struct Course {
    game: PlayableGame,
    steps: Steps,
    pub(crate) is_solved: bool,
}

enum Steps {
    Lessons { lessons: Vec<Lesson>, at: usize },
    Puzzle { number: usize, puzzle: Puzzle, moves: u32, left: u32 },
}

/// The feedback on a move.
pub(crate) struct Feedback {
    pub(crate) text: String,
    /// The opponent's reply, if the puzzle continues.
    pub(crate) reply: Option<Vec<u32>>,
}

impl Course {
    /// Starts with the first lesson of a game.
    pub(crate) fn new(game: PlayableGame) -> Result<Course, GameError> {
        let lessons = parse_lessons(game.lessons)?;
        if lessons.is_empty() {
            return Err(reject(format!("{} has no lessons", game.id())));
        }
        Ok(Course { game, steps: Steps::Lessons { lessons, at: 0 }, is_solved: false })
    }

    /// Starts a puzzle about finding a win, counted from 1.
    pub(crate) fn of_puzzle(game: PlayableGame, number: usize) -> Result<Course, GameError> {
        let puzzle = game.puzzles.puzzle(number)?;
        let Task::Win(moves) = puzzle.task() else {
            return Err(reject("this puzzle is a question: answer it line by line, with --plain"));
        };
        let steps = Steps::Puzzle { number, puzzle, moves, left: moves };
        Ok(Course { game, steps, is_solved: false })
    }

    /// The instruction.
    pub(crate) fn text(&self) -> String {
        match &self.steps {
            Steps::Lessons { lessons, at } => lessons[*at].text.clone(),
            Steps::Puzzle { puzzle, .. } => format!("{}. {}", puzzle.title(), puzzle.text()),
        }
    }

    /// The number of the lesson among all, and its title.
    pub(crate) fn heading(&self) -> String {
        match &self.steps {
            Steps::Lessons { lessons, at } => {
                format!("Lesson {} of {} · {}", at + 1, lessons.len(), lessons[*at].title)
            }
            Steps::Puzzle { number, puzzle, .. } => {
                format!("Puzzle {number} · difficulty {} of 5", puzzle.difficulty)
            }
        }
    }

    /// The position, with the learner to move.
    pub(crate) fn session(&mut self) -> Result<Session, GameError> {
        let play = match &mut self.steps {
            Steps::Lessons { lessons, at } => lessons[*at].open(self.game.game)?,
            Steps::Puzzle { puzzle, moves, left, .. } => {
                *left = *moves;
                puzzle.play().boxed_clone()
            }
        };
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

    /// The feedback on the last move of a match; `None` until a whole move is made.
    pub(crate) fn judge(&mut self, after: &dyn AnyMatch, learner: Seat) -> Option<Feedback> {
        if after.turn() == Turn::Seat(learner) {
            return None;
        }
        Some(match &mut self.steps {
            Steps::Lessons { lessons, at } => {
                let lesson = &lessons[*at];
                self.is_solved = lesson.is_solved_by(after, learner);
                let text = if self.is_solved { &lesson.right } else { &lesson.wrong };
                Feedback { text: text.clone(), reply: None }
            }
            Steps::Puzzle { puzzle, left, .. } => {
                *left = left.saturating_sub(1);
                let verdict = puzzle.judge(after, *left);
                self.is_solved = verdict == MoveVerdict::Solved;
                match verdict {
                    MoveVerdict::Solved => Feedback { text: "Solved.".into(), reply: None },
                    MoveVerdict::Failed => Feedback {
                        text: "That does not win in time. Try again.".into(),
                        reply: None,
                    },
                    MoveVerdict::Goes { reply, left } => {
                        let many = if left == 1 { "" } else { "s" };
                        let text = format!("Right so far: {left} move{many} to go.");
                        Feedback { text, reply: Some(reply) }
                    }
                }
            }
        })
    }

    /// Advances to the next lesson; returns false after the last one, and after a puzzle.
    pub(crate) fn advance(&mut self) -> bool {
        self.is_solved = false;
        let Steps::Lessons { lessons, at } = &mut self.steps else { return false };
        *at += 1;
        *at < lessons.len()
    }

    /// The message after the last lesson or the puzzle.
    pub(crate) fn farewell(&self) -> &'static str {
        match self.steps {
            Steps::Lessons { .. } => "That was the last lesson.",
            Steps::Puzzle { .. } => "More of them: --puzzle N.",
        }
    }
}
