//! Claims of stones since a person last looked, in words, from cards that everyone sees.

use crate::table::stone_number;
use crate::{STONES, SchottenView};
use ennead_game::Seat;

/// What has been claimed between two looks, and why that could not be stopped.
pub(super) fn claims_since(before: &SchottenView, now: &SchottenView, me: Seat) -> Option<String> {
    let claimed = |stone: &usize| before.table().owner(*stone).is_none();
    let news: Vec<String> = (0..STONES)
        .filter(claimed)
        .filter_map(|stone| {
            let claim = now.table().explain_claim(stone)?;
            let who = if claim.seat == me { "You claim" } else { "They claim" };
            Some(format!("{who} stone {}: {}", stone_number(stone), claim.by_strength()))
        })
        .collect();
    (!news.is_empty()).then(|| news.join("; "))
}
