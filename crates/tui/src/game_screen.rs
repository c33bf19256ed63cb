//! A game on the screen: the effect of keys, clicks and the bots' responses.

use ennead_game::GameError;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::board::{Board, Mouse, Reply};
use crate::bot_thread::{BotRequest, BotResponse};
use crate::course::{Course, Feedback};
use crate::encoding::{Encoding, RecordSize, encodings};
use crate::entropy::Entropy;
use crate::game_screen_view::Areas;
use crate::messages;
use crate::review::Review;
use crate::session::{Session, SessionPlan};

/// A box over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The keys and how to play, starting at this line.
    Help {
        first: usize,
    },
    Quit,
    Resign,
    NewGame,
}

impl Overlay {
    /// The yes-or-no question of the overlay, if it has one.
    pub(crate) fn question(self) -> Option<&'static str> {
        match self {
            Overlay::Help { .. } => None,
            Overlay::Quit => Some("Quit in the middle of the game?"),
            Overlay::Resign => Some("Resign?"),
            Overlay::NewGame => Some("Leave this game for a new one?"),
        }
    }
}

/// A request of the screen to the application.
pub(crate) enum GameReply {
    Nothing,
    AskOpponent,
    AskAdviser,
    Leave,
    NewGame,
    Rematch(Box<SessionPlan>),
}

/// A request that a bot has not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingRequest {
    pub(crate) ticket: u64,
    /// Whether the user requested a hint.
    pub(crate) is_hint: bool,
}

pub(crate) struct GameScreen {
    pub(crate) session: Session,
    pub(crate) board: Box<dyn Board>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) message: String,
    pub(crate) pending: Option<PendingRequest>,
    pub(crate) ticks: usize,
    pub(crate) encodings: Vec<Encoding>,
    /// The encoding shown bit by bit.
    pub(crate) format: usize,
    /// The record, once the game is over.
    pub(crate) record: Option<RecordSize>,
    /// The moves so far, as the user may know them.
    pub(crate) moves: Vec<String>,
    /// The board's remarks since the user's last choice.
    remarks: Vec<String>,
    /// The review, once the user has requested it.
    pub(crate) review: Option<Review>,
    /// Whether the box over the board is the review.
    pub(crate) shows_review: bool,
    /// The lessons, if this is a lesson.
    pub(crate) course: Option<Course>,
}

impl GameScreen {
    pub(crate) fn new(session: Session) -> GameScreen {
        let board = (session.plan().game.board)();
        let mut screen = GameScreen {
            session,
            board,
            overlay: None,
            message: String::new(),
            pending: None,
            ticks: 0,
            encodings: Vec::new(),
            format: 0,
            record: None,
            moves: Vec::new(),
            remarks: Vec::new(),
            review: None,
            shows_review: false,
            course: None,
        };
        screen.refresh();
        screen
    }

    /// The position of a lesson.
    pub(crate) fn of_course(mut course: Course) -> Result<GameScreen, GameError> {
        let screen = GameScreen::new(course.session()?);
        Ok(GameScreen { course: Some(course), ..screen })
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.pending.is_some() || self.review.as_ref().is_some_and(Review::is_pending)
    }

