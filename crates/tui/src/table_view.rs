//! The picture of a game: board, moves, state of the game, bits and keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::marks::{FAINT, HEADING, KEY};
use crate::nine_cells::{Extent, put};
use crate::opponent::title;
use crate::session::Ending;
use crate::strip;
use crate::table::{Overlay, Table};
use crate::words;

/// Title, state and keys.
const CHROME: u16 = 3;
const STRIP: u16 = 5;
const SIDE: u16 = 24;
/// The narrowest screen on which the state of the game can be read.
const MIN_WIDTH: u16 = 30;
const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// Where everything is.
pub(crate) struct Areas {
    title: Rect,
    pub(crate) board: Rect,
    side: Option<Rect>,
    state: Rect,
    strip: Option<Rect>,
    keys: Rect,
}

impl Areas {
    /// The board comes first; moves and bits are shown where there is room for them.
    pub(crate) fn of(table: &Table, area: Rect) -> Areas {
        let (width, height) = table.min_size();
        let strip = if area.height >= height + STRIP { STRIP } else { 0 };
        let side = if area.width >= width + SIDE { SIDE } else { 0 };
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

impl Table {
    pub(crate) fn min_size(&self) -> Extent {
        let (width, height) = self.board.min_size();
        (width.max(MIN_WIDTH), height + CHROME)
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
            Some(Overlay::Help) => self.draw_help(area, buffer),
            Some(overlay) => draw_question(overlay.question().unwrap_or_default(), area, buffer),
            None => {}
        }
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let opponent = title(&self.session.plan().opponent);
        let who = format!("you are {} against {opponent}", self.session.my_name());
        let text = format!(" {} · {who}", words::set_up(&self.session));
        let text = if text.chars().count() > usize::from(area.width) { format!(" {who}") } else { text };
        buffer.set_style(area, HEADING.add_modifier(Modifier::REVERSED));
        put(buffer, area.x, area.y, &text, HEADING.add_modifier(Modifier::REVERSED));
    }

    /// Whose turn it is, how it ended, or what there is to say.
    fn state(&self) -> String {
        if let Some(pending) = self.pending {
            let spinner = SPINNER[self.ticks % SPINNER.len()];
            let who = if pending.hint { "looking for a hint" } else { "the opponent is thinking" };
            return format!("{spinner} {who} …");
        }
        if let (Some(ending), Some(record)) = (self.session.ending(), &self.record) {
            return format!("{} {}", words::ending(ending), record.text());
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
        let keys: &[(&str, &str)] = match (self.session.ending().is_some(), self.session.is_hidden()) {
            (true, _) => {
                &[("r", "rematch"), ("n", "new game"), ("Tab", "format"), ("q", "quit"), ("?", "help")]
            }
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
        keys.iter()
            .flat_map(|(key, text)| {
                [Span::styled(format!(" {key}"), KEY), Span::styled(format!(" {text} "), FAINT)]
            })
            .collect()
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
        let title = match &self.record {
            Some(record) => format!(" Record {} ", record.link),
            None => " Bits ".into(),
        };
        strip::draw(&title, &self.encodings, self.format, area, buffer);
    }

    fn draw_help(&self, area: Rect, buffer: &mut Buffer) {
        let general = [
            ("h", "a hint for your move"),
            ("u", "take your last move back"),
            ("r", "resign; when it is over, a rematch"),
            ("n Esc", "a new game"),
            ("Tab", "the bits of the position in the next format"),
            ("q", "quit (Ctrl-C at once)"),
        ];
        let lines: Vec<Line<'_>> = self
            .board
            .keys()
            .iter()
            .chain(&general)
            .map(|(key, text)| Line::from(vec![Span::styled(format!(" {key:>9}  "), KEY), Span::raw(*text)]))
            .collect();
        let height = lines.len() as u16 + 2;
        let popup = centred(area, 66, height);
        Clear.render(popup, buffer);
        let block = Block::bordered().title(" Help ").title_bottom(" any key closes ");
        Paragraph::new(lines).block(block).render(popup, buffer);
    }
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
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
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
