//! Views contain nothing hidden; samples are consistent with them and uniformly distributed.

use std::collections::BTreeMap;

use ennead_game::{
    AnyMatch, Focus, Game, Match, Random, Scene, Seat, SplitMix64, Turn, View, ViewData, Viewer,
    suite::random_match,
};
use ennead_schotten::{CARDS, Card, CardSet, Schotten, SchottenView, Stage, Variant, draw_view};

/// The cards of a match in the order of the shuffle.
fn shuffle_of(choices: &[u32]) -> Vec<Card> {
    let mut left = CardSet::ALL;
    let mut cards = Vec::new();
    for option in &choices[..CARDS] {
        let card = left.nth(*option).expect("an option");
        left.remove(card);
        cards.push(card);
    }
    cards
}

fn choices_of(cards: &[Card]) -> Vec<u32> {
    let mut left = CardSet::ALL;
    let rank = |card: &Card| {
        let rank = left.rank(*card);
        left.remove(*card);
        rank
    };
    cards.iter().map(rank).collect()
}

/// Cards that a viewer has not seen: the deck and the hands of others.
fn hidden(position: &Schotten, viewer: Viewer) -> CardSet {
    let others = Seat::BOTH.into_iter().filter(|seat| viewer != Viewer::Seat(*seat));
    others.flat_map(|seat| position.hand(seat)).chain(position.deck()).copied().flatten().collect()
}

/// The same match with every unseen card dealt to another hidden place.
fn redealt(choices: &[u32], hidden: CardSet, random: &mut SplitMix64) -> Vec<u32> {
    let mut cards = shuffle_of(choices);
    let places: Vec<usize> = (0..CARDS).filter(|place| hidden.contains(cards[*place])).collect();
    for last in (1..places.len()).rev() {
        cards.swap(places[last], places[random.below(last as u64 + 1) as usize]);
    }
    [choices_of(&cards), choices[CARDS..].to_vec()].concat()
}

fn match_after(variant: Variant, choices: &[u32]) -> Match<Schotten> {
    Match::<Schotten>::replay(variant, choices).expect("legal choices")
}

fn position_after(variant: Variant, choices: &[u32]) -> Schotten {
    match_after(variant, choices).position().clone()
}

/// Everything that a server may send about a running match.
fn sent(
    game: &Match<Schotten>,
    viewer: Viewer,
) -> (Scene, Vec<String>, Vec<String>, serde_json::Value) {
    let scene = game.scene(viewer, &Focus::default()).expect("a match can be shown");
    (scene, game.option_texts(viewer), game.log(viewer), game.explain(viewer))
}

#[test]
fn views_do_not_depend_on_hidden_cards() {
    let mut random = SplitMix64::new(31);
    for round in 0..160 {
        let variant = Variant::ALL[round % 4];
        let game = random_match::<Schotten>(&variant, &mut random, usize::MAX);
        for length in CARDS..=game.choices().len() {
            let choices = &game.choices()[..length];
            if random.below(4) > 0 && length < game.choices().len() {
                continue;
            }
            let game = match_after(variant, choices);
            let position = game.position();
            for viewer in Viewer::ALL {
                let other =
                    match_after(variant, &redealt(choices, hidden(position, viewer), &mut random));
                assert_eq!(sent(&other, viewer), sent(&game, viewer));
                let other = other.position();
                assert_eq!(other.view(viewer).encode(), position.view(viewer).encode());
                assert_eq!(other.view(viewer), position.view(viewer));
                assert_eq!(other.options(), position.options());
                assert_eq!(other.turn(), position.turn());
            }
        }
    }
}

#[test]
fn views_contain_the_owners_cards() {
    let mut position = Schotten::new(&Variant::default());
    position.deal(&mut SplitMix64::new(1));
    let mut other = Schotten::new(&Variant::default());
    other.deal(&mut SplitMix64::new(2));
    assert_eq!(position.view(Viewer::Spectator).encode(), other.view(Viewer::Spectator).encode());
    for seat in Seat::BOTH {
        assert_ne!(
            position.view(Viewer::Seat(seat)).encode(),
            other.view(Viewer::Seat(seat)).encode()
        );
    }
}

