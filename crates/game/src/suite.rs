//! The conformance suite: what must hold for every game, tested over random matches.
//!
//! A game's tests call it with one line:
//!
//! ```text
//! ennead_game::conformance!(Ttt, [()], symmetric, notation, view);
//! ```
//!
//! Every function here panics when something does not hold.

use crate::{
    AnyGame, Game, Look, Match, Notation, Options, Random, Scene, Seen, Setup, SplitMix64, Symmetric, Turn,
    View, Viewer, label_at, moves_of, option_of,
};

/// How many random matches each check plays.
const MATCHES: u64 = 60;
/// Longer matches are cut here and tested as unfinished ones.
const MOST_CHOICES: usize = 4_000;

/// Tests a game: `conformance!(Type, [set-ups], and which of symmetric, notation, view it is)`.
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

/// Rules, set-up, undo and records of any game.
pub fn play_and_records<G: Game>(setup: &G::Setup) {
    set_up_by_name::<G>(setup);
    let mut random = SplitMix64::new(7);
    for number in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        undo_is_replay(&game);
        round_trip(&game);
        damaged_records(&game, &mut random);
        let cut = random.below(game.choices().len() as u64 + 1) as usize;
        let part = Match::<G>::replay(setup.clone(), &game.choices()[..cut]).expect("part of a legal match");
        round_trip(&part);
        assert!(number > 0 || !game.choices().is_empty(), "a game has choices");
    }
}

/// The set-up can be asked for its options and set up again from the answers.
fn set_up_by_name<G: Game>(setup: &G::Setup) {
    let mut again = G::Setup::default();
    for spec in G::Setup::OPTIONS {
        let value = setup.get(spec.name);
        spec.check(&value).expect("a set-up's own value is allowed");
        again.set(spec.name, &value).expect("a set-up's own value can be set");
        assert_eq!(G::Setup::default().get(spec.name), spec.default, "--{} has another default", spec.name);
    }
    assert_eq!(&again, setup);
}

/// A match with every choice at random, cut off at `most` choices.
pub fn random_match<G: Game>(setup: &G::Setup, random: &mut dyn Random, most: usize) -> Match<G> {
    let mut game = Match::<G>::new(setup.clone());
    while !game.is_over() && game.choices().len() < most {
        let options = game.position().options();
        assert!(options > 0, "a position that is not over has options");
        let before = game.position().clone();
        assert!(game.play(options).is_err(), "there is no option past the last");
        assert_eq!(game.position(), &before, "a refused choice changes nothing");
        let option = random.below(u64::from(options)) as u32;
        game.play(option).expect("every option below the count can be chosen");
    }
    if game.is_over() {
        assert_eq!(game.position().options(), 0, "a position that is over has no options");
    }
    game
}

fn undo_is_replay<G: Game>(game: &Match<G>) {
    let mut back = game.clone();
    if let Some(last) = back.undo() {
        back.play(last).expect("the choice that was taken back can be made again");
        assert_eq!(&back, game, "undo and redo give the same match");
    }
}

fn round_trip<G: Game>(game: &Match<G>) {
    let record = game.encode();
    let read = Match::<G>::decode(&record).expect("a record decodes");
    assert_eq!(&read, game, "a record decodes to its match");
    let over = (game.encode_body().len() * 8) as f64 - game.information();
    assert!(over <= 8.0 + 1e-6, "a body is at most one byte over, not {over} bits");
    assert_eq!(&Match::<G>::from_text(&game.to_text()).expect("its text decodes"), game);
}

fn damaged_records<G: Game>(game: &Match<G>, random: &mut dyn Random) {
    let record = game.encode();
    let must_differ = |bytes: &[u8]| {
        if let Ok(other) = Match::<G>::decode(bytes) {
            assert_ne!(&other, game, "two records of one match");
            assert_eq!(other.encode(), bytes, "an accepted record is the record of its match");
        }
    };
    must_differ(&record[..record.len() - 1]);
    must_differ(&[&record[..], &[0]].concat());
    for _ in 0..8 {
        let mut flipped = record.clone();
        let bit = random.below(record.len() as u64 * 8) as usize;
        flipped[bit / 8] ^= 1 << (bit % 8);
        must_differ(&flipped);
    }
}

/// Symmetries: they form a closed set with the identity first, commute with play, and agree on the canonical form.
pub fn symmetric<G: Symmetric>(setup: &G::Setup) {
    let mut random = SplitMix64::new(11);
    for _ in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        let mut position = G::new(setup);
        assert!(position.transform(0) == position, "symmetry 0 is the identity");
        // Far into long matches positions grow; a sample of them will do.
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
    assert!(position.transform(symmetry) == canonical, "the symmetry leads to the canonical form");
    for other in 0..G::SYMMETRIES {
        assert!(position.transform(other).canonical().0 == canonical, "one canonical form");
    }
}

/// Notation: every legal move has its own number and text, reads back, and is made of legal choices.
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
                game.play(option).expect("a move is made of legal choices");
            }
            made.push(mv);
        }
        assert_eq!(moves_of(&game), made, "a match tells its moves");
        if game.is_over() {
            assert!(game.position().moves().is_empty(), "no moves after the end");
        }
    }
}

