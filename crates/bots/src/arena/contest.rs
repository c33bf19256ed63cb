//! A contest between two bots.

use std::ops::ControlFlow;

use ennead_game::{Options, Refusal};
use thiserror::Error;

use super::game::{Played, play_pair};
use super::pool::in_order;
use super::{Score, Sprt, Verdict};
use crate::{Budget, RosterError, roster};

/// Who plays whom at what, and how.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its set-up.
    pub setup: Options,
    /// The bot whose score is counted, as the roster knows it.
    pub a: &'a str,
    /// Its opponent.
    pub b: &'a str,
    /// How many pairs of games.
    pub pairs: u64,
    /// What a bot may spend on a move.
    pub budget: Budget,
    /// How many random moves begin each pair.
    pub opening: u32,
    /// What openings, deals and bots follow from.
    pub seed: u64,
    /// When to stop early, if at all.
    pub sprt: Option<Sprt>,
    /// How many threads play.
    pub threads: usize,
}

/// A contest that cannot begin.
#[derive(Debug, Error)]
pub enum ContestError {
    /// There is no such game.
    #[error("there is no game {0:?}")]
    Game(String),
    /// There is no such set-up.
    #[error("{0}")]
    Setup(Refusal),
    /// A bot cannot be had.
    #[error(transparent)]
    Roster(#[from] RosterError),
}

/// How a contest stands or has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The score.
    pub score: Score,
    /// What the sequential test says, if there is one.
    pub verdict: Option<Verdict>,
    /// The games, two a pair, in order.
    pub games: Vec<Played>,
}

/// Plays a contest. `watch` is told of every pair, in order.
///
/// With a budget of nodes alone the report follows from the contest, whatever the number of threads.
///
/// ```
/// use ennead_bots::{Budget, arena::{Contest, run}};
/// let contest = Contest {
///     game: "ttt", setup: Default::default(), a: "random", b: "random", pairs: 50,
///     budget: Budget::nodes(1), opening: 2, seed: 1, sprt: None, threads: 2,
/// };
/// let report = run(&contest, |_| {})?;
/// assert_eq!(report.score.games(), 100);
/// assert_eq!(report, run(&Contest { threads: 1, ..contest }, |_| {})?);
/// # Ok::<(), ennead_bots::arena::ContestError>(())
/// ```
pub fn run(contest: &Contest<'_>, mut watch: impl FnMut(&Report)) -> Result<Report, ContestError> {
    let game =
        ennead_registry::game(contest.game).ok_or_else(|| ContestError::Game(contest.game.to_string()))?;
    let start = game.start(&contest.setup).map_err(ContestError::Setup)?;
    for spec in [contest.a, contest.b] {
        // Bots that cannot be had at all are told before any game is lost by them.
        drop(roster::bot_for(&*start, spec, 0)?);
    }
    let verdict = contest.sprt.map(|_| Verdict::GoOn);
    let mut report = Report { score: Score::default(), verdict, games: Vec::new() };
    let job = |pair| play_pair(contest, &*start, pair);
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
