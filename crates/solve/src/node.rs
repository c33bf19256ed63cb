//! Nodes of a solved graph.

use ennead_game::{Outcome, Seat};
use serde_json::{Value as Json, json};

use crate::SolvedValue;

/// The depth that 3T reports for a result that cannot be forced.
pub const UNFORCED_3T: u32 = 10;

/// A node of a solved graph with all its properties.
///
/// `score`, `win_depth` and `lose_depth` describe the node *as a move just made*, from the point of
/// view of `maker`. `value` is the value for the other seat, which chooses next.
///
/// ```
/// use ennead_solve::{DEFAULT_LIMIT, Solution, UNFORCED_3T, SolvedValue};
/// use ennead_ttt::Ttt;
/// let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
/// let corner_and_edge: Ttt = "XO.......".parse()?;
/// let node = solution.node_of(&corner_and_edge).expect("reachable");
/// assert_eq!(node.value, SolvedValue::Win(5)); // X, who is next, wins with three more marks
/// assert_eq!(node.score, f64::NEG_INFINITY); // O has made a mistake …
/// assert_eq!(node.lose_depth, Some(3)); // … and loses to X's third mark from here
/// assert_eq!(node.win_depth.unwrap_or(UNFORCED_3T), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<'a, G> {
    /// Its number in the graph.
    pub number: u32,
    /// Its canonical position.
    pub position: &'a G,
    /// The seat whose move leads here; for the start, the seat that does not begin.
    pub maker: Seat,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// The value for the seat that chooses next.
    pub value: SolvedValue,
    /// Infinite if the maker wins by force, minus infinity if the maker loses by force, else the
    /// mean over the children.
    pub score: f64,
    /// Number of further moves that the maker needs to win by force.
    pub win_depth: Option<u32>,
    /// Number of moves after which the other seat wins by force.
    pub lose_depth: Option<u32>,
    /// The nodes that one choice leads to, in ascending order.
    pub next_states: &'a [u32],
}

impl<G> Node<'_, G> {
    /// The node as JSON; `label` formats the position.
    pub fn to_json(&self, label: impl Fn(&G) -> String) -> Json {
        json!({
            "node": self.number,
            "position": label(self.position),
            "maker": self.maker.index() + 1,
            "outcome": self.outcome.map(outcome_json),
            "value": self.value.name(),
            "moves": self.value.moves(),
            "score": score_json(self.score),
            "win_depth": self.win_depth,
            "lose_depth": self.lose_depth,
            "next_states": self.next_states,
        })
    }
}

/// The winner's number, counted from 1, or `draw`.
fn outcome_json(outcome: Outcome) -> Json {
    match outcome {
        Outcome::Win(seat) => json!(seat.index() + 1),
        Outcome::Draw => json!("draw"),
    }
}

/// The score as JSON, which has no infinite numbers.
fn score_json(score: f64) -> Json {
    if score.is_finite() { json!(score) } else { json!(if score > 0.0 { "+inf" } else { "-inf" }) }
}

/// The number of moves that the maker makes among the `moves` moves after a node, the first of
/// which is the other seat's.
pub(crate) const fn of_maker(moves: u32) -> u32 {
    moves / 2
}

/// The number of moves that the other seat makes among the `moves` moves after a node.
pub(crate) const fn of_other(moves: u32) -> u32 {
    moves.div_ceil(2)
}
