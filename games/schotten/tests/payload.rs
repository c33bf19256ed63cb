//! Board payloads, decoded by a decoder that shares no code with the encoder.

use ennead_game::{
    AnyGame, AnyMatch, Focus, LabelSet, Match, Options, Scene, Seat, SplitMix64, View, Viewer,
    suite::random_match,
};
use ennead_schotten::{CARDS, Claims, MAX_PAYLOAD, Schotten, SchottenView, Stage, Timing, Variant};
use serde_json::json;

fn card(byte: u8) -> String {
    let colours = ["red", "yellow", "blue", "green", "cyan", "grey"];
    format!("{}{}", colours[usize::from(byte >> 4) - 1], byte & 15)
}

fn seat(number: u8) -> Option<Seat> {
    number.checked_sub(1).map(Seat)
}

/// Compares a payload, read byte by byte, with what the viewer knows.
fn check(payload: &[u8], view: &SchottenView) {
    let [stage, stones, sizes, deck, rest @ ..] = payload else { panic!("cut off") };
    let expected = match view.stage() {
        Stage::Card => (0, 15),
        Stage::Column => (1, 15),
        Stage::Pass => (2, 15),
        Stage::Claim(stone) => (3, stone),
        Stage::Over => (4, 15),
        Stage::Shuffle(_) => (5, 15),
    };
    assert_eq!((stage & 7, stones >> 4), expected);
    let variant = view.variant();
    assert_eq!(stage >> 3 & 1 == 1, variant.claims == Claims::Manual);
    assert_eq!(stage >> 4 & 1 == 1, variant.timing == Timing::Start);
    assert_eq!(stage >> 6, 0);
    assert_eq!(usize::from(sizes >> 4), view.hand_size(Seat::FIRST));
    assert_eq!(usize::from(sizes & 15), view.hand_size(Seat::SECOND));
    assert_eq!(usize::from(*deck), view.deck_len());
    let (bytes, rest) = rest.split_at(9);
    let (marks, mut rest) = rest.split_at(9);
    check_marks(marks, view);
    let mut take = |count: u8| {
        let (cards, left) = rest.split_at(usize::from(count));
        rest = left;
        cards.iter().map(|byte| card(*byte)).collect::<Vec<_>>()
    };
    let last = Seat(stage >> 5 & 1);
    for (stone, byte) in bytes.iter().enumerate() {
        let counts = [byte & 3, byte >> 2 & 3];
        for owner in Seat::BOTH {
            let cards = take(counts[owner.index()]);
            let laid: Vec<String> =
                view.table().cards(owner, stone).map(|card| card.to_string()).collect();
            assert_eq!(cards, laid);
            if owner == last && usize::from(stones & 15) == stone {
                let (card, at) = view.last_card().expect("a last card");
                assert_eq!((cards.last(), at), (Some(&card.to_string()), stone));
            }
        }
        assert_eq!(seat(byte >> 4 & 3), view.table().owner(stone));
        let ahead = view.table().first_to_complete(stone).filter(|_| counts == [3, 3]);
        assert_eq!(seat(byte >> 6), ahead);
    }
    assert_eq!(stones & 15 == 15, view.last_card().is_none());
    match view.hand() {
        None => assert!(rest.is_empty(), "a spectator sees no hand"),
        Some(hand) => {
            let slots = hand.map(|slot| slot.map_or("-".into(), |card| card.to_string()));
            let shown =
                rest[..6].iter().map(|byte| if *byte == 0xff { "-".into() } else { card(*byte) });
            assert!(shown.eq(slots));
            assert_eq!((rest.len(), rest[6]), (7, view.chosen().map_or(0xff, |slot| slot as u8)));
        }
    }
}

/// Checks formations by name, open stones by trying each one, and winning stones by counting them.
fn check_marks(marks: &[u8], view: &SchottenView) {
    const KINDS: [&str; 6] = ["", "sum", "run", "colour", "three of a kind", "colour run"];
    let table = view.table();
    let own = |stone: usize| table.owner(stone) == Some(view.mover());
    let rows: Vec<usize> = (0..7).filter(|from| (*from..from + 3).all(own)).collect();
    let places = matches!(view.stage(), Stage::Card | Stage::Column)
        && view.viewer() == Viewer::Seat(view.mover());
    for (stone, byte) in marks.iter().enumerate() {
        for (seat, kind) in Seat::BOTH.into_iter().zip([byte & 7, byte >> 3 & 7]) {
            let name =
                table.strength(seat, stone).map_or("", |strength| strength.formation().name());
            assert_eq!(KINDS[usize::from(kind)], name);
        }
        let room = table.owner(stone).is_none() && table.cards(view.mover(), stone).count() < 3;
        let in_row = rows.iter().any(|from| (*from..from + 3).contains(&stone));
        let mark = match view.stage() {
            Stage::Over if in_row => 2,
            Stage::Over if rows.is_empty() && own(stone) => 3,
            _ => u8::from(places && room),
        };
        assert_eq!(byte >> 6, mark, "stone {stone}");
    }
}

