//! Drawings with ANSI colours as styled lines.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

const ESCAPE: char = '\u{1b}';

/// Converts the ANSI colours of a drawing to styled lines. Other escape sequences and control
/// characters are removed.
///
/// ```
/// use ennead_tui::board::ansi_lines;
/// use ratatui::style::{Color, Style};
/// let lines = ansi_lines("a\u{1b}[31mb\u{1b}[0m\nc");
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines[0].spans[1].content, "b");
/// assert_eq!(lines[0].spans[1].style, Style::new().fg(Color::Red));
/// ```
pub fn ansi_lines(drawing: &str) -> Vec<Line<'static>> {
    let mut style = Style::new();
    drawing.lines().map(|line| styled_line(line, &mut style)).collect()
}

/// One line; the style continues into the next one, as on a terminal.
fn styled_line(line: &str, style: &mut Style) -> Line<'static> {
    let mut spans = Vec::new();
    let mut pieces = line.split(ESCAPE);
    push_text(&mut spans, pieces.next().unwrap_or_default(), *style);
    for piece in pieces {
        let (parameters, command, text) = split_sequence(piece);
        if command == Some('m') {
            *style = with_parameters(*style, parameters);
        }
        push_text(&mut spans, text, *style);
    }
    Line::from(spans)
}

fn push_text(spans: &mut Vec<Span<'static>>, text: &str, style: Style) {
    let text: String = text.chars().filter(|character| !character.is_control()).collect();
    if !text.is_empty() {
        spans.push(Span::styled(text, style));
    }
}

/// Splits what follows an escape character into the parameters, the command and the text after it.
fn split_sequence(piece: &str) -> (&str, Option<char>, &str) {
    let Some(rest) = piece.strip_prefix('[') else { return ("", None, piece) };
    let is_command = |character: char| ('@'..='~').contains(&character);
    match rest.char_indices().find(|(_, character)| is_command(*character)) {
        Some((at, command)) => (&rest[..at], Some(command), &rest[at + 1..]),
        None => ("", None, ""),
    }
}

fn with_parameters(style: Style, parameters: &str) -> Style {
    let mut numbers = parameters.split([';', ':']).map(|text| text.parse::<u8>().unwrap_or(0));
    let mut style = style;
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::new(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            3 => style.add_modifier(Modifier::ITALIC),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            9 => style.add_modifier(Modifier::CROSSED_OUT),
            22 => without(style, Modifier::BOLD | Modifier::DIM),
            23 => without(style, Modifier::ITALIC),
            24 => without(style, Modifier::UNDERLINED),
            27 => without(style, Modifier::REVERSED),
            29 => without(style, Modifier::CROSSED_OUT),
            30..=37 => style.fg(Color::Indexed(number - 30)),
            38 => Style { fg: extended_colour(&mut numbers).or(style.fg), ..style },
            39 => Style { fg: None, ..style },
            40..=47 => style.bg(Color::Indexed(number - 40)),
            48 => Style { bg: extended_colour(&mut numbers).or(style.bg), ..style },
            49 => Style { bg: None, ..style },
            90..=97 => style.fg(Color::Indexed(number - 90 + 8)),
            100..=107 => style.bg(Color::Indexed(number - 100 + 8)),
            _ => style,
        };
    }
    Style { fg: style.fg.map(named), bg: style.bg.map(named), ..style }
}

fn without(style: Style, modifier: Modifier) -> Style {
    Style { add_modifier: style.add_modifier - modifier, ..style }
}

/// The colour after 38 or 48: `5;N` of the palette, or `2;R;G;B`.
fn extended_colour(numbers: &mut impl Iterator<Item = u8>) -> Option<Color> {
    match numbers.next()? {
        5 => numbers.next().map(Color::Indexed),
        2 => Some(Color::Rgb(numbers.next()?, numbers.next()?, numbers.next()?)),
        _ => None,
    }
}

/// The first sixteen colours of the palette by name, as used in the rest of the client.
fn named(colour: Color) -> Color {
    const NAMES: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match colour {
        Color::Indexed(number) => NAMES.get(usize::from(number)).copied().unwrap_or(colour),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &Line<'_>) -> Vec<String> {
        line.spans.iter().map(|span| span.content.to_string()).collect()
    }

    #[test]
    fn a_style_continues_until_it_is_reset() {
        let lines = ansi_lines("\u{1b}[1;32mX\nY\u{1b}[0mZ");
        let green = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
        assert_eq!(lines[0].spans[0].style, green);
        assert_eq!(lines[1].spans[0].style, green);
        assert_eq!(lines[1].spans[1].style, Style::new());
    }

    #[test]
    fn palette_and_true_colours_are_read() {
        let lines = ansi_lines("\u{1b}[38;5;200ma\u{1b}[48;2;1;2;3mb\u{1b}[39;49mc");
        assert_eq!(lines[0].spans[0].style.fg, Some(Color::Indexed(200)));
        assert_eq!(lines[0].spans[1].style.bg, Some(Color::Rgb(1, 2, 3)));
        assert_eq!(lines[0].spans[2].style, Style::new());
    }

    #[test]
    fn other_and_truncated_sequences_are_removed() {
        assert_eq!(texts(&ansi_lines("a\u{1b}[2Jb\u{7}c")[0]), ["a", "bc"]);
        for broken in
            ["\u{1b}", "\u{1b}[", "\u{1b}[38;5", "\u{1b}[38;5;m", "\u{1b}[999m", "\u{1b}é"]
        {
            let lines = ansi_lines(broken);
            assert!(lines.iter().flat_map(texts).all(|text| text == "é"), "{broken:?}");
        }
    }
}
