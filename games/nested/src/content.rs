//! The formats of nested games and the content they have in common.

use ennead_game::{
    Codec, Focus, FormatSet, GameError, Match, OptionSpec, Options, Presentation, Seat, Values,
    reject,
};

use crate::draw::draw_position;
use crate::formats::grid::Grid;
use crate::formats::{grid_codec, pack_codec};
use crate::payload::payload;
use crate::{Mark, Nested, Path};

/// The decoded content of any format of nested games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A match, which implies a position.
    Match(Box<Match<Nested>>),
    /// A position whose history is not known.
    Position(Nested),
    /// Grids of any shape, complete or truncated, without a turn.
    Grid(Grid),
}

impl Content {
    /// The position, if there is one.
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

/// The sub-grid selected by `--at`; the top grid by default.
pub(crate) fn at(options: &Options) -> Result<Path, GameError> {
    match options.get(AT.name) {
        None => Ok(Path::TOP),
        Some(text) => text.parse().map_err(|error| reject(format!("--at: {error}"))),
    }
}

/// The formats of nested games.
pub struct Formats;

impl FormatSet<Nested> for Formats {
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[&grid_codec::GridCodec, &pack_codec::PackCodec]
    }

    fn content_of(game: &Match<Nested>) -> Content {
        Content::Match(Box::new(game.clone()))
    }

    fn match_of(content: &Content) -> Result<Match<Nested>, GameError> {
        match content {
            Content::Match(game) => Ok((**game).clone()),
            Content::Position(_) => {
                Err(reject("a packed position does not contain the moves that a record needs"))
            }
            Content::Grid(_) => {
                Err(reject("a grid does not contain the moves that a record needs"))
            }
        }
    }

    fn payload(content: &Content) -> Option<Vec<u8>> {
        payload(content.position()?, &Focus::default()).ok()
    }
}

impl Presentation for Nested {
    const TITLE: &'static str = "Nested tic-tac-toe";

    const DRAW_OPTIONS: &'static [OptionSpec] = &[AT];

    fn draw(&self, options: &Options) -> Result<String, GameError> {
        Ok(draw_position(self, &at(options)?)?)
    }

    fn seat_name(seat: Seat) -> String {
        Mark::of(seat).to_string()
    }
}
