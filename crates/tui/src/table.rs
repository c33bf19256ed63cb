//! A game on the screen: what keys, clicks and answers do to it.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::bits::{Encoding, RecordSize, encodings};
use crate::board::{self, Board, Mouse, Reply};
use crate::opponent::ADVISER;
use crate::session::{Plan, Session};
use crate::source::Source;
use crate::table_view::Areas;
use crate::thinker::{Answer, Question};
use crate::words;

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    Help,
    Quit,
    Resign,
    NewGame,
}

impl Overlay {
    /// What is asked, where something is.
    pub(crate) fn question(self) -> Option<&'static str> {
        match self {
            Overlay::Help => None,
            Overlay::Quit => Some("Quit in the middle of the game?"),
            Overlay::Resign => Some("Resign?"),
            Overlay::NewGame => Some("Leave this game for a new one?"),
        }
    }
}

/// What the table wants of those above it.
pub(crate) enum TableReply {
    Nothing,
    AskOpponent,
    AskAdviser,
    Leave,
    NewGame,
    Rematch(Plan),
}

/// A question that a bot has not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) ticket: u64,
    /// Whether it is asked for the person.
    pub(crate) hint: bool,
}

pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) board: Box<dyn Board>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) message: String,
    pub(crate) pending: Option<Pending>,
    pub(crate) ticks: usize,
    pub(crate) encodings: Vec<Encoding>,
    /// Which of them is shown bit by bit.
    pub(crate) format: usize,
    /// The record, once the game is over.
    pub(crate) record: Option<RecordSize>,
    /// The moves so far, as the person may know them.
    pub(crate) moves: Vec<String>,
    /// What is worth saying since the person's last choice.
    news: Vec<String>,
}

impl Table {
    pub(crate) fn new(session: Session) -> Table {
        let board = board::board(session.plan().game.id());
        Table::with_board(session, board)
    }

    pub(crate) fn with_board(session: Session, board: Box<dyn Board>) -> Table {
        let mut table = Table {
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
            news: Vec::new(),
        };
        table.look();
        table
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.pending.is_some()
    }

