//! Search over determinised positions: samples deals of the hidden cards, plays a few turns after
//! each promising placement, and evaluates the result.

use crate::{CardSet, Schotten, SchottenView, Stage};
use ennead_game::{Game, Random, Seat, SplitMix64, nine};

use super::belief::Belief;
use super::board::Placement;
use super::endgame::Endgame;
use super::evaluator::EVALUATOR;
use super::greedy::{NO, YES};
use super::net::chance;
use super::pending_choice::PendingChoice;
use super::spending::Spending;
use super::value::{NetEvaluator, best};
use ennead_search::{Advice, Bot, Budget, Opinion, PositionValue};

/// The number of placements to search, those with the highest values.
const CANDIDATES: usize = 12;
/// The weight of a placement's static value, in deals.
const PRIOR: f64 = 10.0;
/// The number of turns played after the placement before the position is evaluated, with the mover
/// to play again.
const TURNS: u32 = 3;
/// The number of placements compared at each of these turns, and for the final evaluation.
const TRIED: usize = 6;
const TRIED_LAST: usize = 8;
/// The fraction of the budget reserved for exhaustive endgame search.
const ENDGAME_SHARE: f64 = 0.6;

/// A placement and its search statistics.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    placement: Placement,
    /// The estimated chance of winning without search.
    guess: f64,
    visits: u64,
    /// The sum of the chances of winning over all deals.
    wins: f64,
}

impl Candidate {
    /// The estimated chance of winning.
    fn chance(&self) -> f64 {
        (self.wins + PRIOR * self.guess) / (self.visits as f64 + PRIOR)
    }
}

/// Searches the mover's information set. Every round samples a deal of the hidden cards, weighted
/// by what the table suggests, and tries all placements with it; the worse half of the placements
/// is dropped from time to time (sequential halving). After a placement, both players play a few
/// turns, each using only what that player can know, and a trained network estimates the mover's
/// chance of winning. Once the deck is empty, the search is exhaustive and its values are exact.
///
/// A node is one placement with one deal. Under a node budget, the view and the seed determine the
/// result.
#[derive(Clone, Debug)]
pub struct InfoSetSearch {
    seed: u64,
    /// If set, the bot does not search, and treats placements as equal if their chances of winning
    /// are within this margin of the best.
    slack: Option<f64>,
    /// The placement whose card was chosen last, the position in which it was chosen, and the other
    /// candidates.
    plan: Option<(Schotten, Placement, Vec<Candidate>)>,
}

impl InfoSetSearch {
    /// Creates a bot that samples deals according to the seed.
    pub fn new(seed: u64) -> Self {
        InfoSetSearch { seed, slack: None, plan: None }
    }

    /// Creates a bot that does not search, and picks among the placements whose chances of winning
    /// are within `slack` of the best.
    pub(super) fn without_search(seed: u64, slack: f64) -> Self {
        InfoSetSearch { slack: Some(slack), ..Self::new(seed) }
    }

    /// The stone that was planned together with the chosen card.
    fn recall(&mut self, choice: &PendingChoice<'_>) -> Option<Advice> {
        let (position, placement, mut candidates) = self.plan.take()?;
        if position != choice.position || choice.cards() != CardSet::from(placement.card) {
            return None;
        }
        candidates.retain(|candidate| candidate.placement.card == placement.card);
        Some(advice(choice, placement, &candidates, 0))
    }

    fn place(&mut self, choice: &PendingChoice<'_>, spending: &mut Spending) -> Advice {
        let mut candidates = candidates(choice);
        if let Some(winning) = winning_now(choice, &candidates) {
            return proven(choice, winning, 1, Some(1), spending.nodes());
        }
        if let Some(slack) = self.slack {
            let last = candidates.partition_point(|one| one.guess >= candidates[0].guess - slack);
            let chosen = SplitMix64::new(choice.seed(self.seed)).below(last as u64) as usize;
            candidates[..=chosen].rotate_right(1);
            return self.decide(choice, candidates, spending);
        }
        if choice.position.deck().is_empty()
            && let Some(advice) = solve(choice, &candidates, spending)
        {
            return advice;
        }
        candidates.truncate(CANDIDATES);
        let mut random = SplitMix64::new(choice.seed(self.seed));
        narrow_down(choice, &mut candidates, spending, &mut random);
        self.decide(choice, candidates, spending)
    }

    /// Chooses the first candidate and remembers its stone.
    fn decide(
        &mut self,
        choice: &PendingChoice<'_>,
        candidates: Vec<Candidate>,
        spending: &Spending,
    ) -> Advice {
        let best = candidates[0].placement;
        let advice = advice(choice, best, &candidates, spending.nodes());
        self.plan = Some((choice.position.clone(), best, candidates));
        advice
    }
}

impl Bot<Schotten> for InfoSetSearch {
    fn advise(&mut self, view: &SchottenView, budget: Budget) -> Advice {
        let Some(choice) = PendingChoice::of(view) else { return Advice::bare(0) };
        let mut spending = Spending::new(budget);
        if choice.is_claim() {
            return claim(&choice, &mut spending);
        }
        if let Some(advice) = self.recall(&choice) {
            return advice;
        }
        self.place(&choice, &mut spending)
    }

    fn memory(&self) -> usize {
        let candidates = self.plan.as_ref().map_or(0, |(_, _, candidates)| candidates.capacity());
        size_of::<Self>() + candidates * size_of::<Candidate>()
    }
}

