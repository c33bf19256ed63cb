//! Solved games.

use ennead_game::Symmetric;

use crate::node::{of_maker, of_other};
use crate::{Graph, GraphError, Node, SolvedValue, score};

/// A graph with the value of every node; see the [crate example](crate).
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<G: Symmetric> {
    graph: Graph<G>,
    values: Vec<SolvedValue>,
    scores: Vec<f64>,
}

impl<G: Symmetric> Solution<G> {
    /// Solves the game from a set-up, if it has at most `limit` positions up to symmetry.
    pub fn solve(setup: &G::Setup, limit: usize) -> Result<Self, GraphError> {
        Ok(Self::of(Graph::build(setup, limit)?))
    }

    /// Solves a graph.
    pub fn of(graph: Graph<G>) -> Self {
        let values = score::values(&graph);
        let scores = score::scores(&graph, &values);
        Solution { graph, values, scores }
    }

    /// The solved graph.
    pub fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// The values of all nodes in order, each for the seat that chooses next.
    pub fn values(&self) -> &[SolvedValue] {
        &self.values
    }

    /// The node with this number, if it exists.
    pub fn node(&self, number: u32) -> Option<Node<'_, G>> {
        let value = *self.values.get(number as usize)?;
        Some(Node {
            number,
            position: self.graph.position(number),
            maker: self.graph.maker(number),
            outcome: self.graph.outcome(number),
            value,
            score: self.scores[number as usize],
            win_depth: win_depth(value),
            lose_depth: lose_depth(value),
            next_states: self.graph.children(number),
        })
    }

    /// The node of any position, canonical or not; `None` if it is unreachable.
    pub fn node_of(&self, position: &G) -> Option<Node<'_, G>> {
        self.node(self.graph.find(position)?)
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_, G>> {
        (0..self.graph.len() as u32).filter_map(|number| self.node(number))
    }

    /// The value of any position, canonical or not, for the seat that chooses next; `None` if it is
    /// unreachable.
    pub fn value(&self, position: &G) -> Option<SolvedValue> {
        Some(self.values[self.graph.find(position)? as usize])
    }

    /// All options of any position, canonical or not, with their values for the seat that chooses;
    /// `None` if the position is unreachable.
    pub fn moves(&self, position: &G) -> Option<Vec<(u32, SolvedValue)>> {
        self.graph.find(position)?;
        let children = (0..position.options())
            .map(|option| (option, self.graph.find(&after(position, option))));
        children
            .map(|(option, child)| Some((option, self.values[child? as usize].before())))
            .collect()
    }

    /// The 3T score of a node as a move just made.
    pub(crate) fn score(&self, node: u32) -> f64 {
        self.scores[node as usize]
    }
}

/// The position after an option.
pub(crate) fn after<G: Symmetric>(position: &G, option: u32) -> G {
    let mut next = position.clone();
    next.choose(option);
    next
}

/// Number of moves in which the maker wins by force.
pub(crate) fn win_depth(value: SolvedValue) -> Option<u32> {
    match value {
        SolvedValue::Loss(moves) => Some(of_maker(moves)),
        _ => None,
    }
}

/// Number of moves in which the maker loses by force.
pub(crate) fn lose_depth(value: SolvedValue) -> Option<u32> {
    match value {
        SolvedValue::Win(moves) => Some(of_other(moves)),
        _ => None,
    }
}
