//! Generates puzzles: wins from matches between bots, and questions from the game's workshop.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use ennead_game::{
    AnyMatch, GameError, Options, Outcome, PuzzleEntry, Random, SplitMix64, Turn, Viewer, Workshop,
};
use thiserror::Error;

use super::prover::{MAX_PROOF, WinProof, difficulty};
use super::set::Puzzles;
use super::verify::{VerifyError, verify};
use crate::arena::in_order;
use crate::{Budget, Level, Roster, RosterError, choose_move};

/// The longest win to search for.
const MAX_MOVES: u32 = 5;
/// The shortest win that makes a puzzle.
const MIN_MOVES: u32 = 2;
/// The fewest legal moves that make the first move worth finding.
const MIN_CHOICE: u64 = 3;
/// The budget of the bots per choice.
const THINKING: Budget = Budget::nodes(150);
/// The highest number of random moves at the beginning of a match.
const OPENING: u64 = 6;
/// The number of matches or workshop attempts per puzzle before giving up.
const PATIENCE: u64 = 2_000;
/// At most this many puzzles in a hundred have the same difficulty …
const MAX_SHARE: usize = 40;
/// … unless this many attempts per puzzle have not found enough of the others.
const BALANCING: u64 = 200;

/// Settings of a generator.
pub struct GenerateJob<'a> {
    /// The game; its book is not used.
    pub puzzles: Puzzles<'a>,
    /// The bots that play the matches.
    pub roster: &'a Roster,
    /// The set-up of the matches.
    pub setup: Options,
    /// The number of puzzles.
    pub count: usize,
    /// The most bytes per position, so that many puzzles fit into a small file.
    pub most_bytes: usize,
    /// The seed of the matches.
    pub seed: u64,
    /// The number of threads that play and prove. The puzzles do not depend on it.
    pub threads: usize,
}

