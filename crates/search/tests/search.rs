//! The search: wins, defences, determinism and exact endgames.

mod common;

use common::{ask, nested_after, nested_position};
use ennead_game::{Game, Random, Seat, SplitMix64, Turn};
use ennead_nested::{Nested, NestedBot, NestedSetup, Rules};
use ennead_search::{Advice, Bot, Budget, Mcts, PositionValue};
use ennead_ttt::Ttt;

/// Plays a bot's whole move.
fn whole_move<B: Bot<Nested>>(bot: &mut B, position: &mut Nested, budget: Budget) -> Advice {
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    let first = ask(bot, position, budget);
    position.play(first.option).expect("legal");
    while !position.half_made().cells().is_empty() && position.turn() == Turn::Seat(seat) {
        let advice = ask(bot, position, budget);
        position.play(advice.option).expect("legal");
    }
    first
}

#[test]
fn search_wins_and_defends_in_tic_tac_toe() {
    for (board, option) in [("XX.OO....", 0), ("X..O.OX..", 2), ("X...O...X", 1)] {
        let position: Ttt = board.parse().expect("a board");
        let advice = ask(&mut Mcts::<Ttt>::new(1), &position, Budget::nodes(2000));
        if board == "X...O...X" {
            assert!(
                matches!(advice.value, Some(PositionValue::Exact { score: 0, .. })),
                "{advice:?}"
            );
        } else {
            assert_eq!(advice.option, option, "{board}");
        }
    }
}

/// X has grids 1 and 2 and two in a row in grid 3, to which O sends X.
const X_CAN_WIN: &str = "1.1 1.2 2.1 1.3 3.1";

#[test]
fn search_takes_every_immediate_win() {
    let mut random = SplitMix64::new(5);
    let mut won = 0;
    for rules in Rules::ALL {
        for seed in 0..400 {
            let position = nested_position(2, rules, 120, &mut random);
            if !position.half_made().cells().is_empty() {
                continue;
            }
            let Turn::Seat(seat) = position.turn() else { continue };
            if !wins_at_once(&position, seat) {
                continue;
            }
            for mut bot in [NestedBot::new(seed), NestedBot::with_playouts(seed)] {
                let mut next = position.clone();
                whole_move(&mut bot, &mut next, Budget::nodes(200));
                assert_eq!(
                    next.outcome().map(|outcome| outcome.score(seat)),
                    Some(1),
                    "{position:?}"
                );
            }
            won += 1;
        }
    }
    assert!(won > 20, "only {won} positions had a win");
}

fn wins_at_once(position: &Nested, seat: Seat) -> bool {
    children(position)
        .iter()
        .any(|next| next.outcome().is_some_and(|outcome| outcome.score(seat) == 1))
}

/// The positions after every whole move.
fn children(position: &Nested) -> Vec<Nested> {
    let mut list = Vec::new();
    for grid in 0..position.options() {
        let mut half = position.clone();
        half.play(grid).expect("legal");
        for cell in 0..half.options() {
            let mut next = half.clone();
            next.play(cell).expect("legal");
            list.push(next);
        }
    }
    list
}

/// The search avoids moves that allow an immediate win, if there are others.
#[test]
fn search_defends_where_it_can() {
    let mut random = SplitMix64::new(6);
    let mut defended = 0;
    for seed in 0..600 {
        let position = nested_position(2, Rules::Count, 110, &mut random);
        if !position.half_made().cells().is_empty() {
            continue;
        }
        let Turn::Seat(seat) = position.turn() else { continue };
        let safe = |next: &Nested| next.outcome().is_none() && !wins_at_once(next, seat.other());
        let all = children(&position);
        if wins_at_once(&position, seat) || all.iter().all(safe) || !all.iter().any(safe) {
            continue;
        }
        let mut next = position.clone();
        let advice = whole_move(&mut NestedBot::new(seed), &mut next, Budget::nodes(1500));
        let lost = matches!(advice.value, Some(PositionValue::Exact { score: -1, .. }));
        let over = next.outcome().is_some();
        assert!(lost || over || safe(&next), "{position:?} {advice:?}");
        defended += 1;
    }
    assert!(defended > 10, "only {defended} positions asked for a defence");
}

