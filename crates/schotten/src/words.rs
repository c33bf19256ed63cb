//! What there is to choose, what was done and why, in a few words for people.

use ennead_game::{Game, Match, Seat, View, Viewer};

use crate::setup::Timing;
use crate::table::{STONES, Stones, Table, stones_in};
use crate::{Action, Move, Schotten, Sight, Stage, Verdict};

/// The labels on offer: slots, which only their owner may know, stones, or an answer.
pub(crate) fn labels(sight: &Sight) -> u64 {
    match sight.stage {
        Stage::Card if sight.viewer == Viewer::Seat(sight.mover) => {
            crate::rules::occupied(&sight.hand).into()
        }
        Stage::Card | Stage::Shuffle(_) | Stage::Over => 0,
        Stage::Column => sight.table.open(sight.mover).into(),
        Stage::Pass => 0b1,
        Stage::Claim(_) => 0b11,
    }
}

/// A label that the viewer is offered, in a few words.
pub(crate) fn label_text(sight: &Sight, label: u8) -> String {
    match sight.stage {
        Stage::Card => match sight.hand.get(usize::from(label)).copied().flatten() {
            Some(card) => card.spoken(),
            None => format!("slot {label}"),
        },
        Stage::Column => format!("stone {label}"),
        Stage::Claim(stone) => format!("claim stone {stone}: {}", if label == 1 { "yes" } else { "no" }),
        Stage::Pass | Stage::Shuffle(_) | Stage::Over => "pass".into(),
    }
}

/// The seat whose claim of a stone is worth explaining: the one that is complete, or else the viewer or the mover.
fn claimer(sight: &Sight, stone: usize) -> Seat {
    let own = match sight.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => sight.mover,
    };
    let only_other =
        sight.table.strength(own, stone).is_none() && sight.table.strength(own.other(), stone).is_some();
    if only_other { own.other() } else { own }
}

/// Why each stone may be claimed or not, from public cards.
pub(crate) fn explain(sight: &Sight) -> Vec<ennead_game::Explanation> {
    (0..STONES).map(|stone| explain_stone(sight, stone)).collect()
}

fn explain_stone(sight: &Sight, stone: usize) -> ennead_game::Explanation {
    let explanation = sight.table.explain(claimer(sight, stone), stone);
    let mut told = explanation.for_people(sight.viewer);
    // Whoever is complete is the claimer, so here nobody is.
    if let Verdict::Incomplete(_) = explanation.verdict {
        told.text = format!("neither side of stone {stone} is complete yet");
    }
    told
}

/// The same where all of a match is known: stones that are claimed are explained with the cards that lay open when they were.
pub(crate) fn explain_match(game: &Match<Schotten>, viewer: Viewer) -> Vec<ennead_game::Explanation> {
    let mut told = explain(&game.position().view(viewer));
    let mut position = Schotten::new(game.setup());
    let mut owned: Stones = 0;
    for option in game.choices() {
        position.choose(*option);
        let table = position.table();
        let owned_now = table.claimed(Seat::FIRST) | table.claimed(Seat::SECOND);
        for claim in stones_in(owned_now & !owned).filter_map(|stone| table.explain_claim(stone)) {
            told[claim.stone] = claim.of_the_past(viewer);
        }
        owned = owned_now;
    }
    told
}

/// A move as everyone saw it: the card, where it went, and the stones that changed hands.
pub(crate) fn tell_move(before: &Schotten, mv: &Move, after: &Schotten) -> String {
    let mover = before.mover;
    let mut parts = vec![told_action(mv.action(), mover, after.table())];
    let at = if before.variant.timing == Timing::Start { 0 } else { 1 };
    parts.insert(at, claimed(before, after, mover).map(|stones| format!("claims {stones}")));
    parts.push(
        claimed(before, after, mover.other()).map(|stones| format!("{} claims {stones}", mover.other())),
    );
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn told_action(action: Action, mover: Seat, after: &Table) -> Option<String> {
    match action {
        Action::Place { column, .. } => {
            let card = after.cards(mover, usize::from(column)).last()?;
            Some(format!("{} to stone {column}", card.spoken()))
        }
        Action::Pass => Some("pass".into()),
        Action::Win => None,
    }
}

/// The stones that a move gave to a seat: `stone 3`, or `stones 3 and 4`.
fn claimed(before: &Schotten, after: &Schotten, seat: Seat) -> Option<String> {
    let is_new = |stone: &usize| before.table().owner(*stone).is_none();
    let stones: Vec<String> =
        after.table().stones_of(seat).filter(is_new).map(|stone| stone.to_string()).collect();
    match stones.as_slice() {
        [] => None,
        [stone] => Some(format!("stone {stone}")),
        _ => Some(format!("stones {}", stones.join(" and "))),
    }
}