    pub(crate) fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
    }

    /// Shows the board and the bits as the match stands.
    fn look(&mut self) {
        board::show(&mut *self.board, &self.session);
        self.encodings = encodings(&self.session, self.board.public_values());
        self.record = self.session.ending().map(|_| RecordSize::of(&self.session));
        if !self.session.is_hidden() {
            self.moves = self.session.play().moves();
        }
    }

    /// The question what the opponent does, where it is its turn.
    pub(crate) fn ask_opponent(&mut self, tickets: &mut u64) -> Option<Question> {
        if !self.session.is_theirs() {
            return None;
        }
        let spec = self.session.plan().opponent.clone();
        Some(self.ask(tickets, spec, false))
    }

    /// The question what the person might do.
    pub(crate) fn ask_adviser(&mut self, tickets: &mut u64) -> Option<Question> {
        Some(self.ask(tickets, ADVISER.into(), true))
    }

    fn ask(&mut self, tickets: &mut u64, spec: String, hint: bool) -> Question {
        *tickets += 1;
        self.pending = Some(Pending { ticket: *tickets, hint });
        let seat = if hint { self.session.seat() } else { self.session.seat().other() };
        Question { ticket: *tickets, spec, seat, play: self.session.play().boxed_clone() }
    }

    /// Takes what a bot has answered, unless nobody waits for it any more.
    pub(crate) fn answer(&mut self, answer: Answer, source: &mut Source) -> TableReply {
        let Some(pending) = self.pending.filter(|pending| pending.ticket == answer.ticket) else {
            return TableReply::Nothing;
        };
        self.pending = None;
        match answer.line {
            Err(error) => self.message = format!("The bot has failed: {error}"),
            Ok(line) if pending.hint => {
                self.board.hint(&line.choices);
                let worth = line.worth.map(|worth| format!(" ({})", words::worth(worth))).unwrap_or_default();
                self.message = format!("Hint: {}{worth}", self.session.move_text(&line));
            }
            Ok(line) => return self.choose(&line.choices, source),
        }
        TableReply::Nothing
    }

    /// Makes choices, whoever's they are, and looks.
    fn choose(&mut self, choices: &[u32], source: &mut Source) -> TableReply {
        let before = self.session.play().turn();
        if self.session.is_mine() {
            self.news.clear();
        }
        let result = self.session.choose(choices, source);
        self.pending = None;
        self.message.clear();
        self.look();
        self.news.extend(self.board.news());
        if self.session.is_hidden() && self.session.play().turn() != before {
            self.moves.push(self.board.last_move().unwrap_or_else(|| "pass".into()));
        }
        if let Err(error) = result {
            self.message = format!("That choice cannot be made: {error}");
        }
        if self.session.ending().is_none() && !self.news.is_empty() {
            self.message = self.news.join("; ");
        }
        TableReply::AskOpponent
    }

    pub(crate) fn key(&mut self, key: KeyCode, source: &mut Source) -> TableReply {
        if let Some(overlay) = self.overlay {
            return self.overlay_key(overlay, key);
        }
        let reply = self.board.key(key);
        if reply != Reply::Ignored {
            return self.board_does(reply, source);
        }
        self.own_key(key)
    }

    fn own_key(&mut self, key: KeyCode) -> TableReply {
        let going = self.session.ending().is_none();
        match key {
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Help),
            KeyCode::Tab => self.format = (self.format + 1) % self.encodings.len().max(1),
            KeyCode::BackTab => {
                let count = self.encodings.len().max(1);
                self.format = (self.format + count - 1) % count;
            }
            KeyCode::Char('h') => return self.hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') if going => self.overlay = Some(Overlay::Resign),
            KeyCode::Char('r') => return TableReply::Rematch(self.session.rematch()),
            KeyCode::Char('n') | KeyCode::Esc if going => self.overlay = Some(Overlay::NewGame),
            KeyCode::Char('n') | KeyCode::Esc => return TableReply::NewGame,
            KeyCode::Char('q') if going => self.overlay = Some(Overlay::Quit),
            KeyCode::Char('q') => return TableReply::Leave,
            _ => {}
        }
        TableReply::Nothing
    }

    fn overlay_key(&mut self, overlay: Overlay, key: KeyCode) -> TableReply {
        let yes = matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        let no = matches!(key, KeyCode::Char('n' | 'N' | 'q' | '?') | KeyCode::Esc | KeyCode::F(1));
        if yes || no || overlay == Overlay::Help {
            self.overlay = None;
        }
        match overlay {
            Overlay::Quit if yes => return TableReply::Leave,
            Overlay::NewGame if yes => return TableReply::NewGame,
            Overlay::Resign if yes => {
                self.session.resign();
                self.pending = None;
                self.look();
            }
            _ => {}
        }
        TableReply::Nothing
    }

    fn hint(&mut self) -> TableReply {
        if !self.session.is_mine() {
            self.message = "Hints are for your own turn.".into();
            return TableReply::Nothing;
        }
        if self.pending.is_some() {
            return TableReply::Nothing;
        }
        TableReply::AskAdviser
    }

    fn undo(&mut self) {
        if self.session.is_hidden() {
            self.message = "Nothing can be taken back in a game with hidden cards.".into();
        } else if self.session.undo() {
            self.pending = None;
            self.message = "Taken back.".into();
            self.look();
        } else {
            self.message = "There is nothing to take back.".into();
        }
    }

    pub(crate) fn mouse(
        &mut self,
        mouse: Mouse,
        at: Position,
        area: Rect,
        source: &mut Source,
    ) -> TableReply {
        if self.overlay == Some(Overlay::Help) && mouse == Mouse::Click {
            self.overlay = None;
            return TableReply::Nothing;
        }
        let areas = Areas::of(self, area);
        if self.overlay.is_some() || !areas.board.contains(at) {
            return TableReply::Nothing;
        }
        let reply = self.board.mouse(mouse, at, areas.board);
        self.board_does(reply, source)
    }

    fn board_does(&mut self, reply: Reply, source: &mut Source) -> TableReply {
        match reply {
            Reply::Ignored => {}
            Reply::Changed => {
                if self.session.ending().is_none() && self.pending.is_none() {
                    self.message.clear();
                }
            }
            Reply::Say(text) => self.message = text,
            Reply::Choose(choices) if self.session.is_mine() => return self.choose(&choices, source),
            Reply::Choose(_) => {}
        }
        TableReply::Nothing
    }
}
