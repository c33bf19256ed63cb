//! Options of set-ups and formats, as JSON has them.

use std::collections::BTreeMap;

use ennead_game::{OptionSpec, Options, Values};
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
    /// The lowest number.
    min: Option<u32>,
    /// The highest number.
    max: Option<u32>,
    default: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Words,
    Number,
    Flag,
    Text,
}

impl From<&OptionSpec> for SetupOption {
    fn from(spec: &OptionSpec) -> Self {
        let (kind, words, range) = match spec.values {
            Values::Words(words) => (Kind::Words, Some(words), None),
            Values::Numbers(low, high) => (Kind::Number, None, Some((low, high))),
            Values::Flag => (Kind::Flag, None, None),
            Values::Text(_) => (Kind::Text, None, None),
        };
        let (min, max) = range.unzip();
        SetupOption { name: spec.name, kind, words, min, max, default: spec.default, help: spec.help }
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
