//! The set of formats of a game.

use crate::{Codec, GameError, Match, Presentation};

/// The formats of a game and their common content, which makes conversion possible. Every game has
/// records, so they are not listed.
pub trait FormatSet<G: Presentation>: 'static {
    /// What the formats hold: a match, a position or part of one.
    type Content: 'static;

    /// All formats except `record`.
    fn codecs() -> &'static [&'static dyn Codec<Self::Content>];

    /// Converts a match, finished or not, to content.
    fn content_of(game: &Match<G>) -> Self::Content;

    /// The match that the content describes, if it describes one.
    fn match_of(content: &Self::Content) -> Result<Match<G>, GameError>;

    /// The board payload of content that is not a match, if a client can draw it.
    fn payload(_content: &Self::Content) -> Option<Vec<u8>> {
        None
    }
}

/// The format set of a game that has only records.
pub struct RecordOnly;

impl<G: Presentation> FormatSet<G> for RecordOnly {
    type Content = Match<G>;

    fn codecs() -> &'static [&'static dyn Codec<Match<G>>] {
        &[]
    }

    fn content_of(game: &Match<G>) -> Match<G> {
        game.clone()
    }

    fn match_of(content: &Match<G>) -> Result<Match<G>, GameError> {
        Ok(content.clone())
    }
}
