//! Values and scores of all nodes of a graph, by backward induction.
//!
//! Children have higher numbers than their parents, so one pass from the last node to the first
//! visits every child before its parents.

use ennead_game::{Outcome, Symmetric};

use crate::fraction::Fraction;
use crate::{Graph, SolvedValue};

/// The value of every node.
pub(crate) fn values<G: Symmetric>(graph: &Graph<G>) -> Vec<SolvedValue> {
    let mut values = vec![SolvedValue::Draw; graph.len()];
    for node in (0..graph.len() as u32).rev() {
        let best = graph.children(node).iter().map(|child| values[*child as usize].before()).max();
        values[node as usize] = best.unwrap_or_else(|| value_of_end(graph, node));
    }
    values
}

/// The value of a final node for the seat that did not make the last move.
fn value_of_end<G: Symmetric>(graph: &Graph<G>, node: u32) -> SolvedValue {
    match graph.outcome(node) {
        Some(Outcome::Win(seat)) if seat == graph.maker(node) => SolvedValue::Loss(0),
        Some(Outcome::Win(_)) => SolvedValue::Win(0),
        Some(Outcome::Draw) | None => SolvedValue::Draw,
    }
}

/// The 3T score of every node: infinite where the maker wins or loses by force, elsewhere a mean
/// over the children.
///
/// Means are exact fractions while their denominators are small: floats would distinguish equal
/// means by the order of summation, and in tic-tac-toe 7/12 occurs as two different sums. Means
/// with larger denominators are summed in ascending order of the children.
pub(crate) fn scores<G: Symmetric>(graph: &Graph<G>, values: &[SolvedValue]) -> Vec<f64> {
    let mut terms = vec![MeanTerm::Exact(Fraction::ZERO); graph.len()];
    let mut scores = vec![0.0; graph.len()];
    for node in (0..graph.len() as u32).rev() {
        let at = node as usize;
        (scores[at], terms[at]) = match values[at] {
            // Never used in a mean: the parent of such a node is won for the seat that chooses
            // there.
            SolvedValue::Loss(_) => (f64::INFINITY, MeanTerm::Exact(Fraction::ZERO)),
            SolvedValue::Win(_) => (f64::NEG_INFINITY, MeanTerm::Exact(Fraction::ONE)),
            SolvedValue::Draw => {
                let mean = mean(graph.children(node).iter().map(|child| terms[*child as usize]));
                (mean.to_f64(), mean)
            }
        };
    }
    scores
}

/// A node's contribution to the mean of its parents: 1 if its maker loses, else its score, which is
/// never negative.
#[derive(Clone, Copy)]
enum MeanTerm {
    Exact(Fraction),
    Rounded(f64),
}

impl MeanTerm {
    fn to_f64(self) -> f64 {
        match self {
            MeanTerm::Exact(fraction) => fraction.to_f64(),
            MeanTerm::Rounded(number) => number,
        }
    }

    fn exact(self) -> Option<Fraction> {
        match self {
            MeanTerm::Exact(fraction) => Some(fraction),
            MeanTerm::Rounded(_) => None,
        }
    }
}

fn mean(children: impl ExactSizeIterator<Item = MeanTerm> + Clone) -> MeanTerm {
    let number = children.len();
    if number == 0 {
        return MeanTerm::Exact(Fraction::ZERO);
    }
    let exact = Fraction::mean(children.clone().map(MeanTerm::exact), number as u64);
    let rounded = || children.fold(0.0, |sum, count| sum + count.to_f64()) / number as f64;
    exact.map_or_else(|| MeanTerm::Rounded(rounded()), MeanTerm::Exact)
}
