//! The formats of tic-tac-toe and the content they have in common.

use ennead_game::{
    Codec, Field, FormatInfo, FormatSet, GameError, Kind, Match, OptionSpec, Options, Outcome,
    Presentation, Seat, Value, Values, reject,
};
use serde_json::{Value as Json, json};

use crate::formats::{
    BitCodec, ClassCodec, GameCodec, LineCodec, RankCodec, ThreeTCodec, TinyCodec,
};
use crate::{History, Machine, Mark, Ttt, draw_board, payload};

/// The decoded content of any tic-tac-toe format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Placements in order, legal or not.
    History(History),
    /// A reachable position.
    Position(Ttt),
    /// A state of the [`Machine`].
    Machine(Machine),
}

impl Content {
    /// The position itself, or the one reached by the placements.
    pub(crate) fn position(&self) -> Result<Ttt, GameError> {
        match self {
            Content::Position(position) => Ok(*position),
            Content::History(history) => Ok(history.legal().map_err(|error| {
                reject(format!("not a legal game, so it leads to no position: {error}"))
            })?),
            Content::Machine(machine) => machine.position().ok_or_else(|| {
                reject(
                    "O moved first in this game: only ttt.bit can hold it, since X moves first in \
                     all other formats",
                )
            }),
        }
    }

    /// The squares of X and O, reachable or not.
    fn marks(&self) -> Ttt {
        let (x, o) = match self {
            Content::Position(position) => (position.x, position.o),
            Content::History(history) => history.marks(),
            Content::Machine(machine) => machine.board_masks(),
        };
        Ttt { x, o }
    }

    /// The placements, if their order is known.
    pub(crate) fn history(&self) -> Result<History, GameError> {
        match self {
            Content::History(history) => Ok(*history),
            _ => Err(reject("a position does not say in which order its marks were placed")),
        }
    }
}

/// The formats of tic-tac-toe.
pub struct Formats;

impl FormatSet<Ttt> for Formats {
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[&TinyCodec, &ThreeTCodec, &BitCodec, &RankCodec, &ClassCodec, &GameCodec, &LineCodec]
    }

    fn content_of(game: &Match<Ttt>) -> Content {
        Content::History(History::of_match(game))
    }

    fn match_of(content: &Content) -> Result<Match<Ttt>, GameError> {
        content.history()?.to_match().map_err(|error| reject(format!("not a legal game: {error}")))
    }

    fn payload(content: &Content) -> Option<Vec<u8>> {
        Some(payload(&content.marks()).to_vec())
    }
}

impl Presentation for Ttt {
    const TITLE: &'static str = "Tic-tac-toe";

    fn draw(&self, _: &Options) -> Result<String, GameError> {
        Ok(draw_board(self))
    }

    fn seat_name(seat: Seat) -> String {
        Mark::of(seat).to_string()
    }
}

/// An outcome as JSON.
pub(crate) fn outcome_json(outcome: Option<Outcome>) -> Json {
    match outcome {
        None => Json::Null,
        Some(Outcome::Win(seat)) => json!(Mark::of(seat).to_string()),
        Some(Outcome::Draw) => json!("draw"),
    }
}

/// Parses a position: a board, or the squares of a game that leads to it.
///
/// ```
/// use ennead_ttt::parse_position;
/// assert_eq!(parse_position("5 1 9")?, parse_position("O...X...X")?);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn parse_position(text: &str) -> Result<Ttt, GameError> {
    if looks_like_history(text) {
        return Content::History(text.parse()?).position();
    }
    Ok(text.parse()?)
}

/// Whether the text looks like a list of squares (digits and spaces) rather than a board. Empty
/// text counts as a missing board, not as a game without placements.
pub(crate) fn looks_like_history(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
}

/// The value as a 32-bit number. A smaller number that is still too large is rejected by the format
/// itself, which names the field.
pub(crate) fn narrow(value: &Value, info: &FormatInfo) -> Result<u32, GameError> {
    let number = number(value)?;
    u32::try_from(number).map_err(|_| {
        let most = info.max_bits.map_or(32, |bits| bits.min(32));
        reject(format!("{number} is too large: {} has at most {most} bits", info.id))
    })
}

/// The value as a number.
pub(crate) fn number(value: &Value) -> Result<u128, GameError> {
    match value {
        Value::Integer(number) => Ok(*number),
        _ => Err(reject("the value must be a number")),
    }
}

/// Describes a format of tic-tac-toe; all of them hold numbers.
pub(crate) const fn info(
    id: &'static str,
    summary: &'static str,
    min_bits: u32,
    max_bits: u32,
    options: &'static [OptionSpec],
) -> FormatInfo {
    FormatInfo {
        id,
        summary,
        min_bits: min_bits as u64,
        max_bits: Some(max_bits as u64),
        kind: Kind::Integer,
        options,
    }
}

/// An option whose value is `X` or `O`.
pub(crate) const fn mark_option(name: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, values: Values::Words(&["X", "O"]), default: "X", help }
}

/// The mark selected by an option; X by default.
pub(crate) fn mark_of_option(options: &Options, name: &str) -> Mark {
    if options.get(name) == Some("O") { Mark::O } else { Mark::X }
}

/// The only field of a format whose value is a plain index.
pub(crate) fn index_field(bits: u32, index: u128, count: u32, what: &str) -> Vec<Field> {
    vec![Field::new("index", 0, bits as usize, format!("{what} {index} of {count}"))]
}
