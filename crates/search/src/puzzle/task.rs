//! A puzzle: a position, a task, and the criterion for its solution.

use ennead_game::{
    AnyGame, AnyMatch, GameError, Outcome, PuzzleEntry, Question, QuestionAnswer, Seat, Turn,
    reject,
};

use super::prover::{MAX_PROOF, Prover, whole_moves};

/// The most positions visited to judge one move: the proof of a puzzle counts only what it needs
/// itself.
const MAX_JUDGING: u64 = 4 * MAX_PROOF;
/// The most choices of a position.
const MAX_CHOICES: u64 = 10_000;

/// A puzzle to solve.
pub struct Puzzle {
    play: Box<dyn AnyMatch>,
    solver: Seat,
    task: Task,
    /// From 1 to [`MAX_DIFFICULTY`](ennead_game::MAX_DIFFICULTY).
    pub difficulty: u8,
}

/// What to find.
#[derive(Clone, Copy)]
pub enum Task {
    /// A win in this many moves.
    Win(u32),
    /// The answer to the game's question.
    Answer(&'static Question),
}

/// The verdict on a move in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveVerdict {
    /// The game is won.
    Solved,
    /// The win in time is gone.
    Failed,
    /// The win is still possible.
    Goes {
        /// The choices of the opponent's longest defence.
        reply: Vec<u32>,
        /// The moves left after it.
        left: u32,
    },
}

impl Puzzle {
    pub(super) fn open(
        game: &dyn AnyGame,
        question: Option<&'static Question>,
        entry: &PuzzleEntry,
    ) -> Result<Puzzle, GameError> {
        let (task, play) = match (entry.moves, question) {
            (0, Some(question)) => (Task::Answer(question), (question.open)(&entry.position)?),
            (0, None) => return Err(reject(format!("{} asks no question", game.id()))),
            (moves, _) => {
                (Task::Win(moves.into()), game.open_within(&entry.position, MAX_CHOICES)?)
            }
        };
        let Turn::Seat(solver) = play.turn() else {
            return Err(reject("nobody is on the move in this position"));
        };
        Ok(Puzzle { play, solver, task, difficulty: entry.difficulty })
    }

    /// The position, with the solver to move.
    pub fn play(&self) -> &dyn AnyMatch {
        &*self.play
    }

    /// The solver's seat.
    pub fn solver(&self) -> Seat {
        self.solver
    }

    /// What to find.
    pub fn task(&self) -> Task {
        self.task
    }

    /// The task in one line.
    pub fn title(&self) -> String {
        match self.task {
            Task::Win(1) => format!("{} wins in 1 move", self.name()),
            Task::Win(moves) => format!("{} wins in {moves} moves", self.name()),
            Task::Answer(question) => question.text.into(),
        }
    }

    /// The task in full.
    pub fn text(&self) -> String {
        match self.task {
            Task::Win(1) => format!("You are {}. One move does it.", self.name()),
            Task::Win(_) => {
                format!("You are {}. Find the one move that wins whatever follows.", self.name())
            }
            Task::Answer(question) => question.note.into(),
        }
    }

    /// The name of the solver's seat, capitalised.
    fn name(&self) -> String {
        let mut name = self.play.seat_name(self.solver);
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// Judges a move of the solver: `after` is the match after it, and `left` the number of moves
    /// that the solver has left.
    pub fn judge(&self, after: &dyn AnyMatch, left: u32) -> MoveVerdict {
        if after.turn() == Turn::Over(Outcome::Win(self.solver)) {
            return MoveVerdict::Solved;
        }
        match Prover::new(MAX_JUDGING).wins(after, self.solver, left) {
            Ok(true) => MoveVerdict::Goes { reply: self.defence(after, left), left },
            _ => MoveVerdict::Failed,
        }
    }

    /// The longest defence in a lost position; among equals, the one that takes most positions to
    /// refute.
    fn defence(&self, lost: &dyn AnyMatch, left: u32) -> Vec<u32> {
        let cost = |next: &dyn AnyMatch| {
            let mut prover = Prover::new(MAX_JUDGING);
            let distance = prover.distance(next, self.solver, left);
            (distance.ok().flatten().unwrap_or(left), prover.nodes())
        };
        let mut best: Option<((u32, u64), Box<dyn AnyMatch>)> = None;
        for (_, next) in whole_moves(lost) {
            let cost = cost(&*next);
            if best.as_ref().is_none_or(|(most, _)| cost > *most) {
                best = Some((cost, next));
            }
        }
        let made = lost.choices().len();
        best.map_or_else(Vec::new, |(_, next)| next.choices()[made..].to_vec())
    }

    /// The match up to the end of the solution; the position itself for a question.
    pub fn solution(&self) -> Box<dyn AnyMatch> {
        let mut play = self.play.boxed_clone();
        let Task::Win(mut left) = self.task else { return play };
        while left > 0 {
            left -= 1;
            let Some((next, verdict)) = self.winning_move(&*play, left) else { break };
            play = next;
            let MoveVerdict::Goes { reply, .. } = verdict else { break };
            for option in reply {
                // Cannot fail: the choices make up a legal move.
                let _ = play.play(option);
            }
        }
        play
    }

    fn winning_move(
        &self,
        play: &dyn AnyMatch,
        left: u32,
    ) -> Option<(Box<dyn AnyMatch>, MoveVerdict)> {
        let moves = whole_moves(play);
        // An immediately winning move is best, wherever it is in the list.
        let is_over = |(_, next): &&(String, Box<dyn AnyMatch>)| {
            next.turn() == Turn::Over(Outcome::Win(self.solver))
        };
        if let Some((_, next)) = moves.iter().find(is_over) {
            return Some((next.boxed_clone(), MoveVerdict::Solved));
        }
        moves.into_iter().find_map(|(_, next)| {
            let verdict = self.judge(&*next, left);
            (verdict != MoveVerdict::Failed).then_some((next, verdict))
        })
    }

    /// The answer to the question; empty for a win.
    pub fn answer(&self) -> QuestionAnswer {
        match self.task {
            Task::Answer(question) => (question.answer)(&*self.play),
            Task::Win(_) => QuestionAnswer::default(),
        }
    }
}
