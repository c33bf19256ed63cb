//! Judges histories of matches: what clients sent and heard, and what the database holds.
//!
//! Two kinds of campaigns produce histories: deterministic simulations (`tests/simulation` of
//! `ennead-server`), and real processes under faults (`ennead-campaign`). The same claims must hold
//! for both; [`check`] has them.

mod checker;
mod history;
mod weather;

pub use checker::{Limits, check};
pub use history::{ConnectionId, Event, History, Stored, What, fold};
pub use weather::{Ms, Stretch, Weather, calm_after, merge};
