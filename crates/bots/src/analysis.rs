//! A match move by move: what each was worth, and which ones gave something away.

use ennead_game::{AnyMatch, Options, Outcome, Refusal, Seat, Turn, Viewer, refuse};
use thiserror::Error;

use crate::{Advice, AnyBot, BotError, Budget, RosterError, Worth, roster};

/// Longer matches are not analysed.
const MAX_CHOICES: usize = 20_000;

fn broken(reason: &str) -> AnalysisError {
    AnalysisError::Replay(refuse(reason))
}

/// A match that cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// The match is too long.
    #[error("the match has {0} choices: more than {MAX_CHOICES} are not analysed")]
    Long(usize),
    /// The bot cannot be had.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The bot has failed.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The bot does not say what a position is worth.
    #[error("the bot {0:?} does not say what a position is worth")]
    NoWorth(String),
    /// The match cannot be played again.
    #[error("{0}")]
    Replay(Refusal),
}

/// Who analyses, and how thoroughly.
#[derive(Clone, Copy, Debug)]
pub struct Analyst<'a> {
    /// The bot that is asked, as the roster knows it.
    pub spec: &'a str,
    /// Its seed.
    pub seed: u64,
    /// What it may spend on a position.
    pub budget: Budget,
    /// A move that gives away so much is a mistake: 1 is the step from a win to a draw.
    pub threshold: f64,
}

/// A whole move and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedMove {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub text: String,
    /// What the best move was worth to the seat; none if nobody knows.
    pub before: Option<Worth>,
    /// What this one was worth to the seat; none if the bot has not looked at it.
    pub after: Option<Worth>,
    /// The move that the bot would have made.
    pub best: Option<String>,
    /// Whether it is a mistake.
    pub mistake: bool,
}

impl ValuedMove {
    /// How much the move gave away.
    pub fn loss(&self) -> f64 {
        let (Some(before), Some(after)) = (self.before, self.after) else { return 0.0 };
        (number(before) - number(after)).max(0.0)
    }
}

/// A worth as a number from -1 to 1.
pub fn number(worth: Worth) -> f64 {
    match worth {
        Worth::Exact { score, .. } => f64::from(score),
        Worth::Estimate(value) => value,
    }
}

/// The same worth for the opponent.
fn negated(worth: Worth) -> Worth {
    match worth {
        Worth::Exact { score, moves } => Worth::Exact { score: -score, moves },
        Worth::Estimate(value) => Worth::Estimate(-value),
    }
}

/// Analyses a match. `watch` is told after each move how many there were and how many there are.
///
/// Where nothing is hidden, a move is worth what the bot thinks of the position after it. Elsewhere it is worth what the bot thinks of
/// it in the place of the seat that made it, by what that seat could see.
pub fn analyse(
    game: &dyn AnyMatch,
    analyst: Analyst<'_>,
    mut watch: impl FnMut(usize, usize),
) -> Result<Vec<ValuedMove>, AnalysisError> {
    if game.choices().len() > MAX_CHOICES {
        return Err(AnalysisError::Long(game.choices().len()));
    }
    let bot = roster::bot_for(game, analyst.spec, analyst.seed)?;
    let mut replay = Replay { now: restart(game)?, choices: game.choices(), analyst, bot };
    let texts = game.moves();
    let mut valued = Vec::with_capacity(texts.len());
    for text in &texts {
        valued.push(replay.step(text)?);
        watch(valued.len(), texts.len());
    }
    if !valued.is_empty() && valued.iter().all(|valued: &ValuedMove| valued.before.is_none()) {
        return Err(AnalysisError::NoWorth(analyst.spec.to_string()));
    }
    replay.settle(&mut valued)?;
    Ok(valued)
}

/// The match before its first choice.
fn restart(game: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, AnalysisError> {
    let options =
        game.setup().iter().fold(Options::new(), |options, (name, value)| options.with(name, value));
    let entry = ennead_registry::game(game.game()).ok_or_else(|| broken("the game is not registered"))?;
    entry.start(&options).map_err(AnalysisError::Replay)
}

struct Replay<'a> {
    now: Box<dyn AnyMatch>,
    choices: &'a [u32],
    analyst: Analyst<'a>,
    bot: Box<dyn AnyBot>,
}

