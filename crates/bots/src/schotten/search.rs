//! Deals the hidden cards again and again, and plays every promising placement to the end with sensible players.

use ennead_game::{Random, SplitMix64};
use ennead_schotten::{Schotten, Sight};

use super::board::{Board, Next, Placement, shuffle};
use super::clock::Clock;
use super::endgame::Endgame;
use super::greedy::YES;
use super::judge::{JUDGE, Judge};
use super::lanes::bit;
use super::question::Question;
use crate::{Advice, Bot, Budget, Opinion, Worth};

/// So many placements are played out; the judge leaves out the others.
const CANDIDATES: usize = 12;
/// The judge's opinion counts as so many playouts.
const PRIOR: f64 = 30.0;
/// What a point of the judge's scores does to the chance to win.
const POINT: f32 = 0.3;
/// The share of the budget that an endgame may take to be searched to the end.
const ENDGAME_SHARE: f64 = 0.6;

/// A placement and what its playouts say.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    placement: Placement,
    /// The judge's guess at the chance to win.
    guess: f64,
    visits: u64,
    wins: u64,
}

impl Candidate {
    /// The chance to win.
    fn chance(&self) -> f64 {
        (self.wins as f64 + PRIOR * self.guess) / (self.visits as f64 + PRIOR)
    }
}

/// Searches over what the player knows: the hidden cards are dealt anew for every round of playouts, each deal is the same for
/// all placements, and the worse half of them is dropped from time to time. Nothing else is known to either player in a playout
/// than what that player could know. Once the deck is empty it searches to the end, and its worths are proven.
///
/// A node is a playout. With a budget of nodes alone the answer follows from the view and the seed.
#[derive(Clone, Debug)]
pub struct InfoSetSearch {
    seed: u64,
    /// The placement that the last card was chosen for, the question it was an answer to, and what was thought of the others.
    plan: Option<(Board, Placement, Vec<Candidate>)>,
}

impl InfoSetSearch {
    /// A player whose deals follow from the seed.
    pub fn new(seed: u64) -> Self {
        InfoSetSearch { seed, plan: None }
    }

    /// The stone for a card that was chosen with a stone in mind.
    fn recall(&mut self, question: &Question<'_>) -> Option<Advice> {
        let (board, placement, mut candidates) = self.plan.take()?;
        if board != question.board || question.cards() != bit(placement.card) {
            return None;
        }
        candidates.retain(|candidate| candidate.placement.card == placement.card);
        Some(advice(question, placement, &candidates, 0))
    }

    fn place(&mut self, question: &Question<'_>, clock: &mut Clock) -> Advice {
        let mut candidates = candidates(question);
        if let Some(winning) = winning_now(question, &candidates) {
            return proven(question, winning, 1, Some(1), clock.nodes());
        }
        if question.board.deck_len == 0
            && let Some(advice) = solve(question, &candidates, clock)
        {
            return advice;
        }
        candidates.truncate(CANDIDATES);
        let mut random = SplitMix64::new(question.seed(self.seed));
        narrow_down(question, &mut candidates, clock, &mut random);
        let best = candidates[0].placement;
        self.plan = Some((question.board.clone(), best, candidates.clone()));
        advice(question, best, &candidates, clock.nodes())
    }
}

impl Bot<Schotten> for InfoSetSearch {
    fn advise(&mut self, seen: &Sight, budget: Budget) -> Advice {
        let Some(question) = Question::of(seen) else { return Advice::bare(0) };
        let mut clock = Clock::new(budget);
        if question.is_claim() {
            return claim(&question, &mut clock);
        }
        if let Some(advice) = self.recall(&question) {
            return advice;
        }
        self.place(&question, &mut clock)
    }
}

/// All placements that the question allows, the judge's favourite first.
fn candidates(question: &Question<'_>) -> Vec<Candidate> {
    let mut scored = Vec::with_capacity(54);
    let cards = question.cards();
    JUDGE.each_placement(&question.board, |placement, score| {
        if cards & bit(placement.card) != 0 {
            scored.push((score, placement));
        }
    });
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let top = scored.first().map_or(0.0, |(score, _)| *score);
    let candidate = |(score, placement)| {
        let guess = f64::from(0.5 + POINT * (score - top)).clamp(0.0, 1.0);
        Candidate { placement, guess, visits: 0, wins: 0 }
    };
    scored.into_iter().map(candidate).collect()
}

/// A placement that wins before the other player moves.
fn winning_now(question: &Question<'_>, candidates: &[Candidate]) -> Option<Placement> {
    let wins = |placement: &Placement| {
        let mut after = question.board.clone();
        after.deck_len = 0;
        after.place(*placement);
        while let Next::Claim(stone) = after.next
            && after.mover == question.board.mover
        {
            after.answer(stone, true);
        }
        after.next == Next::Over && after.mover == question.board.mover
    };
    candidates.iter().map(|candidate| candidate.placement).find(wins)
}

