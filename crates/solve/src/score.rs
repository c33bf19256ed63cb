//! Values and scores of a whole graph, from its ends to its start.
//!
//! Children have higher numbers than their parents, so one pass from the last node to the first meets every child before its
//! parents. Nothing depends on how the graph was walked.

use ennead_game::{Outcome, Symmetric};

use crate::fraction::Fraction;
use crate::{Graph, Value};

/// The value of every node.
pub(crate) fn values<G: Symmetric>(graph: &Graph<G>) -> Vec<Value> {
    let mut values = vec![Value::Draw; graph.len()];
    for node in (0..graph.len() as u32).rev() {
        let best = graph.children(node).iter().map(|child| values[*child as usize].before()).max();
        values[node as usize] = best.unwrap_or_else(|| value_of_end(graph, node));
    }
    values
}

/// The value of a node where the game is over, to the seat that did not make the last move.
fn value_of_end<G: Symmetric>(graph: &Graph<G>, node: u32) -> Value {
    match graph.outcome(node) {
        Some(Outcome::Win(seat)) if seat == graph.maker(node) => Value::Loss(0),
        Some(Outcome::Win(_)) => Value::Win(0),
        Some(Outcome::Draw) | None => Value::Draw,
    }
}

/// The 3T score of every node: infinite where the maker wins or loses by force, a mean over the children elsewhere.
///
/// Means are exact fractions while they are small, since floats would tell equal means apart by how they were added up: 7/12
/// comes out in two ways in tic-tac-toe. Means of larger denominators are added in ascending order of the children.
pub(crate) fn scores<G: Symmetric>(graph: &Graph<G>, values: &[Value]) -> Vec<f64> {
    let mut counts = vec![Count::Exact(Fraction::ZERO); graph.len()];
    let mut scores = vec![0.0; graph.len()];
    for node in (0..graph.len() as u32).rev() {
        let at = node as usize;
        (scores[at], counts[at]) = match values[at] {
            // Never counted: a node with such a child is lost.
            Value::Loss(_) => (f64::INFINITY, Count::Exact(Fraction::ZERO)),
            Value::Win(_) => (f64::NEG_INFINITY, Count::Exact(Fraction::ONE)),
            Value::Draw => {
                let mean = mean(graph.children(node).iter().map(|child| counts[*child as usize]));
                (mean.to_f64(), mean)
            }
        };
    }
    scores
}

/// What a node counts in the mean of its parents: 1 if it is lost, else its score, which is never below 0.
#[derive(Clone, Copy)]
enum Count {
    Exact(Fraction),
    Rounded(f64),
}

impl Count {
    fn to_f64(self) -> f64 {
        match self {
            Count::Exact(fraction) => fraction.to_f64(),
            Count::Rounded(number) => number,
        }
    }

    fn exact(self) -> Option<Fraction> {
        match self {
            Count::Exact(fraction) => Some(fraction),
            Count::Rounded(_) => None,
        }
    }
}

fn mean(children: impl ExactSizeIterator<Item = Count> + Clone) -> Count {
    let number = children.len();
    if number == 0 {
        return Count::Exact(Fraction::ZERO);
    }
    let exact = Fraction::mean(children.clone().map(Count::exact), number as u64);
    let rounded = || children.fold(0.0, |sum, count| sum + count.to_f64()) / number as f64;
    exact.map_or_else(|| Count::Rounded(rounded()), Count::Exact)
}
