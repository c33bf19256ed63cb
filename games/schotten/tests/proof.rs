//! Compares proofs of claims with brute force over all completions with unseen cards.

use std::collections::BTreeSet;

use ennead_game::{Random, SplitMix64};
use ennead_schotten::{Card, CardSet, Formation, Strength, Thirds, beating, best_reachable};

/// Formation and sum, computed in the simplest way.
fn plain_strength(cards: [Card; 3]) -> (Formation, u8) {
    let mut numbers = cards.map(Card::number);
    numbers.sort_unstable();
    let sum = numbers.iter().sum();
    let colour = cards.iter().all(|card| card.colour() == cards[0].colour());
    let run = numbers[0] + 1 == numbers[1] && numbers[1] + 1 == numbers[2];
    let equal = numbers[0] == numbers[2];
    let formation = match (colour, run, equal) {
        (true, true, _) => Formation::ColourRun,
        (_, _, true) => Formation::ThreeOfAKind,
        (true, ..) => Formation::Colour,
        (_, true, _) => Formation::Run,
        _ => Formation::Sum,
    };
    (formation, sum)
}

fn brute_force(cards: &[Card], unseen: &[Card]) -> Option<(Formation, u8)> {
    if let Ok(three) = cards.try_into() {
        return Some(plain_strength(three));
    }
    (0..unseen.len())
        .filter_map(|index| brute_force(&[cards, &[unseen[index]]].concat(), &unseen[index + 1..]))
        .max()
}

fn check(cards: &[Card], unseen: CardSet) {
    let unseen_cards: Vec<Card> = unseen.iter().collect();
    let best = best_reachable(cards, unseen).map(|best| (best.formation(), best.sum()));
    assert_eq!(best, brute_force(cards, &unseen_cards), "{cards:?} with {unseen:?}");
}

fn random_cards(count: usize, from: &mut Vec<Card>, random: &mut SplitMix64) -> Vec<Card> {
    (0..count.min(from.len()))
        .map(|_| from.swap_remove(random.below(from.len() as u64) as usize))
        .collect()
}

#[test]
fn all_trios_in_order() {
    let cards: Vec<Card> = Card::all().collect();
    let mut strengths = BTreeSet::new();
    let mut plain = BTreeSet::new();
    for (a, first) in cards.iter().enumerate() {
        for (b, second) in cards.iter().enumerate().skip(a + 1) {
            for third in &cards[b + 1..] {
                let trio = [*first, *second, *third];
                let strength = Strength::of(trio);
                assert_eq!((strength.formation(), strength.sum()), plain_strength(trio));
                strengths.insert(strength);
                plain.insert(plain_strength(trio));
            }
        }
    }
    assert_eq!(strengths.len(), Strength::COUNT);
    assert_eq!(Strength::COUNT, 63);
    let in_order: Vec<_> =
        strengths.iter().map(|strength| (strength.formation(), strength.sum())).collect();
    assert!(plain.into_iter().eq(in_order), "strengths ascend as formation and sum do");
}

#[test]
fn random_cases() {
    let mut random = SplitMix64::new(5);
    for _ in 0..40_000 {
        let mut deck: Vec<Card> = Card::all().collect();
        let count = random.below(4) as usize;
        let cards = random_cards(count, &mut deck, &mut random);
        // With few unseen cards, every kind of result occurs.
        let most = [3, 6, 12, 20][random.below(4) as usize];
        let unseen = random_cards(random.below(most + 1) as usize, &mut deck, &mut random);
        check(&cards, unseen.into_iter().collect());
    }
}

#[test]
fn most_cards_unseen() {
    let mut random = SplitMix64::new(6);
    for round in 0..300 {
        let mut deck: Vec<Card> = Card::all().collect();
        let cards = random_cards(round % 3, &mut deck, &mut random);
        let seen = random.below(30) as usize;
        random_cards(seen, &mut deck, &mut random);
        check(&cards, deck.into_iter().collect());
    }
}

