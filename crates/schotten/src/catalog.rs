//! Schotten Totten for those who know it only by name.

use ennead_game::{Catalog, Codec, Match, Options, Refusal};
use serde_json::{Value as Json, json};

use crate::draw::draw_position;
use crate::formats::{Content, board, card, deck, hand, matches, moves, turn, view};
use crate::words::tell_move;
use crate::{Move, Schotten, Variant};

impl Catalog for Schotten {
    const TITLE: &'static str = "Schotten Totten";
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

    fn content_of(game: &Match<Self>) -> Content {
        Content::Match(Box::new(game.clone()))
    }

    fn match_of(content: &Content) -> Result<Match<Self>, Refusal> {
        match content {
            Content::Match(game) => Ok(Match::clone(game)),
            other => Err(other.unfit("record")),
        }
    }

    fn draw(&self, _: &Options) -> Result<String, Refusal> {
        Ok(draw_position(self))
    }

    const DRAWS: bool = false;

    fn tell_move(&self, mv: &Move, after: &Self) -> String {
        tell_move(self, mv, after)
    }

    fn parse_match(text: &str, variant: &Variant) -> Result<Match<Self>, Refusal> {
        matches::parse(text, variant)
    }

    fn match_json(game: &Match<Self>) -> Vec<(&'static str, Json)> {
        vec![
            ("cards", json!(deck::text(&matches::cards_of(game)))),
            ("stones", json!(game.position().table().stones_text())),
        ]
    }
}
