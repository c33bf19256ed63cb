//! Help for games that bring none.

use std::borrow::Cow;
use std::fmt::Write;

use crate::{AnyGame, OptionSpec};

/// How to play a game, as Markdown with headings, paragraphs and lists: its own text, or what its
/// title and set-up say where that is empty.
pub fn help_of(game: &dyn AnyGame, own: &'static str) -> Cow<'static, str> {
    if own.trim().is_empty() { default_help(game).into() } else { own.into() }
}

fn default_help(game: &dyn AnyGame) -> String {
    let mut text = format!(
        "# {}\n\nThis game has no help text. Boards offer every legal choice.\n",
        game.title()
    );
    let options = game.setup_options();
    if !options.is_empty() {
        text.push_str("\n## Set-up\n");
    }
    options.iter().for_each(|option| describe_option(game, option, &mut text));
    text
}

/// An option: what it is for, its values, and what its words mean.
fn describe_option(game: &dyn AnyGame, option: &OptionSpec, text: &mut String) {
    let OptionSpec { name, default, help, .. } = option;
    let allowed = option.allowed();
    // Writing to a string never fails.
    let _ = writeln!(text, "\n**{name}**: {help}. It is {allowed}; by default {default}.");
    let words = option.words().iter().zip(game.setup_meanings(name));
    for (at, (word, meaning)) in words.enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- **{word}**: {}", meaning.about);
    }
}
