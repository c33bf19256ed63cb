//! The engine never loses, and wins where it can.

mod common;

use std::collections::HashSet;

use common::{Heap, Sticks, solved, ttt};
use ennead_game::{Game, Outcome, Seat, SplitMix64, Symmetric, Turn};
use ennead_solve::{Solution, SolvedValue};
use ennead_ttt::Ttt;
use ennead_ttt::formats::rank::all_positions;

/// The outcomes of all lines in which `engine` makes any of its equally good choices and the
/// opponent any choice.
fn outcomes(solution: &Solution<Ttt>, engine: Seat) -> HashSet<Outcome> {
    let mut ends = HashSet::new();
    let mut met = HashSet::from([Ttt::EMPTY]);
    let mut open = vec![Ttt::EMPTY];
    while let Some(board) = open.pop() {
        let options: Vec<u32> = match board.turn() {
            Turn::Over(outcome) => {
                ends.insert(outcome);
                continue;
            }
            Turn::Seat(seat) if seat == engine => solution
                .best(&board)
                .expect("reachable")
                .into_iter()
                .flat_map(|best| best.options)
                .collect(),
            _ => (0..board.options()).collect(),
        };
        assert!(!options.is_empty());
        for option in options {
            let mut next = board;
            next.choose(option);
            if met.insert(next) {
                open.push(next);
            }
        }
    }
    ends
}

#[test]
fn engine_never_loses_against_any_play() {
    let solution = ttt();
    for engine in Seat::BOTH {
        let ends = outcomes(&solution, engine);
        assert!(!ends.contains(&Outcome::Win(engine.other())), "{engine} lost");
        assert!(ends.contains(&Outcome::Win(engine)), "{engine} punishes mistakes");
        assert!(ends.contains(&Outcome::Draw));
    }
}

#[test]
fn every_best_option_has_the_best_value() {
    let solution = ttt();
    for board in all_positions().iter().filter(|board| board.outcome().is_none()) {
        let value = solution.value(board).expect("reachable");
        let moves = solution.moves(board).expect("reachable");
        for best in solution.best(board).expect("reachable") {
            for option in best.options {
                assert_eq!(moves[option as usize].1, value, "{board}");
            }
        }
    }
}

#[test]
fn best_children_follow_the_rule_of_3t() {
    let solution = ttt();
    for board in all_positions().iter().filter(|board| board.outcome().is_none()) {
        let node = solution.node_of(board).expect("reachable");
        let children: Vec<_> =
            node.next_states.iter().map(|child| solution.node(*child).expect("a child")).collect();
        let top = children.iter().map(|child| child.score).fold(f64::NEG_INFINITY, f64::max);
        let mut best: Vec<_> = children.into_iter().filter(|child| child.score == top).collect();
        if top == f64::INFINITY {
            let soonest = best.iter().map(|child| child.win_depth).min().expect("a child");
            best.retain(|child| child.win_depth == soonest);
        }
        if top == f64::NEG_INFINITY {
            let latest = best.iter().map(|child| child.lose_depth).max().expect("a child");
            best.retain(|child| child.lose_depth == latest);
        }
        let numbers: Vec<u32> = best.iter().map(|child| child.number).collect();
        assert_eq!(solution.best_children(node.number), numbers, "{board}");
    }
}

#[test]
fn best_options_lead_to_their_child_on_any_board() {
    let solution = ttt();
    for board in all_positions().iter().filter(|board| board.outcome().is_none()) {
        for best in solution.best(board).expect("reachable") {
            assert!(!best.options.is_empty(), "a canonical child is reachable on the actual board");
            for option in 0..board.options() {
                let mut next = *board;
                next.choose(option);
                let leads = &next.canonical().0 == solution.graph().position(best.child);
                assert_eq!(best.options.contains(&option), leads);
            }
        }
    }
}

#[test]
fn choices_depend_on_the_seed_and_cover_all_equals() {
    let solution = ttt();
    for board in all_positions().iter().step_by(7).filter(|board| board.outcome().is_none()) {
        let best = solution.best(board).expect("reachable");
        let equals: HashSet<u32> = best.into_iter().flat_map(|best| best.options).collect();
        let choose = |seed| solution.choose(board, &mut SplitMix64::new(seed)).expect("not over");
        let chosen: HashSet<u32> = (0..200).map(choose).collect();
        assert_eq!(chosen, equals, "{board}");
        assert_eq!(choose(5), choose(5));
    }
}

#[test]
fn no_choice_after_the_end() {
    let solution = ttt();
    let over: Ttt = "XXXOO....".parse().expect("a board");
    assert_eq!(solution.value(&over), Some(SolvedValue::Loss(0)));
    assert_eq!(solution.best(&over), Some(Vec::new()));
    assert_eq!(solution.moves(&over), Some(Vec::new()));
    assert_eq!(solution.choose(&over, &mut SplitMix64::new(1)), None);
}

#[test]
fn sticks_are_left_at_a_multiple_of_four() {
    let solution = solved::<Sticks>(&Heap { sticks: 23, last_loses: false });
    for left in (1..=21).filter(|left| left % 4 != 0) {
        let position = Sticks { left, mover: Seat::SECOND, last_loses: false };
        let option =
            solution.choose(&position, &mut SplitMix64::new(left.into())).expect("not over");
        assert_eq!((left - 1 - option as u8) % 4, 0);
    }
}
