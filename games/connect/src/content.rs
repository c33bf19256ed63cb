//! The formats of line games and the content they have in common.

use ennead_game::{
    Codec, FormatSet, GameError, Match, Options, Outcome, Presentation, Seat, reject,
};

use crate::draw::draw_position;
use crate::formats::pack_codec::PackCodec;
use crate::{Connect, Mark, payload};

/// The decoded content of any format of line games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A match, which implies a position.
    Match(Box<Match<Connect>>),
    /// A position whose history is not known.
    Position(Connect),
}

impl Content {
    /// The position.
    pub fn position(&self) -> &Connect {
        match self {
            Content::Match(game) => game.position(),
            Content::Position(position) => position,
        }
    }
}

/// The formats of line games.
pub struct Formats;

impl FormatSet<Connect> for Formats {
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[&PackCodec]
    }

    fn content_of(game: &Match<Connect>) -> Content {
        Content::Match(Box::new(game.clone()))
    }

    fn match_of(content: &Content) -> Result<Match<Connect>, GameError> {
        match content {
            Content::Match(game) => Ok((**game).clone()),
            Content::Position(_) => Err(reject(
                "a packed position does not say which moves led to it, and a record needs them",
            )),
        }
    }

    fn payload(content: &Content) -> Option<Vec<u8>> {
        Some(payload(content.position()))
    }
}

impl Presentation for Connect {
    const TITLE: &'static str = "Connect";

    fn draw(&self, _: &Options) -> Result<String, GameError> {
        Ok(draw_position(self))
    }

    fn seat_name(seat: Seat) -> String {
        Mark::of(seat).to_string()
    }
}

/// An outcome as written in JSON.
pub(crate) fn outcome_name(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(seat) => Connect::seat_name(seat),
        Outcome::Draw => "draw".to_string(),
    }
}
