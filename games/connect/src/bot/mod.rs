//! A bot for every board: alpha-beta where few moves are legal, Monte Carlo tree search elsewhere.
//!
//! The same position, seed and number of nodes give the same answer on every platform: every
//! decision depends only on integer arithmetic, or on sums, quotients and square roots, which IEEE
//! 754 defines exactly. The bot reads no clock; the caller passes a check that says when to stop.

mod alpha_beta;
mod evaluation;
mod force;
mod outlook;
mod playout;
mod roster;
mod spending;
mod table;
mod tree;
mod windows;

pub(crate) use self::roster::ROSTER;
pub use self::roster::level_bot;

use ennead_game::{Game, Outcome, Seat, SplitMix64};

use self::alpha_beta::AlphaBeta;
use self::spending::Spending;
use self::tree::SearchTree;
use self::windows::Windows;
use crate::bits::Bits;
use crate::board::Board;
use crate::rules::on;
use crate::{Connect, ConnectSetup};

/// The maximum number of cells for alpha-beta without gravity.
const MAX_ALPHA_BETA_CELLS: u8 = 20;
/// The widest words for alpha-beta.
const MAX_ALPHA_BETA_BITS: u32 = 128;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Proven: the result with best play.
    Exact {
        /// 1 for a win, 0 for a draw, -1 for a loss.
        end: i8,
        /// The maximum number of plies to that result, or `None` if only the result is known.
        plies: Option<u32>,
    },
    /// An estimate from -1000 to 1000.
    Estimate(i32),
}

/// The bot's move and evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The option.
    pub option: u32,
    /// The value of the position.
    pub score: Score,
    /// The number of positions or playouts searched.
    pub nodes: u64,
    /// The expected line of play as options, starting with the bot's own.
    pub line: Vec<u32>,
}

/// A bot for line games of every set-up.
///
/// Every move is searched from scratch: a position, a seed and a number of nodes determine the
/// answer, whatever the bot was asked before.
///
/// ```
/// use ennead_connect::{Connect, ConnectBot, ConnectSetup, Score};
/// use ennead_game::{Match, play_moves};
/// let mut game = Match::<Connect>::new(ConnectSetup::default());
/// play_moves(&mut game, "4 1 4 1 4 1")?;
/// let answer = ConnectBot::new(1).best(game.position(), 1_000, &mut || false);
/// assert_eq!(answer.option, 3);
/// assert_eq!(answer.score, Score::Exact { end: 1, plies: Some(1) });
/// # Ok::<(), ennead_game::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConnectBot {
    seed: u64,
    /// The windows of the last board searched.
    windows: Option<(ConnectSetup, Windows)>,
}

impl ConnectBot {
    /// Creates a bot; the seed determines tie-breaks and playouts.
    pub fn new(seed: u64) -> Self {
        ConnectBot { seed, windows: None }
    }

    /// The bytes that it keeps between moves. Its tables and trees live for one search.
    pub(super) fn memory(&self) -> usize {
        self.windows.as_ref().map_or(0, |(_, windows)| size_of_val(windows) + windows.memory())
    }

    /// The best option found within `nodes` nodes, or until `stop` returns true. The position
    /// should not be over; if it is, the option is 0 and the score is the result.
    pub fn best(
        &mut self,
        position: &Connect,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> SearchResult {
        if let Some(outcome) = position.outcome() {
            let score = Score::Exact { end: end_for(outcome, position), plies: Some(0) };
            return SearchResult { option: 0, score, nodes: 0, line: Vec::new() };
        }
        let setup = *position.setup();
        if self.windows.as_ref().is_none_or(|(of, _)| *of != setup) {
            self.windows = Some((setup, Windows::new(&setup)));
        }
        let Some((_, windows)) = &self.windows else { unreachable!("made above") };
        let random = SplitMix64::new(self.seed);
        let mut spending = Spending::new(nodes, stop);
        on!(&position.0, board => search(board, windows, random, &mut spending))
    }
}

/// The result of a finished game for the side that would move next.
fn end_for(outcome: Outcome, position: &Connect) -> i8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == Seat(position.placed() & 1) => 1,
        Outcome::Win(_) => -1,
    }
}

/// A search result, with moves as bits of the board.
struct Found {
    score: Score,
    /// The expected line of play; the first move is the one to play.
    line: Vec<u32>,
}

fn search<B: Bits>(
    board: &Board<B>,
    windows: &Windows,
    mut random: SplitMix64,
    spending: &mut Spending<'_>,
) -> SearchResult {
    let setup = board.setup();
    let few_moves = setup.gravity() || setup.cells() <= MAX_ALPHA_BETA_CELLS;
    let found = if few_moves && B::WIDTH <= MAX_ALPHA_BETA_BITS {
        AlphaBeta::new(board, windows, spending).best(board, &mut random)
    } else {
        SearchTree::new(board, windows).best(&mut random, spending)
    };
    let line = options_of(board, &found.line);
    let option = line.first().copied().unwrap_or(0);
    SearchResult { option, score: found.score, nodes: spending.used(), line }
}

/// Converts moves to options, each on the board reached by the preceding ones.
fn options_of<B: Bits>(board: &Board<B>, line: &[u32]) -> Vec<u32> {
    let mut board = *board;
    let mut options = Vec::with_capacity(line.len());
    for at in line {
        options.push(board.legal().count_below(*at));
        board.put(*at);
    }
    options
}
