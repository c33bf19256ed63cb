//! Analysis of a match: the value of each move, and the mistakes.

use ennead_game::{AnyMatch, GameError, HIDDEN_MOVE, Outcome, Seat, Turn, Viewer, reject};
use thiserror::Error;

use crate::{Advice, AnyBot, BotError, Budget, PositionValue, Roster, RosterError};

/// The default threshold: the loss in value from which a move counts as a mistake.
pub const MISTAKE: f64 = 0.3;
/// Moves that cost less than this are never unexpected.
const UNEXPECTED_BITS: f64 = 3.0;
/// The most forced choices that are made after the last move to evaluate it.
const MAX_FORCED: usize = 2_000;
/// The longest match that can be analysed, in choices.
const MAX_CHOICES: usize = 20_000;

fn replay_error(reason: &str) -> AnalysisError {
    AnalysisError::Replay(reject(reason))
}

/// A match that cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// The match is too long.
    #[error("the match has {0} choices, but at most {MAX_CHOICES} can be analysed")]
    Long(usize),
    /// The bot cannot be created.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The bot failed.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The bot does not evaluate positions.
    #[error("the bot {0:?} does not evaluate positions")]
    NoValue(String),
    /// The match cannot be replayed.
    #[error("{0}")]
    Replay(GameError),
}

/// The bot that analyses a match, and its settings.
#[derive(Clone, Copy)]
pub struct AnalysisParams<'a> {
    /// The bots of the match's game.
    pub roster: &'a Roster,
    /// The name of the bot in the roster.
    pub spec: &'a str,
    /// Its seed.
    pub seed: u64,
    /// Its budget per choice.
    pub budget: Budget,
    /// The loss in value from which a move counts as a mistake; 1 is the step from a win to a draw.
    pub threshold: f64,
}

/// A whole move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedMove {
    /// The seat that made it.
    pub seat: Seat,
    /// The move as text.
    pub text: String,
    /// The value of the best move for the seat, if known.
    pub before: Option<PositionValue>,
    /// The value of this move for the seat; `None` if the bot has not evaluated it.
    pub after: Option<PositionValue>,
    /// The move that the bot prefers; `None` for a forced move.
    pub best: Option<String>,
    /// The same in readable form, as in the log.
    pub best_described: Option<String>,
    /// Whether it loses at least as much as the threshold.
    pub mistake: bool,
    /// The cost of the move in bits under the game's model: how surprising it is.
    pub surprise: f64,
    /// Its cost in bits if all options were equally likely.
    pub uniform: f64,
}

impl ValuedMove {
    /// Whether the game's model did not expect the move: it costs more than if all options were
    /// equally likely, and more than a one-in-eight choice.
    pub fn unexpected(&self) -> bool {
        self.surprise > self.uniform && self.surprise > UNEXPECTED_BITS
    }

    /// The difference between the value of the best move and of this one.
    pub fn loss(&self) -> f64 {
        let (Some(before), Some(after)) = (self.before, self.after) else { return 0.0 };
        (before.number() - after.number()).max(0.0)
    }

    /// Whether it is a mistake that gives away a proven win.
    pub fn is_missed_win(&self) -> bool {
        self.mistake && matches!(self.before, Some(PositionValue::Exact { score: 1.., .. }))
    }

    /// A sentence about the move: its value and, after a mistake, the value before it and
    /// the better move.
    pub fn remark(&self) -> String {
        let [before, after] =
            [self.before, self.after].map(|value| value.map_or("forced".into(), value_text));
        if !self.mistake {
            return after;
        }
        let mark = if self.is_missed_win() { "missed win" } else { "mistake" };
        match &self.best {
            Some(best) if *best != self.text => {
                format!("{before} -> {after}  {mark}: {best} was better")
            }
            _ => format!("{before} -> {after}  {mark}"),
        }
    }

    /// How close the move comes to the best one, in percent: 100 for the best, decreasing with its
    /// loss. Uses the curve of chess sites, so that the figures compare: a tenth of the way from
    /// won to lost costs 36 points.
    fn accuracy(&self) -> f64 {
        let lost_percent = self.loss() * 50.0;
        (103.1668 * (-0.04354 * lost_percent).exp() - 3.1669).clamp(0.0, 100.0)
    }
}

