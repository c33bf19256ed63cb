//! The whole state of the screen: events change it, one function draws it, and it asks questions to bots.

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::Mouse;
use crate::nine_cells::Extent;
use crate::session::{Plan, Session};
use crate::source::Source;
use crate::start::{Start, StartReply};
use crate::table::{Table, TableReply};
use crate::thinker::{Answer, Question};
use crate::{Config, PlayError};

/// What happens to the screen.
pub(crate) enum Event {
    /// A key or the mouse; another size is seen when it is drawn.
    Input(Input),
    /// A bot has answered.
    Answer(Answer),
    /// Some time has passed.
    Tick,
}

enum Screen {
    Start,
    Table(Box<Table>),
}

/// The state.
pub(crate) struct App {
    start: Start,
    screen: Screen,
    /// The size of the last drawing, which is what the person sees and clicks on.
    size: Extent,
    source: Source,
    /// Questions so far: each has its own number.
    tickets: u64,
    over: bool,
    /// The record of the last game that has ended.
    record: Option<String>,
}

impl App {
    /// The start screen, or the board where the game is known. Also the first question, if a bot begins.
    pub(crate) fn new(config: &Config) -> Result<(App, Option<Question>), PlayError> {
        let source = Source::new(config.seed)?;
        let start = Start::new(config);
        let mut app =
            App { start, screen: Screen::Start, size: (0, 0), source, tickets: 0, over: false, record: None };
        let question = match config.game {
            Some(_) => app.begin(app.start.plan()).map_err(PlayError::Refused)?,
            None => None,
        };
        Ok((app, question))
    }

    /// Whether the person wants to leave.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The record of the last game that has ended: what is left when the screen is gone.
    pub(crate) fn record(&self) -> Option<&str> {
        self.record.as_deref()
    }

    /// Whether a bot is thinking, so that the picture moves.
    pub(crate) fn is_thinking(&self) -> bool {
        matches!(&self.screen, Screen::Table(table) if table.is_thinking())
    }

    #[cfg(test)]
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.screen {
            Screen::Start => None,
            Screen::Table(table) => Some(table),
        }
    }

    /// Sits down at a new game.
    fn begin(&mut self, plan: Plan) -> Result<Option<Question>, ennead_game::Refusal> {
        let session = Session::new(plan, &mut self.source)?;
        let mut table = Table::new(session);
        let question = table.ask_opponent(&mut self.tickets);
        self.screen = Screen::Table(Box::new(table));
        Ok(question)
    }

    /// Takes an event; where that leads to a question, a bot has to be asked it.
    pub(crate) fn update(&mut self, event: Event) -> Option<Question> {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(_) => None,
            Event::Answer(answer) => self.table_does(|table, source| table.answer(answer, source)),
            Event::Tick => {
                if let Screen::Table(table) = &mut self.screen {
                    table.tick();
                }
                None
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Question> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.over |= matches!(key.code, KeyCode::Char('c' | 'C'));
            return None;
        }
        if self.too_small().is_some() {
            // Nobody sees what a key would do: only leaving makes sense.
            self.over |= matches!(key.code, KeyCode::Char('q'));
            return None;
        }
        match self.screen {
            Screen::Start => {
                let reply = self.start.key(key.code);
                self.start_does(reply)
            }
            Screen::Table(_) => self.table_does(|table, source| table.key(key.code, source)),
        }
    }

    fn mouse(&mut self, event: MouseEvent) -> Option<Question> {
        let mouse = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => Mouse::Click,
            MouseEventKind::ScrollUp => Mouse::WheelUp,
            MouseEventKind::ScrollDown => Mouse::WheelDown,
            _ => return None,
        };
        if self.too_small().is_some() {
            return None;
        }
        let at = Position { x: event.column, y: event.row };
        let area = self.area();
        match self.screen {
            Screen::Start => {
                let reply = self.start.mouse(mouse, at, area);
                self.start_does(reply)
            }
            Screen::Table(_) => self.table_does(|table, source| table.mouse(mouse, at, area, source)),
        }
    }

    fn start_does(&mut self, reply: StartReply) -> Option<Question> {
        match reply {
            StartReply::Nothing => None,
            StartReply::Leave => {
                self.over = true;
                None
            }
            StartReply::Play => match self.begin(self.start.plan()) {
                Ok(question) => question,
                Err(refusal) => {
                    self.start.say(refusal.to_string());
                    None
                }
            },
        }
    }

    fn table_does(&mut self, act: impl FnOnce(&mut Table, &mut Source) -> TableReply) -> Option<Question> {
        let Screen::Table(table) = &mut self.screen else { return None };
        let reply = act(table, &mut self.source);
        if let Some(record) = &table.record {
            self.record = Some(record.link.clone());
        }
        match reply {
            TableReply::Nothing => None,
            TableReply::AskOpponent => table.ask_opponent(&mut self.tickets),
            TableReply::AskAdviser => table.ask_adviser(&mut self.tickets),
            TableReply::Leave => {
                self.over = true;
                None
            }
            TableReply::NewGame => {
                self.screen = Screen::Start;
                None
            }
            // The set-up was fine the first time.
            TableReply::Rematch(plan) => self.begin(plan).unwrap_or_default(),
        }
    }

    fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.0, self.size.1)
    }

    /// The size that would do, if this one does not.
    fn too_small(&self) -> Option<Extent> {
        let (width, height) = match &self.screen {
            Screen::Start => self.start.min_size(),
            Screen::Table(table) => table.min_size(),
        };
        (self.size.0 < width || self.size.1 < height).then_some((width, height))
    }

    /// Draws the state in the size of the frame: no other is sure to be the terminal's.
    pub(crate) fn render(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.size = (area.width, area.height);
        if let Some((width, height)) = self.too_small() {
            let text = format!(
                "Make the window larger: {width} × {height} is enough, it is {} × {}. q quits.",
                area.width, area.height
            );
            let text = Paragraph::new(text).wrap(Wrap { trim: true }).alignment(Alignment::Center);
            return frame.render_widget(text, area);
        }
        match &self.screen {
            Screen::Start => self.start.render(area, frame.buffer_mut()),
            Screen::Table(table) => table.render(area, frame.buffer_mut()),
        }
    }
}