/// A chosen card is its owner's secret until it is placed.
#[test]
fn a_chosen_card_is_secret() {
    let mut start = Schotten::new(&Variant::default());
    start.deal(&mut SplitMix64::new(3));
    let chosen: Vec<Schotten> = (0..6)
        .map(|slot| {
            let mut position = start.clone();
            position.choose(slot);
            position
        })
        .collect();
    for (slot, position) in chosen.iter().enumerate() {
        let own = position.view(Viewer::Seat(Seat::FIRST));
        assert_eq!(own.chosen(), Some(slot));
        assert_eq!(own.stage(), Stage::Column);
        for viewer in [Viewer::Seat(Seat::SECOND), Viewer::Spectator] {
            assert_eq!(position.view(viewer).encode(), chosen[0].view(viewer).encode());
            assert_eq!(position.view(viewer).chosen(), None);
        }
    }
}

#[test]
fn views_of_the_shuffle_contain_no_cards() {
    for dealt in [0, 1, 12, 30, 53] {
        let two = [1, 2].map(|seed| {
            random_match::<Schotten>(&Variant::ALL[3], &mut SplitMix64::new(seed), dealt)
        });
        for viewer in Viewer::ALL {
            let [one, other] = [&two[0], &two[1]].map(|game| game.position().view(viewer));
            assert_eq!(one.encode(), other.encode());
            assert_eq!((one.turn(), one.options()), (Turn::Chance, 54 - dealt as u32));
            assert_eq!(SchottenView::decode(&one.encode()), Ok(one.clone()));
            let sample = Schotten::sample(&one, &mut SplitMix64::new(5));
            assert_eq!(sample.view(viewer), one);
        }
    }
}

#[test]
fn views_agree_with_the_position() {
    let game =
        random_match::<Schotten>(&Variant::default(), &mut SplitMix64::new(4), CARDS + 2 * 9);
    let position = game.position();
    let seen = position.view(Viewer::Seat(Seat::SECOND));
    assert_eq!(seen.hand(), Some(position.hand(Seat::SECOND)));
    assert_eq!(seen.deck_len(), position.deck().len());
    assert_eq!((seen.hand_size(Seat::FIRST), seen.hand_size(Seat::SECOND)), (6, 6));
    assert_eq!(seen.table(), position.table());
    assert_eq!(seen.mover(), Seat::SECOND);
    let (card, stone) = seen.last_card().expect("a card was placed");
    assert_eq!(position.table().cards(Seat::FIRST, stone).last(), Some(card));
    assert_eq!(position.view(Viewer::Spectator).hand(), None);
    let drawing = draw_view(&position.view(Viewer::Spectator));
    assert!(
        drawing.contains("player 1: 6 card(s)")
            && drawing.contains("deck: 33 card(s); player 2 to move")
    );
    assert!(draw_view(&seen).contains("player 2: 0:"));
}

#[test]
fn views_are_small() {
    let (mut most, mut sum, mut count) = (0, 0, 0);
    let mut random = SplitMix64::new(6);
    for round in 0..200 {
        let variant = Variant::ALL[round % 4];
        let game = random_match::<Schotten>(&variant, &mut random, usize::MAX);
        let mut position = Schotten::new(&variant);
        for option in game.choices() {
            position.choose(*option);
            for viewer in Viewer::ALL {
                let bytes = position.view(viewer).encode().len();
                (most, sum, count) = (most.max(bytes), sum + bytes, count + 1);
            }
        }
    }
    println!("views: {:.1} bytes on average, {most} at most", sum as f64 / f64::from(count));
    assert!(most <= 40, "{most} bytes");
}

