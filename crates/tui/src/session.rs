//! A game between a user and a bot: the match, the seats, and the permitted actions.

use ennead_game::{
    AnyMatch, GameError, Options, Outcome, PlayError, Seat, Turn, Viewer, has_hidden_choice, redeal,
};
use ennead_search::{TABLE, Tables};

use crate::PlayableGame;
use crate::board::{Board, BoardUpdate};
use crate::bot_thread::BotTurn;
use crate::entropy::Entropy;
use crate::{messages, opponent};

/// The game, its settings and the opponent.
#[derive(Clone)]
pub(crate) struct SessionPlan {
    pub(crate) game: PlayableGame,
    pub(crate) options: Options,
    pub(crate) opponent: String,
    /// The user's seat.
    pub(crate) seat: Seat,
    /// Tables for hints and reviews.
    pub(crate) tables: Tables,
}

/// The result of a game for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Lost,
    Drawn,
    Resigned,
}

/// A game in progress or finished.
pub(crate) struct Session {
    plan: SessionPlan,
    play: Box<dyn AnyMatch>,
    /// The number of choices at the start of each of the user's turns.
    turns: Vec<usize>,
    resigned: bool,
    /// Whether the seats have ever seen different things.
    hides: bool,
}

impl Session {
    /// Sets the game up and deals.
    pub(crate) fn new(plan: SessionPlan, entropy: &mut Entropy) -> Result<Session, GameError> {
        let game = plan.game.game;
        plan.options.check(game.id(), game.setup_options())?;
        let mut play = game.start(&plan.options)?;
        opponent::check(plan.game.bots, &plan.opponent, &*play)?;
        play.deal(entropy);
        Ok(Session::of_match(plan, play))
    }

    /// A match that is under way.
    pub(crate) fn of_match(plan: SessionPlan, play: Box<dyn AnyMatch>) -> Session {
        let hides = has_hidden(&*play);
        let mut session = Session { plan, play, turns: Vec::new(), resigned: false, hides };
        session.note_turn();
        session
    }

    pub(crate) fn plan(&self) -> &SessionPlan {
        &self.plan
    }

    /// Who gives hints: a table for the set-up, or the game's best bot.
    pub(crate) fn adviser(&self) -> String {
        match self.plan.tables.of_match(&*self.play) {
            Some(table) => format!("{TABLE}{}", table.directory().display()),
            None => self.plan.game.bots.analyst().into(),
        }
    }

    pub(crate) fn play(&self) -> &dyn AnyMatch {
        &*self.play
    }

    pub(crate) fn seat(&self) -> Seat {
        self.plan.seat
    }

    /// The name of the user's seat.
    pub(crate) fn my_name(&self) -> String {
        self.play.seat_name(self.seat())
    }

    /// Whether everything about the match may be shown.
    pub(crate) fn is_open(&self) -> bool {
        self.ending().is_some() || !self.hides
    }

    /// Whether the user may see every whole move.
    pub(crate) fn shows_moves(&self) -> bool {
        self.play.is_open()
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

    /// Shows the current state of the match on the board.
    pub(crate) fn show_on(&self, board: &mut dyn Board) {
        let mut update = BoardUpdate::new(self.play(), self.seat());
        update.is_my_turn = self.is_mine();
        update.last_move = self.last_move();
        update.result = self.ending().map(|ending| messages::ending(ending).to_string());
        board.update(&update);
    }

    /// The last whole move as the user may know it: its line in the user's log.
    pub(crate) fn last_move(&self) -> Option<String> {
        let line = self.play.log(Viewer::Seat(self.seat())).pop()?;
        let name = Seat::BOTH.map(|seat| format!("{}: ", self.play.seat_name(seat)));
        let text = name.iter().find_map(|name| line.strip_prefix(name.as_str()));
        Some(text.unwrap_or(&line).to_string())
    }

    /// Makes choices for the seat to move, and deals where chance is next. Stops at the first
    /// illegal choice.
    pub(crate) fn choose(
        &mut self,
        choices: &[u32],
        entropy: &mut Entropy,
    ) -> Result<(), PlayError> {
        if self.resigned {
            return Err(PlayError::Over);
        }
        for option in choices {
            let before = self.play.turn();
            self.play.play(*option)?;
            self.play.deal(entropy);
            if before != self.play.turn() {
                self.note_turn();
            }
        }
        self.hides = self.hides || views_differ(&*self.play);
        Ok(())
    }

    fn note_turn(&mut self) {
        if self.is_mine() {
            self.turns.push(self.play.choices().len());
        }
    }

    /// The start of the user's last turn in which a choice was made.
    fn undo_mark(&self) -> Option<usize> {
        let made = self.play.choices().len();
        self.turns.iter().rev().find(|mark| **mark < made).copied()
    }

    /// Goes back to the user's last turn. What the user had not seen by then is dealt anew; a
    /// hidden choice of the opponent cannot be, so the move then stands. The error says why.
    pub(crate) fn undo(&mut self, entropy: &mut Entropy) -> Result<(), &'static str> {
        let nothing = "there is nothing to take back";
        let mark = self.undo_mark().filter(|_| !self.resigned).ok_or(nothing)?;
        // Replaying once is faster than undoing choices one at a time.
        let mut play = replay(&*self.play, mark).ok_or(nothing)?;
        if has_hidden_choice(&*play, Viewer::Seat(self.seat())) {
            return Err("the move stands: the opponent has made a hidden choice before it");
        }
        if self.hides {
            let viewers = [Viewer::Seat(self.seat()), Viewer::Spectator];
            let choices = redeal(&*play, &viewers, entropy).ok_or(nothing)?;
            let mut again = play.restart();
            if choices.iter().any(|option| again.play(*option).is_err()) {
                return Err(nothing);
            }
            play = again;
        }
        self.play = play;
        self.turns.retain(|turn| *turn <= mark);
        Ok(())
    }

    pub(crate) fn resign(&mut self) {
        if self.ending().is_none() {
            self.resigned = true;
        }
    }

    /// The move that a bot's choices make here, as text.
    pub(crate) fn move_text(&self, turn: &BotTurn) -> String {
        let mut play = self.play.boxed_clone();
        for option in &turn.choices {
            if play.play(*option).is_err() {
                break;
            }
        }
        play.moves().last().cloned().unwrap_or_else(|| "the only option".into())
    }

    /// The plan for another game with seats swapped.
    pub(crate) fn rematch(&self) -> SessionPlan {
        SessionPlan { seat: self.seat().other(), ..self.plan.clone() }
    }
}

fn views_differ(play: &dyn AnyMatch) -> bool {
    play.view(Viewer::Seat(Seat::FIRST)) != play.view(Viewer::Seat(Seat::SECOND))
}

/// Whether the seats saw different things at any time. The current views are not enough: two hands
/// may happen to be equal.
fn has_hidden(play: &dyn AnyMatch) -> bool {
    let mut then = play.restart();
    views_differ(play)
        || play.choices().iter().any(|option| then.play(*option).is_ok() && views_differ(&*then))
}

/// The match up to a number of choices.
fn replay(play: &dyn AnyMatch, count: usize) -> Option<Box<dyn AnyMatch>> {
    let mut then = play.restart();
    for option in play.choices().get(..count)? {
        then.play(*option).ok()?;
    }
    Some(then)
}
