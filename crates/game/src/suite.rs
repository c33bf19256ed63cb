//! The conformance suite: properties that hold for every game, tested over random matches.
//!
//! A game's tests run it with one line:
//!
//! ```text
//! ennead_game::conformance!(Ttt, [()], symmetric, notation, view);
//! ```
//!
//! Every function panics if a property does not hold.

mod solver;

use data_encoding::BASE64URL_NOPAD;

pub use solver::solver_keys;

use crate::environment::find_move;
use crate::presentation::{Step, steps_onwards};
use crate::seen_move::seen_moves_of;
use crate::{
    AnyGame, AnyMatch, Coding, Environment, Focus, Game, LabelSet, MAX_ACTIONS, Match, Notation,
    Options, Presentation, Random, Scene, Seat, SeenMove, Setup, Sight, Spaces, SplitMix64,
    Symmetric, Turn, View, ViewData, Viewer, log_of, moves_of,
};

/// Number of random matches per check.
const MATCHES: u64 = 60;
/// Choices for which two worlds are compared that differ in a hidden choice.
const LATER_CHOICES: usize = 6;
/// Length at which a match is cut off and tested as unfinished.
const MOST_CHOICES: usize = 4_000;

/// Tests a game: `conformance!(Type, [set-ups], parts)`, where the parts are those of `symmetric`,
/// `notation`, `view`, `environment` and `solver_keys` that the game implements.
#[macro_export]
macro_rules! conformance {
    ($game:ty, [$($setup:expr),+ $(,)?] $(, $part:ident)* $(,)?) => {
        $crate::conformance!(@all $game, [$($setup),+] $(, $part)*);
    };
    (@all $game:ty, $setups:expr $(, $part:ident)*) => {
        mod conformance {
            #[allow(unused_imports)]
            use super::*;

            #[test]
            fn play_and_records() {
                for setup in $setups {
                    $crate::suite::play_and_records::<$game>(&setup);
                }
            }
            $($crate::conformance!(@part $game, $setups, $part);)*
        }
    };
    (@part $game:ty, $setups:expr, $part:ident) => {
        #[test]
        fn $part() {
            for setup in $setups {
                $crate::suite::$part::<$game>(&setup);
            }
        }
    };
}

/// Checks rules, set-up, undo and records.
pub fn play_and_records<G: Game>(setup: &G::Setup) {
    set_up_by_name::<G>(setup);
    let mut random = SplitMix64::new(7);
    for number in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        undo_is_replay(&game);
        round_trip(&game);
        damaged_records(&game, &mut random);
        let cut = random.below(game.choices().len() as u64 + 1) as usize;
        let part = Match::<G>::replay(setup.clone(), &game.choices()[..cut])
            .expect("part of a legal match");
        round_trip(&part);
        assert!(number > 0 || !game.choices().is_empty(), "a game has choices");
    }
}

/// The values of a set-up's options describe the same set-up.
fn set_up_by_name<G: Game>(setup: &G::Setup) {
    let mut again = G::Setup::default();
    for spec in G::Setup::OPTIONS {
        let value = setup.get(spec.name);
        spec.check(&value).expect("a set-up's own value is allowed");
        again.set(spec.name, &value).expect("a set-up's own value can be set");
        assert_eq!(
            G::Setup::default().get(spec.name),
            spec.default,
            "--{} has a different default",
            spec.name
        );
    }
    assert_eq!(&again, setup);
}

/// Plays every choice at random, up to `most` choices.
pub fn random_match<G: Game>(setup: &G::Setup, random: &mut dyn Random, most: usize) -> Match<G> {
    let mut game = Match::<G>::new(setup.clone());
    game.position().turn().check_seat().expect("a match begins with one of its seats");
    while !game.is_over() && game.choices().len() < most {
        let options = game.position().options();
        assert!(options > 0, "a position that is not over has options");
        let before = game.position().clone();
        assert!(game.play(options).is_err(), "the first option past the last is rejected");
        assert_eq!(game.position(), &before, "a rejected choice changes nothing");
        let option = random.below(u64::from(options)) as u32;
        game.play(option).expect("every option below the count is accepted");
    }
    if game.is_over() {
        assert_eq!(game.position().options(), 0, "a position that is over has no options");
    }
    game
}

