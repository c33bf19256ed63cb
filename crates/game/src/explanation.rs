//! Why something is so, for people.

/// One thing explained from public knowledge, such as whether a stone may be claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What it is about: a label of the game, such as the number of a stone.
    pub subject: u32,
    /// The explanation.
    pub text: String,
    /// The best that the other side can still reach, where that is what it depends on.
    pub best: Option<String>,
}
