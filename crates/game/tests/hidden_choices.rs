//! What viewers learn of hidden choices: a game that says nothing about them passes the conformance
//! suite, and one that leaks them in any way fails.

mod throws;

use ennead_game::{
    AnyMatch, Focus, Game, GameError, HIDDEN_MOVE, LabelSet, Masked, Match, MoveError, Notation,
    Presentation, Random, SeenMove, Turn, View, ViewData, ViewError, Viewer, has_hidden_choice,
    suite,
};
use serde_json::{Value as Json, json};
use throws::{HIDDEN, Throw, Throws};

ennead_game::conformance!(Throws, [()], notation, view);

/// Each seat sees its own throw; a throw is hidden from everybody else, also in hindsight.
#[test]
fn a_game_that_says_nothing_about_its_choices_shows_each_to_its_own_seat() {
    let game = Match::<Throws>::replay((), &[2, 0, 1]).unwrap();
    let [first, second, spectator] = Viewer::ALL.map(|viewer| game.log(viewer));
    let hidden = |seat: u8| format!("player {seat}: {HIDDEN_MOVE}");
    assert_eq!(first, ["player 1: scissors".into(), hidden(2), "player 1: paper".into()]);
    assert_eq!(second, [hidden(1), "player 2: rock".into(), hidden(1)]);
    assert_eq!(spectator, [hidden(1), hidden(2), hidden(1)]);
    let lists = Viewer::ALL.map(|viewer| game.seen_moves(viewer));
    assert_eq!(lists, [const { Vec::<String>::new() }; 3], "nobody has seen every move");
    let game = Match::<Throws>::replay((), &[2]).unwrap();
    let lists = Viewer::ALL.map(|viewer| game.seen_moves(viewer));
    assert_eq!(lists, [vec!["scissors".to_string()], vec![], vec![]]);
}

#[test]
fn a_choice_is_hidden_while_another_one_would_look_the_same() {
    for (choices, hidden) in
        [(vec![], [false; 3]), (vec![1], [false, true, true]), (vec![1, 2], [true, false, true])]
    {
        let game = Match::<Throws>::replay((), &choices).unwrap();
        let found = Viewer::ALL.map(|viewer| has_hidden_choice(&game, viewer));
        assert_eq!(found, hidden, "{choices:?}");
    }
}

const LABELS: u8 = 0;
const OPTION_TEXTS: u8 = 1;
const PAYLOAD: u8 = 2;
const DRAWING: u8 = 3;
const EXPLANATION: u8 = 4;
const PAST_EXPLANATION: u8 = 5;
const MOVE_TEXT: u8 = 6;
const MOVE_LABEL: u8 = 7;
const MOVE_LIST: u8 = 8;
const HINDSIGHT: u8 = 9;
const OPEN: u8 = 10;
const OTHER_MOVE: u8 = 11;

/// The same game with a view of its own, which leaks hidden throws in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leaky<const WAY: u8>(Throws);

impl<const WAY: u8> Game for Leaky<WAY> {
    const ID: &'static str = "leaky";
    const NUMBER: u8 = 203;
    type Setup = ();

    fn new((): &()) -> Self {
        Leaky(Throws::new(&()))
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn choose(&mut self, option: u32) {
        self.0.choose(option);
    }
}

impl<const WAY: u8> Notation for Leaky<WAY> {
    type Move = Throw;

    fn moves(&self) -> Vec<Throw> {
        self.0.moves()
    }

    fn number(throw: &Throw) -> u64 {
        Throws::number(throw)
    }

    fn parse_move(text: &str) -> Result<Throw, MoveError> {
        Throws::parse_move(text)
    }
}

impl<const WAY: u8> Presentation for Leaky<WAY> {}

/// A view that holds a secret which it does not count as part of itself.
#[derive(Clone, Debug)]
struct LeakyView<const WAY: u8> {
    viewer: Viewer,
    seen: Throws,
    secret: Throws,
}

/// What a viewer sees of the throws. Leaks in hindsight need throws that stay hidden.
fn veil<const WAY: u8>(throws: &Throws, viewer: Viewer) -> Throws {
    let mut seen = throws.mask(viewer);
    let stays_hidden = matches!(WAY, HINDSIGHT | PAST_EXPLANATION) && !throws.is_over();
    let of_others = |number: &usize| viewer != Viewer::Seat(Throws::thrower(*number));
    for number in (0..seen.0.len()).filter(of_others).filter(|_| stays_hidden) {
        seen.0[number] = HIDDEN;
    }
    seen
}

impl<const WAY: u8> PartialEq for LeakyView<WAY> {
    fn eq(&self, other: &Self) -> bool {
        (self.viewer, &self.seen) == (other.viewer, &other.seen)
    }
}

impl<const WAY: u8> Eq for LeakyView<WAY> {}

impl<const WAY: u8> LeakyView<WAY> {
    /// The last throw where this way leaks it, and 0 where it does not.
    fn leak(&self, way: u8) -> u8 {
        if WAY == way { self.secret.0.last().copied().unwrap_or(0) } else { 0 }
    }
}

impl<const WAY: u8> ViewData for LeakyView<WAY> {
    fn encode(&self) -> Vec<u8> {
        [&[self.viewer.index() as u8], &self.seen.0[..]].concat()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let read = || {
            let (viewer, throws) = bytes.split_first()?;
            let viewer = *Viewer::ALL.get(usize::from(*viewer))?;
            let are_throws = throws.iter().all(|throw| *throw <= HIDDEN);
            let seen = are_throws.then(|| Throws(throws.to_vec()))?;
            let is_masked = veil::<WAY>(&seen, viewer) == seen;
            is_masked.then(|| LeakyView { viewer, secret: seen.clone(), seen })
        };
        read().ok_or_else(|| ViewError { at: 0, reason: "no throws".into() })
    }

