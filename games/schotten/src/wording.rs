//! Short texts for people: options, moves and explanations.

use ennead_game::nine::cells;
use ennead_game::{LabelSet, Seat, Viewer};
use serde_json::{Value as Json, json};

use crate::explain::StoneNote;
use crate::setup::Timing;
use crate::table::{STONES, Stones, Table, stone_number, stones_in};
use crate::{ClaimVerdict, SchottenView, Stage};

/// The available labels: slots (visible only to their owner), stones, or answers.
pub(crate) fn labels(view: &SchottenView) -> LabelSet {
    match view.stage {
        Stage::Card if view.viewer == Viewer::Seat(view.mover) => {
            cells(crate::rules::occupied(&view.hand)).collect()
        }
        Stage::Card | Stage::Shuffle(_) | Stage::Over => LabelSet::EMPTY,
        Stage::Column => cells(view.table.open(view.mover)).collect(),
        Stage::Pass => LabelSet::first(1),
        Stage::Claim(_) => LabelSet::first(2),
    }
}

/// The text of an available label.
pub(crate) fn label_text(view: &SchottenView, label: u8) -> String {
    match view.stage {
        Stage::Card => match view.hand.get(usize::from(label)).copied().flatten() {
            Some(card) => card.spoken(),
            None => format!("slot {label}"),
        },
        Stage::Column => format!("stone {}", stone_number(label.into())),
        Stage::Claim(stone) => {
            let number = stone_number(stone.into());
            format!("claim stone {number}: {}", if label == 1 { "yes" } else { "no" })
        }
        Stage::Pass | Stage::Shuffle(_) | Stage::Over => "pass".into(),
    }
}

/// The seat whose claim of a stone is explained: the one whose side is complete, otherwise the
/// viewer or the mover.
fn claimer(view: &SchottenView, stone: usize) -> Seat {
    let own = match view.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => view.mover,
    };
    let only_other = view.table.strength(own, stone).is_none()
        && view.table.strength(own.other(), stone).is_some();
    if only_other { own.other() } else { own }
}

/// Explains for each stone whether it may be claimed, based on public cards. Claimed stones are
/// explained with the cards that were on the table at the time of the claim.
pub(crate) fn explain(
    view: &SchottenView,
    earlier: &mut dyn Iterator<Item = SchottenView>,
) -> Json {
    let mut told: Vec<_> = (0..STONES).map(|stone| explain_stone(view, stone)).collect();
    let mut owned: Stones = 0;
    let mut note_claims = |table: &Table| {
        let owned_now = table.claimed(Seat::FIRST) | table.claimed(Seat::SECOND);
        for claim in stones_in(owned_now & !owned).filter_map(|stone| table.explain_claim(stone)) {
            told[claim.stone] = claim.of_the_past(view.viewer);
        }
        owned = owned_now;
    };
    earlier.for_each(|before| note_claims(&before.table));
    note_claims(&view.table);
    notes_json(&told)
}

fn notes_json(notes: &[StoneNote]) -> Json {
    json!({ "stones": notes.iter().map(StoneNote::to_json).collect::<Vec<_>>() })
}

fn explain_stone(view: &SchottenView, stone: usize) -> StoneNote {
    let explanation = view.table.explain(claimer(view, stone), stone);
    let mut told = explanation.for_people(view.viewer);
    // A complete side would be the claimer's, so neither side is complete here.
    if let ClaimVerdict::Incomplete(_) = explanation.verdict {
        told.text = format!("neither side of stone {} is complete yet", stone_number(stone));
    }
    told
}

/// The public text of a move: the card, its stone, and the stones that were claimed.
pub(crate) fn describe_move(before: &SchottenView, after: &SchottenView) -> String {
    let mover = before.mover;
    let mut parts = vec![told_action(before, after)];
    let at = if before.variant.timing == Timing::Start { 0 } else { 1 };
    parts.insert(at, claimed(before, after, mover).map(|stones| format!("claims {stones}")));
    parts.push(
        claimed(before, after, mover.other())
            .map(|stones| format!("{} claims {stones}", mover.other())),
    );
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// The card that was placed, or a pass; nothing if claims at the start of the turn have won.
fn told_action(before: &SchottenView, after: &SchottenView) -> Option<String> {
    let mover = before.mover;
    let laid = |view: &SchottenView, stone| view.table.cards(mover, stone).count();
    if let Some(stone) = (0..STONES).find(|stone| laid(after, *stone) > laid(before, *stone)) {
        let card = after.table.cards(mover, stone).last()?;
        return Some(format!("{} to stone {}", card.spoken(), stone_number(stone)));
    }
    let claims_first = before.variant.timing == Timing::Start;
    let has_won = after.stage == Stage::Over && after.mover == mover;
    (!claims_first || !has_won).then(|| "pass".into())
}

/// The stones that a seat gained by a move, as in `stone 3` or `stones 3 and 4`.
fn claimed(before: &SchottenView, after: &SchottenView, seat: Seat) -> Option<String> {
    let is_new = |stone: &usize| before.table().owner(*stone).is_none();
    let stones: Vec<String> = after
        .table()
        .stones_of(seat)
        .filter(is_new)
        .map(|stone| stone_number(stone).to_string())
        .collect();
    match stones.as_slice() {
        [] => None,
        [stone] => Some(format!("stone {stone}")),
        _ => Some(format!("stones {}", stones.join(" and "))),
    }
}