/// Plain minimax.
fn minimax(position: &Nested, seat: Seat) -> i32 {
    match position.turn() {
        Turn::Over(outcome) => outcome.score(seat),
        Turn::Seat(turn) => {
            let mut best = if turn == seat { -2 } else { 2 };
            for option in 0..position.options() {
                let mut next = position.clone();
                next.play(option).expect("legal");
                let score = minimax(&next, seat);
                best = if turn == seat { best.max(score) } else { best.min(score) };
                if best == (if turn == seat { 1 } else { -1 }) {
                    break;
                }
            }
            best
        }
        Turn::Chance => unreachable!("nested games have no chance"),
    }
}

/// A random position with few empty cells left, between moves.
fn late_position(rules: Rules, random: &mut SplitMix64) -> Nested {
    loop {
        let position = nested_position(2, rules, 150, random);
        let Some(flat) = position.as_flat() else { continue };
        let mut room = 0;
        for grid in 0..9 {
            if let Some(inside) = position.top().child(grid) {
                room += 9 - (inside.masks().x | inside.masks().o).count_ones();
            }
        }
        if flat.chosen().is_none() && room <= 9 {
            return position;
        }
    }
}

#[test]
fn proven_results_equal_minimax() {
    let mut random = SplitMix64::new(7);
    for rules in Rules::ALL {
        let mut trained = NestedBot::new(1);
        let mut played = NestedBot::with_playouts(1);
        let mut general = Mcts::<Nested>::new(1);
        let mut proven = 0;
        for _ in 0..40 {
            let mut position = late_position(rules, &mut random);
            if position.options() == 1 {
                position.play(0).expect("legal");
            }
            let Turn::Seat(seat) = position.turn() else { continue };
            let truth = minimax(&position, seat);
            let budget = Budget::nodes(20_000);
            let advice = [
                ask(&mut trained, &position, budget),
                ask(&mut played, &position, budget),
                ask(&mut general, &position, budget),
            ];
            for advice in advice {
                if let Some(PositionValue::Exact { score, .. }) = advice.value {
                    assert_eq!(score, truth, "{position:?} {advice:?}");
                    let mut next = position.clone();
                    next.play(advice.option).expect("legal");
                    assert_eq!(minimax(&next, seat), truth, "{position:?} {advice:?}");
                    proven += 1;
                }
            }
        }
        assert!(proven > 40, "only {proven} endgames were proven with {rules} rules");
    }
}

/// The bot's advice in games against a random opponent.
fn answers(bot: &mut impl Bot<Nested>, depth: u32, rules: Rules) -> Vec<Advice> {
    let mut random = SplitMix64::new(9);
    let mut position = nested_position(depth, rules, 1, &mut random);
    let mut answers = Vec::new();
    for _ in 0..40 {
        match position.turn() {
            Turn::Seat(Seat::FIRST) => {
                let advice = ask(bot, &position, Budget::nodes(100));
                position.play(advice.option).expect("legal");
                answers.push(advice);
            }
            Turn::Seat(_) => {
                let option = random.below(position.options().into()) as u32;
                position.play(option).expect("legal");
            }
            _ => break,
        }
    }
    answers
}

#[test]
fn answers_are_deterministic() {
    for rules in Rules::ALL {
        assert_eq!(
            answers(&mut NestedBot::new(3), 2, rules),
            answers(&mut NestedBot::new(3), 2, rules)
        );
    }
    let deep = |seed| answers(&mut Mcts::<Nested>::new(seed), 3, Rules::Both);
    assert_eq!(deep(4), deep(4));
    assert_ne!(deep(4), deep(5));
}

