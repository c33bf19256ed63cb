//! Moves as people type them, with cards and stones counted from 1. The notation of records, which
//! counts from 0, is accepted too.

use ennead_game::Notation;

use super::SchottenBoard;
use crate::setup::{Claims, Timing};
use crate::table::stone_number;
use crate::{Action, Card, HAND, STONES, Schotten};

/// The word before claimed stones.
const CLAIM: &str = "claim";

/// The move in the notation of records, or why it is invalid; `None` for text that already is in
/// that notation.
pub(super) fn read(board: &SchottenBoard, text: &str) -> Option<Result<String, String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let claim = words.iter().position(|word| *word == CLAIM);
    let (place, claims) = match claim {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    match place {
        [card, stone] => Some(read_place(board, card, stone, claims)),
        [] if claim.is_some() => Some(read_claims(board, None, claims)),
        _ if is_notation(text) => None,
        _ => {
            Some(Err("a move is a card and a stone by their numbers, such as 3 5; or pass".into()))
        }
    }
}

/// Whether text is in the notation of records.
fn is_notation(text: &str) -> bool {
    text == "pass" || text.contains(['>', '!'])
}

fn read_place(
    board: &SchottenBoard,
    card: &str,
    stone: &str,
    claims: &[&str],
) -> Result<String, String> {
    let hand = board.hand();
    let slot = match card.parse::<Card>() {
        Ok(card) => hand
            .iter()
            .position(|held| *held == Some(card))
            .ok_or_else(|| format!("{card} is not in your hand"))?,
        Err(_) => number(card, HAND).ok_or("cards are 1 to 6, or named, as in cyan2")?,
    };
    let stone = number(stone, STONES).ok_or("stones are 1 to 9")?;
    if hand[slot].is_none() {
        return Err(format!("there is no card {}", slot + 1));
    }
    if !board.is_open(stone) {
        return Err(board.why_closed(stone));
    }
    let claims = read_claims(board, Some((slot, stone)), claims)?;
    Ok(format!("{slot}>{stone}{claims}"))
}

/// The claimed stones in the notation of records, in ascending order.
fn read_claims(
    board: &SchottenBoard,
    placed: Option<(usize, usize)>,
    claims: &[&str],
) -> Result<String, String> {
    let view = board.view.as_ref().ok_or("there is no match yet")?;
    if !claims.is_empty() && view.variant().claims == Claims::Auto {
        return Err("claims are automatic in this match: leave them out".into());
    }
    let mut table = view.table().clone();
    if let (Some((slot, stone)), Timing::After) = (placed, view.variant().timing)
        && let Some(card) = board.hand()[slot]
    {
        table.lay(board.me(), stone, card);
    }
    let mut stones = Vec::new();
    for word in claims {
        let stone = number(word, STONES).ok_or("stones are 1 to 9")?;
        if !table.may_claim(board.me(), stone) {
            return Err(format!("you cannot claim stone {} at that point", stone_number(stone)));
        }
        stones.push(stone);
    }
    stones.sort_unstable();
    stones.dedup();
    Ok(stones.iter().map(|stone| format!("!{stone}")).collect())
}

/// A number from 1 to `most`, as an index.
fn number(text: &str, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number| (1..=most).contains(number)).map(|number: usize| number - 1)
}

/// Converts a move from the notation of records to the one that people type.
pub(super) fn write(text: &str) -> String {
    let Ok(mv) = Schotten::parse_move(text) else { return text.to_string() };
    let place = match mv.action() {
        Action::Place { slot, column } => {
            format!("{} {}", slot + 1, stone_number(column.into()))
        }
        Action::Pass => "pass".into(),
        Action::Win => String::new(),
    };
    let stones: Vec<String> = mv.claims().map(|stone| stone_number(stone).to_string()).collect();
    let claims =
        if stones.is_empty() { String::new() } else { format!("{CLAIM} {}", stones.join(" ")) };
    [place, claims].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}
