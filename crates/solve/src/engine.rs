//! The 3T engine: the best move, and chance among equals.

use std::cmp::Ordering;

use ennead_game::{Random, Symmetric};

use crate::Solution;
use crate::solution::{after, lose_depth, win_depth};

/// A best child of a position, and the options that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The child's node.
    pub child: u32,
    /// The options of the real position that lead to it or to a position symmetric to it, in ascending order; at least one.
    pub options: Vec<u32>,
}

impl<G: Symmetric> Solution<G> {
    /// The children that the engine takes for equally good: those with the highest score, of these the ones that win soonest
    /// or lose latest. In ascending order; none if the game is over or there is no such node.
    pub fn best_children(&self, node: u32) -> Vec<u32> {
        let Some(node) = self.node(node) else { return Vec::new() };
        let mut best: Vec<u32> = Vec::new();
        for child in node.next_states {
            let order = best.first().map_or(Ordering::Greater, |other| self.compare(*child, *other));
            if order.is_gt() {
                best.clear();
            }
            if order.is_ge() {
                best.push(*child);
            }
        }
        best
    }

    /// Which of two nodes is the better move to have made.
    fn compare(&self, one: u32, other: u32) -> Ordering {
        self.score(one)
            .total_cmp(&self.score(other))
            .then_with(|| self.patience(one).cmp(&self.patience(other)))
    }

    /// A late loss is better than an early one, an early win better than a late one.
    fn patience(&self, node: u32) -> i64 {
        let value = self.values()[node as usize];
        let win = win_depth(value).map(|depth| -i64::from(depth));
        win.or(lose_depth(value).map(i64::from)).unwrap_or(0)
    }

    /// The best children of any position, canonical or not, with the options that lead to them; empty if the game is over, none if
    /// play cannot reach the position.
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

    /// The engine's choice: one number is drawn for the child among the best, and one for the option among those that lead to it.
    /// None if the game is over or play cannot reach the position.
    pub fn choose(&self, position: &G, random: &mut dyn Random) -> Option<u32> {
        let best = self.best(position)?;
        let child = pick(&best, random)?;
        pick(&child.options, random).copied()
    }
}

fn pick<'a, T>(items: &'a [T], random: &mut dyn Random) -> Option<&'a T> {
    if items.is_empty() { None } else { items.get(random.below(items.len() as u64) as usize) }
}
