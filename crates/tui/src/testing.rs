//! The full screen without a terminal: events in, pictures out, bots that respond immediately.
//!
//! For tests of boards and of the client itself; behind the feature `testing`.

use ennead_game::{AnyMatch, Options, Seat};
use ennead_search::{Budget, Tables};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use crate::app::{App, AppEvent};
use crate::board::Extent;
use crate::bot_thread::{BotPool, BotRequest};
use crate::game_screen::GameScreen;
use crate::session::{Session, SessionPlan};
use crate::{ClientError, Config, PlayableGame, messages};

/// The client's screen in memory. Bots have a budget of twenty nodes.
pub struct HeadlessScreen {
    app: App,
    bots: BotPool,
    size: Extent,
}

impl HeadlessScreen {
    /// The first screen of a configuration.
    pub fn new(config: &Config, size: Extent) -> Result<Self, ClientError> {
        let (app, request) = App::new(config)?;
        let mut screen = HeadlessScreen { app, bots: BotPool::new(1, |_| Budget::nodes(20)), size };
        // A click or key acts on what was last drawn.
        screen.buffer();
        screen.answer(request);
        Ok(screen)
    }

    /// A match in progress, against a random bot.
    pub fn of_match(
        game: PlayableGame,
        seat: Seat,
        play: Box<dyn AnyMatch>,
        size: Extent,
    ) -> Result<Self, ClientError> {
        let config = Config { seed: Some(1), ..Config::new(vec![game]) };
        let mut screen = HeadlessScreen::new(&config, size)?;
        let (options, opponent, tables) = (Options::new(), "random".into(), Tables::default());
        let plan = SessionPlan { game, options, opponent, seat, tables };
        screen.app.show_game(GameScreen::new(Session::of_match(plan, play)));
        screen.buffer();
        Ok(screen)
    }

    fn answer(&mut self, mut request: Option<BotRequest>) {
        while let Some(asked) = request {
            let response = self.bots.answer(asked);
            request = self.app.update(AppEvent::BotResponse(response));
        }
    }

    /// Sends a terminal event; a resize takes effect with the next drawing.
    pub fn event(&mut self, event: TerminalEvent) {
        if let TerminalEvent::Resize(width, height) = event {
            self.size = (width, height);
        }
        let request = self.app.update(AppEvent::Input(event));
        self.answer(request);
    }

    /// Lets some time pass.
    pub fn tick(&mut self) {
        let request = self.app.update(AppEvent::Tick);
        self.answer(request);
    }

    /// Presses a key.
    pub fn key(&mut self, code: KeyCode) {
        self.event(TerminalEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses the keys of these letters and digits.
    pub fn keys(&mut self, text: &str) {
        text.chars().for_each(|key| self.key(KeyCode::Char(key)));
    }

    /// Clicks with the left button.
    pub fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.event(TerminalEvent::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// Draws the screen.
    pub fn buffer(&mut self) -> Buffer {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).expect("a terminal in memory does not fail");
        terminal.draw(|frame| self.app.render(frame)).expect("drawing in memory does not fail");
        terminal.backend().buffer().clone()
    }

    /// Draws the screen as text, without trailing spaces.
    pub fn text(&mut self) -> String {
        buffer_text(&self.buffer())
    }

    /// Whether the user has left.
    pub fn is_over(&self) -> bool {
        self.app.is_over()
    }

    /// The record of the last finished game, as a link.
    pub fn record(&self) -> Option<&str> {
        self.app.record()
    }

    fn game(&self) -> &GameScreen {
        self.app.game().expect("a game is on the screen")
    }

    /// The match on the screen.
    ///
    /// # Panics
    /// If the start screen is shown; so do the methods below.
    pub fn play(&self) -> &dyn AnyMatch {
        self.game().session.play()
    }

    /// The user's seat.
    pub fn seat(&self) -> Seat {
        self.game().session.seat()
    }

    /// Whether the user chooses next.
    pub fn is_my_turn(&self) -> bool {
        self.game().session.is_mine()
    }

    /// The moves listed on the screen.
    pub fn moves(&self) -> &[String] {
        &self.game().moves
    }

    /// The result shown on the screen.
    pub fn result(&self) -> Option<&'static str> {
        self.game().session.ending().map(messages::ending)
    }

    /// The smallest screen on which the game can be played.
    pub fn min_size(&self) -> Extent {
        self.game().min_size()
    }

    #[cfg(test)]
    pub(crate) fn app_event(&mut self, event: AppEvent) {
        let request = self.app.update(event);
        self.answer(request);
    }
}

/// The text of a buffer, without trailing spaces.
pub fn buffer_text(buffer: &Buffer) -> String {
    let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}
