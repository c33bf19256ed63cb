//! A bot for every board: alpha-beta where few moves are legal, Monte Carlo tree search elsewhere.
//!
//! The same position, seed and number of nodes give the same answer on every platform: all that
//! decides a move is integer arithmetic, or sums, quotients and square roots, which IEEE 754 fixes.
//! The bot reads no clock; the caller passes a check that says when to stop.

mod alpha_beta;
mod budget;
mod evaluation;
mod force;
mod outlook;
mod playout;
mod roster;
mod table;
mod tree;
mod windows;

pub(crate) use self::roster::ROSTER;
pub use self::roster::level_bot;

use ennead_game::{Game, Outcome, Seat, SplitMix64};

use self::alpha_beta::AlphaBeta;
use self::budget::Budget;
use self::tree::Tree;
use self::windows::Windows;
use crate::bits::Bits;
use crate::board::Board;
use crate::rules::on;
use crate::{Connect, ConnectSetup};

/// Without gravity, alpha-beta is for boards of up to this many cells.
const MOST_CELLS: u8 = 20;
/// The widest words that alpha-beta is for.
const MOST_BITS: u32 = 128;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Proven: with best play it ends like this.
    Exact {
        /// 1 for a win, 0 for a draw, -1 for a loss.
        end: i8,
        /// After how many moves at most; none where only the end is known.
        plies: Option<u32>,
    },
    /// An estimate from -1000 to 1000.
    Estimate(i32),
}

/// What the bot would play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The option.
    pub option: u32,
    /// What the position is worth.
    pub score: Score,
    /// How many positions or playouts were looked at.
    pub nodes: u64,
    /// The options that the bot expects, its own first.
    pub line: Vec<u32>,
}

/// Plays line games of every set-up.
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
    /// The windows of the board that was looked at last.
    windows: Option<(ConnectSetup, Windows)>,
}

impl ConnectBot {
    /// A bot that breaks ties and plays out by this seed.
    pub fn new(seed: u64) -> Self {
        ConnectBot { seed, windows: None }
    }

    /// The best option that the bot finds within so many nodes, or until `stop` says so. The
    /// position should not be over; if it is, the option is 0 and the score says how it ended.
    pub fn best(
        &mut self,
        position: &Connect,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        if let Some(outcome) = position.outcome() {
            let score = Score::Exact { end: end_for(outcome, position), plies: Some(0) };
            return Answer { option: 0, score, nodes: 0, line: Vec::new() };
        }
        let setup = *position.setup();
        if self.windows.as_ref().is_none_or(|(of, _)| *of != setup) {
            self.windows = Some((setup, Windows::new(&setup)));
        }
        let Some((_, windows)) = &self.windows else { unreachable!("made above") };
        let random = SplitMix64::new(self.seed);
        let mut budget = Budget::new(nodes, stop);
        on!(&position.0, board => search(board, windows, random, &mut budget))
    }
}

/// How a game that is over ended for the side that would move next.
fn end_for(outcome: Outcome, position: &Connect) -> i8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == Seat(position.placed() & 1) => 1,
        Outcome::Win(_) => -1,
    }
}

/// What a search finds, with moves as bits of the board.
struct Found {
    score: Score,
    /// The moves that it expects; the first is the one to play.
    line: Vec<u32>,
}

fn search<B: Bits>(
    board: &Board<B>,
    windows: &Windows,
    mut random: SplitMix64,
    budget: &mut Budget<'_>,
) -> Answer {
    let setup = board.setup();
    let few_moves = setup.gravity() || setup.cells() <= MOST_CELLS;
    let found = if few_moves && B::WIDTH <= MOST_BITS {
        AlphaBeta::new(board, windows, budget).best(board, &mut random)
    } else {
        Tree::new(board, windows).best(&mut random, budget)
    };
    let line = options_of(board, &found.line);
    let option = line.first().copied().unwrap_or(0);
    Answer { option, score: found.score, nodes: budget.used(), line }
}

/// Moves as options, each on the board that those before it lead to.
fn options_of<B: Bits>(board: &Board<B>, line: &[u32]) -> Vec<u32> {
    let mut board = *board;
    let mut options = Vec::with_capacity(line.len());
    for at in line {
        options.push(board.legal().count_below(*at));
        board.put(*at);
    }
    options
}