/// Checks that an environment's actions are the moves of the notation, and that observations are
/// written completely. Set-ups too large for an environment are skipped.
pub fn environment<G: Environment>(setup: &G::Setup) {
    let Ok(spaces) = G::spaces(setup) else { return };
    assert!(spaces.actions <= MAX_ACTIONS, "{} actions are too many", spaces.actions);
    assert_eq!(spaces.shape.first(), Some(&spaces.planes.len()), "each plane has a name");
    let mut random = SplitMix64::new(7);
    for _ in 0..MATCHES / 4 {
        let mut position = G::new(setup);
        for _ in 0..MOST_CHOICES / 10 {
            position.deal(&mut random);
            legal_actions_are_moves(&position, &spaces);
            observations_are_complete(&position, &spaces);
            if position.outcome().is_some() {
                break;
            }
            let action = position.sample_action(&mut random);
            let mv = find_move(&position, action).expect("a random action is a legal move");
            let mut expected = position.clone();
            expected.make(&mv);
            position.act(action);
            assert_eq!(position, expected, "an action makes its move");
        }
    }
}

fn legal_actions_are_moves<G: Environment>(position: &G, spaces: &Spaces) {
    let mut expected = vec![false; spaces.actions];
    position.moves().iter().for_each(|mv| expected[G::number(mv) as usize] = true);
    let mut mask = vec![false; spaces.actions];
    position.mark_legal(&mut mask);
    assert_eq!(mask, expected, "the mask marks the legal moves");
    // Testing the neighbours of each legal action shows that the check is as strict as the mask.
    for action in (0..=spaces.actions).filter(|action| {
        *action >= spaces.actions - 1 || mask[*action] || mask[*action + 1] || action % 97 == 0
    }) {
        let is_legal = mask.get(action).copied().unwrap_or(false);
        assert_eq!(position.is_legal(action as u64), is_legal, "action {action}");
    }
    assert!(!position.is_legal(u64::MAX));
}

fn observations_are_complete<G: Environment>(position: &G, spaces: &Spaces) {
    for seat in Seat::BOTH {
        let view = position.view(Viewer::Seat(seat));
        let written = [0xaa, 0x55].map(|before| {
            let mut bytes = vec![before; spaces.observation_len()];
            G::observe(&view, seat, &mut bytes);
            bytes
        });
        assert_eq!(written[0], written[1], "every byte is written");
        assert!(written[0].iter().all(|byte| *byte <= 1), "planes hold 0 and 1");
    }
}

fn undo_is_replay<G: Game>(game: &Match<G>) {
    let mut back = game.clone();
    if let Some(last) = back.undo() {
        back.play(last).expect("a choice that was taken back can be repeated");
        assert_eq!(&back, game, "undo and redo give the same match");
    }
}

fn round_trip<G: Game>(game: &Match<G>) {
    let record = game.encode();
    let read = Match::<G>::decode(&record).expect("a record decodes");
    assert_eq!(&read, game, "a record decodes to its match");
    let over = (game.encode_body().len() * 8) as f64 - game.information();
    assert!(over <= 8.0 + 1e-6, "a body exceeds the bound by at most one byte, not {over} bits");
    assert_eq!(&Match::<G>::from_text(&game.to_text()).expect("its text decodes"), game);
    let modelled = game.encode_model();
    let read = Match::<G>::decode_model(&modelled).expect("a record.model decodes");
    assert_eq!(&read, game, "a record.model decodes to its match");
    assert!(modelled.len() <= record.len() + 1, "a model costs at most a byte");
    assert!(Match::<G>::decode(&modelled).is_err(), "a record.model is no record");
    assert!(Match::<G>::decode_model(&record).is_err(), "a record is no record.model");
}

fn damaged_records<G: Game>(game: &Match<G>, random: &mut dyn Random) {
    let record = game.encode();
    let must_differ = |bytes: &[u8]| {
        if let Ok(other) = Match::<G>::decode(bytes) {
            assert_ne!(&other, game, "a match has one record");
            assert_eq!(other.encode(), bytes, "an accepted record is the record of its match");
        }
    };
    // A damaged record.model is rejected, or belongs to another match or another model.
    let modelled = game.encode_model();
    let must_differ_modelled = |bytes: &[u8]| {
        if let Ok(other) = Match::<G>::decode_model(bytes) {
            let model = model_of(bytes);
            assert!(&other != game || model != G::MODEL, "a match has one record.model");
            assert_eq!(other.encode_model_as(model), bytes, "an accepted one is that of its match");
        }
    };
    must_differ_modelled(&modelled[..modelled.len() - 1]);
    must_differ_modelled(&[&modelled[..], &[0]].concat());
    for _ in 0..2 {
        let mut flipped = modelled.clone();
        let bit = random.below(modelled.len() as u64 * 8) as usize;
        flipped[bit / 8] ^= 1 << (bit % 8);
        must_differ_modelled(&flipped);
    }
    must_differ(&record[..record.len() - 1]);
    must_differ(&[&record[..], &[0]].concat());
    for _ in 0..8 {
        let mut flipped = record.clone();
        let bit = random.below(record.len() as u64 * 8) as usize;
        flipped[bit / 8] ^= 1 << (bit % 8);
        must_differ(&flipped);
    }
}

