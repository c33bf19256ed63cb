//! Explanations of claims, and notation of moves with claims.

use ennead_game::{
    Game, Match, Notation, Random, Seat, SplitMix64, View, Viewer, suite::random_match,
};
use ennead_schotten::{
    ClaimVerdict, Schotten, Stage, Table, Variant, best_reachable, draw_position,
};

fn each_table(rounds: u64, mut look: impl FnMut(&Table)) {
    let mut random = SplitMix64::new(41);
    for _ in 0..rounds {
        let game = random_match::<Schotten>(&Variant::ALL[1], &mut random, usize::MAX);
        let mut position = Schotten::new(&Variant::ALL[1]);
        for option in game.choices() {
            position.choose(*option);
            look(position.table());
        }
    }
}

#[test]
fn explanations_agree_with_claims() {
    let mut messages = std::collections::BTreeSet::new();
    each_table(120, |table| {
        for seat in Seat::BOTH {
            for stone in 0..9 {
                let explanation = table.explain(seat, stone);
                assert_eq!(explanation.holds(), table.may_claim(seat, stone), "{explanation}");
                if let ClaimVerdict::Open { best: Some(best), .. } = explanation.verdict {
                    let laid: Vec<_> = table.cards(seat.other(), stone).collect();
                    assert!(best.cards.starts_with(&laid), "the best begins with what is laid");
                    assert!(
                        best.cards[laid.len()..].iter().all(|card| table.unseen().contains(*card))
                    );
                }
                let text = explanation.to_string();
                let kinds = [
                    "claimed by",
                    "of three",
                    "stronger",
                    "weaker",
                    "complete before",
                    "complete after",
                ];
                let more = ["holds, since", "could still beat"];
                messages.extend(
                    kinds.iter().chain(&more).filter(|kind| text.contains(**kind)).copied(),
                );
            }
        }
    });
    assert_eq!(messages.len(), 8, "every kind of answer comes up: {messages:?}");
}

/// Compares the short explanations with facts derived from the table.
#[test]
fn claims_by_strength() {
    let mut kinds = [0; 2];
    each_table(60, |table| {
        for stone in 0..9 {
            let Some(claim) = table.explain_claim(stone) else {
                assert_eq!(table.owner(stone), None);
                continue;
            };
            let other = claim.seat.other();
            let laid: Vec<_> = table.cards(other, stone).collect();
            // There are as many cards as slots, so every side can still be completed.
            let best = best_reachable(&laid, table.unseen()).expect("enough unseen cards");
            let (kind, rest) = match table.strength(other, stone) {
                Some(theirs) => (0, format!(" against {theirs}")),
                None => (1, format!(", and no more than {best} can still come")),
            };
            let ours = table.strength(claim.seat, stone).expect("a claimed side is complete");
            assert_eq!(table.owner(stone), Some(claim.seat));
            assert_eq!(claim.by_strength(), format!("{ours}{rest}"));
            kinds[kind] += 1;
        }
    });
    assert!(kinds.iter().all(|count| *count > 0), "every kind of claim comes up: {kinds:?}");
}

#[test]
fn explanations_without_a_name() {
    each_table(20, |table| {
        for (seat, stone) in
            Seat::BOTH.into_iter().flat_map(|seat| (0..9).map(move |stone| (seat, stone)))
        {
            let explanation = table.explain(seat, stone);
            let named = explanation.to_string();
            match explanation.verdict {
                ClaimVerdict::Incomplete(_) => {
                    assert_eq!(format!("{seat} has {}", explanation.unnamed()), named);
                }
                _ => assert_eq!(explanation.unnamed(), named),
            }
        }
    });
}

/// Without claims, columns fill up and few cards are left to complete them.
#[test]
fn claims_on_crowded_tables() {
    let mut random = SplitMix64::new(43);
    let mut open_with_few_unseen = 0;
    for _ in 0..120 {
        let mut position = Schotten::new(&Variant::ALL[1]);
        position.deal(&mut random);
        while position.options() > 0 {
            let claiming = matches!(position.view(Viewer::Spectator).stage(), Stage::Claim(_));
            let option = if claiming { 0 } else { random.below(u64::from(position.options())) };
            position.choose(option as u32);
            let table = position.table();
            for (seat, stone) in
                Seat::BOTH.into_iter().flat_map(|seat| (0..9).map(move |stone| (seat, stone)))
            {
                let explanation = table.explain(seat, stone);
                assert_eq!(explanation.holds(), table.may_claim(seat, stone), "{explanation}");
                let open = matches!(explanation.verdict, ClaimVerdict::Open { .. });
                open_with_few_unseen += u32::from(open && table.unseen().len() < 6);
            }
        }
    }
    assert!(open_with_few_unseen > 100, "late claims come up: {open_with_few_unseen}");
}