/// Checks some of the legal moves and picks one.
fn checked_moves<G: Notation>(position: &G, random: &mut dyn Random) -> G::Move {
    let moves = position.moves();
    assert!(!moves.is_empty(), "a seat that chooses has moves");
    assert_eq!(moves.len() as u64, position.count_moves());
    assert!(moves.windows(2).all(|two| G::number(&two[0]) < G::number(&two[1])), "moves ascend");
    let index = random.below(moves.len() as u64);
    let pick = moves[index as usize].clone();
    assert_eq!(position.nth_move(index), pick, "moves can be picked by index");
    assert_eq!(G::parse_move(&pick.to_string()).as_ref(), Ok(&pick), "a move's text reads back");
    let choices = position.choices_of(&pick).expect("a listed move is legal");
    assert_eq!(position.read_move(&choices), Some((pick.clone(), choices.len())));
    let mut made = position.clone();
    made.make(&pick);
    let mut chosen = position.clone();
    for option in choices {
        chosen.choose(option);
    }
    assert!(made == chosen, "making a move is making its choices");
    pick
}

/// Views: bytes round trip, samples look the same, and damaged bytes are refused or are another view.
pub fn view<G: View>(setup: &G::Setup) {
    let mut random = SplitMix64::new(17);
    for _ in 0..MATCHES {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        let mut position = G::new(setup);
        let stride = 1 + game.choices().len() as u64 / 20;
        for option in game.choices() {
            if random.below(stride) == 0 && position.turn() != Turn::Chance {
                views_hold(&position, &mut random);
            }
            position.choose(*option);
        }
        views_hold(&position, &mut random);
    }
}

fn views_hold<G: View>(position: &G, random: &mut dyn Random) {
    labels_are_options(position);
    for viewer in Viewer::ALL {
        let seen = position.view(viewer);
        assert_eq!(seen.turn(), position.turn());
        assert_eq!(seen.options(), position.options());
        let bytes = seen.encode();
        assert_eq!(G::Seen::decode(&bytes).as_ref(), Ok(&seen), "a view's bytes decode to it");
        let sample = G::sample(&seen, random);
        assert_eq!(sample.view(viewer).encode(), bytes, "a sample looks like what it was drawn from");
        if !bytes.is_empty() {
            let mut flipped = bytes.clone();
            let bit = random.below(bytes.len() as u64 * 8) as usize;
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(other) = G::Seen::decode(&flipped) {
                assert_eq!(other.encode(), flipped, "one view, one encoding");
            }
        }
    }
}

/// Each option has a label for whoever chooses; where moves are for everyone to see, labels are, too.
fn labels_are_options<G: View>(position: &G) {
    let Turn::Seat(mover) = position.turn() else { return };
    let labels = position.view(Viewer::Seat(mover)).labels();
    assert_eq!(position.labels(Viewer::Seat(mover)), labels, "labels are those of the view");
    assert_eq!(labels.count_ones(), position.options(), "a label an option");
    for viewer in Viewer::ALL {
        let seen = position.view(viewer);
        assert!(
            !G::SHOWS_MOVES || seen.labels() == labels,
            "{viewer:?} may see every choice, but not its label"
        );
        let scene = Scene::of(position, viewer, &Look::default()).expect("a position can be shown");
        let shown = if viewer == Viewer::Seat(mover) { labels } else { 0 };
        assert_eq!(
            (scene.turn(), scene.options(), scene.labels()),
            (position.turn(), position.options(), shown)
        );
        assert_eq!(Some(scene.feed()), seen.feed(&Look::default()).ok().as_deref());
    }
    for option in 0..position.options() {
        let label = label_at(labels, option).expect("counted above");
        assert_eq!(option_of(labels, label), Some(option), "labels ascend with options");
    }
}

/// Compares the vectors on a format page with the code.
///
/// A table of vectors follows a line `<!-- vectors FORMAT [--option value]… -->`; its first column is the text form (`(none)` for an empty
/// one), its second the value. A page without such tables is refused.
pub fn format_page(game: &dyn AnyGame, page: &str) {
    let mut checked = 0;
    for section in page.split("<!-- vectors ").skip(1) {
        let (head, table) = section.split_once("-->").expect("the marker is closed");
        let mut words = head.split_whitespace();
        let format = words.next().expect("the marker names a format");
        let mut options = Options::new();
        while let Some(name) = words.next() {
            options =
                options.with(name.trim_start_matches("--"), words.next().expect("an option has a value"));
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
    let rows =
        table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| {
        let mut cells = row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`').to_string());
        let text = cells.next().filter(|text| text != "(none)").unwrap_or_default();
        (text, cells.next().expect("a row has two columns"))
    })
}

fn check_vector(game: &dyn AnyGame, format: &str, options: &Options, text: &str, value: &str) {
    let encoded =
        game.encode(format, text, options).unwrap_or_else(|error| panic!("{format} {text}: {error}"));
    assert_eq!(encoded.show(encoded.default_show()), value, "{format} of {text}");
    let again = game.convert(format, format, &encoded, options).expect("a vector decodes");
    assert_eq!(again, encoded, "{format} of {text} round trip");
}