/// The model number of a `record.model`.
fn model_of(record: &[u8]) -> u8 {
    match Coding::of(record) {
        Ok(Coding::Model { number, .. }) => number,
        other => panic!("not a record.model: {other:?}"),
    }
}

/// Checks the matches that each model of a game expects most and least: both can be encoded, the
/// latter in at most one byte more than a record, and damage to either is detected.
pub fn expected_and_unexpected_matches<G: Game>(setup: &G::Setup) {
    let mut random = SplitMix64::new(5);
    for model in 1..=G::MODEL {
        for expected in [true, false] {
            let game = led_match::<G>(setup, model, expected, &mut random);
            let modelled = game.encode_model_as(model);
            assert_eq!(Match::<G>::decode_model(&modelled).as_ref(), Ok(&game));
            let most = game.encode().len() + 1;
            assert!(modelled.len() <= most, "{} bytes, {most} at most", modelled.len());
            for length in 0..modelled.len() {
                let cut = Match::<G>::decode_model(&modelled[..length]);
                assert!(cut.is_err() || cut.as_ref() != Ok(&game), "cut to {length} bytes");
            }
            damaged_records(&game, &mut random);
        }
    }
}

/// A match in which every choice is the one that a model expects most or least.
fn led_match<G: Game>(
    setup: &G::Setup,
    model: u8,
    expected: bool,
    random: &mut dyn Random,
) -> Match<G> {
    let mut predictor = G::predictor(setup, model);
    let mut game = Match::<G>::new(setup.clone());
    while !game.is_over() && game.choices().len() < MOST_CHOICES {
        let position = game.position();
        let mut shares = vec![1; position.options() as usize];
        let by_seat = matches!(position.turn(), Turn::Seat(_));
        let option = match &mut predictor {
            Some(predictor) if by_seat && shares.len() > 1 => {
                predictor.predict(position, &mut shares);
                let by_share = |option: &usize| shares[*option];
                let options = 0..shares.len();
                if expected { options.max_by_key(by_share) } else { options.min_by_key(by_share) }
            }
            _ => Some(random.below(shares.len() as u64) as usize),
        };
        let option = option.expect("a running match has options") as u32;
        if let Some(predictor) = &mut predictor {
            predictor.note(position, option);
        }
        game.play(option).expect("the option exists");
    }
    game
}

/// Checks a model's frozen vectors: lines of a `record` and its `record.model`, in base64url.
pub fn model_vectors<G: Game>(model: u8, vectors: &str) {
    assert!(vectors.lines().count() >= 10, "there are vectors");
    for line in vectors.lines() {
        let (record, modelled) = line.split_once(',').expect("two columns");
        let game = Match::<G>::from_text(record).expect("a record");
        let bytes = BASE64URL_NOPAD.decode(modelled.as_bytes()).expect("base64url");
        let read = Match::<G>::decode_model(&bytes).expect("a record.model");
        assert_eq!(read, game, "{line}");
        assert_eq!(model_of(&bytes), model, "{line}");
        assert_eq!(BASE64URL_NOPAD.encode(&game.encode_model_as(model)), modelled, "{line}");
    }
}

/// Checks that the first symmetry is the identity, that all commute with play, and that they agree
/// on the canonical form.
pub fn symmetric<G: Symmetric>(setup: &G::Setup) {
    let mut random = SplitMix64::new(11);
    for _ in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        let mut position = G::new(setup);
        assert!(position.transform(0) == position, "symmetry 0 is the identity");
        // Late positions of long matches are large; a sample is enough.
        let stride = 1 + game.choices().len() as u64 / 40;
        for option in game.choices() {
            if random.below(stride) == 0 {
                symmetries_agree(&position, *option);
            }
            position.choose(*option);
        }
        symmetries_agree_on_canonical(&position);
    }
}

