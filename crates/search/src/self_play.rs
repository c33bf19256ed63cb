//! Self-play: games of a bot against itself, with its evaluation of every decision.

use std::ops::ControlFlow;

use ennead_game::{
    AnyGame, AnyMatch, GameError, Options, Outcome, Random, Seat, SplitMix64, Turn, Viewer,
};
use thiserror::Error;

use crate::arena::{in_order, play_opening};
use crate::{Advice, AnyBot, BotError, Budget, PositionValue, Roster, RosterError};

/// Games of a bot against itself, with their settings.
#[derive(Clone)]
pub struct SelfPlay<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its bots.
    pub roster: &'a Roster,
    /// The set-up of its matches.
    pub setup: Options,
    /// The name of the bot.
    pub bot: &'a str,
    /// Number of games.
    pub games: u64,
    /// The budget per choice.
    pub budget: Budget,
    /// Number of random moves at the start of each game.
    pub opening: u32,
    /// Number of decisions after the opening that are drawn from the policy instead of taking the
    /// best option, so that games differ.
    pub sampled: u32,
    /// The seed of openings, deals and bots.
    pub seed: u64,
    /// The most choices of a game; one that is not over by then counts as a draw.
    pub most_choices: usize,
    /// Number of threads.
    pub threads: usize,
}

/// Self-play that cannot start or continue.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The set-up is invalid.
    #[error("{0}")]
    Setup(GameError),
    /// The bot cannot be created.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The bot made no choice or an illegal one.
    #[error("game {number}: {error}")]
    Bot {
        /// The number of the game, from 1.
        number: u64,
        /// What happened.
        error: BotError,
    },
}

/// A choice of a seat among several options, as the bot saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The number of choices before it.
    pub ply: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The share of each option; they sum to 1.
    pub policy: Vec<f32>,
    /// The option that was chosen.
    pub option: u32,
    /// The value of the position for the seat, if the bot has one.
    pub value: Option<PositionValue>,
    /// The number of nodes spent.
    pub nodes: u64,
}

/// A finished game of self-play.
pub struct SelfPlayed {
    /// Its number, from 0.
    pub number: u64,
    /// The match.
    pub game: Box<dyn AnyMatch>,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether it was cut off as a draw at the limit of choices.
    pub is_cut: bool,
    /// The decisions after the opening, in order.
    pub decisions: Vec<Decision>,
}

/// Plays the games on all threads. `label` converts a game on the thread that played it; `take`
/// receives the results in the order of the games, until it returns a break.
///
/// With a budget of nodes only, the results do not depend on the number of threads.
///
/// ```
/// use std::ops::ControlFlow;
/// use ennead_search::{Budget, self_play::{SelfPlay, run}};
/// let settings = SelfPlay {
///     game: ennead_ttt::GAME.game(),
///     roster: ennead_ttt::GAME.bots(),
///     setup: Default::default(),
///     bot: "best",
///     games: 10,
///     budget: Budget::nodes(100),
///     opening: 1,
///     sampled: 2,
///     seed: 1,
///     most_choices: ennead_search::arena::MAX_CHOICES,
///     threads: 2,
/// };
/// let mut decisions = 0;
/// run(&settings, |played| played.decisions.len(), |count| {
///     decisions += count;
///     ControlFlow::Continue(())
/// })?;
/// assert!(decisions > 10);
/// # Ok::<(), ennead_search::self_play::SelfPlayError>(())
/// ```
pub fn run<T: Send>(
    settings: &SelfPlay<'_>,
    label: impl Fn(SelfPlayed) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    let start = settings.game.start(&settings.setup).map_err(SelfPlayError::Setup)?;
    // Report a bot that cannot be created before any game.
    drop(settings.roster.bot_for(&*start, settings.bot, 0)?);
    let mut result = Ok(());
    let job = |number| play(settings, &*start, number).map(&label);
    in_order(settings.games, settings.threads.max(1), job, |_, played| match played {
        Ok(labelled) => take(labelled),
        Err(error) => {
            result = Err(error);
            ControlFlow::Break(())
        }
    });
    result
}

