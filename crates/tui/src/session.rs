//! A game between a person and a bot: the match, whose seat is whose, and what may be done.

use ennead_game::{AnyGame, AnyMatch, Options, Outcome, PlayError, Refusal, Seat, Turn, ViewBytes, Viewer};

use crate::opponent;
use crate::source::Source;
use crate::thinker::Line;

/// What is played, and against whom.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: Options,
    pub(crate) opponent: String,
    /// The person's seat.
    pub(crate) seat: Seat,
}

/// How a game has ended for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Lost,
    Drawn,
    Resigned,
}

/// A game that is going on or over.
pub(crate) struct Session {
    plan: Plan,
    play: Box<dyn AnyMatch>,
    /// How many choices there were each time a turn of the person began.
    turns: Vec<usize>,
    resigned: bool,
}

impl Session {
    /// Sets the game up and deals.
    pub(crate) fn new(plan: Plan, source: &mut Source) -> Result<Session, Refusal> {
        plan.options.check(plan.game.id(), plan.game.setup_options())?;
        opponent::check(plan.game.id(), &plan.opponent)?;
        let mut play = plan.game.start(&plan.options)?;
        play.deal(source);
        let mut session = Session { plan, play, turns: Vec::new(), resigned: false };
        session.note_turn();
        Ok(session)
    }

    /// A match that is on its way.
    #[cfg(test)]
    pub(crate) fn of_match(plan: Plan, play: Box<dyn AnyMatch>) -> Session {
        Session { plan, play, turns: Vec::new(), resigned: false }
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn play(&self) -> &dyn AnyMatch {
        &*self.play
    }

    pub(crate) fn seat(&self) -> Seat {
        self.plan.seat
    }

    /// What the person's seat is called.
    pub(crate) fn my_name(&self) -> String {
        self.play.seat_name(self.seat())
    }

    /// What the person may know.
    pub(crate) fn view(&self) -> ViewBytes {
        self.play.view(Viewer::Seat(self.seat()))
    }

    /// Whether there is something that only one of the seats may know.
    pub(crate) fn is_hidden(&self) -> bool {
        self.play.view(Viewer::Seat(Seat::FIRST)) != self.play.view(Viewer::Seat(Seat::SECOND))
    }

    /// Whether everything about the match may be shown.
    pub(crate) fn is_open(&self) -> bool {
        self.ending().is_some() || !self.is_hidden()
    }

    pub(crate) fn is_mine(&self) -> bool {
        !self.resigned && self.play.turn() == Turn::Seat(self.seat())
    }

    pub(crate) fn is_theirs(&self) -> bool {
        !self.resigned && self.play.turn() == Turn::Seat(self.seat().other())
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        if self.resigned {
            return Some(Ending::Resigned);
        }
        match self.play.turn() {
            Turn::Over(Outcome::Draw) => Some(Ending::Drawn),
            Turn::Over(Outcome::Win(seat)) if seat == self.seat() => Some(Ending::Won),
            Turn::Over(Outcome::Win(_)) => Some(Ending::Lost),
            _ => None,
        }
    }

    /// Makes choices for whoever's turn it is, and deals where chance comes next. Stops at the first that cannot be made.
    pub(crate) fn choose(&mut self, choices: &[u32], source: &mut Source) -> Result<(), PlayError> {
        if self.resigned {
            return Err(PlayError::Over);
        }
        for option in choices {
            let before = self.play.turn();
            self.play.play(*option)?;
            self.play.deal(source);
            if before != self.play.turn() {
                self.note_turn();
            }
        }
        Ok(())
    }

    fn note_turn(&mut self) {
        if self.is_mine() {
            self.turns.push(self.play.choices().len());
        }
    }

    /// Whether a move of the person can be taken back: never where something hidden may have been seen since.
    pub(crate) fn can_undo(&self) -> bool {
        !self.resigned && !self.is_hidden() && self.undo_mark().is_some()
    }

    /// Where the person's last turn with a choice made in it began.
    fn undo_mark(&self) -> Option<usize> {
        let made = self.play.choices().len();
        self.turns.iter().rev().find(|mark| **mark < made).copied()
    }

    /// Goes back to the person's last turn.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(mark) = self.undo_mark().filter(|_| self.can_undo()) else { return false };
        // Once from the start is quicker than one choice back at a time.
        let Ok(mut play) = self.plan.game.start(&self.plan.options) else { return false };
        for option in &self.play.choices()[..mark] {
            if play.play(*option).is_err() {
                return false;
            }
        }
        self.play = play;
        self.turns.retain(|turn| *turn <= mark);
        true
    }

    pub(crate) fn resign(&mut self) {
        if self.ending().is_none() {
            self.resigned = true;
        }
    }

    /// The move that choices make here, as text, with what the bot thinks of it.
    pub(crate) fn move_text(&self, line: &Line) -> String {
        let mut play = self.play.boxed_clone();
        for option in &line.choices {
            if play.play(*option).is_err() {
                break;
            }
        }
        play.moves().last().cloned().unwrap_or_else(|| "the only option".into())
    }

    /// The options of the next choice, in words: the move that one makes, or its number where the move goes on.
    pub(crate) fn labels(&self) -> Vec<String> {
        let made = self.play.moves().len();
        (0..self.play.options().min(MAX_LABELS))
            .map(|option| {
                let mut play = self.play.boxed_clone();
                let moves = if play.play(option).is_ok() { play.moves() } else { Vec::new() };
                moves.get(made).cloned().unwrap_or_else(|| format!("option {option}"))
            })
            .collect()
    }

    /// The plan for one more game with seats exchanged.
    pub(crate) fn rematch(&self) -> Plan {
        Plan { seat: self.seat().other(), ..self.plan.clone() }
    }
}

/// No list of options is longer.
const MAX_LABELS: u32 = 500;