/// The first player to complete a stone wins ties, even against an incomplete side that can at best
/// equal it.
#[test]
fn the_first_to_complete_wins_ties() {
    let (mut decided, mut open) = (0, 0);
    each_table(400, |table| {
        for stone in 0..9 {
            for seat in Seat::BOTH {
                match table.explain(seat, stone).verdict {
                    ClaimVerdict::Decided { ours, theirs, ahead }
                        if ours.strength == theirs.strength =>
                    {
                        assert_eq!(ahead, table.first_to_complete(stone) == Some(seat));
                        decided += 1;
                    }
                    ClaimVerdict::Open { ours, best: Some(best) }
                        if ours.strength == best.strength =>
                    {
                        assert!(table.may_claim(seat, stone));
                        open += 1;
                    }
                    _ => {}
                }
            }
        }
    });
    assert!(decided > 0 && open > 0, "both kinds of tie come up: {decided}, {open}");
}

#[test]
fn illegal_moves_say_why() {
    let mut position = Schotten::new(&Variant::default());
    let reason = |position: &Schotten, text: &str| {
        position.choices_of(&Schotten::parse_move(text).expect("a move")).unwrap_err().to_string()
    };
    assert_eq!(reason(&position, "0>0"), "0>0 cannot be played: the cards are not dealt yet");
    position.deal(&mut SplitMix64::new(1));
    assert_eq!(
        reason(&position, "pass"),
        "pass cannot be played: a card can be placed, so this turn is no pass"
    );
    assert_eq!(
        reason(&position, "0>0!3"),
        "0>0!3 cannot be played: claims are automatic in this set-up: leave them out"
    );
    assert_eq!(
        reason(&position, "!3"),
        "!3 cannot be played: a card must be placed: these claims do not win"
    );
    let mut manual = Schotten::new(&Variant::ALL[1]);
    manual.deal(&mut SplitMix64::new(1));
    assert_eq!(
        reason(&manual, "0>0!3"),
        "0>0!3 cannot be played: stone 3 cannot be claimed at that point"
    );

    let over = random_match::<Schotten>(&Variant::default(), &mut SplitMix64::new(5), usize::MAX);
    assert!(
        reason(over.position(), "0>0")
            .starts_with("0>0 cannot be played: the game is over: player ")
    );
}

/// Tries every illegal move at every turn of some matches; each reason must occur.
#[test]
fn forbidden_moves_say_why() {
    let mut reasons = std::collections::BTreeSet::new();
    let mut random = SplitMix64::new(6);
    for _ in 0..200 {
        let mut position = Schotten::new(&Variant::default());
        position.deal(&mut random);
        while position.options() > 0 {
            let moves = position.moves();
            for number in 0..54u8 {
                let mv = Schotten::parse_move(&format!("{}>{}", number / 9, number % 9))
                    .expect("a move");
                match position.choices_of(&mv) {
                    Ok(_) => assert!(moves.contains(&mv)),
                    Err(error) => {
                        let text = error.to_string();
                        let reason = text.split_once(": ").expect("a reason").1;
                        reasons.insert(reason.replace(|c: char| c.is_ascii_digit(), "#"));
                    }
                }
            }
            position.make(&moves[random.below(moves.len() as u64) as usize]);
        }
    }
    let expected = [
        "nothing can be placed, so this turn is a pass",
        "player # has three cards in column # already",
        "slot # is empty",
        "stone # is claimed by player #",
    ];
    assert_eq!(reasons.iter().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
}

#[test]
fn invalid_move_texts_are_rejected() {
    for text in [
        "", "0>", ">1", "0>9", "6>0", "0>0!", "0>0!3!1", "0>0!1!1", "0>0!9", "pass!1", "Pass",
        "00>1", "0>1 ", "!", "ä>1",
    ] {
        let error = Schotten::parse_move(text).expect_err(text).to_string();
        assert!(error.contains("is not a move: a move is slot>column"), "{error}");
    }
}

#[test]
fn drawings_name_formations_and_claims() {
    let mut random = SplitMix64::new(2);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..150 {
        let mut game = Match::<Schotten>::new(Variant::ALL[1]);
        game.deal(&mut random);
        while !game.is_over() {
            let option = random.below(u64::from(game.position().options())) as u32;
            game.play(option).expect("an option");
            let drawing = draw_position(game.position());
            for word in [
                "colour run",
                "three of a kind",
                "run",
                "sum",
                "<1>",
                "<2>",
                "1?",
                "2?",
                "claimed by",
                "may claim it",
                "has won",
                "to move",
            ] {
                if drawing.contains(word) {
                    seen.insert(word);
                }
            }
        }
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}
