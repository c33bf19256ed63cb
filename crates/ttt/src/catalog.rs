//! Tic-tac-toe by name: what its formats hold, and which formats there are.

use ennead_game::{
    Catalog, Codec, Field, FormatInfo, Kind, Match, OptionSpec, Options, Outcome, Refusal, Seat, Value,
    Values, refuse,
};
use serde_json::{Value as Json, json};

use crate::formats::{BitCodec, ClassCodec, GameCodec, LineCodec, RankCodec, ThreeTCodec, TinyCodec};
use crate::{History, Machine, Mark, Ttt, draw_board};

/// What the formats of tic-tac-toe hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Placements in order, legal or not.
    History(History),
    /// A position that a game can reach.
    Position(Ttt),
    /// A state of the machine.
    Machine(Machine),
}

impl Content {
    /// The position that this is or leads to.
    pub(crate) fn position(&self) -> Result<Ttt, Refusal> {
        match self {
            Content::Position(position) => Ok(*position),
            Content::History(history) => Ok(history.legal().map_err(|error| {
                refuse(format!("not a legal game, so it leads to no position: {error}"))
            })?),
            Content::Machine(machine) => machine.position().ok_or_else(|| {
                refuse("O moved first in this game: only ttt.bit can hold it, in every other format X moves first")
            }),
        }
    }

    /// The placements, where they are known.
    pub(crate) fn history(&self) -> Result<History, Refusal> {
        match self {
            Content::History(history) => Ok(*history),
            _ => Err(refuse("a position does not say in which order its marks were placed")),
        }
    }
}

impl Catalog for Ttt {
    const TITLE: &'static str = "Tic-tac-toe";
    type Content = Content;

    fn codecs() -> &'static [&'static dyn Codec<Content>] {
        &[&TinyCodec, &ThreeTCodec, &BitCodec, &RankCodec, &ClassCodec, &GameCodec, &LineCodec]
    }

    fn content_of(game: &Match<Self>) -> Content {
        Content::History(History::of_match(game))
    }

    fn match_of(content: &Content) -> Result<Match<Self>, Refusal> {
        content.history()?.to_match().map_err(|error| refuse(format!("not a legal game: {error}")))
    }

    fn draw(&self, _: &Options) -> Result<String, Refusal> {
        Ok(draw_board(self))
    }

    fn seat_name(seat: Seat) -> String {
        Mark::of(seat).to_string()
    }
}

/// An outcome as JSON has it.
pub(crate) fn outcome_json(outcome: Option<Outcome>) -> Json {
    match outcome {
        None => Json::Null,
        Some(Outcome::Win(seat)) => json!(Mark::of(seat).to_string()),
        Some(Outcome::Draw) => json!("draw"),
    }
}

/// Reads a position: a board, or the squares of a game that leads there.
///
/// ```
/// use ennead_ttt::parse_position;
/// assert_eq!(parse_position("5 1 9")?, parse_position("O...X...X")?);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn parse_position(text: &str) -> Result<Ttt, Refusal> {
    if looks_like_history(text) {
        return Content::History(text.parse()?).position();
    }
    Ok(text.parse()?)
}

/// Digits and spaces are squares; anything else is meant as a board. Nothing at all is a board that was forgotten rather
/// than a game without placements.
pub(crate) fn looks_like_history(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
}

/// The number of a value, if it has at most 32 bits. What is within them and still too long, the format itself refuses, and says where.
pub(crate) fn narrow(value: &Value, info: &FormatInfo) -> Result<u32, Refusal> {
    let number = number(value)?;
    u32::try_from(number).map_err(|_| {
        let most = info.max_bits.map_or(32, |bits| bits.min(32));
        refuse(format!("{number} is too large: {} has at most {most} bits", info.id))
    })
}

/// The number of a value.
pub(crate) fn number(value: &Value) -> Result<u128, Refusal> {
    match value {
        Value::Integer(number) => Ok(*number),
        _ => Err(refuse("the value is a number")),
    }
}

/// A format of tic-tac-toe: always a number.
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

/// `X` or `O`, as an option.
pub(crate) const fn mark_option(name: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, values: Values::Words(&["X", "O"]), default: "X", help }
}

/// The mark that an option asks for: X unless it says O.
pub(crate) fn mark_of_option(options: &Options, name: &str) -> Mark {
    if options.get(name) == Some("O") { Mark::O } else { Mark::X }
}

/// The one field of a format that is a plain index.
pub(crate) fn index_field(bits: u32, index: u128, count: u32, what: &str) -> Vec<Field> {
    vec![Field::new("index", 0, bits as usize, format!("{what} {index} of {count}"))]
}
