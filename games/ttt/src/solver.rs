//! An opponent for the machine. It plays the side that the player has not chosen, uses nothing but
//! [`Machine::step`], and never loses.

use std::collections::HashMap;

use crate::Mark;
use crate::machine::{Accepting, Machine};

/// A solver that caches the values of visited states.
///
/// ```
/// use ennead_ttt::{Machine, MachineSolver, Mark};
/// // X has two in the bottom row; the solver plays O and blocks at square 2.
/// let tokens = [0b1_0000, 0b0_0100, 0b1_0001];
/// let machine = tokens.into_iter().try_fold(Machine::new(Mark::X, Mark::X), Machine::step)?;
/// assert_eq!(MachineSolver::new().reply(machine), Some(0b0_0010));
/// # Ok::<(), ennead_ttt::Rejection>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MachineSolver {
    values: HashMap<Machine, i8>,
}

impl MachineSolver {
    /// Creates a solver with an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// The best token for the side to move, the first one among equals, or `None` when the game is
    /// over. Prefers quick wins and slow losses.
    pub fn reply(&mut self, machine: Machine) -> Option<u32> {
        let mut best = None;
        for (token, next) in successors(machine) {
            let value = -self.value(next);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, token));
            }
        }
        best.map(|(_, token)| token)
    }

    /// The value of a state for the side to move: positive for a win, and higher for quicker wins.
    fn value(&mut self, machine: Machine) -> i8 {
        if let Some(value) = self.values.get(&machine) {
            return *value;
        }
        let value = match machine.accepting() {
            Some(Accepting::Won(_)) => machine.moves() as i8 - 10,
            Some(Accepting::CatsGame) => 0,
            None => successors(machine).map(|(_, next)| -self.value(next)).max().unwrap_or(0),
        };
        self.values.insert(machine, value);
        value
    }
}

/// All accepted tokens with the states they lead to.
fn successors(machine: Machine) -> impl Iterator<Item = (u32, Machine)> {
    let side = u32::from(machine.turn() == Mark::X) << 4;
    (0..9)
        .map(move |square| side | square)
        .filter_map(move |token| Some((token, machine.step(token).ok()?)))
}
