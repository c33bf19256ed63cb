//! `POST /api/analyse`: the value of a position and of its options.

use std::fmt::Display;

use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_kit::Games;
use ennead_protocol::Code;
use ennead_search::{Advice, AnyBot, Budget, Opinion, PositionValue, Roster, Tables};
use serde::{Deserialize, Serialize};

use super::record;
use super::walk::at_ply;
use crate::Failure;
use crate::forced::make_forced_choices;

/// Fixed seed: without a time limit, the same request always gets the same answer.
const SEED: u64 = 9;
/// The most forced choices to follow.
const MAX_FORCED: usize = 4_000;

/// A position in a match.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// A match of any game as a record: base64url without padding, or hexadecimal.
    #[cfg_attr(feature = "openapi", schema(example = "QZYg"))]
    record: String,
    /// The number of choices; all of them if omitted.
    ply: Option<usize>,
}

/// The value of a position for the seat to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The ply of the choice, after any forced choices that leave the turn with the same seat.
    ply: usize,
    /// The seat to move.
    seat: u8,
    /// From -1, a loss, to 1, a win; null if unknown.
    #[serde(rename = "worth")]
    value: Option<f64>,
    /// Whether the value is proven.
    exact: bool,
    /// The options that were searched, best first.
    options: Vec<OptionValue>,
}

/// The value of an option for the seat to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionValue {
    option: u32,
    /// The label of the option.
    label: Option<u8>,
    #[serde(rename = "worth")]
    value: f64,
    exact: bool,
    /// The number of whole moves to the end, where known.
    moves: Option<u32>,
    /// How often the search visited it.
    visits: u64,
}

impl AnalyseRequest {
    /// The cache key of the response: a hash of the record, and the ply.
    pub fn cache_key(&self) -> Result<([u8; 32], Option<usize>), Failure> {
        Ok((*blake3::hash(&record::parse(&self.record)?).as_bytes(), self.ply))
    }
}

/// Analyses a position within a budget, or looks it up in a table if there is one.
pub fn analyse(
    games: Games,
    tables: &Tables,
    request: &AnalyseRequest,
    budget: Budget,
) -> Result<Analysis, Failure> {
    let game = record::open_text(games, &request.record)?;
    let ply = request.ply;
    let mut now = at_ply(&*game, ply.unwrap_or(game.choices().len()))?;
    make_forced_choices(&mut *now);
    let seat = match now.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => {
            return Err(Failure::new(
                Code::BadValue,
                "chance chooses at this ply, so there is nothing to analyse",
            ));
        }
        Turn::Over(_) => {
            return Err(Failure::new(
                Code::Over,
                "the match is over at this ply, so there is nothing to analyse",
            ));
        }
    };
    let unknown = || Failure::new(Code::Internal, "the match is of an unknown game");
    let roster = games.game(now.game()).ok_or_else(unknown)?.bots();
    let analyst = Analyst { roster, tables, budget };
    let advice = match now.options() {
        1 => analyst.advise_forced(&*now, seat)?,
        _ => analyst.advise(&*now, seat)?,
    };
    Ok(Analysis {
        ply: now.choices().len(),
        seat: seat.0,
        value: advice.value.map(PositionValue::number),
        exact: matches!(advice.value, Some(PositionValue::Exact { .. })),
        options: advice.opinions.iter().map(|opinion| option_value(&*now, opinion)).collect(),
    })
}

fn option_value(game: &dyn AnyMatch, opinion: &Opinion) -> OptionValue {
    let (exact, moves) = match opinion.value {
        PositionValue::Exact { moves, .. } => (true, moves),
        PositionValue::Estimate(_) => (false, None),
    };
    OptionValue {
        option: opinion.option,
        label: game.option_label(opinion.option),
        value: opinion.value.number(),
        exact,
        moves,
        visits: opinion.visits,
    }
}

/// Consults a table, or the game's analyst where no table applies.
pub(crate) struct Analyst<'a> {
    pub(crate) roster: &'static Roster,
    pub(crate) tables: &'a Tables,
    pub(crate) budget: Budget,
}

impl Analyst<'_> {
    /// Advice for the seat to move.
    pub(crate) fn advise(&self, game: &dyn AnyMatch, seat: Seat) -> Result<Advice, Failure> {
        let internal = |error: &dyn Display| Failure::rejected(Code::Internal, error);
        let mut bot = self.bot(game)?;
        bot.advise(&game.view(Viewer::Seat(seat)), self.budget).map_err(|error| internal(&error))
    }

    fn bot(&self, game: &dyn AnyMatch) -> Result<Box<dyn AnyBot>, Failure> {
        if let Some(table) = self.tables.of_match(game) {
            return Ok(table.bot(SEED));
        }
        let bot = self.roster.bot(self.roster.analyst(), SEED);
        // A game without an analyst is not a server error.
        bot.map_err(|error| Failure::rejected(Code::BadValue, &error))
    }

    /// Advice on a forced choice: the position has the value of its successor.
    fn advise_forced(&self, game: &dyn AnyMatch, seat: Seat) -> Result<Advice, Failure> {
        let value = self.follow(game, seat)?;
        let opinion = |value: &PositionValue| Opinion { option: 0, visits: 1, value: *value };
        Ok(Advice { value, opinions: value.iter().map(opinion).collect(), ..Advice::bare(0) })
    }

    /// The value of the position after forced choices. In games with hidden information only an
    /// immediate end counts: the next seat knows what this one must not learn.
    fn follow(&self, game: &dyn AnyMatch, seat: Seat) -> Result<Option<PositionValue>, Failure> {
        let mut next = game.boxed_clone();
        let mut followed = 0;
        while next.options() == 1 && matches!(next.turn(), Turn::Seat(_)) && followed < MAX_FORCED {
            next.play(0).map_err(|error| Failure::rejected(Code::Internal, &error))?;
            followed += 1;
            if !is_open(&*next) {
                break;
            }
        }
        let made = next.moves().len().saturating_sub(game.moves().len()) as u32;
        match next.turn() {
            Turn::Over(outcome) => {
                Ok(Some(PositionValue::Exact { score: outcome.score(seat), moves: Some(made) }))
            }
            Turn::Seat(other) if is_open(&*next) && next.options() > 1 => {
                let value = self.advise(&*next, other)?.value;
                Ok(value.map(|value| as_seen_before(value, seat == other, made)))
            }
            _ => Ok(None),
        }
    }
}

/// Whether all viewers see the same.
fn is_open(game: &dyn AnyMatch) -> bool {
    let [first, second, spectator] = Viewer::ALL.map(|viewer| game.view(viewer));
    first == second && second == spectator
}

/// The value for the seat that was to move a number of moves earlier.
fn as_seen_before(value: PositionValue, is_same_seat: bool, moves_before: u32) -> PositionValue {
    match value {
        PositionValue::Exact { score, moves } => PositionValue::Exact {
            score: if is_same_seat { score } else { -score },
            moves: moves.map(|moves| moves + moves_before),
        },
        PositionValue::Estimate(value) => {
            PositionValue::Estimate(if is_same_seat { value } else { -value })
        }
    }
}