/// The mean accuracy of a seat's moves in percent; `None` if all of them were forced.
pub fn accuracy(moves: &[ValuedMove], seat: Seat) -> Option<f64> {
    let free = moves.iter().filter(|valued| valued.seat == seat && valued.best.is_some());
    let accuracies: Vec<f64> = free.map(ValuedMove::accuracy).collect();
    (!accuracies.is_empty()).then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64)
}

/// A value in words, or an estimate as a number with its sign.
///
/// ```
/// use ennead_search::PositionValue;
/// use ennead_search::analysis::value_text;
/// assert_eq!(value_text(PositionValue::Estimate(-0.25)), "-0.25");
/// assert_eq!(value_text(PositionValue::Estimate(-0.001)), "+0.00");
/// assert_eq!(value_text(PositionValue::Exact { score: 1, moves: Some(3) }), "win in 3");
/// ```
pub fn value_text(value: PositionValue) -> String {
    let PositionValue::Exact { score, moves } = value else {
        // Adding zero turns the negative zero of a small value into zero.
        return format!("{:+.2}", (value.number() * 100.0).round() / 100.0 + 0.0);
    };
    let name = match score {
        1.. => "win",
        0 => return "draw".into(),
        _ => "loss",
    };
    // After the last move there is nothing left to count.
    let moves = moves.filter(|moves| *moves > 0);
    moves.map_or(name.into(), |moves| format!("{name} in {moves}"))
}

/// The same value for the opponent.
pub fn negated(value: PositionValue) -> PositionValue {
    match value {
        PositionValue::Exact { score, moves } => PositionValue::Exact { score: -score, moves },
        PositionValue::Estimate(value) => PositionValue::Estimate(-value),
    }
}

/// The same value a number of moves earlier.
fn earlier(value: PositionValue, made: u32) -> PositionValue {
    match value {
        PositionValue::Exact { score, moves } => {
            PositionValue::Exact { score, moves: moves.map(|moves| moves + made) }
        }
        estimate @ PositionValue::Estimate(_) => estimate,
    }
}

/// Analyses a match. Calls `watch` after each move with the number of moves analysed and the total.
///
/// In a game of open information, the value of a move is the bot's value of the position after it.
/// Elsewhere it is the bot's value of that option, given the view of the seat that made the move.
pub fn analyse(
    game: &dyn AnyMatch,
    params: AnalysisParams<'_>,
    watch: impl FnMut(usize, usize),
) -> Result<Vec<ValuedMove>, AnalysisError> {
    let bot = params.roster.bot_for(game, params.spec, params.seed)?;
    analyse_with(game, bot, params, watch)
}

/// Analyses a match with an existing bot, such as one from a shared table; only the analyst's name,
/// budget and threshold are used.
pub fn analyse_with(
    game: &dyn AnyMatch,
    bot: Box<dyn AnyBot>,
    params: AnalysisParams<'_>,
    mut watch: impl FnMut(usize, usize),
) -> Result<Vec<ValuedMove>, AnalysisError> {
    if game.choices().len() > MAX_CHOICES {
        return Err(AnalysisError::Long(game.choices().len()));
    }
    let surprises = game.surprises();
    let mut replay =
        AnalysisRun { now: game.restart(), choices: game.choices(), surprises, params, bot };
    let texts = game.moves();
    let mut valued = Vec::with_capacity(texts.len());
    for text in &texts {
        valued.push(replay.step(text)?);
        watch(valued.len(), texts.len());
    }
    if !valued.is_empty() && valued.iter().all(|valued: &ValuedMove| valued.before.is_none()) {
        return Err(AnalysisError::NoValue(params.spec.to_string()));
    }
    replay.fill_in_values(&mut valued)?;
    Ok(valued)
}

struct AnalysisRun<'a> {
    now: Box<dyn AnyMatch>,
    choices: &'a [u32],
    /// The cost of each choice in bits.
    surprises: Vec<f64>,
    params: AnalysisParams<'a>,
    bot: Box<dyn AnyBot>,
}

