//! The picture of a game: board, moves, state of the game, bits and keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget};

use crate::board::{Extent, FAINT, HEADING, KEY, put};
use crate::game_screen::{GameScreen, Overlay};
use crate::help_text::help_lines;
use crate::opponent::title;
use crate::session::Ending;
use crate::{encoding_strip, messages};

/// Title, state and keys.
const CHROME: u16 = 3;
const STRIP: u16 = 5;
const SIDE: u16 = 24;
/// The narrowest screen on which the state of the game is readable.
const MIN_WIDTH: u16 = 30;
/// The width of the help with its border.
const HELP_WIDTH: u16 = 66;
/// The keys that every game has.
const GENERAL_KEYS: [(&str, &str); 6] = [
    ("h", "a hint for your move"),
    ("u", "take your last move back"),
    ("r", "resign; when it is over, a rematch"),
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
    /// The board has priority; moves and bits are shown if there is room for them.
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

/// The size of a screen with a board of this size on it.
fn with_chrome((width, height): Extent) -> Extent {
    (width.max(MIN_WIDTH), height.saturating_add(CHROME))
}

impl GameScreen {
    pub(crate) fn min_size(&self) -> Extent {
        let (width, height) = with_chrome(self.board.min_size());
        let lesson = self.lesson_lines(width).map_or(0, |lines| lines.len() as u16 + 2);
        (width, height.saturating_add(lesson))
    }

    /// What to do in the lesson, or what was right about the move.
    fn lesson_lines(&self, width: u16) -> Option<Vec<Line<'static>>> {
        let course = self.course.as_ref()?;
        let text = match (self.message.as_str(), course.is_solved) {
            ("", _) => course.lesson().text.clone(),
            (message, true) => message.into(),
            (message, false) => format!("{}\n\n{message}", course.lesson().text),
        };
        Some(help_lines(&text, usize::from(width.saturating_sub(4))))
    }

    pub(crate) fn render(&self, area: Rect, buffer: &mut Buffer) {
        let areas = Areas::of(self, area);
        self.draw_title(areas.title, buffer);
        self.board.draw(areas.board, buffer);
        if let Some(side) = areas.side {
            self.draw_moves(side, buffer);
        }
        put(buffer, areas.state.x + 1, areas.state.y, &self.state(), self.state_style());
        if let Some(area) = areas.strip {
            self.draw_strip(area, buffer);
        }
        Line::from(self.keys()).render(areas.keys, buffer);
        match self.overlay {
            Some(Overlay::Help { first }) => self.draw_help(first, area, buffer),
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

    /// Whose turn it is, how the game has ended, or the latest message.
    fn state(&self) -> String {
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
        let keys: &[(&str, &str)] =
            match (self.session.ending().is_some(), self.session.is_hidden()) {
                (true, _) => &[
                    ("r", "rematch"),
                    ("n", "new game"),
                    ("Tab", "format"),
                    ("q", "quit"),
                    ("?", "help"),
                ],
                (false, true) => &[
                    ("?", "help"),
                    ("h", "hint"),
                    ("r", "resign"),
                    ("n", "new"),
                    ("Tab", "format"),
                    ("q", "quit"),
                ],
                (false, false) => &[
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

    fn draw_moves(&self, area: Rect, buffer: &mut Buffer) {
        let block = Block::bordered().title(" Moves ").border_style(FAINT);
        let inner = block.inner(area);
        block.render(area, buffer);
        let shown = usize::from(inner.height);
        let first = self.moves.len().saturating_sub(shown);
        for (row, (number, text)) in self.moves.iter().enumerate().skip(first).enumerate() {
            let line = format!("{:>3} {}", number + 1, clip(text, usize::from(inner.width) - 4));
            put(buffer, inner.x, inner.y + row as u16, &line, Style::new());
        }
        if self.moves.is_empty() {
            put(buffer, inner.x + 1, inner.y, "none yet", FAINT);
        }
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

    /// All lines of the help: the keys, and how to play.
    fn help(&self) -> Vec<Line<'static>> {
        let keys = self.board.keys().iter().chain(&GENERAL_KEYS);
        let key = |(key, text): &(&'static str, &'static str)| {
            Line::from(vec![Span::styled(format!(" {key:>9}  "), KEY), Span::raw(*text)])
        };
        let mut lines: Vec<Line<'_>> = keys.map(key).collect();
        let rules = help_lines(self.session.plan().game.help, usize::from(HELP_WIDTH - 4));
        if !rules.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(rules.into_iter().map(|mut line| {
            line.spans.insert(0, Span::raw(" "));
            line
        }));
        lines
    }

    fn help_popup(&self, area: Rect) -> Rect {
        let height = u16::try_from(self.help().len() + 2).unwrap_or(u16::MAX);
        centred(area, HELP_WIDTH, height)
    }

    /// The line at the top when the help is scrolled to its end.
    pub(crate) fn last_help_line(&self, area: Rect) -> usize {
        let shown = usize::from(self.help_popup(area).height).saturating_sub(2);
        self.help().len().saturating_sub(shown)
    }

    fn draw_help(&self, first: usize, area: Rect, buffer: &mut Buffer) {
        let popup = self.help_popup(area);
        let last = self.last_help_line(area);
        Clear.render(popup, buffer);
        let keys =
            if last > 0 { " ↑ ↓ scroll, any other key closes " } else { " any key closes " };
        let block = Block::bordered().title(" Help · keys, then how to play ").title_bottom(keys);
        let lines: Vec<Line<'_>> = self.help().into_iter().skip(first.min(last)).collect();
        Paragraph::new(lines).block(block).render(popup, buffer);
    }
}

/// A key and what it does.
fn key_spans((key, text): &(&'static str, &'static str)) -> [Span<'static>; 2] {
    [Span::styled(format!(" {key}"), KEY), Span::styled(format!(" {text} "), FAINT)]
}

fn draw_question(question: &str, area: Rect, buffer: &mut Buffer) {
    let popup = centred(area, question.len() as u16 + 6, 4);
    Clear.render(popup, buffer);
    let lines = vec![Line::raw(format!("  {question}")), Line::styled("  y yes   n no", KEY)];
    Paragraph::new(lines).block(Block::bordered()).render(popup, buffer);
}

/// An area in the middle of another, no larger than that.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// A text, the middle left out where it is too long.
fn clip(text: &str, width: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= width {
        return text.to_string();
    }
    let (start, end) = (width / 2, letters.len() - (width - width / 2 - 1));
    letters[..start].iter().chain(&['…']).chain(&letters[end..]).collect()
}
