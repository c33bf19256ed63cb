//! MCTS for games with chance or hidden information.

use ennead_game::{Random, SplitMix64, Turn, View, ViewData};

use crate::mcts::{Searcher, Selection, State, TreeParams};
use crate::{Advice, Bot, Budget, Instant, Opinion, Playout, PositionValue};

/// The most sampled deals per choice. Small budgets are spent on fewer, so that each of them visits
/// every option.
const DEALS: u64 = 24;
/// Playouts for a budget without limits.
const DEFAULT_NODES: u64 = 10_000;
const PARAMS: TreeParams = TreeParams {
    selection: Selection::Bounds { exploration: 0.9 },
    expansion_visits: 1,
    node_limit: 1 << 18,
    proofs: true,
};

/// Monte Carlo tree search over sampled positions that are consistent with the view. In each of
/// them the outcomes of all later chance choices are fixed in advance, and it is searched as an
/// open game. The option with the most visits over all samples is chosen.
///
/// The bot counts playouts as nodes and uses only the view.
#[derive(Clone, Debug)]
pub struct SampledMcts {
    random: SplitMix64,
}

impl SampledMcts {
    /// Creates a bot; its results depend only on the seed as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        SampledMcts { random: SplitMix64::new(seed) }
    }
}

/// A position whose future chance choices are determined by a seed.
#[derive(Clone, Debug, PartialEq)]
struct FixedChance<G> {
    position: G,
    chance: SplitMix64,
}

impl<G: Playout> FixedChance<G> {
    fn new(position: G, chance: u64) -> Self {
        let mut state = FixedChance { position, chance: SplitMix64::new(chance) };
        state.draw();
        state
    }

    fn draw(&mut self) {
        self.position.deal(&mut self.chance);
    }
}

impl<G: Playout> State for FixedChance<G> {
    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn options(&self) -> u32 {
        self.position.options()
    }

    fn choose(&mut self, option: u32) {
        self.position.choose(option);
        self.draw();
    }

    fn guess(self, random: &mut SplitMix64) -> f32 {
        self.position.guess(random) as f32
    }
}

/// The results of all deals for one option.
#[derive(Clone, Copy, Default)]
struct OptionTotal {
    visits: u64,
    value: f64,
}

impl<G: View + Playout> Bot<G> for SampledMcts {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        let options = view.options();
        if options <= 1 {
            return Advice::bare(0);
        }
        let start = Instant::now();
        let nodes = match (budget.nodes, budget.time) {
            (None, None) => Some(DEFAULT_NODES),
            (nodes, _) => nodes,
        };
        let mut totals = vec![OptionTotal::default(); options as usize];
        // The first node of a deal is its root.
        let least = u64::from(options) + 1;
        let deals = nodes.map_or(DEALS, |nodes| (nodes / least).clamp(1, DEALS));
        let mut spent = 0;
        for deal in 0..deals {
            let left = nodes.map(|nodes| nodes.saturating_sub(spent).div_ceil(deals - deal));
            let time = budget.time.map(|time| {
                time.saturating_sub(start.elapsed()) / u32::try_from(deals - deal).unwrap_or(1)
            });
            let is_spent =
                left == Some(0) || budget.time.is_some_and(|time| start.elapsed() >= time);
            if deal > 0 && is_spent {
                break;
            }
            let position = G::sample(view, &mut self.random);
            let mut searcher = Searcher::new(PARAMS, 1, self.random.next_u64());
            searcher.set_root(FixedChance::new(position, self.random.next_u64()));
            let walks = searcher.think(Budget { nodes: left, time }, Instant::now());
            // A slow game's share of the time may end before its first option is visited.
            let missing = left.unwrap_or(least).min(least).saturating_sub(walks);
            spent +=
                walks + if missing > 0 { searcher.think(Budget::nodes(missing), start) } else { 0 };
            for opinion in searcher.opinions() {
                let sum = &mut totals[opinion.option as usize];
                sum.visits += opinion.visits;
                sum.value += opinion.visits as f64 * opinion.value.number();
            }
        }
        // A single node visits no option.
        advice(&totals, spent)
            .unwrap_or_else(|| Advice::bare(self.random.below(u64::from(options)) as u32))
    }
}

/// Advice with the options from the most visited to the least, and the better one first where a
/// small budget has visited them equally often.
fn advice(totals: &[OptionTotal], nodes: u64) -> Option<Advice> {
    let mut opinions: Vec<Opinion> = totals
        .iter()
        .enumerate()
        .filter(|(_, sum)| sum.visits > 0)
        .map(|(option, sum)| Opinion {
            option: option as u32,
            visits: sum.visits,
            value: PositionValue::Estimate((sum.value / sum.visits as f64).clamp(-1.0, 1.0)),
        })
        .collect();
    opinions.sort_by(|one, other| {
        let by_value = other.value.number().total_cmp(&one.value.number());
        other.visits.cmp(&one.visits).then(by_value).then(one.option.cmp(&other.option))
    });
    let best = opinions.first().copied()?;
    Some(Advice {
        option: best.option,
        value: Some(best.value),
        line: vec![best.option],
        opinions,
        nodes,
    })
}
