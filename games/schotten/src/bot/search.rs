//! Search over determinised positions: samples deals of the hidden cards, plays a few turns on after
//! promising placements, and values what comes out.

use crate::{CardSet, Schotten, SchottenView, Stage};
use ennead_game::{Game, Random, Seat, SplitMix64, nine};

use super::belief::Belief;
use super::board::Placement;
use super::clock::Clock;
use super::endgame::Endgame;
use super::evaluator::JUDGE;
use super::greedy::{NO, YES};
use super::net::chance;
use super::question::Question;
use super::value::{Judgement, best};
use ennead_search::{Advice, Bot, Budget, Opinion, PositionValue};

/// The number of placements that are searched, those with the highest values.
const CANDIDATES: usize = 12;
/// The weight of the value of a placement, in deals.
const PRIOR: f64 = 10.0;
/// The number of turns after the placement that are played before the position is valued, which is
/// when it is the mover's turn again.
const TURNS: u32 = 3;
/// The number of placements that are compared at each of these turns, and for the final value.
const TRIED: usize = 6;
const TRIED_LAST: usize = 8;
/// The fraction of the budget for an exhaustive search of an endgame.
const ENDGAME_SHARE: f64 = 0.6;

/// A placement and what came of it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    placement: Placement,
    /// The chance to win by the value of the placement.
    guess: f64,
    visits: u64,
    /// The sum of the chances to win.
    wins: f64,
}

impl Candidate {
    /// The chance to win.
    fn chance(&self) -> f64 {
        (self.wins + PRIOR * self.guess) / (self.visits as f64 + PRIOR)
    }
}

/// Searches the information set of the mover: every round deals the hidden cards anew, as likely as
/// the table suggests and with the same deal for all placements, and the worse half of the
/// placements is dropped from time to time. A placement is followed by a few turns, in which each player uses only what that player could
/// know, and then by the mover's chance to win as a trained network sees it. Once the deck is empty
/// it searches exhaustively, and its values are exact. A node is a placement with one deal. With a
/// budget of nodes alone, the view and the seed determine the result.
#[derive(Clone, Debug)]
pub struct InfoSetSearch {
    seed: u64,
    /// If set, it does not search, and takes placements for equal whose chances to win are so near.
    slack: Option<f64>,
    /// The placement behind the last chosen card, the question that it answered, and the opinions
    /// about the other placements.
    plan: Option<(Schotten, Placement, Vec<Candidate>)>,
}

impl InfoSetSearch {
    /// Creates a bot whose deals depend on the seed.
    pub fn new(seed: u64) -> Self {
        InfoSetSearch { seed, slack: None, plan: None }
    }

    /// Creates a bot that does not look ahead, and chooses among the placements whose chances to
    /// win are within `slack` of the best one.
    pub(super) fn content(seed: u64, slack: f64) -> Self {
        InfoSetSearch { slack: Some(slack), ..Self::new(seed) }
    }