/// All legal placements in descending order of their static values.
fn candidates(choice: &PendingChoice<'_>) -> Vec<Candidate> {
    let cards = choice.cards();
    let evaluator = NetEvaluator::new(&choice.position);
    let mut candidates = Vec::with_capacity(54);
    for card in cards.iter() {
        let rest = evaluator.without(card);
        for stone in nine::cells(choice.position.table().open(choice.position.mover())) {
            let guess = chance(evaluator.value(&rest, stone));
            let placement = Placement { card, stone };
            candidates.push(Candidate { placement, guess, visits: 0, wins: 0.0 });
        }
    }
    candidates.sort_by(|a, b| b.guess.total_cmp(&a.guess));
    candidates
}

/// A placement that wins before the opponent moves.
fn winning_now(choice: &PendingChoice<'_>, candidates: &[Candidate]) -> Option<Placement> {
    let mover = choice.position.mover();
    let wins = |placement: &Placement| {
        let mut after = choice.position.clone();
        placement.make(&mut after);
        while after.mover() == mover && matches!(after.stage(), Stage::Claim(_)) {
            after.choose(YES);
        }
        after.mover() == mover && after.stage() == Stage::Over
    };
    candidates.iter().map(|candidate| candidate.placement).find(wins)
}

/// Searches an endgame exhaustively, if the budget suffices.
fn solve(
    choice: &PendingChoice<'_>,
    candidates: &[Candidate],
    spending: &mut Spending,
) -> Option<Advice> {
    let position = &choice.position;
    let mut endgame = Endgame::new(&EVALUATOR, spending, ENDGAME_SHARE);
    let mut found = (candidates.first()?.placement, -1);
    for candidate in candidates {
        let mut after = position.clone();
        candidate.placement.make(&mut after);
        if endgame.winner(&after)? == position.mover() {
            found = (candidate.placement, 1);
            break;
        }
    }
    Some(proven(choice, found.0, found.1, None, spending.nodes()))
}

/// Makes the claim unless declining it is proven better.
fn claim(choice: &PendingChoice<'_>, spending: &mut Spending) -> Advice {
    let position = &choice.position;
    if !position.deck().is_empty() {
        return Advice::bare(YES);
    }
    let mut endgame = Endgame::new(&EVALUATOR, spending, ENDGAME_SHARE);
    let mut wins = |option| {
        let mut after = position.clone();
        after.choose(option);
        endgame.winner(&after).map(|winner| winner == position.mover())
    };
    let (option, score) = match wins(YES) {
        None => return Advice { nodes: spending.nodes(), ..Advice::bare(YES) },
        Some(true) => (YES, 1),
        Some(false) => match wins(NO) {
            None => return Advice { nodes: spending.nodes(), ..Advice::bare(YES) },
            Some(true) => (NO, 1),
            Some(false) => (YES, -1),
        },
    };
    let value = Some(PositionValue::Exact { score, moves: None });
    Advice { value, nodes: spending.nodes(), ..Advice::bare(option) }
}

/// Searches in rounds and drops the worse half of the candidates after each (sequential halving).
fn narrow_down(
    choice: &PendingChoice<'_>,
    candidates: &mut [Candidate],
    spending: &mut Spending,
    random: &mut SplitMix64,
) {
    let belief = choice.belief();
    let rounds = candidates.len().max(2).next_power_of_two().ilog2();
    for round in 1..=rounds {
        let end = f64::from(round) / f64::from(rounds);
        let alive = candidates.len().div_ceil(1 << (round - 1)).max(2).min(candidates.len());
        while spending.spent() < end {
            play_deal(choice, &belief, &mut candidates[..alive], spending, random);
        }
        candidates[..alive].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
    }
}

/// Samples one deal and plays a rollout after every candidate.
fn play_deal(
    choice: &PendingChoice<'_>,
    belief: &Belief,
    alive: &mut [Candidate],
    spending: &mut Spending,
    random: &mut SplitMix64,
) {
    let position = choice.dealt(&belief.deal(random));
    for candidate in alive {
        let mut after = position.clone();
        candidate.placement.make(&mut after);
        candidate.visits += 1;
        candidate.wins += look_ahead(after, position.mover());
        spending.count();
        if spending.spent() >= 1.0 {
            return;
        }
    }
}

/// Plays a few more turns and returns the seat's chance of winning.
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
    choice: &PendingChoice<'_>,
    placement: Placement,
    score: i32,
    moves: Option<u32>,
    nodes: u64,
) -> Advice {
    let option = choice.option(placement);
    let value = PositionValue::Exact { score, moves };
    let opinions = vec![Opinion { option, visits: 1, value }];
    Advice { option, value: Some(value), line: choice.line(placement), opinions, nodes }
}

fn advice(
    choice: &PendingChoice<'_>,
    best: Placement,
    candidates: &[Candidate],
    nodes: u64,
) -> Advice {
    let opinions = opinions(choice, candidates);
    Advice {
        option: choice.option(best),
        value: opinions.first().map(|opinion| opinion.value),
        line: choice.line(best),
        opinions,
        nodes,
    }
}

/// One opinion per option: that of its best placement. Candidates searched longer come first.
fn opinions(choice: &PendingChoice<'_>, candidates: &[Candidate]) -> Vec<Opinion> {
    let mut opinions: Vec<Opinion> = Vec::new();
    for candidate in candidates {
        let option = choice.option(candidate.placement);
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
