//! Presentation and formats of Schotten Totten.

use ennead_game::{Codec, FormatSet, GameError, Match, Options, Presentation};
use serde_json::{Value as Json, json};

use crate::draw::draw_position;
use crate::formats::{Content, board, card, deck, hand, matches, moves, turn, view};
use crate::{Schotten, Variant};

/// The formats of Schotten Totten.
pub struct Formats;

impl FormatSet<Schotten> for Formats {
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[
            &card::CardCodec,
            &hand::HandCodec,
            &board::BoardCodec,
            &moves::MoveCodec,
            &deck::DeckCodec,
            &turn::TurnCodec,
            &matches::MatchCodec,
            &view::ViewCodec,
        ]
    }

    fn content_of(game: &Match<Schotten>) -> Content {
        Content::Match(Box::new(game.clone()))
    }

    fn match_of(content: &Content) -> Result<Match<Schotten>, GameError> {
        match content {
            Content::Match(game) => Ok(Match::clone(game)),
            other => Err(other.unfit("record")),
        }
    }
}

impl Presentation for Schotten {
    const TITLE: &'static str = "Schotten Totten";
    const DRAWS: bool = false;

    fn draw(&self, _: &Options) -> Result<String, GameError> {
        Ok(draw_position(self))
    }

    fn parse_match(text: &str, variant: &Variant) -> Result<Match<Self>, GameError> {
        matches::parse(text, variant)
    }

    fn match_json(game: &Match<Self>) -> Vec<(&'static str, Json)> {
        vec![
            ("cards", json!(deck::text(&matches::cards_of(game)))),
            ("stones", json!(game.position().table().stones_text())),
        ]
    }
}
