//! The 3T engine: the best moves, and a random choice among equals.

use std::cmp::Ordering;

use ennead_game::{Random, Symmetric};

use crate::Solution;
use crate::solution::{after, lose_depth, win_depth};

/// A best child of a position, and the options that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The number of the child's node.
    pub child: u32,
    /// The options of the actual position that lead to the child or a position symmetric to it, in
    /// ascending order; never empty.
    pub options: Vec<u32>,
}

impl<G: Symmetric> Solution<G> {
    /// The children that the engine considers equally good: those with the highest score, and of
    /// these the ones that win soonest or lose latest. In ascending order; empty if the game is
    /// over or the node does not exist.
    pub fn best_children(&self, node: u32) -> Vec<u32> {
        let Some(node) = self.node(node) else { return Vec::new() };
        let mut best: Vec<u32> = Vec::new();
        for child in node.next_states {
            let order =
                best.first().map_or(Ordering::Greater, |other| self.compare(*child, *other));
            if order.is_gt() {
                best.clear();
            }
            if order.is_ge() {
                best.push(*child);
            }
        }
        best
    }

    /// Compares two nodes as moves just made; the better one is greater.
    fn compare(&self, one: u32, other: u32) -> Ordering {
        self.score(one)
            .total_cmp(&self.score(other))
            .then_with(|| self.tie_break(one).cmp(&self.tie_break(other)))
    }

    /// Ranks nodes of equal score: an early win is better than a late one, a late loss better than
    /// an early one.
    fn tie_break(&self, node: u32) -> i64 {
        let value = self.values()[node as usize];
        let win = win_depth(value).map(|depth| -i64::from(depth));
        win.or(lose_depth(value).map(i64::from)).unwrap_or(0)
    }

    /// The best children of any position, canonical or not, with the options that lead to them.
    /// Empty if the game is over, `None` if the position is unreachable.
    pub fn best(&self, position: &G) -> Option<Vec<Best>> {
        let children = self.best_children(self.graph().find(position)?);
        let mut best: Vec<Best> =
            children.into_iter().map(|child| Best { child, options: Vec::new() }).collect();
        for option in 0..position.options() {
            let child = self.graph().find(&after(position, option))?;
            if let Ok(at) = best.binary_search_by_key(&child, |best| best.child) {
                best[at].options.push(option);
            }
        }
        Some(best)
    }

    /// The engine's choice, made with two random numbers: one picks the child among the best, the
    /// other the option among those that lead to it. `None` if the game is over or the position is
    /// unreachable.
    pub fn choose(&self, position: &G, random: &mut dyn Random) -> Option<u32> {
        let best = self.best(position)?;
        let child = pick(&best, random)?;
        pick(&child.options, random).copied()
    }
}

fn pick<'a, T>(items: &'a [T], random: &mut dyn Random) -> Option<&'a T> {
    if items.is_empty() { None } else { items.get(random.below(items.len() as u64) as usize) }
}
