//! Values, depths and scores, compared with slow and simple second implementations.

mod common;

use std::collections::HashMap;

use common::{Fan, Heap, PRIMES, Row, Sticks, solved, ttt};
use ennead_game::{Game, Outcome, Seat, Symmetric, Turn};
use ennead_solve::{Solution, SolvedValue, UNFORCED_3T};
use ennead_ttt::Ttt;
use ennead_ttt::formats::rank::all_positions;

fn after<G: Game>(position: &G) -> Vec<G> {
    let next = |option| {
        let mut next = position.clone();
        next.choose(option);
        next
    };
    (0..position.options()).map(next).collect()
}

/// Plain minimax for `seat`, without a graph or symmetry: positive for a win, higher if sooner.
fn minimax<G: Symmetric>(
    position: &G,
    seat: Seat,
    known: &mut HashMap<(G::Key, Seat), i32>,
) -> i32 {
    if let Some(known) = known.get(&(position.key(), seat)) {
        return *known;
    }
    const FAR: i32 = 1_000;
    let later = |value: i32| value - value.signum();
    let children: Vec<i32> =
        after(position).iter().map(|next| later(minimax(next, seat, known))).collect();
    let value = match position.turn() {
        Turn::Over(outcome) => outcome.score(seat) * FAR,
        Turn::Seat(mover) if mover == seat => *children.iter().max().expect("options"),
        _ => *children.iter().min().expect("options"),
    };
    known.insert((position.key(), seat), value);
    value
}

fn as_value(value: i32) -> SolvedValue {
    match value.signum() {
        0 => SolvedValue::Draw,
        1 => SolvedValue::Win(1_000 - value as u32),
        _ => SolvedValue::Loss(1_000 - value.unsigned_abs()),
    }
}

fn check_against_minimax<G: Symmetric>(
    solution: &Solution<G>,
    positions: &[G],
    mover: impl Fn(&G) -> Seat,
) {
    let mut known = HashMap::new();
    for position in positions {
        let seat = mover(position);
        assert_eq!(solution.value(position), Some(as_value(minimax(position, seat, &mut known))));
        let moves = solution.moves(position).expect("reachable");
        assert_eq!(moves.len(), position.options() as usize);
        for ((option, value), next) in moves.into_iter().zip(after(position)) {
            let score = minimax(&next, seat, &mut known);
            assert_eq!(value, as_value(score - score.signum()), "option {option} of {position:?}");
        }
    }
}

#[test]
fn values_of_all_5478_boards_equal_minimax() {
    check_against_minimax(&ttt(), all_positions(), |board| board.next_mark().seat());
}

#[test]
fn values_of_other_games_equal_minimax() {
    for last_loses in [false, true] {
        let solution = solved::<Sticks>(&Heap { sticks: 40, last_loses });
        check_against_minimax(&solution, solution.graph().positions(), |sticks| sticks.mover);
    }
    let row = solved::<Row>(&());
    let mover = |row: &Row| row.key().iter().filter(|mark| **mark != 0).count() % 2;
    check_against_minimax(&row, row.graph().positions(), |row| Seat::BOTH[mover(row)]);
    let has = |kind: fn(&SolvedValue) -> bool| row.values().iter().any(kind);
    assert!(has(|value| matches!(value, SolvedValue::Draw)));
    assert!(has(|value| matches!(value, SolvedValue::Win(1..))));
    assert!(has(|value| matches!(value, SolvedValue::Loss(1..))));
}

#[test]
fn sticks_are_lost_at_multiples_of_four() {
    let normal = solved::<Sticks>(&Heap { sticks: 100, last_loses: false });
    let misere = solved::<Sticks>(&Heap { sticks: 100, last_loses: true });
    for left in 0..=98 {
        let at = |last_loses| Sticks { left, mover: Seat::SECOND, last_loses };
        let lost = |value| matches!(value, Some(SolvedValue::Loss(_)));
        assert_eq!(lost(normal.value(&at(false))), left % 4 == 0);
        assert_eq!(lost(misere.value(&at(true))), left % 4 == 1);
    }
}

/// Win and lose depths by retrograde passes: from the final positions, alternating wins and losses
/// over the whole graph until nothing changes.
fn depths_by_passes<G: Symmetric>(solution: &Solution<G>) -> (Vec<Option<u32>>, Vec<Option<u32>>) {
    let graph = solution.graph();
    let end = |node: u32, won: bool| match graph.outcome(node) {
        Some(Outcome::Win(seat)) => ((seat == graph.maker(node)) == won).then_some(0),
        _ => None,
    };
    let nodes = 0..graph.len() as u32;
    let mut win: Vec<Option<u32>> = nodes.clone().map(|node| end(node, true)).collect();
    let mut lose: Vec<Option<u32>> = nodes.clone().map(|node| end(node, false)).collect();
    loop {
        let before = (win.clone(), lose.clone());
        for node in nodes.clone().filter(|node| !graph.children(*node).is_empty()) {
            let children = graph.children(node).iter().map(|child| *child as usize);
            lose[node as usize] =
                children.clone().filter_map(|child| win[child]).min().map(|depth| depth + 1);
            let forced: Option<Vec<u32>> = children.map(|child| lose[child]).collect();
            win[node as usize] = forced.and_then(|depths| depths.into_iter().max());
        }
        if before == (win.clone(), lose.clone()) {
            return before;
        }
    }
}