impl AnalysisRun<'_> {
    /// Makes the next choice of the match.
    fn play_next(&mut self) -> Result<u32, AnalysisError> {
        let at = self.now.choices().len();
        let option = *self.choices.get(at).ok_or_else(|| replay_error("a move is cut off"))?;
        self.now.play(option).map_err(|error| AnalysisError::Replay(error.into()))?;
        Ok(option)
    }

    /// Makes the next whole move and evaluates it.
    fn step(&mut self, text: &str) -> Result<ValuedMove, AnalysisError> {
        while self.now.turn() == Turn::Chance {
            self.play_next()?;
        }
        let Turn::Seat(seat) = self.now.turn() else {
            return Err(replay_error("a move follows the end of the match"));
        };
        let count = self.now.choices_of(text).map_err(AnalysisError::Replay)?.len();
        let open = self.is_open();
        let mut valued = ValuedMove {
            seat,
            text: text.into(),
            before: None,
            after: None,
            best: None,
            best_described: None,
            mistake: false,
            surprise: 0.0,
            uniform: 0.0,
        };
        for _ in 0..count {
            valued.surprise += self.surprises.get(self.now.choices().len()).unwrap_or(&0.0);
            valued.uniform += f64::from(self.now.options().max(1)).log2();
            // In an open game one evaluation per whole move is enough; elsewhere every choice is
            // evaluated from the view of its seat.
            if self.now.options() > 1 && (valued.before.is_none() || !open) {
                self.evaluate_choice(&mut valued, open)?;
            } else {
                self.play_next()?;
            }
        }
        Ok(valued)
    }

    /// Makes the next choice of a move and records the bot's values.
    fn evaluate_choice(
        &mut self,
        valued: &mut ValuedMove,
        open: bool,
    ) -> Result<(), AnalysisError> {
        let advice = self.ask(valued.seat)?;
        if valued.before.is_none() {
            valued.before = advice.value;
            (valued.best, valued.best_described) = self.best(valued.seat, &advice).unzip();
        }
        let option = self.play_next()?;
        let opinion = advice.opinions.iter().find(|opinion| opinion.option == option);
        valued.after = opinion.filter(|_| !open).map(|opinion| opinion.value).or(valued.after);
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> Result<Advice, AnalysisError> {
        Ok(self.bot.advise(&self.now.view(Viewer::Seat(seat)), self.params.budget)?)
    }

    /// Whether all viewers see the same.
    fn is_open(&self) -> bool {
        let [first, second, spectator] = Viewer::ALL.map(|viewer| self.now.view(viewer));
        first == second && second == spectator
    }

    /// The whole move at the start of the bot's line, in the game's notation and in readable form.
    fn best(&self, seat: Seat, advice: &Advice) -> Option<(String, String)> {
        let mut next = self.now.boxed_clone();
        let before = next.moves().len();
        for option in &advice.line {
            next.play(*option).ok()?;
            let moves = next.moves();
            if moves.len() > before {
                let text = moves.into_iter().next_back()?;
                // Readers know the record, so what the mover sees is no secret.
                let line = next.log(Viewer::Seat(seat)).pop().unwrap_or_default();
                let described = line.split_once(": ").map(|(_, described)| described);
                let described = described.filter(|described| *described != HIDDEN_MOVE);
                return Some((text.clone(), described.map_or(text, str::to_string)));
            }
        }
        None
    }

    /// Fills in missing values from the positions that follow, and marks the mistakes.
    fn fill_in_values(&mut self, valued: &mut [ValuedMove]) -> Result<(), AnalysisError> {
        let open = self.is_open();
        let mut next = self.final_value()?;
        for valued in valued.iter_mut().rev() {
            let end =
                next.map(|(seat, value)| if seat == valued.seat { value } else { negated(value) });
            valued.after = valued.after.or(end);
            // A forced move is never a mistake.
            valued.before = valued.before.or(valued.after.map(|value| earlier(value, 1)));
            valued.mistake = valued.loss() >= self.params.threshold;
            next = valued.before.filter(|_| open).map(|before| (valued.seat, before));
        }
        Ok(())
    }

    /// The value of the final position, and the seat that it is for.
    fn final_value(&mut self) -> Result<Option<(Seat, PositionValue)>, AnalysisError> {
        let before = self.now.moves().len();
        for _ in 0..MAX_FORCED {
            if !self.is_open() || self.now.options() != 1 || self.now.play(0).is_err() {
                break;
            }
        }
        let made = self.now.moves().len().saturating_sub(before) as u32;
        match self.now.turn() {
            Turn::Over(outcome) => Ok(Some((Seat::FIRST, earlier(outcome_value(outcome), made)))),
            Turn::Seat(seat) if self.is_open() => {
                Ok(self.ask(seat)?.value.map(|value| (seat, earlier(value, made))))
            }
            _ => Ok(None),
        }
    }
}

fn outcome_value(outcome: Outcome) -> PositionValue {
    PositionValue::Exact { score: outcome.score(Seat::FIRST), moves: Some(0) }
}