fn symmetries_agree<G: Symmetric>(position: &G, option: u32) {
    symmetries_agree_on_canonical(position);
    let mut next = position.clone();
    next.choose(option);
    for symmetry in 0..G::SYMMETRIES {
        let mut other = position.transform(symmetry);
        assert_eq!(other.options(), position.options());
        assert_eq!(other.turn(), position.turn());
        other.choose(position.transform_option(symmetry, option));
        assert!(other == next.transform(symmetry), "play commutes with symmetry {symmetry}");
    }
}

fn symmetries_agree_on_canonical<G: Symmetric>(position: &G) {
    let (canonical, symmetry) = position.canonical();
    assert!(
        position.transform(symmetry) == canonical,
        "the returned symmetry yields the canonical form"
    );
    for other in 0..G::SYMMETRIES {
        assert!(
            position.transform(other).canonical().0 == canonical,
            "symmetric positions have the same canonical form"
        );
    }
}

/// Checks that every legal move has a unique number and a text that parses back, and consists of
/// legal choices.
pub fn notation<G: Notation>(setup: &G::Setup) {
    let mut random = SplitMix64::new(13);
    for _ in 0..MATCHES {
        let mut game = Match::<G>::new(setup.clone());
        let mut made = Vec::new();
        loop {
            game.deal(&mut random);
            if game.is_over() || game.choices().len() > MOST_CHOICES {
                break;
            }
            let mv = checked_moves(game.position(), &mut random);
            for option in game.position().choices_of(&mv).expect("a listed move is legal") {
                game.play(option).expect("a move consists of legal choices");
            }
            made.push(mv);
        }
        assert_eq!(moves_of(&game), made, "a match lists the moves made");
        if game.is_over() {
            assert!(game.position().moves().is_empty(), "no moves after the end");
        }
    }
}

/// Checks a sample of the legal moves and picks one at random.
fn checked_moves<G: Notation>(position: &G, random: &mut dyn Random) -> G::Move {
    let moves = position.moves();
    assert!(!moves.is_empty(), "a seat to move has legal moves");
    assert_eq!(moves.len() as u64, position.count_moves());
    assert!(
        moves.windows(2).all(|two| G::number(&two[0]) < G::number(&two[1])),
        "moves are in ascending order"
    );
    let index = random.below(moves.len() as u64);
    let pick = moves[index as usize].clone();
    assert_eq!(position.nth_move(index), pick, "moves can be picked by index");
    assert_eq!(
        G::parse_move(&pick.to_string()).as_ref(),
        Ok(&pick),
        "a move's text parses to the move"
    );
    let choices = position.choices_of(&pick).expect("a listed move is legal");
    assert_eq!(position.read_move(&choices), Some((pick.clone(), choices.len())));
    let mut made = position.clone();
    made.make(&pick);
    let mut chosen = position.clone();
    for option in choices {
        chosen.choose(option);
    }
    assert!(made == chosen, "a move equals its choices");
    pick
}

/// Checks that views round-trip, that samples give the same view, that damaged bytes are rejected
/// or encode another view, and that nothing a viewer is shown tells apart what its views do not.
pub fn view<G: View + Presentation>(setup: &G::Setup) {
    before_the_deal::<G>(setup);
    let mut random = SplitMix64::new(17);
    for _ in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        let mut played = Match::<G>::new(setup.clone());
        let stride = 1 + game.choices().len() as u64 / 20;
        for option in game.choices() {
            if random.below(stride) == 0 && played.position().turn() != Turn::Chance {
                views_hold(played.position(), &mut random);
                choices_stay_hidden(&played, &mut random);
            }
            played.push_unchecked(*option);
        }
        views_hold(played.position(), &mut random);
        seen_moves_are_moves(&played);
    }
}

/// A match with an open seat is shown before its first choice, which may be one of chance.
fn before_the_deal<G: Presentation + View>(setup: &G::Setup) {
    let game = Match::<G>::new(setup.clone());
    for viewer in Viewer::ALL {
        let view = game.position().view(viewer);
        assert_eq!(G::Data::decode(&view.encode()).as_ref(), Ok(&view), "a view round trips");
        let game: &dyn AnyMatch = &game;
        game.scene(viewer, &Focus::default()).expect("the first position has a scene");
        assert!(!game.draw_view(viewer).is_empty(), "the first position has a drawing");
        assert!(game.option_texts(viewer).len() <= game.options() as usize);
        let _ = (game.explain(viewer), game.log(viewer));
    }
}

