//! Flat Monte Carlo search, a baseline.

use ennead_game::{Seat, SplitMix64, Turn, View, ViewData};

use crate::{Advice, Bot, Budget, Instant, Opinion, Playout, PositionValue};

/// Playouts for a budget without limits.
const DEFAULT_NODES: u64 = 10_000;

/// Plays out each option equally often and chooses the one with the best mean. It builds no tree.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo {
    random: SplitMix64,
}

impl FlatMonteCarlo {
    /// Creates a bot; its results depend only on the seed as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        FlatMonteCarlo { random: SplitMix64::new(seed) }
    }

    /// The sum and number of each option's playouts, from the first seat's point of view.
    fn sums<G: Playout>(&mut self, position: &G, budget: Budget) -> Vec<(f64, u64)> {
        let start = Instant::now();
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let most = budget.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX }).max(1);
        let options = position.options() as usize;
        let mut sums = vec![(0.0, 0); options];
        for playouts in 0..most {
            let option = (playouts % options as u64) as usize;
            let mut after = position.clone();
            after.choose(option as u32);
            sums[option].0 += after.guess(&mut self.random);
            sums[option].1 += 1;
            if budget.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
        }
        sums
    }
}

impl<G: View + Playout> Bot<G> for FlatMonteCarlo {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        if view.options() <= 1 {
            return Advice::bare(0);
        }
        let sign = if view.turn() == Turn::Seat(Seat::FIRST) { 1.0 } else { -1.0 };
        let position = G::sample(view, &mut SplitMix64::new(0));
        let sums = self.sums(&position, budget);
        let mean =
            |(sum, count): &(f64, u64)| if *count == 0 { -1.0 } else { sign * sum / *count as f64 };
        let opinion = |(option, sums): (u32, &(f64, u64))| Opinion {
            option,
            visits: sums.1,
            value: PositionValue::Estimate(mean(sums)),
        };
        let mut opinions: Vec<Opinion> = (0..).zip(&sums).map(opinion).collect();
        opinions.sort_by(|a, b| {
            mean(&sums[b.option as usize]).total_cmp(&mean(&sums[a.option as usize]))
        });
        Advice {
            option: opinions[0].option,
            value: Some(opinions[0].value),
            line: vec![opinions[0].option],
            nodes: sums.iter().map(|(_, count)| count).sum(),
            opinions,
        }
    }
}
