//! Claims of stones in words, from cards that everyone sees.

use ennead_game::Seat;
use ennead_schotten::{Card, STONES, Sight, Verdict, best_reachable};

/// What has been claimed between two looks, and why that could not be stopped.
pub(super) fn claims_since(before: &Sight, now: &Sight, me: Seat) -> Option<String> {
    let claimed = |stone: &usize| before.table().owner(*stone).is_none();
    let news: Vec<String> = (0..STONES)
        .filter(claimed)
        .filter_map(|stone| {
            let owner = now.table().owner(stone)?;
            let who = if owner == me { "You claim" } else { "They claim" };
            Some(format!("{who} stone {stone}: {}", why_claimed(now, owner, stone)))
        })
        .collect();
    (!news.is_empty()).then(|| news.join("; "))
}

/// Why a seat may claim a stone or not, in the words of the rules; shorter where there is little to say.
pub(super) fn explanation(sight: &Sight, seat: Seat, stone: usize) -> String {
    let explanation = sight.table().explain(seat, stone);
    match explanation.verdict {
        Verdict::Incomplete(count) => format!("{count} of three cards at stone {stone}"),
        _ => explanation.to_string(),
    }
}

/// Why a stone was claimed.
fn why_claimed(sight: &Sight, owner: Seat, stone: usize) -> String {
    let table = sight.table();
    let ours = table.strength(owner, stone).map_or_else(String::new, |strength| strength.to_string());
    if let Some(theirs) = table.strength(owner.other(), stone) {
        return format!("{ours} against {theirs}");
    }
    let cards: Vec<Card> = table.cards(owner.other(), stone).collect();
    match best_reachable(&cards, table.unseen()) {
        Some(best) => format!("{ours}, and no more than {best} can still come"),
        None => format!("{ours}, and the other side cannot be completed"),
    }
}
