//! Named options with text values, for set-ups, encoders and drawings.

use thiserror::Error;

/// The values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in this range, both ends included.
    Numbers(u32, u32),
    /// No value: the option is on when it is named.
    Flag,
    /// Text in the form that this string describes; its consumer validates it.
    Text(&'static str),
}

/// An option of a game or a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, as in `--depth`.
    pub name: &'static str,
    /// The values that it accepts.
    pub values: Values,
    /// The value when it is not set.
    pub default: &'static str,
    /// A one-line description.
    pub help: &'static str,
}

/// The meaning of a word that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A short title, as on a button.
    pub title: &'static str,
    /// A one-sentence description.
    pub about: &'static str,
}

/// An option that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("{what} has no option --{name}{}", list_of(.known))]
    Unknown {
        /// The game or format that was addressed.
        what: String,
        /// The option.
        name: String,
        /// The names that would be accepted.
        known: Vec<&'static str>,
    },
    /// The option does not accept this value.
    #[error("--{name} cannot be {value:?}: it is {allowed}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values that would be accepted.
        allowed: String,
    },
}

fn list_of(known: &[&str]) -> String {
    if known.is_empty() {
        return String::new();
    }
    format!(" (it has --{})", known.join(", --"))
}

impl OptionSpec {
    /// Checks that the option accepts a value.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        let fits = match self.values {
            Values::Words(words) => words.contains(&value),
            Values::Numbers(low, high) => {
                !value.starts_with('+')
                    && value.parse::<u32>().is_ok_and(|number| (low..=high).contains(&number))
            }
            Values::Flag => value == "true" || value == "false",
            Values::Text(_) => !value.is_empty(),
        };
        if fits {
            return Ok(());
        }
        let (value, allowed) = (value.to_string(), self.allowed());
        Err(OptionError::Value { name: self.name, value, allowed })
    }

    /// The values that it accepts, in words.
    pub(crate) fn allowed(&self) -> String {
        match self.values {
            Values::Words(words) => format!("one of {}", words.join(", ")),
            Values::Numbers(low, high) => format!("a number from {low} to {high}"),
            Values::Flag => "true or false".to_string(),
            Values::Text(form) => form.to_string(),
        }
    }

    /// The words that it accepts, if it takes words.
    pub(crate) fn words(&self) -> &'static [&'static str] {
        match self.values {
            Values::Words(words) => words,
            _ => &[],
        }
    }
}

/// Options as given, by name.
///
/// ```
/// use ennead_game::Options;
/// let options = Options::new().with("depth", "3");
/// assert_eq!(options.get("depth"), Some("3"));
/// assert_eq!(options.get("rules"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// An empty set of options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an option.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.push((name.to_string(), value.to_string()));
        self
    }

    /// The value given for an option, if any.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Rejects options that are not in `known` and values that an option does not accept.
    pub fn check(&self, what: &str, known: &[OptionSpec]) -> Result<(), OptionError> {
        for (name, value) in self.iter() {
            let spec = known.iter().find(|spec| spec.name == name).ok_or_else(|| {
                OptionError::Unknown {
                    what: what.to_string(),
                    name: name.to_string(),
                    known: known.iter().map(|spec| spec.name).collect(),
                }
            })?;
            spec.check(value)?;
        }
        Ok(())
    }
}
