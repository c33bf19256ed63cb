//! Judges histories of matches: what clients sent and received, and what the database holds.
//!
//! Two kinds of campaigns produce histories: deterministic simulations (`tests/simulation` of
//! `ennead-server`), and real processes under faults (`ennead-campaign`). The same claims must hold
//! for both; [`check`] verifies them.

mod checker;
mod history;
mod weather;

pub use checker::{Limits, check};
pub use history::{ConnectionId, History, HistoryEvent, StoredChange, What, fold};
pub use weather::{Ms, Stretch, Weather, calm_after, merge};
