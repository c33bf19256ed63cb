//! The strip of bits at the bottom of the screen: one encoding field by field, and the sizes of
//! all.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use crate::board::{FAINT, FIELDS, put};
use crate::encoding::Encoding;

/// The most bits or letters shown per field.
const MOST_BITS: usize = 27;

/// Draws one encoding bit by bit, and the sizes of all.
pub(crate) fn draw(
    title: &str,
    encodings: &[Encoding],
    chosen: usize,
    area: Rect,
    buffer: &mut Buffer,
) {
    let block = Block::new().borders(Borders::TOP).border_style(FAINT).title(title);
    let inner = block.inner(area);
    block.render(area, buffer);
    let chosen = chosen % encodings.len().max(1);
    sizes(encodings, chosen, usize::from(inner.width)).render(
        Rect { x: inner.x + 1, height: 1, width: inner.width.saturating_sub(1), ..inner },
        buffer,
    );
    if let Some(encoding) = encodings.get(chosen) {
        draw_fields(encoding, inner, buffer);
    }
}

/// The sizes of all formats, scrolled so that the chosen one is visible.
fn sizes(encodings: &[Encoding], chosen: usize, width: usize) -> Line<'static> {
    if encodings.is_empty() {
        return Line::styled("no format holds this position", FAINT);
    }
    let text = |encoding: &Encoding| format!(" {} {} ", encoding.format, encoding.bits.len());
    let end = |first: usize| -> usize {
        encodings[first..=chosen].iter().map(|one| text(one).len() + 1).sum()
    };
    let first = (0..chosen).find(|first| end(*first) < width).unwrap_or(chosen);
    let size = |(index, encoding): (usize, &Encoding)| {
        let style =
            if index == chosen { Style::new().add_modifier(Modifier::REVERSED) } else { FAINT };
        [Span::styled(text(encoding), style), Span::raw(" ")]
    };
    Line::from(encodings.iter().enumerate().skip(first).flat_map(size).collect::<Vec<_>>())
}

/// Each field in a different colour: its bits, its name and its meaning, one below the other.
fn draw_fields(encoding: &Encoding, area: Rect, buffer: &mut Buffer) {
    let mut x = area.x + 1;
    for (number, field) in encoding.fields.iter().enumerate() {
        let lines = [
            shortened(encoding.bits_of(field), MOST_BITS),
            field.name.clone(),
            shortened(&field.meaning, MOST_BITS),
        ];
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16;
        if x + width > area.right() {
            return put(buffer, x, area.y + 1, "…", FAINT);
        }
        let colour = Style::new().fg(FIELDS[number % FIELDS.len()]);
        for (line, (text, style)) in
            lines.iter().zip([colour.add_modifier(Modifier::BOLD), colour, FAINT]).enumerate()
        {
            put(buffer, x, area.y + 1 + line as u16, text, style);
        }
        x += width + 2;
    }
}

fn shortened(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        text.to_string()
    } else {
        text.chars().take(most - 1).chain(['…']).collect()
    }
}