    fn turn(&self) -> Turn {
        self.seen.turn()
    }

    fn options(&self) -> u32 {
        self.seen.options()
    }

    fn labels(&self) -> LabelSet {
        let first = self.leak(LABELS);
        (first..first + self.options() as u8).collect()
    }

    fn label_text(&self, label: u8) -> String {
        format!("{label} {}", self.leak(OPTION_TEXTS))
    }

    fn payload(&self, _: &Focus) -> Result<Vec<u8>, GameError> {
        Ok(vec![self.leak(PAYLOAD)])
    }

    fn draw(&self) -> String {
        self.leak(DRAWING).to_string()
    }

    fn explain(&self, earlier: &mut dyn Iterator<Item = Self>) -> Json {
        let past: Vec<u8> = earlier.map(|view| view.leak(PAST_EXPLANATION)).collect();
        json!({ "now": self.leak(EXPLANATION), "past": past })
    }

    fn describe(before: &Self, after: &Self) -> Option<SeenMove> {
        let throw = *after.seen.0.last()?;
        let told = Throw(after.secret.0.last()?.wrapping_add(u8::from(WAY == OTHER_MOVE)) % 3);
        let notation = throw != HIDDEN || WAY == MOVE_LIST;
        let shows_label = throw != HIDDEN || WAY == MOVE_LABEL;
        Some(SeenMove {
            text: format!("{throw} {} {}", after.leak(MOVE_TEXT), before.leak(HINDSIGHT)),
            labels: if shows_label { vec![*after.secret.0.last()?] } else { Vec::new() },
            notation: notation.then(|| told.to_string()),
        })
    }
}

impl<const WAY: u8> View for Leaky<WAY> {
    type Data = LeakyView<WAY>;
    const OPEN: bool = WAY == OPEN;

    fn view(&self, viewer: Viewer) -> LeakyView<WAY> {
        LeakyView { viewer, seen: veil::<WAY>(&self.0, viewer), secret: self.0.clone() }
    }

    fn sample(view: &LeakyView<WAY>, random: &mut dyn Random) -> Self {
        loop {
            let draw = |throw: &u8| if *throw == HIDDEN { random.below(3) as u8 } else { *throw };
            let position = Throws(view.seen.0.iter().map(draw).collect());
            if position.is_over() == view.seen.is_over() {
                return Leaky(position);
            }
        }
    }
}

/// Checks that the suite rejects each way to leak, and names it.
macro_rules! rejected {
    ($($name:ident: $way:expr, $reason:literal;)+) => {
        $(
            #[test]
            #[should_panic(expected = $reason)]
            fn $name() {
                suite::view::<Leaky<$way>>(&());
            }
        )+
    };
}

rejected! {
    a_leak_by_the_labels_on_offer_is_found: LABELS, "by the labels on offer";
    a_leak_by_the_texts_of_options_is_found: OPTION_TEXTS, "by the texts of the options";
    a_leak_by_the_payload_is_found: PAYLOAD, "by the payload";
    a_leak_by_the_drawing_is_found: DRAWING, "by the drawing";
    a_leak_by_the_explanation_is_found: EXPLANATION, "by the explanation";
    a_leak_by_an_explanation_of_the_past_is_found: PAST_EXPLANATION,
        "by the explanation of the match";
    a_leak_by_the_text_of_a_move_is_found: MOVE_TEXT, "by the text of a move";
    a_leak_by_the_label_of_a_choice_is_found: MOVE_LABEL, "by the label of a choice";
    a_leak_by_the_list_of_moves_is_found: MOVE_LIST, "by the list of moves";
    a_leak_by_a_later_line_of_the_log_is_found: HINDSIGHT, "by the text of a move";
    a_game_with_secrets_that_says_it_is_open_is_found: OPEN, "sees less than an open position";
    a_description_of_another_move_is_found: OTHER_MOVE, "is told of another move";
}

/// Without a leak, the same views pass.
#[test]
fn views_that_leak_nothing_pass() {
    const NONE: u8 = 255;
    suite::view::<Leaky<NONE>>(&());
}
