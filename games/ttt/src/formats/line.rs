//! `ttt.line` and `ttt.game`: legal games as indices.
//!
//! All games form a tree. `ttt.line` numbers its 549,946 nodes (every prefix of a game) and
//! `ttt.game` its 255,168 leaves (every complete game). Both use pre-order traversal, with squares
//! in ascending order.

use std::sync::LazyLock;

use ennead_bits::bits_for;
use ennead_game::Game;
use ennead_game::nine::{Mask, bit, cells};
use thiserror::Error;

use super::rank;
use crate::history::PlayedOn;
use crate::{History, Ttt};

/// Number of complete games.
pub const GAMES: u32 = 255_168;
/// Number of prefixes of games, including the empty one and the complete games.
pub const LINES: u32 = 549_946;
/// Width of a `ttt.game` value in bits.
pub const GAME_BITS: u32 = bits_for(GAMES as u64);
/// Width of a `ttt.line` value in bits.
pub const LINE_BITS: u32 = bits_for(LINES as u64);

/// A history that these formats cannot encode, or a number that they cannot decode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The history continues after the end of the game.
    #[error("not a legal game: {0}")]
    PlayedOn(#[from] PlayedOn),
    /// The game is not over.
    #[error(
        "the game is not over after {0} placement(s), but ttt.game holds only complete games: use \
         ttt.line"
    )]
    Unfinished(usize),
    /// The game index is out of range.
    #[error("game {0} is out of range: there are {GAMES} complete games, numbered from 0")]
    NoSuchGame(u128),
    /// The line index is out of range.
    #[error("line {0} is out of range: there are {LINES} lines, numbered from 0")]
    NoSuchLine(u128),
}

/// Node counts of the subtree below a position.
#[derive(Clone, Copy)]
struct SubtreeSize {
    games: u32,
    lines: u32,
}

/// Subtree sizes by rank. Positions with more marks are descendants of those with fewer, so the
/// table is filled starting from the end of the game.
static SUBTREE_SIZES: LazyLock<Vec<SubtreeSize>> = LazyLock::new(|| {
    let mut table = vec![SubtreeSize { games: 1, lines: 1 }; rank::POSITIONS as usize];
    let mut order: Vec<Ttt> = rank::all_positions().to_vec();
    order.sort_by_key(|position| std::cmp::Reverse(position.placed()));
    for position in order.iter().filter(|position| position.options() > 0) {
        let (mut games, mut lines) = (0, 1);
        for (_, next) in children(position) {
            let size = table[usize::from(rank::rank(&next))];
            games += size.games;
            lines += size.lines;
        }
        table[usize::from(rank::rank(position))] = SubtreeSize { games, lines };
    }
    table
});

fn subtree_size(position: &Ttt) -> SubtreeSize {
    SUBTREE_SIZES[usize::from(rank::rank(position))]
}

/// The legal squares in ascending order, with the resulting positions.
fn children(position: &Ttt) -> impl Iterator<Item = (u8, Ttt)> + use<> {
    let position = *position;
    let free: Mask = if position.options() == 0 { 0 } else { position.free() };
    cells(free).map(move |square| {
        let mut next = position;
        next.put(bit(square));
        (square, next)
    })
}

/// Encodes a complete game.
pub fn encode_game(history: &History) -> Result<u32, LineError> {
    if history.legal()?.options() > 0 {
        return Err(LineError::Unfinished(history.len()));
    }
    Ok(index_of(history, |size| size.games, 0))
}

/// Encodes any prefix of a game.
pub fn encode_line(history: &History) -> Result<u32, LineError> {
    history.legal()?;
    Ok(index_of(history, |size| size.lines, 1))
}

/// The index of a history: the sum of `count` over all earlier siblings on its path, plus `node`
/// for each placement.
fn index_of(history: &History, count: impl Fn(SubtreeSize) -> u32, node: u32) -> u32 {
    let mut position = Ttt::EMPTY;
    let mut index = 0;
    for square in history.squares() {
        let passed = children(&position).take_while(|(other, _)| *other < square.index());
        index += node + passed.map(|(_, next)| count(subtree_size(&next))).sum::<u32>();
        position.put(bit(square.index()));
    }
    index
}

/// Decodes a complete game.
pub fn decode_game(index: u128) -> Result<History, LineError> {
    let mut index = below_limit(index, GAMES).ok_or(LineError::NoSuchGame(index))?;
    let mut history = History::new();
    let mut position = Ttt::EMPTY;
    while position.options() > 0 {
        step_down(&mut position, &mut history, &mut index, |size| size.games);
    }
    Ok(history)
}

/// Decodes a prefix of a game.
pub fn decode_line(index: u128) -> Result<History, LineError> {
    let mut index = below_limit(index, LINES).ok_or(LineError::NoSuchLine(index))?;
    let mut history = History::new();
    let mut position = Ttt::EMPTY;
    while index > 0 {
        index -= 1;
        step_down(&mut position, &mut history, &mut index, |size| size.lines);
    }
    Ok(history)
}

fn below_limit(index: u128, limit: u32) -> Option<u32> {
    u32::try_from(index).ok().filter(|index| *index < limit)
}

/// Moves to the child whose subtree contains `index`, and makes `index` relative to it.
fn step_down(
    position: &mut Ttt,
    history: &mut History,
    index: &mut u32,
    count: impl Fn(SubtreeSize) -> u32,
) {
    for (square, next) in children(position) {
        let size = count(subtree_size(&next));
        if *index < size {
            history.push_free(square);
            *position = next;
            return;
        }
        *index -= size;
    }
    unreachable!("an index below the size falls into one of the subtrees");
}
