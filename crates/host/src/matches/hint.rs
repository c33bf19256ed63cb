//! Hints for the seat to move: what the game's best bot would play, and why.

use ennead_game::{AnyMatch, Seat, Turn};
use ennead_kit::Games;
use ennead_protocol::Code;
use ennead_search::{Budget, PositionValue, Tables};
use serde::Serialize;

use crate::forced::make_forced_choices;
use crate::tools::Analyst;
use crate::{Failure, LiveMatch, SeatHolder};

/// The highest number of choices in the move of a hint.
const MAX_CHOICES: usize = 16;

/// A move that the game's best bot would make, and its evaluation of the position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The ply at which it applies.
    ply: usize,
    /// The labels of the move.
    labels: Vec<u8>,
    /// The move in the game's notation.
    text: String,
    /// The value for the seat to move, from -1 to 1; null if unknown.
    #[serde(rename = "worth")]
    value: Option<f64>,
    /// Whether the value is proven.
    exact: bool,
    /// The reason in a few words.
    reason: String,
}

/// A hint request, with everything that answering it needs.
pub struct HintQuestion {
    game: Box<dyn AnyMatch>,
    seat: Seat,
}

impl LiveMatch {
    /// A seat's request for a hint; only on its own turn in a match against a bot.
    pub fn ask_hint(&self, seat: Option<Seat>) -> Result<HintQuestion, Failure> {
        let seat = seat.ok_or_else(|| Failure::new(Code::NoSeat, "hints are for players"))?;
        if !matches!(self.head.seats[seat.other().index()], SeatHolder::Bot(_)) {
            return Err(Failure::new(Code::Forbidden, "hints are for matches against bots only"));
        }
        if self.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        if self.game.turn() != Turn::Seat(seat) {
            return Err(Failure::new(Code::NotYourTurn, "the other seat is on the move"));
        }
        Ok(HintQuestion { game: self.game.boxed_clone(), seat })
    }
}

/// Answers a request from what its seat may know.
pub fn hint(
    games: Games,
    tables: &Tables,
    question: HintQuestion,
    budget: Budget,
) -> Result<Hint, Failure> {
    let HintQuestion { mut game, seat } = question;
    let unknown = || Failure::new(Code::Internal, "the match is of an unknown game");
    let roster = games.game(game.game()).ok_or_else(unknown)?.bots();
    let analyst = Analyst { roster, tables, budget };
    let (ply, made) = (game.choices().len(), game.moves().len());
    let (mut labels, mut value) = (Vec::new(), None);
    for _ in 0..MAX_CHOICES {
        if game.turn() != Turn::Seat(seat) {
            break;
        }
        let advice = analyst.advise(&*game, seat)?;
        value = value.or(advice.value);
        labels.extend(game.option_label(advice.option));
        game.play(advice.option).map_err(|error| Failure::rejected(Code::Internal, &error))?;
        make_forced_choices(&mut *game);
    }
    // A move that is still incomplete has no text, and the one before is the opponent's.
    let text = game.moves().into_iter().nth(made).unwrap_or_default();
    Ok(Hint {
        ply,
        labels,
        text,
        value: value.map(PositionValue::number),
        exact: matches!(value, Some(PositionValue::Exact { .. })),
        reason: reason(value),
    })
}

fn reason(value: Option<PositionValue>) -> String {
    let within = |moves: Option<u32>| match moves {
        None => String::new(),
        Some(1) => " at once".into(),
        Some(moves) => format!(" in {moves} moves"),
    };
    match value {
        None => "it looks best".into(),
        Some(PositionValue::Exact { score: 1.., moves }) => format!("it wins{}", within(moves)),
        Some(PositionValue::Exact { score: 0, .. }) => "it keeps the draw".into(),
        Some(PositionValue::Exact { .. }) => "everything loses; this holds out longest".into(),
        Some(PositionValue::Estimate(value)) => {
            format!("about {:.0} % to win", (value.clamp(-1.0, 1.0) + 1.0) * 50.0)
        }
    }
}