impl Replay<'_> {
    /// Makes the next choice of the match.
    fn play_next(&mut self) -> Result<u32, AnalysisError> {
        let at = self.now.choices().len();
        let option = *self.choices.get(at).ok_or_else(|| broken("a move is cut off"))?;
        self.now.play(option).map_err(|error| AnalysisError::Replay(error.into()))?;
        Ok(option)
    }

    /// Makes the next move, and says what the bot thinks of it.
    fn step(&mut self, text: &str) -> Result<ValuedMove, AnalysisError> {
        while self.now.turn() == Turn::Chance {
            self.play_next()?;
        }
        let Turn::Seat(seat) = self.now.turn() else {
            return Err(broken("a move comes after the end"));
        };
        let count = self.now.choices_of(text).map_err(AnalysisError::Replay)?.len();
        let open = self.is_open();
        let mut valued =
            ValuedMove { seat, text: text.into(), before: None, after: None, best: None, mistake: false };
        for _ in 0..count {
            // Where all is open one look at the whole move is enough; elsewhere each choice is judged by what its seat sees.
            if self.now.options() > 1 && (valued.before.is_none() || !open) {
                self.judge(&mut valued, open)?;
            } else {
                self.play_next()?;
            }
        }
        Ok(valued)
    }

    /// Makes the next choice of a move and takes down what the bot thinks of it.
    fn judge(&mut self, valued: &mut ValuedMove, open: bool) -> Result<(), AnalysisError> {
        let advice = self.ask(valued.seat)?;
        if valued.before.is_none() {
            valued.before = advice.worth;
            valued.best = self.best(&advice);
        }
        let option = self.play_next()?;
        let opinion = advice.opinions.iter().find(|opinion| opinion.option == option);
        valued.after = opinion.filter(|_| !open).map(|opinion| opinion.worth).or(valued.after);
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> Result<Advice, AnalysisError> {
        Ok(self.bot.advise(&self.now.view(Viewer::Seat(seat)), self.analyst.budget)?)
    }

    /// Whether everyone sees the same.
    fn is_open(&self) -> bool {
        let [first, second, spectator] = Viewer::ALL.map(|viewer| self.now.view(viewer));
        first == second && second == spectator
    }

    /// The whole move that the bot's line begins with.
    fn best(&self, advice: &Advice) -> Option<String> {
        let mut next = self.now.boxed_clone();
        let before = next.moves().len();
        for option in &advice.line {
            next.play(*option).ok()?;
            let moves = next.moves();
            if moves.len() > before {
                return moves.into_iter().next_back();
            }
        }
        None
    }

    /// Fills in what moves were worth by the positions after them, and marks the mistakes.
    fn settle(&mut self, valued: &mut [ValuedMove]) -> Result<(), AnalysisError> {
        let open = self.is_open();
        let mut next = self.end()?;
        for valued in valued.iter_mut().rev() {
            let end = next.map(|(seat, worth)| if seat == valued.seat { worth } else { negated(worth) });
            valued.after = valued.after.or(end);
            // Who had no choice made no mistake.
            valued.before = valued.before.or(valued.after);
            valued.mistake = valued.loss() >= self.analyst.threshold;
            next = valued.before.filter(|_| open).map(|before| (valued.seat, before));
        }
        Ok(())
    }

    /// What the last position is worth, and to whom.
    fn end(&mut self) -> Result<Option<(Seat, Worth)>, AnalysisError> {
        while self.is_open() && self.now.options() == 1 && self.now.play(0).is_ok() {}
        match self.now.turn() {
            Turn::Over(outcome) => Ok(Some((Seat::FIRST, outcome_worth(outcome)))),
            Turn::Seat(seat) if self.is_open() => Ok(self.ask(seat)?.worth.map(|worth| (seat, worth))),
            _ => Ok(None),
        }
    }
}

fn outcome_worth(outcome: Outcome) -> Worth {
    Worth::Exact { score: outcome.score(Seat::FIRST), moves: Some(0) }
}
