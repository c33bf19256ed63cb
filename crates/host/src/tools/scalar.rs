//! Scalars in JSON requests.

use std::collections::BTreeMap;

use ennead_game::Options;
use serde::Deserialize;

/// A scalar in JSON: a string, or a number or boolean without quotes.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Scalar {
    /// Text.
    Text(String),
    /// A number.
    Number(u64),
    /// A boolean.
    Flag(bool),
}

impl Scalar {
    /// The value as text.
    pub fn text(&self) -> String {
        match self {
            Scalar::Text(text) => text.clone(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
        }
    }
}

/// The options with these values.
pub fn to_options(given: &BTreeMap<String, Scalar>) -> Options {
    given.iter().fold(Options::new(), |options, (name, value)| options.with(name, &value.text()))
}
