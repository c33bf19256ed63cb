//! Display names of players.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A player's display name: 1 to 24 characters on one line, without spaces at its ends.
///
/// Characters that affect how the surrounding text is displayed are rejected. A name is not unique
/// and grants nothing; pages insert it as text, never as markup.
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
}

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerName {
    type Err = PlayerNameError;

    fn from_str(text: &str) -> Result<Self, PlayerNameError> {
        let text = text.trim();
        // A hostile text may be long, so counting stops early.
        let count = text.chars().take(10 * MAX_CHARS).count();
        if !(1..=MAX_CHARS).contains(&count) {
            return Err(PlayerNameError::Length(count));
        }
        match text.chars().find(|letter| is_disruptive(*letter)) {
            Some(letter) => Err(PlayerNameError::Character(letter.into())),
            None => Ok(PlayerName(text.to_string())),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let name: Result<PlayerName, _> = text.parse();
        name.map(|name| name.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn names_have_1_to_24_characters_of_any_script() {
        for name in ["A", "Ἑλένη", "<b>&amp;", "24 characters are enough", "名前 🦊"] {
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
        assert!(read("a\0b").is_err() && read("a\nb").is_err() && read("a\u{200b}").is_err());
    }
}
