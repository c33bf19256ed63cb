//! What a value cannot be smaller than.

use serde_json::Value as Json;

/// How many values a format has, where somebody has counted them: the tables in `FORMAT.md` of each game.
const COUNTED: [(&str, f64); 8] = [
    ("ttt.tiny", 986_410.0),
    ("ttt.3t", 5_478.0),
    ("ttt.rank", 5_478.0),
    ("ttt.class", 765.0),
    ("ttt.game", 255_168.0),
    ("ttt.line", 549_946.0),
    ("schotten.card", 54.0),
    ("schotten.move", 55.0),
];

/// A packed position at depth 2 is one of at most 11,096^9 * 2 * 10.
const PACKED_GRID: f64 = 11_096.0;

/// The cards of Schotten Totten.
const CARDS: usize = 54;

/// The information in a value of a format, in bits, where it is known: that of a match, or log2 of the number of values there are.
pub(crate) fn bound(format: &str, json: &Json) -> Option<f64> {
    let counted = || COUNTED.iter().find(|(id, _)| *id == format).map(|(_, count)| *count);
    let number = || counted().or_else(|| laid_out(format)).map(f64::log2);
    information(json).or_else(number).or_else(|| packed(format, json))
}

/// The information in a match, where the JSON of its record says it.
pub(crate) fn information(json: &Json) -> Option<f64> {
    json.get("information_bits").and_then(Json::as_f64)
}

/// In how many ways different cards can lie in the places of a format. A column fills from one end, so that there is one way for each number
/// of cards in it; a slot has a card or none.
fn laid_out(format: &str) -> Option<f64> {
    let columns = match format {
        "schotten.hand" => vec![1; 6],
        "schotten.board" => vec![3; 18],
        "schotten.view" => [vec![3; 18], vec![1; 6]].concat(),
        "schotten.deck" => vec![CARDS],
        _ => return None,
    };
    let ways = columns.into_iter().fold(vec![1.0], |ways, most| with_column(&ways, most));
    let deals =
        (0..=CARDS).scan(1.0, |deals, cards| Some(std::mem::replace(deals, *deals * (CARDS - cards) as f64)));
    Some(ways.iter().zip(deals).map(|(ways, deals)| ways * deals).sum())
}

/// In how many ways a number of cards can be spread, by that number, once there is one more column for up to `most` of them.
fn with_column(ways: &[f64], most: usize) -> Vec<f64> {
    let mut wider = vec![0.0; ways.len() + most];
    for (cards, count) in ways.iter().enumerate() {
        wider[cards..=cards + most].iter_mut().for_each(|ways| *ways += count);
    }
    wider
}

fn packed(format: &str, json: &Json) -> Option<f64> {
    let flat = format == "nested.pack" && json["depth"] == 2;
    flat.then(|| 9.0 * PACKED_GRID.log2() + (2.0f64 * 10.0).log2())
}

#[cfg(test)]
mod tests {
    use super::laid_out;

    #[test]
    fn ways_to_lay_cards_out() {
        // No card, one of 54 in one of six slots, two in order in two of them, and so on.
        let hand = [1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0].iter().enumerate();
        let deals = |cards: usize| (0..cards).map(|dealt| (54 - dealt) as f64).product::<f64>();
        assert_eq!(laid_out("schotten.hand"), Some(hand.map(|(cards, ways)| ways * deals(cards)).sum()));
        let decks: f64 = (0..=54).map(deals).sum();
        assert!((laid_out("schotten.deck").unwrap() / decks - 1.0).abs() < 1e-12);
        assert_eq!(laid_out("schotten.turn"), None);
    }
}