    pub(crate) fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
        if self.review.as_mut().is_some_and(Review::poll) {
            self.show_review();
        }
    }

    /// Shows the review, starting it if necessary.
    fn show_review(&mut self) {
        let play = || self.session.play().boxed_clone();
        let plan = self.session.plan();
        let start = || Review::start(play(), plan.game.bots, plan.tables.clone());
        let review = self.review.get_or_insert_with(start);
        if !review.is_pending() {
            self.shows_review = true;
            self.overlay = Some(Overlay::Help { first: 0 });
        }
    }

    /// Updates the board, the bits and the moves from the match.
    fn refresh(&mut self) {
        self.session.show_on(&mut *self.board);
        self.encodings = encodings(&self.session, self.board.public_values());
        self.record = self.session.ending().map(|_| RecordSize::of(&self.session));
        if self.session.shows_moves() {
            self.moves = self.session.play().moves();
        }
    }

    /// The request for the opponent's turn, if it is the opponent's.
    pub(crate) fn ask_opponent(&mut self, tickets: &mut u64) -> Option<BotRequest> {
        if !self.session.is_theirs() {
            return None;
        }
        let spec = self.session.plan().opponent.clone();
        Some(self.ask(tickets, spec, false))
    }

    /// The request for a hint.
    pub(crate) fn ask_adviser(&mut self, tickets: &mut u64) -> Option<BotRequest> {
        let adviser = self.session.adviser();
        Some(self.ask(tickets, adviser, true))
    }

    fn ask(&mut self, tickets: &mut u64, spec: String, is_hint: bool) -> BotRequest {
        *tickets += 1;
        self.pending = Some(PendingRequest { ticket: *tickets, is_hint });
        let seat = if is_hint { self.session.seat() } else { self.session.seat().other() };
        let play = self.session.play().boxed_clone();
        let bots = self.session.plan().game.bots;
        BotRequest { ticket: *tickets, bots, spec, seat, play, is_hint }
    }

    /// Handles a bot's response, unless its request was abandoned.
    pub(crate) fn take_response(
        &mut self,
        response: BotResponse,
        entropy: &mut Entropy,
    ) -> GameReply {
        let Some(pending) = self.pending.filter(|pending| pending.ticket == response.ticket) else {
            return GameReply::Nothing;
        };
        self.pending = None;
        match response.turn {
            Err(error) => self.message = format!("The bot has failed: {error}"),
            Ok(turn) if pending.is_hint => {
                self.board.hint(&turn.choices);
                let value = turn.value.map(|value| format!(" ({})", messages::evaluation(value)));
                let text = self.session.move_text(&turn);
                self.message = format!("Hint: {text}{}", value.unwrap_or_default());
            }
            Ok(turn) => return self.choose(&turn.choices, entropy),
        }
        GameReply::Nothing
    }

    /// Makes choices for the seat to move.
    fn choose(&mut self, choices: &[u32], entropy: &mut Entropy) -> GameReply {
        let before = self.session.play().turn();
        if self.session.is_mine() {
            self.remarks.clear();
        }
        let result = self.session.choose(choices, entropy);
        self.pending = None;
        self.message.clear();
        self.refresh();
        self.remarks.extend(self.board.remark());
        if !self.session.shows_moves() && self.session.play().turn() != before {
            let seen = self.board.last_move().or_else(|| self.session.last_move());
            self.moves.push(seen.unwrap_or_else(|| "pass".into()));
        }
        if let Err(error) = result {
            self.message = format!("That choice cannot be made: {error}");
        }
        if self.session.ending().is_none() && !self.remarks.is_empty() {
            self.message = self.remarks.join("; ");
        }
        if self.course.is_some() {
            return self.judge(entropy);
        }
        GameReply::AskOpponent
    }

    /// Gives feedback on the learner's move, and takes a wrong one back.
    fn judge(&mut self, entropy: &mut Entropy) -> GameReply {
        let Some(course) = &mut self.course else { return GameReply::Nothing };
        let Some(Feedback { text, reply }) = course.judge(self.session.play(), self.session.seat())
        else {
            return GameReply::Nothing;
        };
        if let Some(reply) = reply {
            // Cannot fail: the choices make up a legal move.
            let _ = self.session.choose(&reply, entropy);
            self.refresh();
            self.message = text;
        } else if course.is_solved {
            self.message = format!("{text} Enter goes on.");
        } else {
            self.restart_lesson();
            self.message = text;
        }
        GameReply::Nothing
    }

    fn restart_lesson(&mut self) {
        // Cannot fail: it was opened before.
        if let Some(Ok(session)) = self.course.as_mut().map(Course::session) {
            self.session = session;
            self.moves.clear();
            self.refresh();
        }
    }

    /// The keys of a lesson that differ from those of a game.
    fn course_key(&mut self, key: KeyCode) -> Option<GameReply> {
        let course = self.course.as_mut()?;
        match key {
            KeyCode::Enter if course.is_solved => {
                if !course.advance() {
                    return Some(GameReply::NewGame);
                }
                self.board = (self.session.plan().game.board)();
                self.message.clear();
                self.restart_lesson();
            }
            KeyCode::Char('u' | 'r') => {
                course.is_solved = false;
                self.message.clear();
                self.restart_lesson();
            }
            KeyCode::Char('n') | KeyCode::Esc => return Some(GameReply::NewGame),
            KeyCode::Char('q') => return Some(GameReply::Leave),
            _ => return None,
        }
        Some(GameReply::Nothing)
    }

    pub(crate) fn key(&mut self, key: KeyCode, area: Rect, entropy: &mut Entropy) -> GameReply {
        match self.overlay {
            Some(Overlay::Help { first }) => {
                self.overlay = self.scrolled_help(first, key, area);
                return GameReply::Nothing;
            }
            Some(overlay) => return self.answer_question(overlay, key),
            None => {}
        }
        let is_solved = self.course.as_ref().is_some_and(|course| course.is_solved);
        let reply = if is_solved { Reply::Ignored } else { self.board.key(key) };
        if reply != Reply::Ignored {
            return self.follow(reply, entropy);
        }
        self.own_key(key, entropy)
    }

    fn own_key(&mut self, key: KeyCode, entropy: &mut Entropy) -> GameReply {
        if let Some(reply) = self.course_key(key) {
            return reply;
        }
        let going = self.session.ending().is_none();
        match key {
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.shows_review = false;
                self.overlay = Some(Overlay::Help { first: 0 });
            }
            KeyCode::Char('v') if !going => self.show_review(),
            KeyCode::Tab => self.format = (self.format + 1) % self.encodings.len().max(1),
            KeyCode::BackTab => {
                let count = self.encodings.len().max(1);
                self.format = (self.format + count - 1) % count;
            }
            KeyCode::Char('h') => return self.hint(),
            KeyCode::Char('u') => self.undo(entropy),
            KeyCode::Char('r') if going => self.overlay = Some(Overlay::Resign),
            KeyCode::Char('r') => return GameReply::Rematch(Box::new(self.session.rematch())),
            KeyCode::Char('n') | KeyCode::Esc if going => self.overlay = Some(Overlay::NewGame),
            KeyCode::Char('n') | KeyCode::Esc => return GameReply::NewGame,
            KeyCode::Char('q') if going => self.overlay = Some(Overlay::Quit),
            KeyCode::Char('q') => return GameReply::Leave,
            _ => {}
        }
        GameReply::Nothing
    }

    fn answer_question(&mut self, overlay: Overlay, key: KeyCode) -> GameReply {
        let yes = matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        let no = matches!(key, KeyCode::Char('n' | 'N' | 'q' | '?') | KeyCode::Esc | KeyCode::F(1));
        if yes || no {
            self.overlay = None;
        }
        match overlay {
            Overlay::Quit if yes => return GameReply::Leave,
            Overlay::NewGame if yes => return GameReply::NewGame,
            Overlay::Resign if yes => {
                self.session.resign();
                self.pending = None;
                self.refresh();
            }
            _ => {}
        }
        GameReply::Nothing
    }

    fn hint(&mut self) -> GameReply {
        if !self.session.is_mine() {
            self.message = "Hints are for your own turn.".into();
            return GameReply::Nothing;
        }
        if self.pending.is_some() {
            return GameReply::Nothing;
        }
        GameReply::AskAdviser
    }

    fn undo(&mut self, entropy: &mut Entropy) {
        match self.session.undo(entropy) {
            Ok(()) => {
                self.pending = None;
                self.review = None;
                self.message = "Taken back.".into();
                self.refresh();
            }
            Err(reason) => self.message = messages::sentence(reason),
        }
    }

    pub(crate) fn mouse(
        &mut self,
        mouse: Mouse,
        at: Position,
        area: Rect,
        entropy: &mut Entropy,
    ) -> GameReply {
        if let Some(Overlay::Help { first }) = self.overlay {
            let key = match mouse {
                Mouse::Click => KeyCode::Esc,
                Mouse::WheelUp => KeyCode::Up,
                Mouse::WheelDown => KeyCode::Down,
            };
            self.overlay = self.scrolled_help(first, key, area);
            return GameReply::Nothing;
        }
        let areas = Areas::of(self, area);
        if self.overlay.is_some() || !areas.board.contains(at) {
            return GameReply::Nothing;
        }
        let reply = self.board.mouse(mouse, at, areas.board);
        self.follow(reply, entropy)
    }

    /// Carries out the board's reply.
    fn follow(&mut self, reply: Reply, entropy: &mut Entropy) -> GameReply {
        match reply {
            Reply::Ignored => {}
            Reply::Changed => {
                if self.session.ending().is_none() && self.pending.is_none() {
                    self.message.clear();
                }
            }
            Reply::Say(text) => self.message = text,
            Reply::Choose(choices) if self.session.is_mine() => {
                return self.choose(&choices, entropy);
            }
            Reply::Choose(_) => {}
        }
        GameReply::Nothing
    }
}