/// The state has at most 13 bytes before a payload with all cards, and 14 before one without the
/// card about to be placed.
#[test]
fn states_stay_small() {
    const { assert!(MAX_PAYLOAD + 13 <= 96 && MAX_PAYLOAD - 1 + 14 <= 96) };
}

#[test]
fn payloads_decode_and_are_small() {
    let mut random = SplitMix64::new(51);
    let mut most = 0;
    for round in 0..120 {
        let variant = Variant::ALL[round % 4];
        let game = random_match::<Schotten>(&variant, &mut random, usize::MAX);
        let mut playing = Match::<Schotten>::new(variant);
        for option in game.choices() {
            playing.play(*option).unwrap();
            for viewer in Viewer::ALL {
                let scene = AnyMatch::scene(&playing, viewer, &Focus::default()).unwrap();
                check(scene.payload(), &playing.position().view(viewer));
                most = most.max(scene.payload().len());
            }
        }
    }
    assert!(most <= MAX_PAYLOAD && MAX_PAYLOAD == 83, "{most} bytes");
}

/// Slots are visible only to the owner of the hand; stones and answers to everyone.
#[test]
fn slots_are_labels_for_the_mover_only() {
    use ennead_game::{Game, ViewData};
    let mut position = Schotten::new(&Variant::default());
    position.deal(&mut SplitMix64::new(3));
    let labels = |position: &Schotten| Viewer::ALL.map(|viewer| position.view(viewer).labels());
    assert_eq!(labels(&position), [0b111111, 0, 0].map(LabelSet::from));
    position.choose(2);
    assert_eq!(labels(&position), [LabelSet::first(9); 3]);
    const { assert!(!Schotten::OPEN) };
}

#[test]
fn focus_on_a_part_is_rejected() {
    use ennead_game::Game;
    let position = Schotten::new(&Variant::default());
    let look = Focus { path: vec![4], ..Focus::default() };
    let error = Scene::of(&position, Viewer::Spectator, &look).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the path has 1 cell(s), but this game is always shown whole: send no path"
    );
}

/// A match with the cards dealt in ascending order: reds to player one, then yellows from 7 on to
/// player two.
fn ascending(moves: &str, options: &Options) -> Box<dyn AnyMatch> {
    let cards: Vec<String> =
        (0..CARDS).map(|index| ennead_schotten::Card::from_index(index).to_string()).collect();
    let game = ennead_schotten::GAME.game();
    let record = game.encode("record", &format!("{}: {moves}", cards.join(" ")), options).unwrap();
    game.open(&record.to_bytes()).unwrap()
}

#[test]
fn display_texts() {
    let game: &dyn AnyGame = ennead_schotten::GAME.game();
    assert_eq!(
        (game.seat_names(), game.draws()),
        (["player 1".to_string(), "player 2".to_string()], false)
    );
    let options = Options::new().with("claims", "manual");
    let mut playing = ascending("5>0 0>1 4>0 0>1", &options);
    assert_eq!(
        playing.log(Viewer::Spectator),
        [
            "player 1: red 6 to stone 1",
            "player 2: red 7 to stone 2",
            "player 1: red 5 to stone 1",
            "player 2: yellow 5 to stone 2"
        ]
    );
    assert!(!playing.is_open());
    let [first, second] = Seat::BOTH.map(Viewer::Seat);
    assert_eq!(
        playing.option_texts(first),
        ["red 1", "red 2", "red 3", "red 4", "yellow 6", "yellow 4"]
    );
    assert!(
        playing.option_texts(second).is_empty()
            && playing.option_texts(Viewer::Spectator).is_empty()
    );
    playing.play(3).unwrap();
    assert_eq!(playing.option_texts(first)[8], "stone 9");
    assert!(playing.option_texts(second).is_empty());
    playing.play(0).unwrap();
    let explained = playing.explain(second);
    let explained = explained["stones"].as_array().unwrap();
    assert_eq!(explained.len(), 9);
    assert_eq!((&explained[0]["stone"], &explained[8]["stone"]), (&json!(0), &json!(8)));
    assert_eq!(
        explained[0]["text"],
        "stone 1: you could still beat red 6, red 5 and red 4 (colour run 15) with grey 9, grey 8 \
         and grey 7 (colour run 24)"
    );
    assert_eq!(explained[0]["best"], "grey 9, grey 8 and grey 7 (colour run 24)");
    assert_eq!(explained[1]["best"], json!(null));
    assert_eq!(explained[1]["text"], "neither side of stone 2 is complete yet");
}