fn play(
    settings: &SelfPlay<'_>,
    start: &dyn AnyMatch,
    number: u64,
) -> Result<SelfPlayed, SelfPlayError> {
    let mut seeds = SplitMix64::new(settings.seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let mut deal = SplitMix64::new(seeds.next_u64());
    let mut bots = Vec::new();
    for _ in Seat::BOTH {
        bots.push(settings.roster.bot_for(start, settings.bot, seeds.next_u64())?);
    }
    let mut game = play_opening(start, settings.opening, &mut deal);
    let mut decisions = Vec::new();
    let (outcome, is_cut) = loop {
        let made = game.choices().len();
        match game.turn() {
            Turn::Over(outcome) => break (outcome, false),
            _ if made >= settings.most_choices => break (Outcome::Draw, true),
            Turn::Chance => {
                game.deal(&mut deal);
                if game.choices().len() == made {
                    // Rules with a seat that matches do not have.
                    break (Outcome::Draw, true);
                }
            }
            Turn::Seat(seat) => {
                let bot = &mut *bots[seat.index()];
                let draw = (decisions.len() < settings.sampled as usize).then_some(&mut seeds);
                let made = choose(&*game, seat, bot, settings.budget, draw).and_then(|decision| {
                    let played = game.play(decision.option);
                    played.map_err(|error| BotError::Engine(error.to_string()))?;
                    Ok(decision)
                });
                let decision =
                    made.map_err(|error| SelfPlayError::Bot { number: number + 1, error })?;
                // A forced choice is not a decision.
                decisions.extend(Some(decision).filter(|decision| decision.policy.len() > 1));
            }
        }
    };
    Ok(SelfPlayed { number, game, outcome, is_cut, decisions })
}

/// The next choice. Bots are asked about forced choices too: that is how an engine follows the
/// match.
fn choose(
    game: &dyn AnyMatch,
    seat: Seat,
    bot: &mut dyn AnyBot,
    budget: Budget,
    draw: Option<&mut SplitMix64>,
) -> Result<Decision, BotError> {
    let advice = bot.advise(&game.view(Viewer::Seat(seat)), budget)?;
    let policy = policy(&advice, game.options() as usize);
    let option = match draw {
        Some(random) => drawn(&policy, random).unwrap_or(advice.option),
        None => advice.option,
    };
    let (value, nodes) = (advice.value, advice.nodes);
    Ok(Decision { ply: game.choices().len(), seat, policy, option, value, nodes })
}

/// The share of each option. Proportional to visits where they differ; otherwise uniform over the
/// options of the highest value, as in a solved position; without opinions, the chosen option gets
/// everything.
fn policy(advice: &Advice, options: usize) -> Vec<f32> {
    let mut weights = vec![0; options];
    let most = advice.opinions.iter().map(|opinion| opinion.visits).max();
    let even = advice.opinions.iter().all(|opinion| Some(opinion.visits) == most);
    let best = advice.opinions.first().map(|opinion| opinion.value);
    for opinion in &advice.opinions {
        if let Some(weight) = weights.get_mut(opinion.option as usize) {
            *weight = if even { u64::from(Some(opinion.value) == best) } else { opinion.visits };
        }
    }
    let mut sum: u64 = weights.iter().sum();
    if sum == 0 {
        if let Some(weight) = weights.get_mut(advice.option as usize) {
            *weight = 1;
        }
        sum = 1;
    }
    weights.into_iter().map(|weight| (weight as f64 / sum as f64) as f32).collect()
}

/// An option drawn in proportion to its share.
fn drawn(policy: &[f32], random: &mut SplitMix64) -> Option<u32> {
    /// The resolution of a draw.
    const STEPS: u64 = 1 << 24;
    let point = random.below(STEPS) as f64 / STEPS as f64;
    let mut sum = 0.0;
    let found = policy.iter().position(|share| {
        sum += f64::from(*share);
        point < sum
    });
    found.and_then(|option| u32::try_from(option).ok())
}

#[cfg(test)]
mod tests {
    use ennead_game::SplitMix64;

    use super::*;
    use crate::Opinion;

    fn advice(opinions: &[(u32, u64, f64)]) -> Advice {
        let opinion = |&(option, visits, value): &(u32, u64, f64)| Opinion {
            option,
            visits,
            value: PositionValue::Estimate(value),
        };
        let opinions: Vec<Opinion> = opinions.iter().map(opinion).collect();
        Advice { opinions, ..Advice::bare(2) }
    }

    #[test]
    fn a_policy_has_the_shares_of_visits() {
        assert_eq!(policy(&advice(&[(1, 3, 0.5), (0, 1, 0.9)]), 3), [0.25, 0.75, 0.0]);
    }

    #[test]
    fn equal_visits_leave_the_options_of_the_highest_value() {
        let solved = advice(&[(1, 1, 1.0), (3, 1, 1.0), (0, 1, 0.0), (2, 1, -1.0)]);
        assert_eq!(policy(&solved, 4), [0.0, 0.5, 0.0, 0.5]);
    }

    #[test]
    fn without_opinions_the_chosen_option_gets_everything() {
        assert_eq!(policy(&advice(&[]), 4), [0.0, 0.0, 1.0, 0.0]);
        // A nonexistent option is reported when it is played.
        assert_eq!(policy(&advice(&[(7, 5, 0.0)]), 2), [0.0, 0.0]);
    }

    #[test]
    fn draws_follow_the_shares() {
        let mut random = SplitMix64::new(1);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[drawn(&[0.25, 0.0, 0.75], &mut random).unwrap() as usize] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((200..300).contains(&counts[0]), "{counts:?}");
        assert_eq!(drawn(&[0.0, 0.0], &mut random), None);
    }
}
