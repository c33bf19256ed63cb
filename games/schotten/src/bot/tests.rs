//! Compares determinised positions and the endgame search with the rules.

use crate::{Card, CardSet, STONES, Schotten, Stage, Variant};
use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, Viewer};

use super::belief::Belief;
use super::board::{Placement, determinise};
use super::endgame::Endgame;
use super::evaluator::EVALUATOR;
use super::net::{FEATURES, GLOBALS, NET, add};
use super::spending::Spending;
use super::training::value_samples;
use super::value::{NetEvaluator, best};
use ennead_search::Budget;

fn deal(variant: Variant, random: &mut SplitMix64) -> Schotten {
    let mut position = Schotten::new(&variant);
    position.deal(random);
    position
}

fn mover(position: &Schotten) -> Option<Seat> {
    match position.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

/// The position that the mover's view yields with the true deal.
fn determinised(position: &Schotten, seat: Seat) -> Schotten {
    // Deals end with the top of the deck.
    let deck = position.deck().iter().rev().flatten();
    let other = position.hand(seat.other()).iter().flatten();
    let hidden: Vec<Card> = deck.chain(other).copied().collect();
    determinise(&position.view(Viewer::Seat(seat)), &hidden)
}

/// The part of a position that a search depends on. A card that is chosen but not placed is still
/// in hand.
fn facts(position: &Schotten) -> impl PartialEq + std::fmt::Debug {
    let hands =
        Seat::BOTH.map(|seat| position.hand(seat).iter().flatten().copied().collect::<CardSet>());
    let stage = match position.stage() {
        Stage::Column => Stage::Card,
        stage => stage,
    };
    (position.table().clone(), hands, position.deck().to_vec(), position.mover(), stage)
}

/// Makes one whole placement, or answers one claim, in both positions.
fn step(position: &mut Schotten, determinised: &mut Schotten, random: &mut SplitMix64) {
    let any = |position: &Schotten, random: &mut SplitMix64| {
        random.below(u64::from(position.options())) as u32
    };
    let option = any(position, random);
    let seat = position.mover();
    if position.stage() != Stage::Card {
        position.choose(option);
        determinised.choose(option);
        return;
    }
    position.choose(option);
    let slot = position.view(Viewer::Seat(seat)).chosen().unwrap();
    let card = position.hand(seat)[slot].unwrap();
    let column = any(position, random);
    let stone = ennead_game::nine::nth(position.table().open(seat), column);
    position.choose(column);
    Placement { card, stone }.make(determinised);
}

#[test]
fn determinised_positions_follow_the_rules() {
    let mut random = SplitMix64::new(1);
    for variant in Variant::ALL {
        for _ in 0..250 {
            let mut position = deal(variant, &mut random);
            let mut followed = determinised(&position, Seat::FIRST);
            while let Some(seat) = mover(&position) {
                assert_eq!(facts(&determinised(&position, seat)), facts(&position));
                assert_eq!(facts(&followed), facts(&position));
                step(&mut position, &mut followed, &mut random);
            }
            assert_eq!(followed.outcome(), position.outcome());
        }
    }
}

#[test]
fn a_chosen_card_does_not_change_the_determinised_position() {
    let mut position = deal(Variant::default(), &mut SplitMix64::new(2));
    let before = determinised(&position, Seat::FIRST);
    position.choose(3);
    assert_eq!(determinised(&position, Seat::FIRST), before);
}

/// The winner under best play, by exhaustive search.
fn minimax(position: &Schotten) -> Seat {
    let seat = match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Over(Outcome::Win(winner)) => return winner,
        turn => panic!("{turn:?} in an endgame"),
    };
    let wins = |option| {
        let mut after = position.clone();
        after.choose(option);
        minimax(&after) == seat
    };
    if (0..position.options()).any(wins) { seat } else { seat.other() }
}

