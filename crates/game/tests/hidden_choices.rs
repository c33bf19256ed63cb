//! What viewers learn of hidden choices: a game that says nothing about them passes the conformance
//! suite, and one that leaks them in any way fails.

#[path = "throws/leaky.rs"]
mod leaky;
mod throws;

use ennead_game::{AnyMatch, HIDDEN_MOVE, Match, Viewer, has_hidden_choice, suite};
use leaky::{
    DRAWING, EXPLANATION, HINDSIGHT, LABELS, Leaky, MOVE_LABEL, MOVE_LIST, MOVE_TEXT, OPEN,
    OPTION_TEXTS, OTHER_MOVE, PAST_EXPLANATION, PAYLOAD,
};
use throws::Throws;

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