/// Every pair on the table with every single card unseen, and with none.
#[test]
fn every_pair_and_card() {
    let cards: Vec<Card> = Card::all().collect();
    for first in &cards {
        for second in cards.iter().filter(|card| *card != first) {
            check(&[*first, *second], CardSet::EMPTY);
            for third in cards.iter().filter(|card| *card != first && *card != second) {
                check(&[*first, *second], [*third].into_iter().collect());
            }
        }
    }
}

/// Error-prone sets: one number in all colours, one colour, neighbours across a lane boundary, and
/// gaps.
#[test]
fn adversarial_cases() {
    let by = |keep: fn(u8, u8) -> bool| -> Vec<Card> {
        Card::all().filter(|card| keep(card.colour() as u8, card.number())).collect()
    };
    let sets = [
        by(|_, number| number == 9),
        by(|_, number| number == 1),
        by(|colour, _| colour == 0),
        by(|colour, _| colour == 5),
        by(|colour, number| (colour == 0 && number >= 8) || (colour == 1 && number <= 2)),
        by(|_, number| number % 2 == 1),
        by(|_, number| number % 3 == 0),
        by(|colour, number| (colour + number) % 3 == 0),
        by(|colour, number| colour < 2 && number % 3 != 0),
        by(|colour, number| colour == number % 6),
        by(|_, _| true),
    ];
    for set in sets {
        check(&[], set.iter().copied().collect());
        for first in Card::all() {
            let rest: Vec<Card> = set.iter().copied().filter(|card| *card != first).collect();
            check(&[first], rest.iter().copied().collect());
            for second in Card::all().filter(|card| *card != first).step_by(5) {
                check(
                    &[first, second],
                    rest.iter().copied().filter(|card| *card != second).collect(),
                );
            }
        }
    }
}

/// One trio of every strength.
fn strengths() -> Vec<Strength> {
    let cards: Vec<Card> = Card::all().collect();
    let mut found = BTreeSet::new();
    for (a, first) in cards.iter().enumerate() {
        for (b, second) in cards.iter().enumerate().skip(a + 1) {
            found
                .extend(cards[b + 1..].iter().map(|third| Strength::of([*first, *second, *third])));
        }
    }
    found.into_iter().collect()
}

#[test]
fn third_cards_complete_the_formation() {
    let strengths = strengths();
    for first in Card::all() {
        for second in Card::all().filter(|card| *card != first) {
            let thirds = Thirds::of(first, second);
            let beating: Vec<CardSet> =
                strengths.iter().map(|target| beating(first, second, *target)).collect();
            for third in Card::all().filter(|card| ![first, second].contains(card)) {
                let strength = Strength::of([first, second, third]);
                let made = |set: CardSet| set.contains(third);
                assert_eq!(made(thirds.colour_run), strength.formation() == Formation::ColourRun);
                assert_eq!(made(thirds.three), strength.formation() == Formation::ThreeOfAKind);
                assert_eq!(
                    made(thirds.colour),
                    matches!(strength.formation(), Formation::Colour | Formation::ColourRun)
                );
                assert_eq!(
                    made(thirds.run),
                    matches!(strength.formation(), Formation::Run | Formation::ColourRun)
                );
                for (target, beating) in strengths.iter().zip(&beating) {
                    assert_eq!(
                        made(*beating),
                        strength > *target,
                        "{first} {second} {third}: {target}"
                    );
                }
            }
        }
    }
}

#[test]
fn card_sets_iterate_from_both_ends() {
    let mut random = SplitMix64::new(5);
    for _ in 0..1_000 {
        let set: CardSet = Card::all().filter(|_| random.below(3) == 0).collect();
        let cards: Vec<Card> = Card::all().filter(|card| set.contains(*card)).collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cards);
        assert_eq!(
            set.iter().rev().collect::<Vec<_>>(),
            cards.iter().rev().copied().collect::<Vec<_>>()
        );
        assert_eq!(set.len() as usize, cards.len());
    }
    assert_eq!((CardSet::ALL - CardSet::EMPTY).iter().count(), 54);
}
