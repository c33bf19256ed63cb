//! A match on a server on the full screen: the effect of keys, clicks and the server.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{ServedMatch, ServerAction, ServerEvent};
use crate::PlayableGame;
use crate::board::{Board, BoardUpdate, Extent, HEADING, ListBoard, Mouse, Reply, put};
use crate::help_popup::HelpPopup;
use crate::picture::{draw_moves, draw_question, key_spans};

/// Title, status and keys.
const CHROME: u16 = 3;
const SIDE: u16 = 34;
const MIN_WIDTH: u16 = 30;
const KEYS: [(&str, &str); 6] = [
    ("d", "offer a draw, or accept one"),
    ("u", "take your last move back, ask for it, or grant it"),
    ("x", "decline a draw or a takeback"),
    ("r", "resign; when it is over, a rematch"),
    ("q", "quit (Ctrl-C at once)"),
    ("?", "this help"),
];

/// A box over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    Help { first: usize },
    Quit,
    Resign,
}

/// A request of the screen to its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ServedReply {
    Nothing,
    Act(ServerAction),
    Leave,
}

/// The state of the screen.
pub(crate) struct ServedScreen {
    game: PlayableGame,
    board: Box<dyn Board>,
    served: ServedMatch,
    overlay: Option<Overlay>,
    message: String,
    size: Extent,
}

impl ServedScreen {
    pub(crate) fn new(game: PlayableGame, served: ServedMatch) -> ServedScreen {
        let board = board_for(game, &served);
        let (overlay, message, size) = (None, String::new(), (0, 0));
        let mut screen =
            ServedScreen { game, board, served: ServedMatch::default(), overlay, message, size };
        screen.show(served);
        screen
    }

    fn show(&mut self, mut served: ServedMatch) {
        if served.seat.is_none()
            && let Some(text) = (self.game.board)().watched(&served.view)
        {
            served.drawing = text;
        }
        // A rematch begins on an empty board, from the other seat.
        if served.link != self.served.link {
            self.board = board_for(self.game, &served);
        }
        if served.ply != self.served.ply || served.result != self.served.result {
            self.message.clear();
        }
        if let Some(text) = served.declined_since(&self.served) {
            self.message = text.into();
        }
        // Both questions are about a match that goes on.
        if served.result.is_some() && matches!(self.overlay, Some(Overlay::Quit | Overlay::Resign))
        {
            self.overlay = None;
        }
        self.board.update(&BoardUpdate::served(&served));
        self.served = served;
    }

    /// Handles a report of the server; returns the reason to end, if there is one.
    pub(crate) fn take(&mut self, event: ServerEvent) -> Option<String> {
        match event {
            ServerEvent::Match(served) => self.show(*served),
            ServerEvent::Say(text) => self.message = text,
            ServerEvent::Gone(text) => return Some(text),
        }
        None
    }

    pub(crate) fn input(&mut self, event: &TerminalEvent) -> ServedReply {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        match event {
            TerminalEvent::Key(key) if key.kind != KeyEventKind::Release => {
                if key.modifiers.contains(KeyModifiers::CONTROL) {
                    let is_end = matches!(key.code, KeyCode::Char('c' | 'C'));
                    return if is_end { ServedReply::Leave } else { ServedReply::Nothing };
                }
                self.key(key.code, area)
            }
            TerminalEvent::Mouse(event) => {
                let mouse = match event.kind {
                    MouseEventKind::Down(MouseButton::Left) => Mouse::Click,
                    MouseEventKind::ScrollUp => Mouse::WheelUp,
                    MouseEventKind::ScrollDown => Mouse::WheelDown,
                    _ => return ServedReply::Nothing,
                };
                self.mouse(mouse, Position { x: event.column, y: event.row }, area)
            }
            _ => ServedReply::Nothing,
        }
    }

    fn key(&mut self, key: KeyCode, area: Rect) -> ServedReply {
        match self.overlay {
            Some(Overlay::Help { first }) => {
                let first = self.help().scrolled(first, key, area);
                self.overlay = first.map(|first| Overlay::Help { first });
                return ServedReply::Nothing;
            }
            Some(overlay) => return self.answer(overlay, key),
            None => {}
        }
        // Out of turn, a board that handles letters would make it impossible to leave.
        match if self.served.is_my_turn() { self.board.key(key) } else { Reply::Ignored } {
            Reply::Ignored => self.own_key(key),
            reply => self.follow(reply),
        }
    }