/// A claimed stone is explained with the cards that were on the table at the time of the claim.
#[test]
fn claims_are_explained_as_of_their_time() {
    let mut random = SplitMix64::new(54);
    let (mut open, mut decided) = (0, 0);
    for round in 0..60 {
        let variant = Variant::ALL[round % 4];
        let game = random_match::<Schotten>(&variant, &mut random, usize::MAX);
        let mut playing = Match::<Schotten>::new(variant);
        let mut told: [Option<String>; 9] = Default::default();
        for option in game.choices() {
            playing.play(*option).unwrap();
            let explained = AnyMatch::explain(&playing, Viewer::Spectator);
            for (stone, note) in explained["stones"].as_array().unwrap().iter().enumerate() {
                let Some(owner) = playing.position().table().owner(stone) else { continue };
                let text = told[stone].get_or_insert(note["text"].as_str().unwrap().to_string());
                assert_eq!(note["text"], *text);
                // People count stones from 1.
                let number = stone + 1;
                assert!(text.starts_with(&format!("{owner} claimed stone {number}")), "{text}");
                open += usize::from(text.contains("could still make there was"));
                decided += usize::from(text.contains(" is stronger than "));
                let own = AnyMatch::explain(&playing, Viewer::Seat(owner));
                let own = own["stones"][stone]["text"].as_str().unwrap();
                assert!(own.starts_with(&format!("you claimed stone {number}")), "{own}");
            }
        }
    }
    assert!(open > 20 && decided > 20, "{open} open, {decided} decided");
}

/// The log lists claims with the move that caused them, for either player.
#[test]
fn the_log_contains_claims() {
    let mut random = SplitMix64::new(52);
    for (variant, claim) in
        [(0, ", claims stone"), (1, ", claims stone"), (2, " claims stone"), (3, ": claims stone")]
    {
        let game = random_match::<Schotten>(&Variant::ALL[variant], &mut random, usize::MAX);
        let log = AnyMatch::log(&game, Viewer::Spectator);
        assert!(log.iter().any(|line| line.contains(claim)), "{log:#?}");
        let told = log
            .iter()
            .filter_map(|line| line.split_once("claims stone"))
            .map(|(_, stones)| stones.matches(char::is_numeric).count());
        let owned = (0..9).filter(|stone| game.position().table().owner(*stone).is_some()).count();
        assert!(told.sum::<usize>() >= owned, "every stone that is owned was claimed: {log:#?}");
    }
}

#[test]
fn answers_have_texts() {
    let mut random = SplitMix64::new(53);
    loop {
        let game = random_match::<Schotten>(&Variant::ALL[1], &mut random, 120);
        let position = game.position();
        if let Stage::Claim(stone) = position.view(Viewer::Spectator).stage() {
            let texts = game.option_texts(Viewer::Seat(position.view(Viewer::Spectator).mover()));
            let number = stone + 1;
            assert_eq!(
                texts,
                [format!("claim stone {number}: no"), format!("claim stone {number}: yes")]
            );
            return;
        }
    }
}

#[test]
fn vectors_on_the_format_page_match() {
    let page = include_str!("../FORMAT.md");
    let (_, section) = page.split_once("## Board payload").unwrap();
    let rows: Vec<_> = section
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.contains("| `"))
        .collect();
    assert_eq!(rows.len(), 3);
    let playing = ascending("5>0 0>1 4>0 0>1 3>0", &Options::new());
    for (row, viewer) in rows.into_iter().zip(Viewer::ALL) {
        let columns: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let scene = playing.scene(viewer, &Focus::default()).unwrap();
        let hex: String = scene.payload().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, columns[2], "{row}");
    }
}
