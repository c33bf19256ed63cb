//! Options of set-ups as JSON.

use ennead_game::{Meaning, OptionSpec, Values};
use ennead_kit::Kit;
use serde::Serialize;

/// An option of a set-up, as a form shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SetupOption {
    name: &'static str,
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "words"))]
    kind: OptionKind,
    /// The accepted words, if it takes words.
    words: Option<&'static [&'static str]>,
    /// The meaning of each word, where the words do not explain themselves.
    texts: Option<Vec<WordText>>,
    /// The lowest number.
    min: Option<u32>,
    /// The highest number.
    max: Option<u32>,
    default: &'static str,
    /// The value that forms suggest, if it is not the default.
    suggested: Option<&'static str>,
    help: &'static str,
}

/// The meaning of a word.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WordText {
    #[cfg_attr(feature = "openapi", schema(example = "Classic"))]
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
enum OptionKind {
    Words,
    Number,
    Flag,
    Text,
}

impl SetupOption {
    /// An option of a game's set-up.
    pub(crate) fn of(kit: &Kit, spec: &OptionSpec) -> Self {
        let (kind, words, range) = match spec.values {
            Values::Words(words) => (OptionKind::Words, Some(words), None),
            Values::Numbers(low, high) => (OptionKind::Number, None, Some((low, high))),
            Values::Flag => (OptionKind::Flag, None, None),
            Values::Text(_) => (OptionKind::Text, None, None),
        };
        let (min, max) = range.unzip();
        let meanings = kit.game().setup_meanings(spec.name);
        let texts = (!meanings.is_empty()).then(|| meanings.iter().map(WordText::from).collect());
        SetupOption {
            name: spec.name,
            kind,
            words,
            texts,
            min,
            max,
            default: spec.default,
            suggested: kit.suggested(spec.name),
            help: spec.help,
        }
    }
}
