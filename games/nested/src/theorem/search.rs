//! A bounded search: can X win in at most a given number of moves?
//!
//! Depth-first with a transposition table that stores whole positions rather than hashes, so
//! refutations are proven too.

use std::time::Instant;

use super::code_board::CodeBoard;
use super::grid_codes::{FACTS, GridFacts, NEVER};
use crate::{Flat, Mark};

/// Number of nodes between clock checks.
const CLOCK_INTERVAL: u64 = 4096;
/// Entries per bucket: one keeps the deepest position, the other the most recent.
const BUCKET: usize = 2;

/// The deadline has passed.
#[derive(Debug)]
pub(super) struct TimeIsUp;

/// What is known about a position with X to move.
#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: [u64; 2],
    /// X does not win with this number of moves.
    fails: u8,
    /// X wins with this number of moves.
    wins: u8,
    /// The largest number of moves searched.
    depth: u8,
}

const UNKNOWN: ProofEntry = ProofEntry { key: [u64::MAX; 2], fails: 0, wins: NEVER, depth: 0 };

/// A move with the resulting board and a sort key: lower is more promising.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    order: i32,
    played: (u8, u8),
    board: CodeBoard,
}

/// The search and its table.
#[derive(Debug)]
pub(super) struct Search {
    facts: &'static [GridFacts],
    table: Vec<ProofEntry>,
    /// The candidates of all positions on the current line, as a stack.
    candidates: Vec<Candidate>,
    until: Option<Instant>,
    nodes: u64,
}

impl Search {
    /// A search with a table of `entries` positions, a power of two.
    pub(super) fn new(entries: usize, until: Option<Instant>) -> Self {
        Search {
            facts: &FACTS,
            table: vec![UNKNOWN; entries.next_power_of_two().max(BUCKET)],
            candidates: Vec::new(),
            until,
            nodes: 0,
        }
    }

    /// Number of positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A move with which X, to move, wins within `x_moves` moves.
    pub(super) fn winning_move(
        &mut self,
        board: &Flat,
        x_moves: u8,
    ) -> Result<Option<(u8, u8)>, TimeIsUp> {
        let board = CodeBoard::new(board);
        if board.least_x_moves_on_turn() > x_moves {
            return Ok(None);
        }
        self.best(&board, x_moves)
    }

    /// X's winning move, searched without consulting the table entry of the position itself.
    fn best(&mut self, board: &CodeBoard, x_moves: u8) -> Result<Option<(u8, u8)>, TimeIsUp> {
        self.count()?;
        let base = self.candidates.len();
        let mut best = self.collect_x(board, x_moves);
        let mut at = base;
        while best.is_none() && at < self.candidates.len() {
            self.bring_first(at);
            let Candidate { played, board: next, .. } = self.candidates[at];
            if self.wins_against_all(&next, x_moves - 1)? {
                best = Some(played);
            }
            at += 1;
        }
        self.candidates.truncate(base);
        self.store(board.key(), x_moves, best.is_some());
        Ok(best)
    }

    /// Collects X's moves that leave a line within reach; returns one that wins immediately.
    fn collect_x(&mut self, board: &CodeBoard, x_moves: u8) -> Option<(u8, u8)> {
        let (facts, candidates) = (self.facts, &mut self.candidates);
        let mut winning = None;
        board.for_moves(facts, |played| {
            let next = board.after(facts, Mark::X, played);
            let left = next.least_x_moves();
            if next.is_won() {
                winning = Some(played);
            } else if !next.is_not_won() && left < x_moves {
                let order = i32::from(left) * 100 + i32::from(next.freedom(facts)) * 3;
                candidates.push(Candidate { order, played, board: next });
            }
        });
        winning
    }

    /// Whether X wins within `x_moves` moves against every move of O, who is to move.
    fn wins_against_all(&mut self, board: &CodeBoard, x_moves: u8) -> Result<bool, TimeIsUp> {
        let base = self.candidates.len();
        let mut wins = self.collect_o(board, x_moves);
        let mut at = base;
        while wins && at < self.candidates.len() {
            self.bring_first(at);
            let next = self.candidates[at].board;
            let known = self.look_up(next.key());
            wins = match () {
                () if x_moves <= known.fails => false,
                () if x_moves >= known.wins => true,
                () => self.best(&next, x_moves)?.is_some(),
            };
            at += 1;
        }
        self.candidates.truncate(base);
        Ok(wins)
    }

    /// Collects O's moves that may refute a win; returns whether none refutes it immediately.
    fn collect_o(&mut self, board: &CodeBoard, x_moves: u8) -> bool {
        let facts = self.facts;
        let base = self.candidates.len();
        let mut wins = true;
        let candidates = &mut self.candidates;
        board.for_moves(facts, |played| {
            let next = board.after(facts, Mark::O, played);
            let left = next.least_x_moves_on_turn();
            wins &= !next.is_not_won() && left <= x_moves;
            if wins {
                let order = -i32::from(left) * 100 + i32::from(next.freedom(facts)) * 3;
                candidates.push(Candidate { order, played, board: next });
            }
        });
        // Probe the table for all candidates first: a hit may make the rest unnecessary.
        for at in base..if wins { self.candidates.len() } else { base } {
            let known = self.look_up(self.candidates[at].board.key());
            wins &= x_moves > known.fails;
            self.candidates[at].order -= i32::from(known.fails) * 150;
        }
        wins
    }

    /// Moves the most promising candidate from `at` on to the front.
    fn bring_first(&mut self, at: usize) {
        let rest = &self.candidates[at..];
        let first = rest.iter().enumerate().min_by_key(|(_, candidate)| candidate.order);
        let first = first.map_or(0, |(index, _)| index);
        self.candidates.swap(at, at + first);
    }

    fn count(&mut self) -> Result<(), TimeIsUp> {
        self.nodes += 1;
        let is_late = || self.until.is_some_and(|until| Instant::now() >= until);
        match self.nodes.is_multiple_of(CLOCK_INTERVAL) && is_late() {
            true => {
                self.candidates.clear();
                Err(TimeIsUp)
            }
            false => Ok(()),
        }
    }

    fn look_up(&self, key: u128) -> ProofEntry {
        let key = words(key);
        let bucket = self.bucket(key);
        let known = self.table[bucket..bucket + BUCKET].iter().find(|entry| entry.key == key);
        known.copied().unwrap_or(UNKNOWN)
    }

    fn store(&mut self, key: u128, x_moves: u8, wins: bool) {
        let key = words(key);
        let at = self.bucket(key);
        let [deepest, latest] = &mut self.table[at..at + BUCKET] else { return };
        let slot = if deepest.key == key {
            deepest
        } else if latest.key == key {
            latest
        } else {
            let slot = if deepest.depth <= x_moves {
                *latest = *deepest;
                deepest
            } else {
                latest
            };
            *slot = ProofEntry { key, ..UNKNOWN };
            slot
        };
        slot.depth = slot.depth.max(x_moves);
        match wins {
            true => slot.wins = slot.wins.min(x_moves),
            false => slot.fails = slot.fails.max(x_moves),
        }
    }

    fn bucket(&self, [high, low]: [u64; 2]) -> usize {
        let mixed = (high.rotate_left(29) ^ low).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 16) as usize & (self.table.len() - 1) & !(BUCKET - 1)
    }
}

fn words(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}
