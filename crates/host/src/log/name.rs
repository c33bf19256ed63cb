//! Display names of players.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A player's display name: 1 to 24 characters on one line, without spaces at its ends, of which at
/// least one is visible.
///
/// Characters that are invisible, or that affect how the surrounding text is displayed, are
/// rejected. A name is not unique and grants nothing; pages insert it as text, never as markup.
///
/// ```
/// use ennead_host::PlayerName;
/// let name: PlayerName = " Ada Lovelace ".parse()?;
/// assert_eq!(name.as_str(), "Ada Lovelace");
/// assert!("".parse::<PlayerName>().is_err());
/// assert!("two\nlines".parse::<PlayerName>().is_err());
/// # Ok::<(), ennead_host::PlayerNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(String);

/// The most characters of a name.
const MAX_CHARS: usize = 24;

/// Text that is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayerNameError {
    /// It has too few or too many characters.
    #[error("a name has 1 to {MAX_CHARS} characters, not {0}")]
    Length(usize),
    /// It contains a character that is not allowed in names.
    #[error("a name is plain text on one line, without the character U+{0:04X}")]
    Character(u32),
    /// All of its characters are spaces, combining marks or unknown ones.
    #[error("a name needs a visible character")]
    Invisible,
    /// It begins or ends with a space.
    #[error("a name has no spaces at its ends")]
    Spaces,
}

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A stored name. Earlier versions accepted invisible characters, and their matches still open.
    pub fn stored(text: &str) -> Result<Self, PlayerNameError> {
        // A hostile text may be long, so counting stops early.
        let count = text.chars().take(10 * MAX_CHARS).count();
        if !(1..=MAX_CHARS).contains(&count) {
            return Err(PlayerNameError::Length(count));
        }
        if text.trim() != text {
            return Err(PlayerNameError::Spaces);
        }
        match text.chars().find(|letter| is_disruptive(*letter)) {
            Some(letter) => Err(PlayerNameError::Character(letter.into())),
            None => Ok(PlayerName(text.to_string())),
        }
    }
}

impl FromStr for PlayerName {
    type Err = PlayerNameError;

    fn from_str(text: &str) -> Result<Self, PlayerNameError> {
        let name = PlayerName::stored(text.trim())?;
        let mut before = ' ';
        for letter in name.0.chars() {
            if is_invisible(letter) || (is_variation(letter) && !is_visible(before)) {
                return Err(PlayerNameError::Character(letter.into()));
            }
            before = letter;
        }
        let is_visible = name.0.chars().any(is_visible);
        is_visible.then_some(name).ok_or(PlayerNameError::Invisible)
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Control characters, line separators, invisible characters and direction overrides.
fn is_disruptive(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Whether a character alone shows something: no space, combining mark, or private or unassigned
/// character.
fn is_visible(letter: char) -> bool {
    // All of these but the space are escaped as \u{…}, and quotes by a backslash.
    letter != ' ' && letter.escape_debug().len() <= 2
}

/// Variation selectors, which choose the form of the character before them: emoji have them.
fn is_variation(letter: char) -> bool {
    matches!(
        letter,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Characters that show nothing, beside those that are disruptive: those that Unicode calls default
/// ignorable, without variation selectors; format characters, noncharacters, and blank letters and
/// symbols.
fn is_invisible(letter: char) -> bool {
    let is_noncharacter = u32::from(letter) & 0xfffe == 0xfffe;
    is_noncharacter
        || matches!(
            letter,
            '\u{34f}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180e}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fdd0}'..='\u{fdef}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fff8}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{16fe4}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d159}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0080}'..='\u{e00ff}'
                | '\u{e01f0}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let name: Result<PlayerName, _> = text.parse();
        name.map(|name| name.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn names_have_1_to_24_characters_of_any_script() {
        for name in [
            "A",
            "Ἑλένη",
            "<b>&amp;",
            "24 characters are enough",
            "名前\u{3000}🦊",
            "O'Hara \\ \"x\"",
            "❤\u{fe0f} 1\u{fe0f}\u{20e3}",
            "e\u{301}",
            "हिन्दी",
            "葛\u{e0100}",
            "한글",
            "...",
        ] {
            assert_eq!(read(name).as_deref(), Ok(name));
        }
        assert_eq!(read("\t x \u{3000}").as_deref(), Ok("x"));
    }

    #[test]
    fn other_texts_are_rejected_with_the_reason() {
        assert_eq!(read(" "), Err("a name has 1 to 24 characters, not 0".into()));
        assert_eq!(read(&"é".repeat(25)), Err("a name has 1 to 24 characters, not 25".into()));
        assert_eq!(
            read("a\u{202e}b"),
            Err("a name is plain text on one line, without the character U+202E".into())
        );
        assert_eq!(
            read("a\u{3164}b"),
            Err("a name is plain text on one line, without the character U+3164".into())
        );
        assert!(read("a\0b").is_err() && read("a\nb").is_err() && read("a\u{200b}").is_err());
    }

    /// Names of ten kinds that nobody can see, and characters of theirs inside of others.
    #[test]
    fn invisible_names_are_rejected() {
        for name in [
            "\u{200b}\u{200d}",
            "\u{202e}\u{2066}",
            "\u{e0041}\u{e007f}",
            "\u{3164}\u{ffa0}\u{115f}\u{1160}",
            "\u{2800}",
            "\u{301}\u{20dd}",
            "\u{fe0f}\u{180b}\u{e0100}",
            "\u{34f}\u{17b4}\u{180e}",
            "\u{1d159}\u{1d173}\u{1bca0}\u{13430}",
            "\u{e000}\u{378}\u{fffe}\u{fdd0}\u{e0fff}",
            "\u{600}",
        ] {
            assert!(read(name).is_err(), "{name:?}");
        }
        for letter in ['\u{3164}', '\u{2800}', '\u{34f}', '\u{e0041}', '\u{1d159}', '\u{2fffe}'] {
            assert!(read(&format!("a{letter}b")).is_err(), "{letter:?}");
        }
        assert!(read("a\u{fe0f}\u{fe0f}").is_err() && read("a \u{fe0f}").is_err());
        assert_eq!(read("\u{301}"), Err("a name needs a visible character".into()));
    }

    #[test]
    fn invisible_names_of_old_matches_still_open() {
        use crate::{Entry, Event, SeatKey};
        use ennead_game::Seat;
        let name = PlayerName::stored("\u{3164}").unwrap();
        let join = Event::Join { seat: Seat::SECOND, key: SeatKey::of(&[1; 16]), name: Some(name) };
        let entry = Entry { at: 5, event: join };
        let bytes = crate::bytes::EntryBytes::to_bytes(&entry);
        assert_eq!(<Entry as crate::bytes::EntryBytes>::from_bytes(&bytes), Ok(entry));
        assert_eq!(PlayerName::stored("a "), Err(PlayerNameError::Spaces));
        assert_eq!(PlayerName::stored("\u{202e}"), Err(PlayerNameError::Character(0x202e)));
    }
}
