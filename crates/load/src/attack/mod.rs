//! Attacks on a server, and what honest players notice of them.
//!
//! Honest players play at a human pace while attackers on another thread, at other addresses, do
//! what the attack's name says. Windows with and without the attack take turns, so that whatever
//! else the machine does affects both alike.

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
