//! Claims since the last update, as text, based on public cards only.

use crate::table::stone_number;
use crate::{STONES, SchottenView};
use ennead_game::Seat;

/// The stones claimed between two views, with the reason why each claim holds.
pub(super) fn claims_since(before: &SchottenView, now: &SchottenView, me: Seat) -> Option<String> {
    let claimed = |stone: &usize| before.table().owner(*stone).is_none();
    let claims: Vec<String> = (0..STONES)
        .filter(claimed)
        .filter_map(|stone| {
            let claim = now.table().explain_claim(stone)?;
            let who = if claim.seat == me { "You claim" } else { "They claim" };
            Some(format!("{who} stone {}: {}", stone_number(stone), claim.by_strength()))
        })
        .collect();
    (!claims.is_empty()).then(|| claims.join("; "))
}
