//! Samples of the network's features, for `train/value_check.cpp`.

use ennead_game::{Game, Random, SplitMix64, Turn};

use crate::{CardSet, Schotten, Stage, Variant};

use super::board::Placement;
use super::value::{NetEvaluator, best};

/// The number of games that the samples come from.
const GAMES: u32 = 60;

/// Positions of random games and the features of one placement in each, as numbers.
pub fn value_samples() -> Vec<String> {
    let mut random = SplitMix64::new(11);
    let mut samples = Vec::new();
    for _ in 0..GAMES {
        let mut position = Schotten::new(&Variant::default());
        position.deal(&mut random);
        while matches!(position.turn(), Turn::Seat(_)) {
            if position.stage() != Stage::Card {
                position.choose(position.options() - 1);
                continue;
            }
            let placement = best(&position, 1 + random.below(6) as usize).1;
            if let Some(sample) = NetEvaluator::new(&position).sample(placement) {
                let seen = sample.stones.as_flattened().iter().chain(&sample.globals);
                let seen: Vec<String> = seen.map(f32::to_string).collect();
                samples.push(format!("{} {}", position_text(&position, placement), seen.join(" ")));
            }
            placement.make(&mut position);
        }
    }
    samples
}

/// The cards of both sides, the unseen cards, the hand, the stones of both, those that the opponent
/// completed first, the deck, and the placement, as numbers from the mover's point of view.
fn position_text(position: &Schotten, placement: Placement) -> String {
    let (table, seat) = (position.table(), position.mover());
    let stones =
        |set: &mut dyn Iterator<Item = usize>| set.fold(0, |set, stone| set | 1_u64 << stone);
    let slots = [seat, seat.other()].into_iter().flat_map(|seat| (0..9).map(move |at| (seat, at)));
    let cards = slots.flat_map(|(seat, stone)| *table.side(seat, stone));
    let first = |stone: &usize| table.first_to_complete(*stone) == Some(seat.other());
    let hand: CardSet = position.hand(seat).iter().flatten().copied().collect();
    let numbers = [
        table.unseen().bits(),
        hand.bits(),
        stones(&mut table.stones_of(seat)),
        stones(&mut table.stones_of(seat.other())),
        stones(&mut (0..9).filter(first)),
        position.deck().len() as u64,
        placement.card.index() as u64,
        u64::from(placement.stone),
    ];
    let cards = cards.map(|card| card.map_or(-1, |card| card.index() as i64).to_string());
    let numbers = numbers.iter().map(u64::to_string);
    cards.chain(numbers).collect::<Vec<_>>().join(" ")
}
