//! Options of set-ups and formats, as JSON has them.

use std::collections::BTreeMap;

use ennead_game::{AnyGame, Meaning, OptionSpec, Options, Values};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An option of a set-up, as a form shows it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SetupOption {
    name: &'static str,
    #[schema(value_type = String, example = "words")]
    kind: Kind,
    /// What it may be set to, if it is one of some words.
    words: Option<&'static [&'static str]>,
    /// What each of the words stands for, where they do not speak for themselves.
    texts: Option<Vec<WordText>>,
    /// The lowest number.
    min: Option<u32>,
    /// The highest number.
    max: Option<u32>,
    default: &'static str,
    help: &'static str,
}

/// What a word stands for.
#[derive(Serialize, ToSchema)]
struct WordText {
    #[schema(example = "Classic")]
    title: &'static str,
    about: &'static str,
}

impl From<&Meaning> for WordText {
    fn from(&Meaning { title, about }: &Meaning) -> Self {
        WordText { title, about }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Words,
    Number,
    Flag,
    Text,
}

impl SetupOption {
    /// An option of a game's set-up.
    pub(crate) fn of(game: &dyn AnyGame, spec: &OptionSpec) -> Self {
        let (kind, words, range) = match spec.values {
            Values::Words(words) => (Kind::Words, Some(words), None),
            Values::Numbers(low, high) => (Kind::Number, None, Some((low, high))),
            Values::Flag => (Kind::Flag, None, None),
            Values::Text(_) => (Kind::Text, None, None),
        };
        let (min, max) = range.unzip();
        let meanings = game.setup_meanings(spec.name);
        let texts = (!meanings.is_empty()).then(|| meanings.iter().map(WordText::from).collect());
        SetupOption { name: spec.name, kind, words, texts, min, max, default: spec.default, help: spec.help }
    }
}

/// The value of an option, or a value to look into, as people write JSON: a string, or a number or truth value without quotes.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Plain {
    /// As text.
    Text(String),
    /// As a number.
    Number(u64),
    /// As a truth value.
    Flag(bool),
}

impl Plain {
    /// The same as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Plain::Text(text) => text.clone(),
            Plain::Number(number) => number.to_string(),
            Plain::Flag(flag) => flag.to_string(),
        }
    }
}

/// Options as codecs take them.
pub(crate) fn options(given: &BTreeMap<String, Plain>) -> Options {
    given.iter().fold(Options::new(), |options, (name, value)| options.with(name, &value.text()))
}
