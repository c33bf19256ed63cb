//! Values and scores of a whole graph, from its ends to its start.
//!
//! Children have higher numbers than their parents, so one pass from the last node to the first meets every child before its
//! parents. Nothing depends on how the graph was walked. Scores are means of `f64`, added in ascending order of the
//! children and divided once, so they are the same bits on every machine.

use ennead_game::{Outcome, Symmetric};

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
pub(crate) fn scores<G: Symmetric>(graph: &Graph<G>, values: &[Value]) -> Vec<f64> {
    let mut scores = vec![0.0; graph.len()];
    for node in (0..graph.len() as u32).rev() {
        scores[node as usize] = match values[node as usize] {
            Value::Loss(_) => f64::INFINITY,
            Value::Win(_) => f64::NEG_INFINITY,
            Value::Draw => mean(graph.children(node).iter().map(|child| scores[*child as usize])),
        };
    }
    scores
}

/// A lost child counts 1, a child with a positive score counts that, all others 0. 3T also counts -1 for a child that wins by
/// force, but a node with such a child is itself lost, and never gets here.
fn mean(children: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = children.len();
    if count == 0 {
        return 0.0;
    }
    let sum: f64 = children.map(|score| if score == f64::NEG_INFINITY { 1.0 } else { score.max(0.0) }).sum();
    // `sum` of no or only zero terms may be -0, which would read differently.
    sum.max(0.0) / count as f64
}