fn views_hold<G: View>(position: &G, random: &mut dyn Random) {
    labels_are_options(position);
    for viewer in Viewer::ALL {
        let view = position.view(viewer);
        assert_eq!(view.turn(), position.turn());
        assert_eq!(view.options(), position.options());
        let bytes = view.encode();
        assert_eq!(G::Data::decode(&bytes).as_ref(), Ok(&view), "a view round trips");
        let sample = G::sample(&view, random);
        assert_eq!(sample.view(viewer).encode(), bytes, "a sample gives the same view");
        assert!(!G::OPEN || sample == *position, "{viewer:?} sees less than an open position");
        for (shown, same) in shown_of(&view).iter().zip(shown_of(&sample.view(viewer))) {
            assert_eq!(*shown, same, "{viewer:?} can tell equal views apart by the {}", shown.0);
        }
        if !bytes.is_empty() {
            let mut flipped = bytes.clone();
            let bit = random.below(bytes.len() as u64 * 8) as usize;
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(other) = G::Data::decode(&flipped) {
                assert_eq!(other.encode(), flipped, "a view has one encoding");
            }
        }
    }
}

/// Something that a viewer is shown: what it is, and its content.
type Shown = (&'static str, String);

/// Everything that is made from a single view.
fn shown_of<V: ViewData>(view: &V) -> Vec<Shown> {
    let labels = view.labels();
    let texts: Vec<String> = labels.iter().map(|label| view.label_text(label)).collect();
    vec![
        ("labels on offer", format!("{labels:?}")),
        ("texts of the options", format!("{texts:?}")),
        ("payload", format!("{:?}", view.payload(&Focus::default()).ok())),
        ("drawing", view.draw()),
        ("explanation", view.explain(&mut std::iter::empty()).to_string()),
    ]
}

/// Everything that a viewer of a match is shown.
fn shown_to<G: View + Presentation>(viewer: Viewer, game: &Match<G>) -> Vec<Shown> {
    let mut shown = shown_of(&game.position().view(viewer));
    let history = seen_history(viewer, game);
    let told = history.iter().map(|(_, _, seen)| seen);
    let texts: Vec<_> = told.clone().map(|seen| seen.as_ref().map(|seen| &seen.text)).collect();
    let labels: Vec<_> = told.map(|seen| seen.as_ref().map(|seen| &seen.labels)).collect();
    shown.push(("text of a move", format!("{texts:?}")));
    shown.push(("label of a choice", format!("{labels:?}")));
    shown.push(("log", log_of(game, viewer).join("\n")));
    shown.push(("list of moves", seen_moves_of(game, viewer).join(" ")));
    shown.push(("explanation of the match", AnyMatch::explain(game, viewer).to_string()));
    shown
}

/// The whole moves of a match, the labels of their choices, and what a viewer can tell of them.
fn seen_history<G: View + Presentation>(
    viewer: Viewer,
    game: &Match<G>,
) -> Vec<(G::Move, Vec<u8>, Option<SeenMove>)> {
    let mut seen = Vec::new();
    steps_onwards(&mut G::new(game.setup()), game.choices(), |step| {
        let Step::Move(before, mv, made) = step else { return };
        let (mut after, mut labels) = (before.clone(), Vec::new());
        for option in made {
            if let Turn::Seat(mover) = after.turn() {
                labels.extend(after.labels(Viewer::Seat(mover)).nth(*option));
            }
            after.choose(*option);
        }
        let sight = Sight::of(before, viewer);
        seen.push((mv, labels, sight.and_then(|sight| sight.describe(&after))));
    });
    seen
}

/// What a viewer can tell of a move is true.
fn seen_moves_are_moves<G: View + Presentation>(game: &Match<G>) {
    for viewer in Viewer::ALL {
        for (mv, labels, seen) in seen_history(viewer, game) {
            let Some(seen) = seen else { continue };
            let is_move = seen.notation.is_none_or(|text| text == mv.to_string());
            let are_labels = seen.labels.is_empty() || seen.labels == labels;
            assert!(is_move && are_labels, "{viewer:?} is told of another move than {mv}");
        }
    }
}

/// Options that lead to equal views are not told apart by anything that a viewer is shown, neither
/// at once nor later in the match.
fn choices_stay_hidden<G: View + Presentation>(game: &Match<G>, random: &mut dyn Random) {
    let options = game.position().options();
    if G::OPEN || options < 2 {
        return;
    }
    let [first, offset] = [(); 2].map(|()| random.below(options.into()) as u32);
    let after = |option| {
        let mut world = game.clone();
        world.push_unchecked(option);
        world
    };
    for viewer in Viewer::ALL {
        let see = |world: &Match<G>| world.position().view(viewer).encode();
        let one = after(first);
        let others = (0..options).map(|option| (option + offset) % options);
        let mut others = others.filter(|option| *option != first).map(after);
        let Some(other) = others.find(|other| see(other) == see(&one)) else { continue };
        let mut worlds = [one, other];
        for _ in 0..LATER_CHOICES {
            if see(&worlds[0]) != see(&worlds[1]) {
                break;
            }
            let shown = worlds.each_ref().map(|world| shown_to(viewer, world));
            for (one, other) in shown[0].iter().zip(&shown[1]) {
                let what = one.0;
                assert_eq!(one, other, "{viewer:?} can tell hidden choices apart by the {what}");
            }
            let next = random.below(worlds[0].position().options().max(1).into()) as u32;
            if worlds.iter_mut().any(|world| world.play(next).is_err()) {
                break;
            }
        }
    }
}

/// Every option has a label for the mover, and for all viewers if the game is open.
fn labels_are_options<G: View>(position: &G) {
    let Turn::Seat(mover) = position.turn() else { return };
    let labels = position.view(Viewer::Seat(mover)).labels();
    assert_eq!(position.labels(Viewer::Seat(mover)), labels, "labels equal those of the view");
    assert!(
        position.options() <= LabelSet::MOST,
        "a choice offers {} options, but labels are bytes: at most {} are possible",
        position.options(),
        LabelSet::MOST
    );
    assert_eq!(labels.len(), position.options(), "each option has a label");
    for viewer in Viewer::ALL {
        let view = position.view(viewer);
        assert!(
            !G::OPEN || view.labels() == labels,
            "{viewer:?} may see every choice, but not its label"
        );
        let scene =
            Scene::of(position, viewer, &Focus::default()).expect("a position can be shown");
        let shown = if viewer == Viewer::Seat(mover) { labels } else { LabelSet::EMPTY };
        assert_eq!(
            (scene.turn(), scene.options(), scene.labels()),
            (position.turn(), position.options(), shown)
        );
        assert_eq!(Some(scene.payload()), view.payload(&Focus::default()).ok().as_deref());
    }
    for option in 0..position.options() {
        let label = labels.nth(option).expect("there are as many labels as options");
        assert_eq!(
            labels.option_of(label),
            Some(option),
            "options are in ascending order of their labels"
        );
    }
}

/// Compares the vectors on a format page with the code.
///
/// A table of vectors follows a line `<!-- vectors FORMAT [--option value]… -->`. Its first column
/// is the text form (`(none)` for an empty one), its second the value. A page without vectors
/// fails.
pub fn format_page(game: &dyn AnyGame, page: &str) {
    let mut checked = 0;
    for section in page.split("<!-- vectors ").skip(1) {
        let (head, table) = section.split_once("-->").expect("the marker is closed");
        let mut words = head.split_whitespace();
        let format = words.next().expect("the marker names a format");
        let mut options = Options::new();
        while let Some(name) = words.next() {
            options = options
                .with(name.trim_start_matches("--"), words.next().expect("an option has a value"));
        }
        for (text, value) in table_rows(table) {
            check_vector(game, format, &options, &text, &value);
            checked += 1;
        }
    }
    assert!(checked > 0, "the page has vectors");
}

/// The first two columns of a table's rows.
fn table_rows(table: &str) -> impl Iterator<Item = (String, String)> {
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| {
        let mut cells =
            row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`').to_string());
        let text = cells.next().filter(|text| text != "(none)").unwrap_or_default();
        (text, cells.next().expect("a row has two columns"))
    })
}

fn check_vector(game: &dyn AnyGame, format: &str, options: &Options, text: &str, value: &str) {
    let encoded = game
        .encode(format, text, options)
        .unwrap_or_else(|error| panic!("{format} {text}: {error}"));
    assert_eq!(encoded.show(encoded.default_show()), value, "{format} of {text}");
    let again = game.convert(format, format, &encoded, options).expect("a vector decodes");
    assert_eq!(again, encoded, "{format} of {text} round trip");
}