fn check_depths<G: Symmetric>(solution: &Solution<G>) {
    let (win, lose) = depths_by_passes(solution);
    for node in solution.nodes() {
        assert_eq!(node.win_depth, win[node.number as usize], "{node:?}");
        assert_eq!(node.lose_depth, lose[node.number as usize], "{node:?}");
        assert_eq!(node.score == f64::INFINITY, node.win_depth.is_some());
        assert_eq!(node.score == f64::NEG_INFINITY, node.lose_depth.is_some());
    }
}

#[test]
fn depths_equal_those_of_retrograde_passes() {
    check_depths(&ttt());
    check_depths(&solved::<Row>(&()));
    check_depths(&solved::<Sticks>(&Heap { sticks: 40, last_loses: false }));
    check_depths(&solved::<Sticks>(&Heap { sticks: 40, last_loses: true }));
}

/// The depths as defined by 3T, with 10 for "cannot be forced", by recursion over actual boards.
fn depths_3t(board: &Ttt) -> (u32, u32) {
    match board.outcome() {
        Some(Outcome::Win(_)) => return (0, 10),
        Some(Outcome::Draw) => return (10, 10),
        None => {}
    }
    let children: Vec<(u32, u32)> = after(board).iter().map(depths_3t).collect();
    let win = children.iter().map(|(_, lose)| *lose).max().expect("options");
    let lose = 1 + children.iter().map(|(win, _)| *win).min().expect("options");
    (win.min(10), lose.min(10))
}

#[test]
fn depths_equal_those_of_3t_by_recursion() {
    let solution = ttt();
    for node in solution.nodes().filter(|node| node.position.placed() >= 2) {
        let shown = (node.win_depth.unwrap_or(UNFORCED_3T), node.lose_depth.unwrap_or(UNFORCED_3T));
        assert_eq!(shown, depths_3t(node.position), "{}", node.position);
    }
}

/// An exact score.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    Lost,
    Mean { top: i128, bottom: i128 },
    Won,
}

/// The exact score of a board as a move just made, by recursion over distinct boards.
fn exact_score(board: &Ttt, known: &mut HashMap<u32, Exact>) -> Exact {
    let canonical = board.canonical().0;
    if let Some(known) = known.get(&canonical.key()) {
        return *known;
    }
    let mut next: Vec<Ttt> = after(&canonical).iter().map(|board| board.canonical().0).collect();
    next.sort_by_key(Symmetric::key);
    next.dedup();
    let children: Vec<Exact> = next.iter().map(|board| exact_score(board, known)).collect();
    let score = match canonical.outcome() {
        Some(Outcome::Win(_)) => Exact::Won,
        Some(Outcome::Draw) => Exact::Mean { top: 0, bottom: 1 },
        None if children.contains(&Exact::Won) => Exact::Lost,
        None if children.iter().all(|child| *child == Exact::Lost) => Exact::Won,
        None => exact_mean(&children),
    };
    known.insert(canonical.key(), score);
    score
}

fn exact_mean(children: &[Exact]) -> Exact {
    let (mut top, mut bottom) = (0, 1);
    for child in children {
        let (more, of) = match *child {
            Exact::Lost => (1, 1),
            Exact::Won => (-1, 1),
            Exact::Mean { top, bottom } => (top.max(0), bottom),
        };
        (top, bottom) = reduced(top * of + more * bottom, bottom * of);
    }
    let (top, bottom) = reduced(top, bottom * children.len() as i128);
    Exact::Mean { top, bottom }
}

fn reduced(top: i128, bottom: i128) -> (i128, i128) {
    let (mut one, mut other) = (top.abs(), bottom);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    (top / one, bottom / one)
}

#[test]
fn scores_equal_the_exact_ones() {
    let solution = ttt();
    let mut known = HashMap::new();
    for node in solution.nodes() {
        match exact_score(node.position, &mut known) {
            Exact::Lost => assert_eq!(node.score, f64::NEG_INFINITY),
            Exact::Won => assert_eq!(node.score, f64::INFINITY),
            Exact::Mean { top, bottom } => {
                assert!(
                    (node.score - top as f64 / bottom as f64).abs() < 1e-15,
                    "{}",
                    node.position
                );
            }
        }
    }
}

#[test]
fn rounding_never_separates_equal_scores() {
    let solution = ttt();
    let mut known = HashMap::new();
    let mut scored: Vec<(f64, Exact)> =
        solution.nodes().map(|node| (node.score, exact_score(node.position, &mut known))).collect();
    scored.sort_by(|one, other| one.0.total_cmp(&other.0));
    for two in scored.windows(2) {
        assert_eq!(two[0].0 == two[1].0, two[0].1 == two[1].1, "{two:?}");
    }
}

#[test]
fn large_denominators_fall_back_to_floats() {
    let solution = solved::<Fan>(&());
    let mut right = 0.0;
    for level in (0..PRIMES.len()).rev() {
        right = (1.0 + right) / f64::from(PRIMES[level]);
        let node = solution.node_of(&Fan { level: level as u8, end: None }).expect("reachable");
        assert!((node.score - right).abs() < 1e-15, "level {level}: {} is not {right}", node.score);
    }
    check_depths(&solution);
}

#[test]
fn tic_tac_toe_start_node() {
    let solution = ttt();
    let start = solution.node_of(&Ttt::EMPTY).expect("the start");
    assert_eq!(start.number, 0);
    assert_eq!(start.maker, Seat::SECOND);
    assert_eq!(start.value, SolvedValue::Draw);
    assert_eq!(start.next_states, [1, 2, 3]);
    assert_eq!((start.win_depth, start.lose_depth, start.outcome), (None, None, None));
}
