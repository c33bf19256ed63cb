//! A game's help on the screen: Markdown with headings, paragraphs and lists.

use ratatui::text::Line;

use crate::board::HEADING;

/// A heading, or a paragraph or list item as one string.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    is_heading: bool,
    /// The prefix of the first line; the others are indented to match.
    bullet: &'static str,
    text: String,
    /// Whether a blank line precedes it.
    is_apart: bool,
}

/// The help as lines of at most `width` characters.
pub(crate) fn help_lines(markdown: &str, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for block in blocks(markdown) {
        if block.is_apart && !lines.is_empty() {
            lines.push(Line::default());
        }
        let indent = block.bullet.chars().count();
        let words = wrap(&plain(&block.text), width.saturating_sub(indent));
        for (index, words) in words.into_iter().enumerate() {
            let before = if index == 0 { block.bullet.to_string() } else { " ".repeat(indent) };
            let line = Line::raw(format!("{before}{words}"));
            lines.push(if block.is_heading { line.style(HEADING) } else { line });
        }
    }
    lines
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_apart = true;
    for line in markdown.lines().map(str::trim) {
        let heading = line.starts_with('#').then(|| line.trim_start_matches('#').trim());
        let begins = blocks.is_empty() || is_apart || blocks.last().is_some_and(|b| b.is_heading);
        match (line, heading, list_item(line)) {
            ("", ..) => {
                is_apart = true;
                continue;
            }
            (_, Some(text), _) => blocks.push(Block::new(true, "", text, true)),
            (_, _, Some(text)) => blocks.push(Block::new(false, "• ", text, is_apart)),
            _ if begins => blocks.push(Block::new(false, "", line, is_apart)),
            _ => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push(' ');
                    block.text.push_str(line);
                }
            }
        }
        is_apart = false;
    }
    blocks
}

impl Block {
    fn new(is_heading: bool, bullet: &'static str, text: &str, is_apart: bool) -> Block {
        Block { is_heading, bullet, text: text.to_string(), is_apart }
    }
}

/// The text of a list item, numbered or not.
fn list_item(line: &str) -> Option<&str> {
    let unnumbered = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    let numbered = || {
        let (number, text) = line.split_once(". ")?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(text)
    };
    unnumbered.or_else(numbered)
}

/// The text without markup for emphasis and code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['`', '*'], "")
}

/// Wraps words to lines of at most `width` characters; longer words are kept whole.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut().filter(|line| line.chars().count() + 1 + length <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_paragraphs_and_lists_are_laid_out() {
        let markdown =
            "# Sticks\n\nTake **one** or\ntwo.\n\n- The `last` stick\n  wins.\n- Or not.";
        let lines: Vec<String> = help_lines(markdown, 12).iter().map(ToString::to_string).collect();
        let expected = [
            "Sticks",
            "",
            "Take one or",
            "two.",
            "",
            "• The last",
            "  stick",
            "  wins.",
            "• Or not.",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn no_help_has_no_lines() {
        assert!(help_lines("", 40).is_empty());
        assert!(help_lines("\n\n", 0).is_empty());
    }

    #[test]
    fn words_are_kept_whole() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible", 4), ["incomprehensible"]);
        assert!(wrap("", 4).is_empty());
    }
}
