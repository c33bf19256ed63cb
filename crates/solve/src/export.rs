//! Export of a solved graph as Graphviz and JSON.

use std::fmt;

use ennead_game::Symmetric;
use serde_json::{Value as Json, json};

use crate::{Node, Solution, SolvedValue};

/// A solved graph in the Graphviz language, written on the fly by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, G: Symmetric, L> {
    solution: &'a Solution<G>,
    label: L,
}

impl<G: Symmetric> Solution<G> {
    /// The graph in the Graphviz language; `label` formats a position. Nodes that the maker wins by
    /// force are green, those that the maker loses red, and final positions have a double border.
    ///
    /// ```
    /// use ennead_solve::{DEFAULT_LIMIT, Solution};
    /// use ennead_ttt::Ttt;
    /// let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
    /// let dot = solution.dot(|board: &Ttt| board.to_string()).to_string();
    /// assert!(dot.starts_with("digraph \"ttt\" {\n  node [shape=box"));
    /// assert!(dot.contains("\n  n0 [label=\".........\\ndraw\"];\n  n0 -> n1;\n  n0 -> n2;\n"));
    /// # Ok::<(), ennead_solve::GraphError>(())
    /// ```
    pub fn dot<L: Fn(&G) -> String>(&self, label: L) -> Dot<'_, G, L> {
        Dot { solution: self, label }
    }

    /// The graph as JSON: the game, the number of edges, and every node as in [`Node::to_json`].
    pub fn to_json(&self, label: impl Fn(&G) -> String) -> Json {
        let nodes: Vec<Json> = self.nodes().map(|node| node.to_json(&label)).collect();
        json!({ "game": G::ID, "edges": self.graph().edges(), "nodes": nodes })
    }
}

impl<G: Symmetric, L: Fn(&G) -> String> fmt::Display for Dot<'_, G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph \"{}\" {{", escape(G::ID))?;
        writeln!(f, "  node [shape=box, style=filled, fillcolor=white, fontname=monospace];")?;
        for node in self.solution.nodes() {
            self.write_node(f, &node)?;
        }
        writeln!(f, "}}")
    }
}

impl<G: Symmetric, L: Fn(&G) -> String> Dot<'_, G, L> {
    fn write_node(&self, f: &mut fmt::Formatter<'_>, node: &Node<'_, G>) -> fmt::Result {
        let number = node.number;
        let colour = match node.value {
            SolvedValue::Loss(_) => ", fillcolor=palegreen",
            SolvedValue::Draw => "",
            SolvedValue::Win(_) => ", fillcolor=mistyrose",
        };
        let border = if node.outcome.is_some() { ", peripheries=2" } else { "" };
        let label = escape(&(self.label)(node.position));
        writeln!(f, "  n{number} [label=\"{label}\\n{}\"{colour}{border}];", node.value)?;
        for child in node.next_states {
            writeln!(f, "  n{number} -> n{child};")?;
        }
        Ok(())
    }
}

/// Escapes text for a string between double quotes.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
