//! The picture of a game: board, moves, status, bits and keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Paragraph, Widget};

use crate::board::{Extent, HEADING, put};
use crate::game_screen::{GameScreen, Overlay};
use crate::help_popup::HelpPopup;
use crate::help_text::help_lines;
use crate::opponent::title;
use crate::picture::{draw_moves, draw_question, key_spans};
use crate::review::Review;
use crate::session::Ending;
use crate::{encoding_strip, messages};

/// Title, status and keys.
const CHROME: u16 = 3;
const STRIP: u16 = 5;
const SIDE: u16 = 24;
/// The narrowest screen on which the status is readable.
const MIN_WIDTH: u16 = 30;
/// The keys that every game has.
const GENERAL_KEYS: [(&str, &str); 7] = [
    ("h", "a hint for your move"),
    ("u", "take your last move back"),
    ("r", "resign; when it is over, a rematch"),
    ("v", "when it is over, a review: every move and the mistakes"),
    ("n Esc", "a new game"),
    ("Tab", "the bits of the position in the next format"),
    ("q", "quit (Ctrl-C at once)"),
];
const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The parts of the screen.
pub(crate) struct Areas {
    title: Rect,
    pub(crate) board: Rect,
    side: Option<Rect>,
    state: Rect,
    strip: Option<Rect>,
    keys: Rect,
}

impl Areas {
    /// The board has priority; moves and bits are shown if there is room.
    pub(crate) fn of(screen: &GameScreen, area: Rect) -> Areas {
        let room = (area.width, area.height.saturating_sub(CHROME));
        let (width, height) = with_chrome(screen.board.preferred_size(room));
        let strip = match screen.lesson_lines(area.width) {
            Some(lines) => lines.len() as u16 + 2,
            None if area.height >= height.saturating_add(STRIP) => STRIP,
            None => 0,
        };
        let side = if area.width >= width.saturating_add(SIDE) { SIDE } else { 0 };
        let line = |y: u16| Rect { y, height: 1, ..area };
        let board_height = area.height.saturating_sub(CHROME + strip);
        let board = Rect { y: area.y + 1, height: board_height, width: area.width - side, ..area };
        Areas {
            title: line(area.y),
            board,
            side: (side > 0).then(|| Rect { x: board.right(), width: side, ..board }),
            state: line(board.bottom()),
            strip: (strip > 0).then(|| Rect { y: board.bottom() + 1, height: strip, ..area }),
            keys: line(area.bottom().saturating_sub(1)),
        }
    }
}

/// The size of a screen with a board of this size.
fn with_chrome((width, height): Extent) -> Extent {
    (width.max(MIN_WIDTH), height.saturating_add(CHROME))
}

impl GameScreen {
    pub(crate) fn min_size(&self) -> Extent {
        let (width, height) = with_chrome(self.board.min_size());
        let lesson = self.lesson_lines(width).map_or(0, |lines| lines.len() as u16 + 2);
        (width, height.saturating_add(lesson))
    }

