//! The graph: counts, order, and games that are rejected.

mod common;

use common::{COIN, EITHER, ENDLESS, Heap, Odd, ROUND, Row, Sticks, THIRD, TWICE, solved, ttt};
use ennead_game::{Game, Outcome, Seat, Symmetric};
use ennead_solve::{Graph, GraphError};
use ennead_ttt::Ttt;
use ennead_ttt::formats::rank::all_positions;

ennead_game::conformance!(Row, [()], symmetric);

mod sticks {
    use super::{Heap, Sticks};
    ennead_game::conformance!(
        Sticks,
        [Heap::default(), Heap { sticks: 20, last_loses: true }],
        symmetric
    );
}

fn ends<G: Symmetric>(graph: &Graph<G>, outcome: Outcome) -> usize {
    graph.positions().iter().filter(|position| position.outcome() == Some(outcome)).count()
}

#[test]
fn tic_tac_toe_has_765_nodes() {
    let solution = ttt();
    let graph = solution.graph();
    assert_eq!(graph.len(), 765);
    assert_eq!(ends(graph, Outcome::Win(Seat::FIRST)), 91);
    assert_eq!(ends(graph, Outcome::Win(Seat::SECOND)), 44);
    assert_eq!(ends(graph, Outcome::Draw), 3);
}

#[test]
fn nodes_are_in_the_documented_order() {
    fn check<G: Symmetric>(graph: &Graph<G>, sorted: impl Fn(&[G]) -> bool) {
        assert!(sorted(graph.positions()));
        for node in 0..graph.len() as u32 {
            let position = graph.position(node);
            assert_eq!(&position.canonical().0, position);
            assert_eq!(graph.find(position), Some(node));
            let children = graph.children(node);
            assert!(children.is_sorted_by(|one, other| one < other), "each child once, in order");
            assert!(
                children.iter().all(|child| *child > node),
                "children come after their parents"
            );
            assert!(children.iter().all(|child| graph.maker(*child) == graph.maker(node).other()));
        }
    }
    check(ttt().graph(), |positions| {
        positions.is_sorted_by_key(|board| (board.placed(), board.key()))
    });
    check(solved::<Row>(&()).graph(), |positions| positions[0] == Row::new(&()));
    // The longest line takes one stick at a time, except for one move where parity requires it.
    let sticks = solved::<Sticks>(&Heap { sticks: 30, last_loses: false });
    let longest = |sticks: &Sticks| 30 - sticks.left - (30 - sticks.left + sticks.mover.0) % 2;
    check(sticks.graph(), |positions| {
        positions.is_sorted_by_key(|sticks| (longest(sticks), sticks.key()))
    });
}

#[test]
fn every_position_is_found_with_its_children() {
    let solution = ttt();
    let graph = solution.graph();
    for board in all_positions() {
        let node = graph.find(board).expect("every reachable board is in the graph");
        let mut children: Vec<u32> = (0..board.options())
            .map(|option| {
                let mut next = *board;
                next.choose(option);
                graph.find(&next).expect("a child")
            })
            .collect();
        children.sort_unstable();
        children.dedup();
        assert_eq!(graph.children(node), children);
    }
}

#[test]
fn positions_of_another_set_up_are_not_found() {
    let solution = solved::<Sticks>(&Heap { sticks: 5, last_loses: false });
    let elsewhere = Sticks::new(&Heap { sticks: 6, last_loses: false });
    assert_eq!(solution.graph().find(&elsewhere), None);
    assert_eq!(solution.value(&elsewhere), None);
    assert_eq!(solution.moves(&elsewhere), None);
    assert_eq!(solution.best(&elsewhere), None);
    assert!(solution.node_of(&elsewhere).is_none());
    assert!(solution.node(u32::MAX).is_none());
    assert!(solution.best_children(u32::MAX).is_empty());
}

fn error<const KIND: u8>() -> String {
    Graph::<Odd<KIND>>::build(&(), 1_000).unwrap_err().to_string()
}

#[test]
fn unsolvable_games_are_rejected() {
    assert_eq!(
        error::<ROUND>(),
        "odd cannot be solved: play can repeat, and only 0 of 4 positions precede every cycle"
    );
    assert_eq!(error::<COIN>(), "odd cannot be solved: chance decides at position (1, 1)");
    assert_eq!(
        error::<TWICE>(),
        "odd cannot be solved: at position (1, 0) its two seats do not alternate"
    );
    assert_eq!(
        error::<THIRD>(),
        "odd cannot be solved: at position (2, 2) its two seats do not alternate"
    );
    assert_eq!(
        error::<EITHER>(),
        "odd cannot be solved: at position (9, 0) its two seats do not alternate"
    );
    assert_eq!(
        error::<ENDLESS>(),
        "odd has more than 1000 positions up to symmetry, which is the limit for solving it"
    );
}

#[test]
fn the_limit_is_exact() {
    assert!(Graph::<Ttt>::build(&(), 765).is_ok());
    for limit in [0, 1, 764] {
        assert_eq!(
            Graph::<Ttt>::build(&(), limit),
            Err(GraphError::TooLarge { game: "ttt", limit })
        );
    }
}
