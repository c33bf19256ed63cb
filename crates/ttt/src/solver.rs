//! The machine's opponent: it plays the side that the player did not choose, through [`Machine::step`] alone, and never loses.

use std::collections::HashMap;

use crate::Mark;
use crate::machine::{Accepting, Machine};

/// Knows the worth of every state it has met, so that a second question costs a look.
///
/// ```
/// use ennead_ttt::{Machine, MachineSolver, Mark};
/// // X has two in the bottom row; the solver plays O and blocks at square 2.
/// let machine = [0b1_0000, 0b0_0100, 0b1_0001].into_iter().try_fold(Machine::new(Mark::X, Mark::X), Machine::step)?;
/// assert_eq!(MachineSolver::new().reply(machine), Some(0b0_0010));
/// # Ok::<(), ennead_ttt::Rejection>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MachineSolver {
    worth: HashMap<Machine, i8>,
}

impl MachineSolver {
    /// A solver that has met no state.
    pub fn new() -> Self {
        Self::default()
    }

    /// The best token for the side to move, the first of equals; none when the game is over. A quick win counts for more than a slow
    /// one, and a slow loss for more than a quick one.
    pub fn reply(&mut self, machine: Machine) -> Option<u32> {
        let mut best = None;
        for (token, next) in successors(machine) {
            let worth = -self.worth(next);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, token));
            }
        }
        best.map(|(_, token)| token)
    }

    /// What a state is worth to the side to move: positive for a win, and more the fewer marks it takes.
    fn worth(&mut self, machine: Machine) -> i8 {
        if let Some(worth) = self.worth.get(&machine) {
            return *worth;
        }
        let worth = match machine.accepting() {
            Some(Accepting::Won(_)) => machine.moves() as i8 - 10,
            Some(Accepting::CatsGame) => 0,
            None => successors(machine).map(|(_, next)| -self.worth(next)).max().unwrap_or(0),
        };
        self.worth.insert(machine, worth);
        worth
    }
}

/// Every token that the machine accepts, and where it leads.
fn successors(machine: Machine) -> impl Iterator<Item = (u32, Machine)> {
    let side = u32::from(machine.turn() == Mark::X) << 4;
    (0..9).map(move |square| side | square).filter_map(move |token| Some((token, machine.step(token).ok()?)))
}