    /// The instruction of the lesson, or the feedback on the move.
    fn lesson_lines(&self, width: u16) -> Option<Vec<Line<'static>>> {
        let course = self.course.as_ref()?;
        let text = match (self.message.as_str(), course.is_solved) {
            ("", _) => course.text(),
            (message, true) => message.into(),
            (message, false) => format!("{}\n\n{message}", course.text()),
        };
        Some(help_lines(&text, usize::from(width.saturating_sub(4))))
    }

    pub(crate) fn render(&self, area: Rect, buffer: &mut Buffer) {
        let areas = Areas::of(self, area);
        self.draw_title(areas.title, buffer);
        self.board.draw(areas.board, buffer);
        if let Some(side) = areas.side {
            draw_moves(&self.moves, side, buffer);
        }
        put(buffer, areas.state.x + 1, areas.state.y, &self.state(), self.state_style());
        if let Some(area) = areas.strip {
            self.draw_strip(area, buffer);
        }
        Line::from(self.keys()).render(areas.keys, buffer);
        match self.overlay {
            Some(Overlay::Help { first }) => self.help().draw(first, area, buffer),
            Some(overlay) => draw_question(overlay.question().unwrap_or_default(), area, buffer),
            None => {}
        }
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let who = match &self.course {
            Some(course) => course.heading(),
            None => {
                let opponent = title(&self.session.plan().opponent);
                format!("you are {} against {opponent}", self.session.my_name())
            }
        };
        let text = format!(" {} · {who}", messages::title_and_setup(&self.session));
        let fits = text.chars().count() <= usize::from(area.width);
        let text = if fits { text } else { format!(" {who}") };
        buffer.set_style(area, HEADING.add_modifier(Modifier::REVERSED));
        put(buffer, area.x, area.y, &text, HEADING.add_modifier(Modifier::REVERSED));
    }

    /// Whose turn it is, how the game ended, or the latest message.
    fn state(&self) -> String {
        if self.review.as_ref().is_some_and(Review::is_pending) {
            return format!("{} looking for mistakes …", SPINNER[self.ticks % SPINNER.len()]);
        }
        if let Some(pending) = self.pending {
            let spinner = SPINNER[self.ticks % SPINNER.len()];
            let who =
                if pending.is_hint { "looking for a hint" } else { "the opponent is thinking" };
            return format!("{spinner} {who} …");
        }
        if let Some(course) = &self.course {
            return if course.is_solved { "Right." } else { "Your turn." }.into();
        }
        if let (Some(ending), Some(record)) = (self.session.ending(), &self.record) {
            return format!("{} {}", messages::ending(ending), record.text());
        }
        if !self.message.is_empty() {
            return self.message.clone();
        }
        if self.session.is_mine() { "Your turn.".into() } else { String::new() }
    }

    fn state_style(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self.session.ending() {
            Some(Ending::Won) => style.fg(Color::Green),
            Some(Ending::Lost | Ending::Resigned) => style.fg(Color::Red),
            Some(Ending::Drawn) => style.fg(Color::Yellow),
            None => style,
        }
    }

    fn keys(&self) -> Vec<Span<'static>> {
        if let Some(course) = &self.course {
            let next: &[_] = if course.is_solved { &[("Enter", "next")] } else { &[("h", "hint")] };
            let others = [("u", "again"), ("?", "help"), ("n", "new game"), ("q", "quit")];
            return next.iter().chain(&others).flat_map(key_spans).collect();
        }
        let keys: &[(&str, &str)] = match self.session.ending() {
            Some(_) => &[
                ("r", "rematch"),
                ("v", "review"),
                ("n", "new game"),
                ("Tab", "format"),
                ("q", "quit"),
                ("?", "help"),
            ],
            None => &[
                ("?", "help"),
                ("h", "hint"),
                ("u", "undo"),
                ("r", "resign"),
                ("n", "new"),
                ("Tab", "format"),
                ("q", "quit"),
            ],
        };
        keys.iter().flat_map(key_spans).collect()
    }

    fn draw_strip(&self, area: Rect, buffer: &mut Buffer) {
        if let Some(lines) = self.lesson_lines(area.width) {
            let block = Block::bordered().title(" What to do ").padding(Padding::horizontal(1));
            return Paragraph::new(lines).block(block).render(area, buffer);
        }
        let title = match &self.record {
            Some(record) => format!(" Record {} ", record.link),
            None => " Bits ".into(),
        };
        encoding_strip::draw(&title, &self.encodings, self.format, area, buffer);
    }

    /// The open box: the help or the review.
    fn help(&self) -> HelpPopup {
        if let Some(review) = self.review.as_ref().filter(|_| self.shows_review) {
            return HelpPopup::of_review(review.lines());
        }
        let keys = self.board.keys().iter().chain(&GENERAL_KEYS);
        let mut texts = messages::meanings(&self.session);
        texts.push(self.session.plan().game.rules().to_string());
        HelpPopup::new(keys, &texts.join("\n\n"))
    }

    /// The help after a key: scrolled if it is longer than the screen, closed by any other key.
    pub(crate) fn scrolled_help(&self, first: usize, key: KeyCode, area: Rect) -> Option<Overlay> {
        self.help().scrolled(first, key, area).map(|first| Overlay::Help { first })
    }
}
