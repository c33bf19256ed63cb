//! A match, and the tokens of its players.

use serde_json::json;

use crate::node::Node;
use crate::player::Player;

/// A created match.
pub(crate) struct ServedMatch {
    pub(crate) id: String,
    pub(crate) tokens: [String; 2],
}

impl ServedMatch {
    /// Creates a match on a node.
    pub(crate) fn set_up(node: &Node, game: &str, seats: [&str; 2]) -> ServedMatch {
        let made = node.post("/api/matches", "", &json!({ "game": game, "seats": seats }));
        let token =
            |seat: usize| made["seats"][seat]["token"].as_str().unwrap_or_default().to_string();
        ServedMatch { id: made["id"].as_str().unwrap().to_string(), tokens: [token(0), token(1)] }
    }

    /// A match of tic-tac-toe between two people.
    pub(crate) fn of_two(node: &Node) -> ServedMatch {
        ServedMatch::set_up(node, "ttt", ["person", "person"])
    }

    /// A call of this match.
    pub(crate) fn path(&self, call: &str) -> String {
        format!("/api/matches/{}{call}", self.id)
    }

    /// Takes a seat on a node.
    pub(crate) fn sit(&self, node: &Node, seat: usize) -> Player {
        Player::open(node.address, &self.id, &self.tokens[seat])
    }

    /// Watches on a node.
    pub(crate) fn watch(&self, node: &Node) -> Player {
        Player::open(node.address, &self.id, "")
    }
}
