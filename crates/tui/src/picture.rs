//! Parts of the picture shared by screens.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::board::{FAINT, KEY, put};

/// The moves so far, scrolled to the newest.
pub(crate) fn draw_moves(moves: &[String], area: Rect, buffer: &mut Buffer) {
    let block = Block::bordered().title(" Moves ").border_style(FAINT);
    let inner = block.inner(area);
    block.render(area, buffer);
    let shown = usize::from(inner.height);
    let first = moves.len().saturating_sub(shown);
    for (row, (number, text)) in moves.iter().enumerate().skip(first).enumerate() {
        let line = format!("{:>3} {}", number + 1, clip(text, usize::from(inner.width) - 4));
        put(buffer, inner.x, inner.y + row as u16, &line, Style::new());
    }
    if moves.is_empty() {
        put(buffer, inner.x + 1, inner.y, "none yet", FAINT);
    }
}

/// A key and its effect.
pub(crate) fn key_spans((key, text): &(&'static str, &'static str)) -> [Span<'static>; 2] {
    [Span::styled(format!(" {key}"), KEY), Span::styled(format!(" {text} "), FAINT)]
}

pub(crate) fn draw_question(question: &str, area: Rect, buffer: &mut Buffer) {
    let popup = centred(area, question.len() as u16 + 6, 4);
    Clear.render(popup, buffer);
    let lines = vec![Line::raw(format!("  {question}")), Line::styled("  y yes   n no", KEY)];
    Paragraph::new(lines).block(Block::bordered()).render(popup, buffer);
}

/// An area centred in another, clipped to it.
pub(crate) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// A text, with its middle elided if it is too long.
fn clip(text: &str, width: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= width {
        return text.to_string();
    }
    let (start, end) = (width / 2, letters.len() - (width - width / 2 - 1));
    letters[..start].iter().chain(&['…']).chain(&letters[end..]).collect()
}