    fn own_key(&mut self, key: KeyCode) -> ServedReply {
        let (is_over, plays) = (self.served.result.is_some(), self.served.seat.is_some());
        match key {
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Help { first: 0 }),
            KeyCode::Char('q') | KeyCode::Esc if is_over || !plays => return ServedReply::Leave,
            KeyCode::Char('q') => self.overlay = Some(Overlay::Quit),
            _ if !plays => {}
            KeyCode::Char('r') if is_over => return ServedReply::Act(ServerAction::Rematch),
            KeyCode::Char('r') => self.overlay = Some(Overlay::Resign),
            KeyCode::Char('d') if !is_over => {
                self.message = "You offer a draw.".into();
                return ServedReply::Act(ServerAction::Draw);
            }
            KeyCode::Char('u') if self.served.has_takebacks => {
                return ServedReply::Act(ServerAction::Takeback);
            }
            KeyCode::Char('x') if !is_over => return ServedReply::Act(self.served.decline()),
            _ => {
                self.board.key(key);
            }
        }
        ServedReply::Nothing
    }

    fn answer(&mut self, overlay: Overlay, key: KeyCode) -> ServedReply {
        let yes = matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        let no = matches!(key, KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc);
        if yes || no {
            self.overlay = None;
        }
        match overlay {
            Overlay::Quit if yes => ServedReply::Leave,
            Overlay::Resign if yes => ServedReply::Act(ServerAction::Resign),
            _ => ServedReply::Nothing,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, area: Rect) -> ServedReply {
        let board = self.areas(area).0;
        if self.overlay.is_some() || !board.contains(at) {
            return ServedReply::Nothing;
        }
        let reply = self.board.mouse(mouse, at, board);
        self.follow(reply)
    }

    fn follow(&mut self, reply: Reply) -> ServedReply {
        match reply {
            Reply::Choose(options) if self.served.is_my_turn() => {
                return ServedReply::Act(self.served.choose(&options));
            }
            Reply::Say(text) => self.message = text,
            Reply::Ignored | Reply::Changed | Reply::Choose(_) => {}
        }
        ServedReply::Nothing
    }

    /// The areas of the board and, if there is room, of the list of moves.
    fn areas(&self, area: Rect) -> (Rect, Option<Rect>) {
        let room = (area.width, area.height.saturating_sub(CHROME));
        let width = self.board.preferred_size(room).0.max(MIN_WIDTH);
        let side = if area.width >= width.saturating_add(SIDE) { SIDE } else { 0 };
        let height = area.height.saturating_sub(CHROME);
        let board = Rect { y: area.y + 1, height, width: area.width - side, ..area };
        (board, (side > 0).then(|| Rect { x: board.right(), width: side, ..board }))
    }

    fn help(&self) -> HelpPopup {
        HelpPopup::new(self.board.keys().iter().chain(&KEYS), &self.game.rules())
    }

    pub(crate) fn render(&mut self, area: Rect, buffer: &mut Buffer) {
        self.size = (area.width, area.height);
        let (width, height) = self.board.min_size();
        let (width, height) = (width.max(MIN_WIDTH), height + CHROME);
        if area.width < width || area.height < height {
            let text = format!("Make the window larger: {width} × {height}. Ctrl-C quits.");
            return put(buffer, area.x, area.y, &text, Style::new());
        }
        let (board, side) = self.areas(area);
        let reversed = HEADING.add_modifier(Modifier::REVERSED);
        buffer.set_style(Rect { height: 1, ..area }, reversed);
        put(buffer, area.x, area.y, &format!(" {}", self.served.title), reversed);
        self.board.draw(board, buffer);
        if let Some(side) = side {
            draw_moves(&self.served.log, side, buffer);
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let message =
            if self.message.is_empty() { String::new() } else { format!(" {}", self.message) };
        let state = format!("{}{message}", self.served.status());
        put(buffer, area.x + 1, board.bottom(), &state, bold);
        let keys = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        Line::from(self.keys()).render(keys, buffer);
        match self.overlay {
            Some(Overlay::Help { first }) => self.help().draw(first, area, buffer),
            Some(Overlay::Quit) => {
                draw_question("Leave? The match goes on without you.", area, buffer);
            }
            Some(Overlay::Resign) if self.served.is_open => {
                draw_question("Call the match off?", area, buffer);
            }
            Some(Overlay::Resign) => draw_question("Resign?", area, buffer),
            None => {}
        }
    }

    fn keys(&self) -> Vec<Span<'static>> {
        let plays = self.served.seat.is_some();
        let is_over = self.served.result.is_some();
        let mut keys = vec![("?", "help")];
        if plays && !is_over && self.served.has_draws {
            keys.push(("d", "draw"));
        }
        if plays && !is_over && self.served.has_takebacks {
            keys.push(("u", "undo"));
        }
        if plays {
            keys.push(("r", if is_over { "rematch" } else { "resign" }));
        }
        keys.push(("q", "quit"));
        keys.iter().flat_map(key_spans).collect()
    }
}

/// The game's board for players; spectators get the drawing that the server sends.
fn board_for(game: PlayableGame, served: &ServedMatch) -> Box<dyn Board> {
    match served.seat {
        Some(_) => (game.board)(),
        None => Box::<ListBoard>::default(),
    }
}
