//! A box with lines over a board: the help, or a review.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::board::{KEY, KeyHelp};
use crate::help_text::help_lines;
use crate::picture::centred;

/// The width of the help, including its border.
const WIDTH: u16 = 66;

/// The lines of the box, and its title.
pub(crate) struct HelpPopup {
    title: &'static str,
    lines: Vec<Line<'static>>,
}

impl HelpPopup {
    /// The keys, and a game's help.
    pub(crate) fn new<'a>(keys: impl Iterator<Item = &'a KeyHelp>, rules: &str) -> HelpPopup {
        let key = |(key, text): &KeyHelp| {
            Line::from(vec![Span::styled(format!(" {key:>9}  "), KEY), Span::raw(*text)])
        };
        let mut lines: Vec<Line<'static>> = keys.map(key).collect();
        let rules = help_lines(rules, usize::from(WIDTH - 4));
        if !rules.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(rules.into_iter().map(|mut line| {
            line.spans.insert(0, Span::raw(" "));
            line
        }));
        HelpPopup { title: " Help · keys, then how to play ", lines }
    }

    /// The lines of a review.
    pub(crate) fn of_review(lines: &[String]) -> HelpPopup {
        let lines = lines.iter().map(|line| Line::raw(format!(" {line}"))).collect();
        HelpPopup { title: " Review ", lines }
    }

    fn area(&self, area: Rect) -> Rect {
        centred(area, WIDTH, u16::try_from(self.lines.len() + 2).unwrap_or(u16::MAX))
    }

    /// The first visible line when the help is scrolled to its end.
    fn last_line(&self, area: Rect) -> usize {
        let shown = usize::from(self.area(area).height).saturating_sub(2);
        self.lines.len().saturating_sub(shown)
    }

    /// The first visible line after a key; `None` for keys that close the help.
    pub(crate) fn scrolled(&self, first: usize, key: KeyCode, area: Rect) -> Option<usize> {
        let first = match key {
            KeyCode::Down => first + 1,
            KeyCode::Up => first.saturating_sub(1),
            KeyCode::PageDown => first + 10,
            KeyCode::PageUp => first.saturating_sub(10),
            _ => return None,
        };
        Some(first.min(self.last_line(area)))
    }

    pub(crate) fn draw(&self, first: usize, area: Rect, buffer: &mut Buffer) {
        let last = self.last_line(area);
        let popup = self.area(area);
        Clear.render(popup, buffer);
        let keys =
            if last > 0 { " ↑ ↓ scroll, any other key closes " } else { " any key closes " };
        let block = Block::bordered().title(self.title).title_bottom(keys);
        let lines: Vec<Line<'_>> = self.lines.iter().skip(first.min(last)).cloned().collect();
        Paragraph::new(lines).block(block).render(popup, buffer);
    }
}