/// Searches an endgame to the end, if the budget lasts.
fn solve(question: &Question<'_>, candidates: &[Candidate], clock: &mut Clock) -> Option<Advice> {
    let board = open_board(question);
    let mut endgame = Endgame::new(&JUDGE, clock, ENDGAME_SHARE);
    let mut found = (candidates.first()?.placement, -1);
    for candidate in candidates {
        let mut after = board.clone();
        after.place(candidate.placement);
        if endgame.winner(&after)? == board.mover {
            found = (candidate.placement, 1);
            break;
        }
    }
    Some(proven(question, found.0, found.1, None, clock.nodes()))
}

/// Claiming is right wherever it cannot be proven wrong.
fn claim(question: &Question<'_>, clock: &mut Clock) -> Advice {
    let Next::Claim(stone) = question.board.next else { return Advice::bare(YES) };
    if question.board.deck_len != 0 {
        return Advice::bare(YES);
    }
    let board = open_board(question);
    let mut endgame = Endgame::new(&JUDGE, clock, ENDGAME_SHARE);
    let mut wins = |yes| {
        let mut after = board.clone();
        after.answer(stone, yes);
        endgame.winner(&after).map(|winner| winner == board.mover)
    };
    let (option, score) = match wins(true) {
        None => return Advice { nodes: clock.nodes(), ..Advice::bare(YES) },
        Some(true) => (YES, 1),
        Some(false) => match wins(false) {
            None => return Advice { nodes: clock.nodes(), ..Advice::bare(YES) },
            Some(true) => (0, 1),
            Some(false) => (YES, -1),
        },
    };
    let worth = Some(Worth::Exact { score, moves: None });
    Advice { worth, nodes: clock.nodes(), ..Advice::bare(option) }
}

/// The board with the only deal there is.
fn open_board(question: &Question<'_>) -> Board {
    let mut board = question.board.clone();
    board.give(&question.hidden);
    board
}

/// Plays rounds of playouts, and drops the worse half of the candidates after each.
fn narrow_down(
    question: &Question<'_>,
    candidates: &mut [Candidate],
    clock: &mut Clock,
    random: &mut SplitMix64,
) {
    let rounds = candidates.len().max(2).next_power_of_two().ilog2();
    for round in 1..=rounds {
        let end = f64::from(round) / f64::from(rounds);
        let alive = candidates.len().div_ceil(1 << (round - 1)).max(2).min(candidates.len());
        while clock.spent() < end {
            play_deal(question, &mut candidates[..alive], clock, random);
        }
        candidates[..alive].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
    }
}

/// Deals once, and plays every candidate out.
fn play_deal(question: &Question<'_>, alive: &mut [Candidate], clock: &mut Clock, random: &mut SplitMix64) {
    let mut hidden = question.hidden.clone();
    shuffle(&mut hidden, random);
    let mut board = question.board.clone();
    board.give(&hidden);
    let taste = random.next_u64();
    for candidate in alive {
        let mut after = board.clone();
        after.place(candidate.placement);
        let winner = play_out(after, &JUDGE, taste);
        candidate.visits += 1;
        candidate.wins += u64::from(winner == board.mover);
        clock.count();
        if clock.spent() >= 1.0 {
            return;
        }
    }
}

/// Plays to the end, both players by the judge's first sight, and says who wins.
fn play_out(mut board: Board, judge: &Judge, taste: u64) -> u8 {
    loop {
        match board.next {
            Next::Place => {
                let placement = judge.pick(&board, taste);
                board.place(placement);
            }
            Next::Pass => board.pass(),
            Next::Claim(stone) => board.answer(stone, true),
            Next::Over => return board.mover,
        }
    }
}

fn proven(
    question: &Question<'_>,
    placement: Placement,
    score: i32,
    moves: Option<u32>,
    nodes: u64,
) -> Advice {
    let option = question.option(placement);
    let worth = Worth::Exact { score, moves };
    let opinions = vec![Opinion { option, visits: 1, worth }];
    Advice { option, worth: Some(worth), line: question.line(placement), opinions, nodes }
}

fn advice(question: &Question<'_>, best: Placement, candidates: &[Candidate], nodes: u64) -> Advice {
    let opinions = opinions(question, candidates);
    Advice {
        option: question.option(best),
        worth: opinions.first().map(|opinion| opinion.worth),
        line: question.line(best),
        opinions,
        nodes,
    }
}

/// One opinion an option: that of its best placement. Candidates that were looked at longer come first.
fn opinions(question: &Question<'_>, candidates: &[Candidate]) -> Vec<Opinion> {
    let mut opinions: Vec<Opinion> = Vec::new();
    for candidate in candidates {
        let option = question.option(candidate.placement);
        match opinions.iter_mut().find(|opinion| opinion.option == option) {
            Some(opinion) => opinion.visits += candidate.visits,
            None => opinions.push(Opinion {
                option,
                visits: candidate.visits,
                worth: Worth::Estimate(2.0 * candidate.chance() - 1.0),
            }),
        }
    }
    opinions
}
