//! Contests between two bots.

use std::ops::ControlFlow;

use ennead_game::{AnyGame, AnyMatch, GameError, Options, reject};
use thiserror::Error;

use super::game::{Played, play_pair};
use super::pool::in_order;
use super::{Score, Sprt, Verdict};
use crate::{Budget, Roster, RosterError};

/// The usual limit for the choices of a game between bots.
pub const MAX_CHOICES: usize = 20_000;

/// A contest between two bots of a game, with its settings.
#[derive(Clone)]
pub struct Contest<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its bots.
    pub roster: &'a Roster,
    /// The set-up of its matches.
    pub setup: Options,
    /// The name of the bot whose score is counted.
    pub a: &'a str,
    /// The name of its opponent.
    pub b: &'a str,
    /// Number of pairs of games.
    pub pairs: u64,
    /// The budget per move.
    pub budget: Budget,
    /// Number of random moves at the start of each pair.
    pub opening: u32,
    /// Openings as moves separated by spaces, used by the pairs in turn; if empty, pairs begin with
    /// random moves.
    pub openings: Vec<String>,
    /// The seed of openings, deals and bots.
    pub seed: u64,
    /// The sequential test that may end the contest early.
    pub sprt: Option<Sprt>,
    /// The most choices of a game; one that is not over by then counts as a draw.
    pub most_choices: usize,
    /// Number of threads.
    pub threads: usize,
}

/// A contest that cannot start.
#[derive(Debug, Error)]
pub enum ContestError {
    /// The set-up is invalid.
    #[error("{0}")]
    Setup(GameError),
    /// A bot cannot be created.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// An opening cannot be played.
    #[error("opening {number} ({moves}): {error}")]
    Opening {
        /// Its number in the list, from 1.
        number: usize,
        /// Its moves.
        moves: String,
        /// The reason.
        error: GameError,
    },
}

/// The current or final state of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The score.
    pub score: Score,
    /// The verdict of the sequential test, if there is one.
    pub verdict: Option<Verdict>,
    /// The games in order, two per pair.
    pub games: Vec<Played>,
}

/// Plays a contest. Calls `watch` after every pair, in order.
///
/// With a budget of nodes only, the report does not depend on the number of threads.
///
/// ```
/// use ennead_search::{Budget, arena::{Contest, run}};
/// let contest = Contest {
///     game: ennead_ttt::GAME.game(),
///     roster: ennead_ttt::GAME.bots(),
///     setup: Default::default(),
///     a: "random",
///     b: "random",
///     pairs: 50,
///     budget: Budget::nodes(1),
///     opening: 2,
///     openings: Vec::new(),
///     seed: 1,
///     sprt: None,
///     most_choices: ennead_search::arena::MAX_CHOICES,
///     threads: 2,
/// };
/// let report = run(&contest, |_| {})?;
/// assert_eq!(report.score.games(), 100);
/// assert_eq!(report, run(&Contest { threads: 1, ..contest }, |_| {})?);
/// # Ok::<(), ennead_search::arena::ContestError>(())
/// ```
pub fn run(contest: &Contest<'_>, mut watch: impl FnMut(&Report)) -> Result<Report, ContestError> {
    let start = contest.game.start(&contest.setup).map_err(ContestError::Setup)?;
    for spec in [contest.a, contest.b] {
        // Report bots that cannot be created before they lose a game.
        drop(contest.roster.bot_for(&*start, spec, 0)?);
    }
    let openings = given_openings(contest, &*start)?;
    let verdict = contest.sprt.map(|_| Verdict::GoOn);
    let mut report = Report { score: Score::default(), verdict, games: Vec::new() };
    let job = |pair: u64| match openings.len() {
        0 => play_pair(contest, &*start, contest.opening, pair),
        count => play_pair(contest, &*openings[(pair % count as u64) as usize], 0, pair),
    };
    in_order(contest.pairs, contest.threads.max(1), job, |_, games| {
        report.score.add([games[0].points, games[1].points]);
        report.games.extend(games);
        report.verdict = contest.sprt.map(|sprt| sprt.verdict(&report.score));
        watch(&report);
        match report.verdict {
            None | Some(Verdict::GoOn) => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    });
    Ok(report)
}

/// The positions after the openings of a contest.
fn given_openings(
    contest: &Contest<'_>,
    start: &dyn AnyMatch,
) -> Result<Vec<Box<dyn AnyMatch>>, ContestError> {
    let numbered = contest.openings.iter().enumerate();
    numbered
        .map(|(index, moves)| {
            play_moves(start, moves).map_err(|error| ContestError::Opening {
                number: index + 1,
                moves: moves.clone(),
                error,
            })
        })
        .collect()
}

/// The match after these moves, which must leave something to choose.
fn play_moves(start: &dyn AnyMatch, moves: &str) -> Result<Box<dyn AnyMatch>, GameError> {
    let mut game = start.boxed_clone();
    for text in moves.split_whitespace() {
        for option in game.choices_of(text)? {
            game.play(option)?;
        }
    }
    if game.options() == 0 {
        return Err(reject("the game is over"));
    }
    Ok(game)
}
