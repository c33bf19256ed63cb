//! The bot: legal on every board, correct where the truth is known, and deterministic.

mod common;

use std::collections::HashMap;

use common::{random_position, random_setup, setup};
use ennead_connect::{Connect, ConnectBot, ConnectSetup, Score, SearchResult};
use ennead_game::{Game, Match, Outcome, Random, Seat, SplitMix64, Turn, play_moves};
use ennead_search::Bot;

fn ask(position: &Connect, nodes: u64) -> SearchResult {
    ConnectBot::new(1).best(position, nodes, &mut || false)
}

fn after(setup: &ConnectSetup, moves: &str) -> Connect {
    let mut game = Match::<Connect>::new(*setup);
    play_moves(&mut game, moves).unwrap();
    game.position().clone()
}

fn next(position: &Connect, option: u32) -> Connect {
    let mut next = position.clone();
    next.play(option).expect("the bot plays legal options");
    next
}

/// The result with best play for the side to move, and the number of plies to it: wins as soon as
/// possible, losses as late as possible.
#[derive(Default)]
struct Truth(HashMap<Connect, (i8, u32)>);

impl Truth {
    fn of(&mut self, position: &Connect) -> (i8, u32) {
        match position.turn() {
            Turn::Over(Outcome::Draw) => return (0, 0),
            Turn::Over(_) => return (-1, 0),
            _ => {}
        }
        if let Some(known) = self.0.get(position) {
            return *known;
        }
        let rank = |(end, plies): (i8, u32)| match end {
            1 => 1_000 - plies as i32,
            0 => 0,
            _ => plies as i32 - 1_000,
        };
        let results = (0..position.options()).map(|option| {
            let (end, plies) = self.of(&next(position, option));
            (-end, plies + 1)
        });
        let best = results.max_by_key(|result| rank(*result)).expect("the game goes on");
        self.0.insert(position.clone(), best);
        best
    }
}

#[test]
fn legal_moves_with_tiny_budgets() {
    let mut random = SplitMix64::new(4);
    for round in 0..4_000 {
        let setup = random_setup(&mut random);
        let position = random_position(&setup, random.below(200), &mut random);
        let answer = ConnectBot::new(round).best(&position, random.below(20), &mut || false);
        if position.outcome().is_some() {
            assert_eq!((answer.option, answer.nodes), (0, 0));
            continue;
        }
        assert!(answer.option < position.options());
        assert_eq!(answer.line.first(), Some(&answer.option));
        let mut game = position.clone();
        for option in &answer.line {
            game.play(*option).expect("the line is legal");
        }
        if let Score::Exact { end, plies: Some(plies) } = answer.score {
            assert!(end != 0 && plies > 0);
        }
    }
}

#[test]
fn immediate_wins_and_blocks_of_every_shape() {
    let mut random = SplitMix64::new(5);
    let (mut wins, mut blocks) = (0, 0);
    while wins < 150 || blocks < 150 {
        let setup = random_setup(&mut random);
        let position = random_position(&setup, random.below(120), &mut random);
        let won = |position: &Connect, option: u32| {
            matches!(next(position, option).turn(), Turn::Over(Outcome::Win(_)))
        };
        let winning: Vec<u32> =
            (0..position.options()).filter(|option| won(&position, *option)).collect();
        if !winning.is_empty() {
            assert!(winning.contains(&ask(&position, 1).option), "{position:?}");
            wins += 1;
            continue;
        }
        // A move is a blunder if the opponent can win at once after it.
        let blunder = |option: u32| {
            let next = next(&position, option);
            (0..next.options()).any(|reply| won(&next, reply))
        };
        let safe = (0..position.options()).filter(|option| !blunder(*option)).count();
        if safe > 0 && safe < position.options() as usize {
            assert!(!blunder(ask(&position, 1).option), "{position:?}");
            blocks += 1;
        }
    }
}

/// Every score called exact agrees with a complete search by the rules alone.
#[test]
fn exact_scores_are_true() {
    let mut random = SplitMix64::new(6);
    for (setup, nodes) in [
        (setup(4, 4, 3, true), 3_000),
        (setup(4, 4, 4, true), 3_000),
        (setup(5, 4, 4, true), 30_000),
        (setup(3, 3, 3, false), 10_000),
        (setup(4, 3, 3, false), 30_000),
        (setup(3, 5, 4, false), 30_000),
    ] {
        let mut truth = Truth::default();
        let mut exact = 0;
        for _ in 0..300 {
            let position = random_position(&setup, random.below(setup.cells().into()), &mut random);
            if position.outcome().is_some() || setup.cells() - position.placed() > 10 {
                continue;
            }
            let (end, plies) = truth.of(&position);
            let answer = ask(&position, nodes);
            let Score::Exact { end: found, plies: within } = answer.score else { continue };
            assert_eq!(found, end, "{position:?}");
            if let Some(within) = within {
                assert_eq!(within, plies, "{position:?}");
            }
            let (reply, _) = truth.of(&next(&position, answer.option));
            assert_eq!(-reply, end, "{position:?}: the move keeps the result");
            exact += 1;
        }
        assert!(exact > 50, "{setup}: {exact} exact answers");
    }
}