    /// The stone for the card that was chosen together with it.
    fn recall(&mut self, question: &Question<'_>) -> Option<Advice> {
        let (position, placement, mut candidates) = self.plan.take()?;
        if position != question.position || question.cards() != CardSet::from(placement.card) {
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
        if let Some(slack) = self.slack {
            let last = candidates.partition_point(|one| one.guess >= candidates[0].guess - slack);
            let chosen = SplitMix64::new(question.seed(self.seed)).below(last as u64) as usize;
            candidates[..=chosen].rotate_right(1);
            return self.decide(question, candidates, clock);
        }
        if question.position.deck().is_empty()
            && let Some(advice) = solve(question, &candidates, clock)
        {
            return advice;
        }
        candidates.truncate(CANDIDATES);
        let mut random = SplitMix64::new(question.seed(self.seed));
        narrow_down(question, &mut candidates, clock, &mut random);
        self.decide(question, candidates, clock)
    }

    /// Chooses the first candidate, and remembers its stone.
    fn decide(
        &mut self,
        question: &Question<'_>,
        candidates: Vec<Candidate>,
        clock: &Clock,
    ) -> Advice {
        let best = candidates[0].placement;
        let advice = advice(question, best, &candidates, clock.nodes());
        self.plan = Some((question.position.clone(), best, candidates));
        advice
    }
}

impl Bot<Schotten> for InfoSetSearch {
    fn advise(&mut self, seen: &SchottenView, budget: Budget) -> Advice {
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

/// All legal placements in descending order of their values.
fn candidates(question: &Question<'_>) -> Vec<Candidate> {
    let cards = question.cards();
    let judgement = Judgement::new(&question.position);
    let mut candidates = Vec::with_capacity(54);
    for card in cards.iter() {
        let rest = judgement.without(card);
        for stone in nine::cells(question.position.table().open(question.position.mover())) {
            let guess = chance(judgement.value(&rest, stone));
            let placement = Placement { card, stone };
            candidates.push(Candidate { placement, guess, visits: 0, wins: 0.0 });
        }
    }
    candidates.sort_by(|a, b| b.guess.total_cmp(&a.guess));
    candidates
}

/// A placement that wins before the opponent moves.
fn winning_now(question: &Question<'_>, candidates: &[Candidate]) -> Option<Placement> {
    let mover = question.position.mover();
    let wins = |placement: &Placement| {
        let mut after = question.position.clone();
        placement.make(&mut after);
        while after.mover() == mover && matches!(after.stage(), Stage::Claim(_)) {
            after.choose(YES);
        }
        after.mover() == mover && after.stage() == Stage::Over
    };
    candidates.iter().map(|candidate| candidate.placement).find(wins)
}

/// Searches an endgame exhaustively, if the budget suffices.
fn solve(question: &Question<'_>, candidates: &[Candidate], clock: &mut Clock) -> Option<Advice> {
    let position = &question.position;
    let mut endgame = Endgame::new(&JUDGE, clock, ENDGAME_SHARE);
    let mut found = (candidates.first()?.placement, -1);
    for candidate in candidates {
        let mut after = position.clone();
        candidate.placement.make(&mut after);
        if endgame.winner(&after)? == position.mover() {
            found = (candidate.placement, 1);
            break;
        }
    }
    Some(proven(question, found.0, found.1, None, clock.nodes()))
}

/// Makes a claim unless it is proven wrong.
fn claim(question: &Question<'_>, clock: &mut Clock) -> Advice {
    let position = &question.position;
    if !position.deck().is_empty() {
        return Advice::bare(YES);
    }
    let mut endgame = Endgame::new(&JUDGE, clock, ENDGAME_SHARE);
    let mut wins = |option| {
        let mut after = position.clone();
        after.choose(option);
        endgame.winner(&after).map(|winner| winner == position.mover())
    };
    let (option, score) = match wins(YES) {
        None => return Advice { nodes: clock.nodes(), ..Advice::bare(YES) },
        Some(true) => (YES, 1),
        Some(false) => match wins(NO) {
            None => return Advice { nodes: clock.nodes(), ..Advice::bare(YES) },
            Some(true) => (NO, 1),
            Some(false) => (YES, -1),
        },
    };
    let value = Some(PositionValue::Exact { score, moves: None });
    Advice { value, nodes: clock.nodes(), ..Advice::bare(option) }
}

/// Searches in rounds and drops the worse half of the candidates after each.
fn narrow_down(
    question: &Question<'_>,
    candidates: &mut [Candidate],
    clock: &mut Clock,
    random: &mut SplitMix64,
) {
    let belief = question.belief();
    let rounds = candidates.len().max(2).next_power_of_two().ilog2();
    for round in 1..=rounds {
        let end = f64::from(round) / f64::from(rounds);
        let alive = candidates.len().div_ceil(1 << (round - 1)).max(2).min(candidates.len());
        while clock.spent() < end {
            play_deal(question, &belief, &mut candidates[..alive], clock, random);
        }
        candidates[..alive].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
    }
}

/// Samples one deal and looks ahead after every candidate.
fn play_deal(
    question: &Question<'_>,
    belief: &Belief,
    alive: &mut [Candidate],
    clock: &mut Clock,
    random: &mut SplitMix64,
) {
    let position = question.dealt(&belief.deal(random));
    for candidate in alive {
        let mut after = position.clone();
        candidate.placement.make(&mut after);
        candidate.visits += 1;
        candidate.wins += look_ahead(after, position.mover());
        clock.count();
        if clock.spent() >= 1.0 {
            return;
        }
    }
}

/// Plays a few turns on and returns the chance of a seat to win.
fn look_ahead(mut position: Schotten, seat: Seat) -> f64 {
    let mut turns = 0;
    loop {
        match position.stage() {
            Stage::Card if turns >= TURNS && position.mover() == seat => {
                return chance(best(&position, TRIED_LAST).0);
            }
            Stage::Card => {
                best(&position, TRIED).1.make(&mut position);
                turns += 1;
            }
            Stage::Over => return f64::from(u8::from(position.mover() == seat)),
            // A forced pass, or yes to a claim.
            _ => position.choose(position.options() - 1),
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
    let value = PositionValue::Exact { score, moves };
    let opinions = vec![Opinion { option, visits: 1, value }];
    Advice { option, value: Some(value), line: question.line(placement), opinions, nodes }
}

fn advice(
    question: &Question<'_>,
    best: Placement,
    candidates: &[Candidate],
    nodes: u64,
) -> Advice {
    let opinions = opinions(question, candidates);
    Advice {
        option: question.option(best),
        value: opinions.first().map(|opinion| opinion.value),
        line: question.line(best),
        opinions,
        nodes,
    }
}

/// One opinion per option: that of its best placement. Candidates that were searched longer come
/// first.
fn opinions(question: &Question<'_>, candidates: &[Candidate]) -> Vec<Opinion> {
    let mut opinions: Vec<Opinion> = Vec::new();
    for candidate in candidates {
        let option = question.option(candidate.placement);
        match opinions.iter_mut().find(|opinion| opinion.option == option) {
            Some(opinion) => opinion.visits += candidate.visits,
            None => opinions.push(Opinion {
                option,
                visits: candidate.visits,
                value: PositionValue::Estimate(2.0 * candidate.chance() - 1.0),
            }),
        }
    }
    opinions
}
