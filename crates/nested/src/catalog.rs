//! The game by name: its formats, and what can be turned into what.

use ennead_game::{Catalog, Codec, Match, OptionSpec, Options, Refusal, Seat, Values, refuse};

use crate::draw::draw_position;
use crate::formats::grid::Grid;
use crate::formats::{grid_codec, pack_codec};
use crate::{Mark, Nested, Path};

/// What the formats of nested games hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A match, and so the position it has led to.
    Match(Box<Match<Nested>>),
    /// A position to go on from; the moves that led to it are not known.
    Position(Nested),
    /// Grids of any shape, whole or cut off; whose turn it is is not known.
    Grid(Grid),
}

impl Content {
    /// The position, where there is one.
    pub fn position(&self) -> Option<&Nested> {
        match self {
            Content::Match(game) => Some(game.position()),
            Content::Position(position) => Some(position),
            Content::Grid(_) => None,
        }
    }
}

/// The option that names a sub-grid.
pub(crate) const AT: OptionSpec = OptionSpec {
    name: "at",
    values: Values::Text("the path of a sub-grid, such as 1.8"),
    default: "",
    help: "start at this sub-grid",
};

/// The sub-grid that `--at` names, or the top.
pub(crate) fn at(options: &Options) -> Result<Path, Refusal> {
    match options.get(AT.name) {
        None => Ok(Path::TOP),
        Some(text) => text.parse().map_err(|error| refuse(format!("--at: {error}"))),
    }
}

impl Catalog for Nested {
    const TITLE: &'static str = "Nested tic-tac-toe";
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[&grid_codec::GridCodec, &pack_codec::PackCodec]
    }

    const DRAW_OPTIONS: &'static [OptionSpec] = &[AT];

    fn content_of(game: &Match<Self>) -> Content {
        Content::Match(Box::new(game.clone()))
    }

    fn match_of(content: &Content) -> Result<Match<Self>, Refusal> {
        match content {
            Content::Match(game) => Ok((**game).clone()),
            Content::Position(_) => {
                Err(refuse("a packed position does not say which moves led to it, and a record needs them"))
            }
            Content::Grid(_) => {
                Err(refuse("a grid does not say which moves led to it, and a record needs them"))
            }
        }
    }

    fn draw(&self, options: &Options) -> Result<String, Refusal> {
        Ok(draw_position(self, &at(options)?)?)
    }

    fn seat_name(seat: Seat) -> String {
        Mark::of(seat).to_string()
    }
}