/// The tree of one move is reused for the next one in the same game.
#[test]
fn the_tree_is_reused() {
    let mut position = nested_after(2, Rules::Both, "5.5");
    let skip_forced = |position: &mut Nested| {
        while position.options() == 1 {
            position.play(0).expect("legal");
        }
    };
    skip_forced(&mut position);
    let (mut bot, mover) = (NestedBot::new(1), position.turn());
    let line = ask(&mut bot, &position, Budget::nodes(2000)).line;
    // The bot's move, and the reply that it expects.
    let mut next = position.clone();
    for option in &line {
        next.play(*option).expect("legal");
        if next.turn() == mover {
            break;
        }
    }
    assert!(next.turn() == mover && next != position, "a whole move and its reply: {line:?}");
    skip_forced(&mut next);
    let visits = |advice: Advice| advice.opinions.iter().map(|opinion| opinion.visits).sum::<u64>();
    let kept = visits(ask(&mut bot, &next, Budget::nodes(10)));
    let fresh = visits(ask(&mut NestedBot::new(1), &next, Budget::nodes(10)));
    assert!(kept > fresh, "{kept} visits with a reused tree, {fresh} without");
}

#[test]
fn search_handles_unrelated_positions() {
    let mut random = SplitMix64::new(8);
    let mut bot = NestedBot::new(1);
    let start = nested_after(2, Rules::Classic, X_CAN_WIN);
    for round in 0..40 {
        ask(&mut bot, &start, Budget::nodes(50));
        let rules = Rules::ALL[round % 4];
        let other = nested_position(
            if rules == Rules::Open { 2 } else { 1 + round as u32 % 3 },
            rules,
            60,
            &mut random,
        );
        ask(&mut bot, &other, Budget::nodes(50));
    }
}

/// A digest of the choices of a game that a bot plays against itself.
fn digest_of_a_game(mut bot: NestedBot, mut position: Nested, nodes: u64) -> u64 {
    let mut digest = 0u64;
    for _ in 0..300 {
        if position.outcome().is_some() {
            break;
        }
        let option = ask(&mut bot, &position, Budget::nodes(nodes)).option;
        digest = digest.wrapping_mul(1_000_003).wrapping_add(option.into());
        position.play(option).expect("legal");
    }
    digest
}

/// A faster board or tree must not change the games that a seed and a budget of nodes produce.
/// Change the digests only together with the search itself.
#[test]
fn self_play_reproduces_the_pinned_games() {
    let digests = Rules::ALL.map(|rules| {
        let bots = [NestedBot::new(1), NestedBot::with_playouts(1)];
        bots.map(|bot| digest_of_a_game(bot, nested_after(2, rules, "5.5 5.1"), 300))
    });
    let expected = [
        [17_845_823_976_444_185_787, 8_170_155_621_687_759_491],
        [4_736_848_270_562_708_223, 15_038_513_787_176_975_255],
        [6_230_872_773_728_414_739, 9_918_878_098_642_373_213],
        [14_457_934_999_192_629_108, 416_072_404_307_203_217],
    ];
    assert_eq!(digests, expected);
}

#[test]
fn deep_self_play_reproduces_the_pinned_games() {
    let digests = [(3, Rules::Both), (3, Rules::Count), (5, Rules::Both)].map(|(depth, rules)| {
        digest_of_a_game(NestedBot::new(1), nested_after(depth, rules, ""), 8)
    });
    let expected = [1_176_515_697_725_926_322, 380_452_964_962_890_326, 13_788_209_996_207_416_137];
    assert_eq!(digests, expected);
}

/// The second search builds on the result of the first.
#[test]
fn a_kept_tree_is_reused_for_the_next_move() {
    let mut bot = Mcts::<Nested>::new(3);
    let mut position = Nested::new(&NestedSetup::default());
    let first = ask(&mut bot, &position, Budget::nodes(4_000));
    assert!(first.line.len() >= 4, "{:?}", first.line);
    first.line.iter().take(4).for_each(|option| position.choose(*option));
    while position.options() == 1 {
        position.choose(0);
    }
    let second = ask(&mut bot, &position, Budget::nodes(10));
    let visits: u64 = second.opinions.iter().map(|opinion| opinion.visits).sum();
    assert!(visits > 50, "{visits} visits after ten playouts: the tree was kept");
}
