//! The application state: events change it, one function draws it, and it sends requests to bots.

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::{Extent, Mouse};
use crate::bot_thread::{BotRequest, BotResponse};
use crate::course::Course;
use crate::entropy::Entropy;
use crate::game_screen::{GameReply, GameScreen};
use crate::session::{Session, SessionPlan};
use crate::start_screen::{StartReply, StartScreen};
use crate::{ClientError, Config};

/// An event for the screen.
pub(crate) enum AppEvent {
    /// A key or the mouse. A resize takes effect with the next drawing.
    Input(TerminalEvent),
    /// A bot has responded.
    BotResponse(BotResponse),
    /// Some time has passed.
    Tick,
}

enum Screen {
    Start,
    Game(Box<GameScreen>),
}

/// The state.
pub(crate) struct App {
    start: StartScreen,
    screen: Screen,
    /// The size of the last drawing, which is what the user sees and clicks on.
    size: Extent,
    entropy: Entropy,
    /// The number of requests so far, which numbers them.
    tickets: u64,
    over: bool,
    /// The record of the last finished game.
    record: Option<String>,
}

impl App {
    /// The start screen, or the board if the game is given; and the first request, if a bot begins.
    pub(crate) fn new(config: &Config) -> Result<(App, Option<BotRequest>), ClientError> {
        let entropy = Entropy::new(config.seed)?;
        let start = StartScreen::new(config)?;
        let mut app = App {
            start,
            screen: Screen::Start,
            size: (0, 0),
            entropy,
            tickets: 0,
            over: false,
            record: None,
        };
        let request = match config.game {
            _ if config.lessons || config.puzzle.is_some() => app.learn(config)?,
            Some(_) => app.begin(app.start.plan()).map_err(ClientError::Rejected)?,
            None => None,
        };
        Ok((app, request))
    }

    /// Whether the user wants to leave.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The record of the last finished game, to print once the screen is gone.
    pub(crate) fn record(&self) -> Option<&str> {
        self.record.as_deref()
    }

    /// Whether a bot is thinking, so that the spinner turns.
    pub(crate) fn is_thinking(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.is_thinking())
    }

    /// The game on the screen.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn game(&self) -> Option<&GameScreen> {
        match &self.screen {
            Screen::Start => None,
            Screen::Game(game) => Some(game),
        }
    }

    /// Shows this game.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn show_game(&mut self, game: GameScreen) {
        self.screen = Screen::Game(Box::new(game));
    }

    /// Begins a new game.
    fn begin(&mut self, plan: SessionPlan) -> Result<Option<BotRequest>, ennead_game::GameError> {
        let session = Session::new(plan, &mut self.entropy)?;
        let mut game = GameScreen::new(session);
        let request = game.ask_opponent(&mut self.tickets);
        self.screen = Screen::Game(Box::new(game));
        Ok(request)
    }

    /// Begins the lessons or the puzzle of the chosen game.
    fn learn(&mut self, config: &Config) -> Result<Option<BotRequest>, ClientError> {
        let game = config.games[config.chosen_game()?];
        let course = match config.puzzle {
            Some(number) => Course::of_puzzle(game, number)?,
            None => Course::new(game)?,
        };
        self.screen = Screen::Game(Box::new(GameScreen::of_course(course)?));
        Ok(None)
    }

    /// Handles an event, and returns the resulting request to a bot, if any.
    pub(crate) fn update(&mut self, event: AppEvent) -> Option<BotRequest> {
        match event {
            AppEvent::Input(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key)
            }
            AppEvent::Input(TerminalEvent::Mouse(mouse)) => self.mouse(mouse),
            AppEvent::Input(_) => None,
            AppEvent::BotResponse(response) => {
                self.update_game(|game, entropy| game.take_response(response, entropy))
            }
            AppEvent::Tick => {
                if let Screen::Game(game) = &mut self.screen {
                    game.tick();
                }
                None
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<BotRequest> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.over |= matches!(key.code, KeyCode::Char('c' | 'C'));
            return None;
        }
        if self.too_small().is_some() {
            // The effect of a key would be invisible, so only leaving makes sense.
            self.over |= matches!(key.code, KeyCode::Char('q'));
            return None;
        }
        let area = self.area();
        match self.screen {
            Screen::Start => {
                let reply = self.start.key(key.code);
                self.follow(reply)
            }
            Screen::Game(_) => self.update_game(|game, entropy| game.key(key.code, area, entropy)),
        }
    }

    fn mouse(&mut self, event: MouseEvent) -> Option<BotRequest> {
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
                self.follow(reply)
            }
            Screen::Game(_) => {
                self.update_game(|game, entropy| game.mouse(mouse, at, area, entropy))
            }
        }
    }

    /// Carries out a request of the start screen.
    fn follow(&mut self, reply: StartReply) -> Option<BotRequest> {
        match reply {
            StartReply::Nothing => None,
            StartReply::Leave => {
                self.over = true;
                None
            }
            StartReply::Play => match self.begin(self.start.plan()) {
                Ok(request) => request,
                Err(error) => {
                    self.start.say(error.to_string());
                    None
                }
            },
        }
    }

    fn update_game(
        &mut self,
        act: impl FnOnce(&mut GameScreen, &mut Entropy) -> GameReply,
    ) -> Option<BotRequest> {
        let Screen::Game(game) = &mut self.screen else { return None };
        let reply = act(game, &mut self.entropy);
        if let Some(record) = &game.record {
            self.record = Some(record.link.clone());
        }
        match reply {
            GameReply::Nothing => None,
            GameReply::AskOpponent => game.ask_opponent(&mut self.tickets),
            GameReply::AskAdviser => game.ask_adviser(&mut self.tickets),
            GameReply::Leave => {
                self.over = true;
                None
            }
            GameReply::NewGame => {
                self.screen = Screen::Start;
                None
            }
            // Cannot fail: the same set-up was accepted before.
            GameReply::Rematch(plan) => self.begin(*plan).unwrap_or_default(),
        }
    }

    fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.0, self.size.1)
    }

    /// The required size, if this one is too small.
    fn too_small(&self) -> Option<Extent> {
        let (width, height) = match &self.screen {
            Screen::Start => self.start.min_size(),
            Screen::Game(game) => game.min_size(),
        };
        (self.size.0 < width || self.size.1 < height).then_some((width, height))
    }

    /// Draws the state at the size of the frame, the only one that is certain to be the terminal's.
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
            Screen::Game(game) => game.render(area, frame.buffer_mut()),
        }
    }
}