/// Why generating puzzles failed.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// Wins cannot be proven in games with chance or hidden information.
    #[error("{0} asks no question, and with chance or hidden cards no win can be proven")]
    Hidden(&'static str),
    /// The set-up is rejected.
    #[error(transparent)]
    Setup(GameError),
    /// The bot does not exist.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// Too few puzzles were found.
    #[error("{tried} attempts found only {found} puzzles: request fewer")]
    TooFew {
        /// The number of attempts.
        tried: u64,
        /// The number of puzzles found.
        found: usize,
    },
    /// A generated puzzle does not verify, which is a defect of the game.
    #[error("a new puzzle cannot be verified: {0}")]
    Wrong(#[from] VerifyError),
}

/// Generates and verifies puzzles; calls `progress` with the number found so far.
pub fn generate(
    job: &GenerateJob<'_>,
    mut progress: impl FnMut(usize),
) -> Result<Vec<PuzzleEntry>, GenerateError> {
    let workshop = job.puzzles.question.and_then(|question| question.workshop);
    if workshop.is_none() {
        check_open(job)?;
    }
    let mut found = Collection::new(job.count);
    let mut wrong = None;
    let tries = PATIENCE.saturating_mul(job.count as u64);
    let attempt = |number: u64| {
        let mut random = SplitMix64::new(SplitMix64::new(job.seed).next_u64() ^ number);
        random.next_u64();
        let found = match workshop {
            Some(workshop) => job.question(&workshop, &mut random),
            None => job.win(&mut random)?,
        };
        let found = found.filter(|(entry, _)| entry.position.len() <= job.most_bytes);
        if let Some((entry, _)) = &found {
            verify(job.puzzles, entry)?;
        }
        Ok::<_, GenerateError>(found)
    };
    in_order(tries, job.threads.max(1), attempt, |number, result| {
        match result {
            Ok(Some((entry, key))) => found.add(entry, key),
            Ok(None) => {}
            Err(error) => {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
        }
        if number >= BALANCING.saturating_mul(job.count as u64) {
            found.fill();
        }
        progress(found.entries.len());
        if found.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(error) = wrong {
        return Err(error);
    }
    found.fill();
    match found.is_full() {
        true => Ok(found.shuffled(job.seed)),
        false => Err(GenerateError::TooFew { tried: tries, found: found.entries.len() }),
    }
}

/// The puzzles found so far, without duplicates and balanced by difficulty.
struct Collection {
    count: usize,
    known: HashSet<Vec<u8>>,
    entries: Vec<PuzzleEntry>,
    /// Puzzles of difficulties that already have enough.
    spare: VecDeque<PuzzleEntry>,
}

impl Collection {
    fn new(count: usize) -> Collection {
        Collection { count, known: HashSet::new(), entries: Vec::new(), spare: VecDeque::new() }
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= self.count
    }

    fn add(&mut self, entry: PuzzleEntry, key: Vec<u8>) {
        if !self.known.insert(key) {
            return;
        }
        let alike = |other: &&PuzzleEntry| other.difficulty == entry.difficulty;
        let share = (self.count * MAX_SHARE).div_ceil(100);
        if self.entries.iter().filter(alike).count() < share {
            self.entries.push(entry);
        } else if self.spare.len() < self.count {
            self.spare.push_back(entry);
        }
    }

    /// Shuffles the puzzles: rare difficulties are found last.
    fn shuffled(mut self, seed: u64) -> Vec<PuzzleEntry> {
        let mut random = SplitMix64::new(seed);
        for last in (1..self.entries.len()).rev() {
            self.entries.swap(last, random.below(last as u64 + 1) as usize);
        }
        self.entries
    }

    /// Adds spare puzzles, where other difficulties are too rare.
    fn fill(&mut self) {
        while !self.is_full() {
            let Some(entry) = self.spare.pop_front() else { return };
            self.entries.push(entry);
        }
    }
}

/// Rejects games in which no win can be proven.
fn check_open(job: &GenerateJob<'_>) -> Result<(), GenerateError> {
    let play = job.puzzles.game.start(&job.setup).map_err(GenerateError::Setup)?;
    let [first, second] = ennead_game::Seat::BOTH.map(|seat| play.view(Viewer::Seat(seat)));
    if play.turn() == Turn::Chance || first != second {
        return Err(GenerateError::Hidden(job.puzzles.game.id()));
    }
    Ok(())
}

/// A puzzle, and the key by which duplicates are recognised.
type Found = Option<(PuzzleEntry, Vec<u8>)>;

impl GenerateJob<'_> {
    fn question(&self, workshop: &Workshop, random: &mut SplitMix64) -> Found {
        let position = (workshop.make)(random)?;
        let mut entry = PuzzleEntry { moves: 0, difficulty: 1, position };
        let puzzle = self.puzzles.open(&entry).ok()?;
        let (_, nodes) = (workshop.prove)(puzzle.play());
        entry.difficulty = difficulty(nodes);
        let key = entry.position.clone();
        (nodes <= MAX_PROOF).then_some((entry, key))
    }

    /// The longest win with a unique first move in a match between bots.
    fn win(&self, random: &mut SplitMix64) -> Result<Found, GenerateError> {
        let play = self.match_of_bots(random)?;
        let Turn::Over(Outcome::Win(winner)) = play.turn() else { return Ok(None) };
        let mut best = None;
        let mut start = play.restart();
        // The positions of the winner's turns, last one first.
        let mut turns = Vec::new();
        let mut before = Turn::Chance;
        for option in play.choices() {
            if start.turn() == Turn::Seat(winner) && before != start.turn() {
                turns.push(start.boxed_clone());
            }
            before = start.turn();
            // Cannot fail: the choices come from a match that was played.
            let _ = start.play(*option);
        }
        for position in turns.iter().rev() {
            let Ok(Some(proof)) = WinProof::of(&**position, MAX_MOVES, MAX_PROOF) else { break };
            let is_puzzle = proof.moves >= MIN_MOVES
                && proof.first.len() == 1
                && position.count_moves() >= MIN_CHOICE;
            if is_puzzle {
                best = Some((position, proof));
            }
        }
        Ok(best.map(|(position, proof)| {
            let entry = PuzzleEntry {
                moves: proof.moves as u8,
                difficulty: difficulty(proof.nodes),
                position: position.record(),
            };
            (entry, position.view(Viewer::Spectator).as_slice().to_vec())
        }))
    }

    /// A match between two bots of random strength, after a few random moves.
    fn match_of_bots(&self, random: &mut SplitMix64) -> Result<Box<dyn AnyMatch>, GenerateError> {
        let mut play = self.puzzles.game.start(&self.setup).map_err(GenerateError::Setup)?;
        let levels = [Level::Casual, Level::Skilled, Level::Strong];
        let mut bots = Vec::new();
        for _ in 0..2 {
            let level = levels[random.below(levels.len() as u64) as usize];
            bots.push(self.roster.bot(level.name(), random.next_u64())?);
        }
        for _ in 0..random.below(OPENING + 1) {
            play_randomly(&mut *play, random);
        }
        while let Turn::Seat(seat) = play.turn() {
            let choices = choose_move(&mut *bots[seat.index()], &*play, THINKING)
                .map_err(RosterError::Engine)?;
            if choices.is_empty() || choices.into_iter().any(|option| play.play(option).is_err()) {
                break;
            }
        }
        Ok(play)
    }
}

/// Makes a random whole move.
fn play_randomly(play: &mut dyn AnyMatch, random: &mut SplitMix64) {
    let mover = play.turn();
    while matches!(mover, Turn::Seat(_)) && play.turn() == mover {
        if play.play(random.below(u64::from(play.options())) as u32).is_err() {
            return;
        }
    }
}
