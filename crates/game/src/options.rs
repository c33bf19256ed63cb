//! Named options with values as text: how set-ups and encoders are told what to do from outside.

use thiserror::Error;

/// What an option may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in this range, both ends included.
    Numbers(u32, u32),
    /// On when named; takes no value.
    Flag,
    /// Text of the form that this says; whoever uses it checks it.
    Text(&'static str),
}

/// An option that a game or a format understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, as in `--depth`.
    pub name: &'static str,
    /// What it may be set to.
    pub values: Values,
    /// What it is when nobody sets it.
    pub default: &'static str,
    /// One line for people.
    pub help: &'static str,
}

/// What a word stands for that an option may be set to, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A word or a few, as a button has them.
    pub title: &'static str,
    /// One sentence.
    pub about: &'static str,
}

/// An option that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such option here.
    #[error("{what} has no option --{name}{}", list_of(.known))]
    Unknown {
        /// The game or format.
        what: String,
        /// The option.
        name: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// The option cannot have this value.
    #[error("--{name} cannot be {value:?}: it is {allowed}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
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
    /// Checks a value.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        let (fits, allowed) = match self.values {
            Values::Words(words) => (words.contains(&value), format!("one of {}", words.join(", "))),
            Values::Numbers(low, high) => (
                !value.starts_with('+')
                    && value.parse::<u32>().is_ok_and(|number| (low..=high).contains(&number)),
                format!("a number from {low} to {high}"),
            ),
            Values::Flag => (value == "true" || value == "false", "true or false".to_string()),
            Values::Text(form) => (!value.is_empty(), form.to_string()),
        };
        if fits {
            Ok(())
        } else {
            Err(OptionError::Value { name: self.name, value: value.to_string(), allowed })
        }
    }
}

/// Options as they were given: names and values.
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
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same options and one more.
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

    /// All names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses every option that is not in `known`, and every value that its option cannot have.
    pub fn check(&self, what: &str, known: &[OptionSpec]) -> Result<(), OptionError> {
        for (name, value) in self.iter() {
            let spec = known.iter().find(|spec| spec.name == name).ok_or_else(|| OptionError::Unknown {
                what: what.to_string(),
                name: name.to_string(),
                known: known.iter().map(|spec| spec.name).collect(),
            })?;
            spec.check(value)?;
        }
        Ok(())
    }
}
