//! `ttt.line` and `ttt.game`: legal games as their place among all games.
//!
//! All games form a tree. `ttt.line` numbers its 549,946 nodes (every prefix of a game) and `ttt.game` its 255,168 leaves (every
//! complete game), both in the order of a walk that visits a node before what follows it and squares in ascending order.

use std::sync::LazyLock;

use ennead_bits::bits_for;
use ennead_game::Game;
use ennead_game::nine::{Mask, bit, cells};
use thiserror::Error;

use super::rank;
use crate::history::PlayedOn;
use crate::{History, Ttt};

/// How many complete games there are.
pub const GAMES: u32 = 255_168;
/// How many prefixes of games there are, the empty one and complete ones included.
pub const LINES: u32 = 549_946;
/// The width of a complete game's number.
pub const GAME_BITS: u32 = bits_for(GAMES as u64);
/// The width of a prefix's number.
pub const LINE_BITS: u32 = bits_for(LINES as u64);

/// A history or a number that these formats cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The history goes on after its end.
    #[error("not a legal game: {0}")]
    PlayedOn(#[from] PlayedOn),
    /// The game is not over.
    #[error(
        "the game is not over after {0} placement(s), and ttt.game holds complete games only: ttt.line holds this one"
    )]
    Unfinished(usize),
    /// The number is too high.
    #[error("game {0} is out of range: there are {GAMES} complete games, numbered from 0")]
    NoSuchGame(u128),
    /// The number is too high.
    #[error("line {0} is out of range: there are {LINES} lines, numbered from 0")]
    NoSuchLine(u128),
}

/// What a walk counts below a position.
#[derive(Clone, Copy)]
struct Below {
    games: u32,
    lines: u32,
}

/// By rank: more marks come out of positions with fewer, so the table is filled from the end of the game.
static BELOW: LazyLock<Vec<Below>> = LazyLock::new(|| {
    let mut table = vec![Below { games: 1, lines: 1 }; rank::POSITIONS as usize];
    let mut order: Vec<Ttt> = rank::all_positions().to_vec();
    order.sort_by_key(|position| std::cmp::Reverse(position.placed()));
    for position in order.iter().filter(|position| position.options() > 0) {
        let (mut games, mut lines) = (0, 1);
        for (_, next) in children(position) {
            let below = table[usize::from(rank::rank(&next))];
            games += below.games;
            lines += below.lines;
        }
        table[usize::from(rank::rank(position))] = Below { games, lines };
    }
    table
});

fn below(position: &Ttt) -> Below {
    BELOW[usize::from(rank::rank(position))]
}

/// The squares that can be played, in ascending order, and where they lead.
fn children(position: &Ttt) -> impl Iterator<Item = (u8, Ttt)> + use<> {
    let position = *position;
    let free: Mask = if position.options() == 0 { 0 } else { position.free() };
    cells(free).map(move |square| {
        let mut next = position;
        next.put(bit(square));
        (square, next)
    })
}

/// The number of a complete game.
pub fn encode_game(history: &History) -> Result<u32, LineError> {
    if history.legal()?.options() > 0 {
        return Err(LineError::Unfinished(history.len()));
    }
    Ok(walk_to(history, |below| below.games, 0))
}

/// The number of any prefix of a game.
pub fn encode_line(history: &History) -> Result<u32, LineError> {
    history.legal()?;
    Ok(walk_to(history, |below| below.lines, 1))
}

/// The sum of what is passed by on the way: `count` for each sibling before, `node` for each node entered.
fn walk_to(history: &History, count: impl Fn(Below) -> u32, node: u32) -> u32 {
    let mut position = Ttt::EMPTY;
    let mut index = 0;
    for square in history.squares() {
        let passed = children(&position).take_while(|(other, _)| *other < square.index());
        index += node + passed.map(|(_, next)| count(below(&next))).sum::<u32>();
        position.put(bit(square.index()));
    }
    index
}

/// The complete game with a number.
pub fn decode_game(index: u128) -> Result<History, LineError> {
    let mut index = below_limit(index, GAMES).ok_or(LineError::NoSuchGame(index))?;
    let mut history = History::new();
    let mut position = Ttt::EMPTY;
    while position.options() > 0 {
        step_down(&mut position, &mut history, &mut index, |below| below.games);
    }
    Ok(history)
}

/// The prefix with a number.
pub fn decode_line(index: u128) -> Result<History, LineError> {
    let mut index = below_limit(index, LINES).ok_or(LineError::NoSuchLine(index))?;
    let mut history = History::new();
    let mut position = Ttt::EMPTY;
    while index > 0 {
        index -= 1;
        step_down(&mut position, &mut history, &mut index, |below| below.lines);
    }
    Ok(history)
}

fn below_limit(index: u128, limit: u32) -> Option<u32> {
    u32::try_from(index).ok().filter(|index| *index < limit)
}

/// Goes to the child that `index` falls into, and takes off what comes before it.
fn step_down(position: &mut Ttt, history: &mut History, index: &mut u32, count: impl Fn(Below) -> u32) {
    for (square, next) in children(position) {
        let size = count(below(&next));
        if *index < size {
            history.push_free(square);
            *position = next;
            return;
        }
        *index -= size;
    }
    unreachable!("an index below the count falls into one of the children");
}
