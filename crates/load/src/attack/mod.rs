//! Attacks on a server, and their effect on honest players.
//!
//! Honest players play at a human pace while attackers on another thread, at other addresses, carry
//! out the attack. Windows with and without the attack alternate, so that other load on the machine
//! affects both alike.

mod kind;
mod raw;
mod report;
mod siege;
mod strikes;
mod wage;

pub use kind::Attack;
pub use report::attack_report;
pub use siege::{AttackResult, CostlySetup, Round, Siege, attack};
pub use strikes::Strikes;
