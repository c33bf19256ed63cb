//! The number of arrangements of cards in the slots of a format.

use crate::CARDS;

/// log2 of the number of arrangements of distinct cards in columns of these sizes. A column fills
/// from one end, so it has one arrangement for each number of cards; a slot is a column of size
/// one.
pub(crate) fn bits(columns: &[usize]) -> f64 {
    let ways = columns.iter().fold(vec![1.0], |ways, most| with_column(&ways, *most));
    let deals = (0..=CARDS)
        .scan(1.0, |deals, cards| Some(std::mem::replace(deals, *deals * (CARDS - cards) as f64)));
    ways.iter().zip(deals).map(|(ways, deals)| ways * deals).sum::<f64>().log2()
}

/// Adds a column of up to `most` cards to the number of distributions, indexed by the number of
/// cards.
fn with_column(ways: &[f64], most: usize) -> Vec<f64> {
    let mut wider = vec![0.0; ways.len() + most];
    for (cards, count) in ways.iter().enumerate() {
        wider[cards..=cards + most].iter_mut().for_each(|ways| *ways += count);
    }
    wider
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn ways_to_lay_cards_out() {
        // No card, one of 54 in one of six slots, two in order in two of them, and so on.
        let hand = [1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0].iter().enumerate();
        let deals = |cards: usize| (0..cards).map(|dealt| (54 - dealt) as f64).product::<f64>();
        let ways: f64 = hand.map(|(cards, ways)| ways * deals(cards)).sum();
        assert!((bits(&[1; 6]) - ways.log2()).abs() < 1e-9);
        let decks: f64 = (0..=54).map(deals).sum();
        assert!((bits(&[54]) - decks.log2()).abs() < 1e-9);
    }
}