/// Late in a match, when few cards are hidden, samples cover all deals about equally often.
#[test]
fn samples_are_uniform() {
    const SAMPLES: u64 = 24_000;
    let mut random = SplitMix64::new(8);
    let seen = late_view(&mut random, |position, hidden| position.deck().is_empty() && hidden == 2);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for _ in 0..SAMPLES {
        let sample = Schotten::sample(&seen, &mut random);
        assert_eq!(sample.view(seen.viewer()), seen);
        *counts.entry(format!("{:?}", sample.hand(Seat::SECOND))).or_default() += 1;
    }
    assert_eq!(counts.len(), 30, "two cards in two of six slots");
    assert_even(counts.into_values(), SAMPLES / 30);

    let seen = late_view(&mut random, |position, hidden| position.deck().len() == 2 && hidden == 8);
    let mut bottom: BTreeMap<Card, u64> = BTreeMap::new();
    let mut first_slot: BTreeMap<Card, u64> = BTreeMap::new();
    for _ in 0..SAMPLES {
        let sample = Schotten::sample(&seen, &mut random);
        *bottom.entry(sample.deck()[1].expect("a card")).or_default() += 1;
        *first_slot.entry(sample.hand(Seat::SECOND)[0].expect("a card")).or_default() += 1;
    }
    assert_eq!((bottom.len(), first_slot.len()), (8, 8));
    assert_even(bottom.into_values(), SAMPLES / 8);
    assert_even(first_slot.into_values(), SAMPLES / 8);
}

/// The first player's view at the start of a turn that satisfies a condition on the hidden cards.
fn late_view(random: &mut SplitMix64, wanted: impl Fn(&Schotten, u32) -> bool) -> SchottenView {
    loop {
        let game = random_match::<Schotten>(&Variant::default(), random, usize::MAX);
        let mut position = Schotten::new(&Variant::default());
        for option in game.choices() {
            position.choose(*option);
            let seen = position.view(Viewer::Seat(Seat::FIRST));
            let at_start = seen.stage() == Stage::Card && seen.mover() == Seat::FIRST;
            if at_start && wanted(&position, hidden(&position, seen.viewer()).len()) {
                return seen;
            }
        }
    }
}

/// Allows six standard deviations: far more than chance produces, far less than a bias would.
fn assert_even(counts: impl Iterator<Item = u64>, expected: u64) {
    for count in counts {
        let off = count.abs_diff(expected) as f64;
        assert!(off < 6.0 * (expected as f64).sqrt(), "{count} instead of about {expected}");
    }
}

/// Samples can be played to the end without panics.
#[test]
fn samples_can_be_played() {
    let mut random = SplitMix64::new(9);
    for round in 0..200 {
        let variant = Variant::ALL[round % 4];
        let game = random_match::<Schotten>(&variant, &mut random, usize::MAX);
        let length = CARDS + random.below((game.choices().len() - CARDS) as u64) as usize;
        let seen = position_after(variant, &game.choices()[..length]).view(Viewer::ALL[round % 3]);
        finish(Schotten::sample(&seen, &mut random), &mut random);
    }
}

fn finish(mut position: Schotten, random: &mut SplitMix64) {
    let mut choices = 0;
    while position.options() > 0 {
        position.choose(random.below(u64::from(position.options())) as u32);
        choices += 1;
        assert!(choices < 1_000, "a match ends");
    }
}

/// Arbitrary bytes are rejected with a reason, or decode to a view that has one encoding and whose
/// samples can be played to the end.
#[test]
fn hostile_bytes() {
    let mut random = SplitMix64::new(10);
    let mut accepted = 0;
    for round in 0..60_000 {
        let variant = Variant::ALL[round % 4];
        let mut bytes: Vec<u8> = (0..random.below(45)).map(|_| random.next_u64() as u8).collect();
        if round % 2 == 0 {
            let choices = CARDS + random.below(110) as usize;
            let game = random_match::<Schotten>(&variant, &mut random, choices);
            bytes = game.position().view(Viewer::ALL[round % 3]).encode();
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
        }
        match SchottenView::decode(&bytes) {
            Ok(seen) => {
                accepted += 1;
                assert_eq!(seen.encode(), bytes);
                finish(Schotten::sample(&seen, &mut random), &mut random);
            }
            Err(error) => assert!(error.to_string().starts_with("not a view: "), "{error}"),
        }
    }
    assert!(accepted > 1_000, "{accepted} damaged views were views");
}

#[test]
fn messages() {
    let error = |bytes: &[u8]| SchottenView::decode(bytes).unwrap_err().to_string();
    assert_eq!(error(&[]), "not a view: the input ends before the last choice (byte 0) (byte 0)");
    let mut position = Schotten::new(&Variant::default());
    position.deal(&mut SplitMix64::new(3));
    let mut bytes = position.view(Viewer::Spectator).encode();
    bytes.extend([0, 0, 0]);
    assert!(error(&bytes).contains("too many after the last choice"), "{}", error(&bytes));
}