/// A won endgame is won against any defence, and a drawn one is not lost.
#[test]
fn small_games_are_played_perfectly() {
    let mut random = SplitMix64::new(7);
    let mut truth = Truth::default();
    for setup in [setup(4, 4, 3, true), setup(3, 3, 3, false), setup(4, 3, 3, false)] {
        for round in 0..40 {
            let mut position = Connect::new(&setup);
            let bot = Seat(round % 2);
            let mut best = -1;
            while let Turn::Seat(seat) = position.turn() {
                if seat == bot {
                    best = best.max(truth.of(&position).0);
                    position = next(&position, ask(&position, 20_000).option);
                } else {
                    let option = random.below(position.options().into()) as u32;
                    position = next(&position, option);
                }
            }
            let end = position.outcome().unwrap().score(bot);
            assert!(end >= i32::from(best), "{position:?}: {best} was there, {end} is the end");
        }
    }
}

#[test]
fn answers_are_deterministic() {
    let mut random = SplitMix64::new(8);
    for _ in 0..60 {
        let setup = random_setup(&mut random);
        let position = random_position(&setup, random.below(40), &mut random);
        let mut bot = ConnectBot::new(9);
        let first = bot.best(&position, 700, &mut || false);
        let other = random_position(&random_setup(&mut random), 9, &mut random);
        bot.best(&other, 100, &mut || false);
        assert_eq!(
            bot.best(&position, 700, &mut || false),
            first,
            "what came between does not matter"
        );
    }
}

#[test]
fn the_bot_stops_on_request() {
    for setup in [ConnectSetup::default(), setup(15, 15, 5, false)] {
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks > 2
        };
        let answer = ConnectBot::new(1).best(&Connect::new(&setup), u64::MAX, &mut stop);
        assert!((1_000..3_000).contains(&answer.nodes), "{} nodes", answer.nodes);
    }
}

/// Connect Four positions whose values are known from solvers.
#[test]
fn known_endgames_of_connect_four() {
    let four = ConnectSetup::default();
    // Three X in the bottom row with both ends free: O cannot stop both.
    let lost = after(&four, "4 4 3 3 5");
    assert_eq!(ask(&lost, 1_000).score, Score::Exact { end: -1, plies: Some(2) });
    // One move earlier X makes that double threat.
    let won = after(&four, "4 4 3 3");
    let answer = ask(&won, 10_000);
    assert_eq!(answer.score, Score::Exact { end: 1, plies: Some(3) });
    assert!([1, 4].contains(&answer.option));
}

/// The bot stops an open three and makes a double threat.
#[test]
fn gomoku_tactics() {
    let board = setup(15, 15, 5, false);
    let three = after(&board, "h8 a1 h9 a15 h10");
    let text = |position: &Connect, option: u32| {
        use ennead_game::Notation;
        position.nth_move(option.into()).to_string()
    };
    let block = text(&three, ask(&three, 3_000).option);
    assert!(["h6", "h7", "h11", "h12"].contains(&block.as_str()), "{block}");
    // Two twos that cross: f8 and g8 along the row, h9 and h10 up the column meet at h8.
    let fork = after(&board, "f8 a1 g8 a15 h9 o1 h10 o15 e8 d8");
    let answer = ask(&fork, 3_000);
    assert!(matches!(answer.score, Score::Exact { end: 1, .. }), "{answer:?}");
}

/// The bot beats random play.
#[test]
fn the_bot_beats_random_play() {
    let mut random = SplitMix64::new(10);
    for (setup, nodes) in [
        (ConnectSetup::default(), 300),
        (setup(9, 9, 5, true), 300),
        (setup(7, 7, 4, false), 100),
        (setup(15, 15, 5, false), 60),
        (setup(15, 15, 5, true), 60),
    ] {
        for round in 0..6 {
            let bot = Seat(round % 2);
            let mut position = Connect::new(&setup);
            while let Turn::Seat(seat) = position.turn() {
                let option = if seat == bot {
                    ConnectBot::new(round.into()).best(&position, nodes, &mut || false).option
                } else {
                    random.below(position.options().into()) as u32
                };
                position = next(&position, option);
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(bot)), "{position:?}");
        }
    }
}

/// The places of lines are kept from move to move, and count.
#[test]
fn memory_that_is_kept_between_moves_is_counted() {
    let mut bot = ConnectBot::new(1);
    assert_eq!(Bot::<Connect>::memory(&bot), 0);
    bot.best(&Connect::new(&ConnectSetup::default()), 100, &mut || false);
    // 69 places for four in a row.
    assert!((69 * 4..4_096).contains(&Bot::<Connect>::memory(&bot)));
}