#[test]
fn endgame_search_agrees_with_minimax() {
    let mut random = SplitMix64::new(4);
    let mut found = [0; 2];
    for game in 0..1_500 {
        let mut position = deal(Variant::ALL[game % 4], &mut random);
        while let Some(seat) = mover(&position) {
            let view = position.view(Viewer::Seat(seat));
            let held = view.hand_size(Seat::FIRST) + view.hand_size(Seat::SECOND);
            if view.deck_len() == 0 && held <= 6 && view.stage() != Stage::Column {
                let mut spending = Spending::new(Budget::nodes(u64::MAX));
                let winner = Endgame::new(&EVALUATOR, &mut spending, 1.0)
                    .winner(&determinised(&position, seat))
                    .unwrap();
                assert_eq!(winner, minimax(&position), "{position:?}");
                found[usize::from(winner == seat)] += 1;
                break;
            }
            position.choose(random.below(u64::from(position.options())) as u32);
        }
    }
    assert!(found[0] > 20 && found[1] > 20, "wins and losses are both there: {found:?}");
}

/// The value of a placement computed from all features of the network.
fn whole_value(evaluator: &NetEvaluator<'_>, placement: Placement) -> Option<f32> {
    let sample = evaluator.sample(placement)?;
    let mut sums = NET.globals(&sample.globals);
    for (stone, features) in sample.stones.iter().enumerate() {
        add(&mut sums, &NET.contribution(features, stone), 1.0);
    }
    Some(NET.odds(&sums))
}

#[test]
fn incremental_values_match_full_inference() {
    let mut random = SplitMix64::new(5);
    let [mut same, mut all] = [0, 0];
    for game in 0..40 {
        let mut position = deal(Variant::ALL[game % 4], &mut random);
        while mover(&position).is_some() {
            if position.stage() != Stage::Card {
                position.choose(random.below(u64::from(position.options())) as u32);
                continue;
            }
            let placement = best(&position, 1 + random.below(16) as usize).1;
            let evaluator = NetEvaluator::new(&position);
            let value = evaluator.value(&evaluator.without(placement.card), placement.stone);
            if let Some(whole) = whole_value(&evaluator, placement) {
                all += 1;
                same += usize::from((whole - value).abs() < 1e-3);
                // The incremental value ignores that a card leaving the hand may lower the best sum
                // elsewhere.
                assert!((whole - value).abs() < 1.0, "{whole} {value} {placement:?} {position:?}");
            }
            placement.make(&mut position);
        }
    }
    assert!(all > 1_000 && same * 10 > all * 8, "{same} of {all}");
}

#[test]
fn beliefs_deal_every_hidden_card_once_and_discount_winners() {
    let mut random = SplitMix64::new(6);
    let mut position = deal(Variant::default(), &mut random);
    let card = |text: &str| text.parse::<Card>().unwrap();
    let ours = ["red1", "red2", "red3"];
    let theirs = ["blue7", "blue8"];
    for (seat, cards) in [(Seat::FIRST, &ours[..]), (Seat::SECOND, &theirs[..])] {
        cards.iter().for_each(|text| position.table.lay(seat, 4, card(text)));
    }
    let hidden: Vec<Card> = position.table().unseen().iter().collect();
    let belief = Belief::new(&position, &hidden, 6);
    let [mut winning, mut similar] = [0, 0];
    for _ in 0..3_000 {
        let mut dealt = belief.deal(&mut random);
        let hand = &dealt[hidden.len() - 6..];
        winning += usize::from(hand.contains(&card("blue9")));
        similar += usize::from(hand.contains(&card("green9")));
        dealt.sort_unstable();
        assert_eq!(dealt, hidden);
    }
    assert!(winning * 3 < similar * 2, "{winning} {similar}");
}

#[test]
fn samples_have_the_position_and_all_features() {
    let samples = value_samples();
    assert!(samples.len() > 1_000);
    for row in samples {
        let numbers = row.split(' ').filter(|text| text.parse::<f32>().is_ok()).count();
        assert_eq!(numbers, 54 + 8 + STONES * FEATURES + GLOBALS, "{row}");
    }
}
