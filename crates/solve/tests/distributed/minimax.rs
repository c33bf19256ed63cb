//! Tables compared with plain minimax, position by position.

use std::collections::HashMap;

use ennead_connect::Connect;
use ennead_game::{Game, Match, Packed, Seat, Symmetric, Turn, ViewBytes, Viewer};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};
use ennead_search::{AnyBot, Budget};
use ennead_solve::distributed::solve;
use ennead_solve::{SolvedTable, SolvedValue};
use ennead_ttt::Ttt;

use super::{Scratch, board, plan};

/// Values of all positions reachable from one, by memoised minimax without symmetry.
struct Minimax<G: Symmetric> {
    values: HashMap<G::Key, (G, SolvedValue)>,
}

impl<G: Symmetric> Minimax<G> {
    fn of(start: &G) -> Self {
        let mut minimax = Minimax { values: HashMap::new() };
        minimax.value(start, Seat::SECOND);
        minimax
    }

    /// `last` is the seat that moved last.
    fn value(&mut self, position: &G, last: Seat) -> SolvedValue {
        if let Some((_, value)) = self.values.get(&position.key()) {
            return *value;
        }
        let value = match position.turn() {
            Turn::Over(outcome) => match outcome.score(last) {
                1 => SolvedValue::Loss(0),
                0 => SolvedValue::Draw,
                _ => SolvedValue::Win(0),
            },
            turn => {
                let Turn::Seat(mover) = turn else { panic!("there is no chance") };
                let after = |option| {
                    let mut next = position.clone();
                    next.choose(option);
                    next
                };
                let options = (0..position.options()).map(after).collect::<Vec<_>>();
                let values = options.iter().map(|next| self.value(next, mover).before());
                values.max().unwrap()
            }
        };
        self.values.insert(position.key(), (position.clone(), value));
        value
    }
}

fn compare<G: Symmetric + Packed>(setup: &G::Setup, workers: usize) {
    let scratch = Scratch::new();
    let summary = solve::<G>(setup, &plan(scratch.path(), workers)).unwrap();
    let table = SolvedTable::<G>::open(scratch.path()).unwrap();
    let start = G::new(setup);
    let oracle = Minimax::of(&start);
    assert_eq!(summary.positions(), oracle.values.len() as u64, "{setup:?}");
    for (position, value) in oracle.values.values() {
        if position.outcome().is_none() {
            assert_eq!(table.value(position).unwrap(), *value, "{position:?}");
        }
    }
    let plies = table.line(&start).unwrap().len();
    assert_eq!(summary.json()["plies"], plies);
    let value = table.value(&start).unwrap();
    assert!(value.moves().is_none_or(|moves| moves as usize == plies));
    assert_eq!(summary.json()["value"], value.name());
}

#[test]
fn small_boards_agree_with_minimax() {
    for (width, height, line, gravity) in [
        (2, 2, 3, true),
        (3, 3, 3, true),
        (4, 3, 3, true),
        (3, 4, 3, true),
        (4, 4, 3, true),
        (4, 4, 4, true),
        (5, 3, 3, true),
        (5, 3, 4, true),
        (3, 5, 4, true),
        (2, 6, 4, true),
        (3, 3, 3, false),
        (4, 3, 3, false),
        (3, 4, 4, false),
        (2, 5, 3, false),
    ] {
        compare::<Connect>(&board(width, height, line, gravity), 2);
    }
}

#[test]
fn other_games_agree_with_minimax() {
    compare::<Ttt>(&(), 1);
    for first in [Mark::X, Mark::O] {
        for rules in [Rules::Both, Rules::Classic, Rules::Count] {
            compare::<Nested>(&NestedSetup::new(1, first, rules).unwrap(), 2);
        }
    }
}

#[test]
fn the_suite_agrees_with_solves_of_several_games() {
    ennead_solve::suite::solve::<Ttt>(&());
    ennead_solve::suite::solve::<Nested>(&NestedSetup::new(1, Mark::O, Rules::Both).unwrap());
    ennead_solve::suite::solve::<Connect>(&board(3, 3, 3, true));
    ennead_solve::suite::solve::<Connect>(&board(3, 3, 3, false));
}

#[test]
fn published_counts_are_reproduced() {
    for (width, height, positions, canonical) in
        [(4, 4, 161_029, 80_541), (5, 4, 3_945_711, 1_974_174)]
    {
        let scratch = Scratch::new();
        let setup = board(width, height, 4, true);
        let summary = solve::<Connect>(&setup, &plan(scratch.path(), 2)).unwrap();
        let json = summary.json();
        assert_eq!(json["positions"], positions);
        assert_eq!(json["canonical"], canonical);
        assert_eq!(json["value"], "draw");
        assert_eq!(json["plies"], width * height);
        assert!(json["bits_per_position"].as_f64().unwrap() <= 8.0, "{json}");
    }
}

#[test]
fn tic_tac_toe_has_its_well_known_counts() {
    let scratch = Scratch::new();
    let json = solve::<Ttt>(&(), &plan(scratch.path(), 1)).unwrap().json().clone();
    assert_eq!((json["positions"].as_u64(), json["canonical"].as_u64()), (Some(5_478), Some(765)));
    let layers = json["layers"].as_array().unwrap();
    assert_eq!(layers.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 5_478);
    assert_eq!(layers[..4], [1, 9, 72, 252]);
}

/// The bot `table:DIRECTORY` against every reply.
struct EveryReply<'a> {
    table: &'a SolvedTable<Connect>,
    bot: Box<dyn AnyBot>,
    own: Seat,
    /// The worst outcome for the bot after each position.
    worst: HashMap<<Connect as Symmetric>::Key, i32>,
    /// Positions with the bot to move, by their value for it: lost, drawn, won.
    met: [usize; 3],
}

impl EveryReply<'_> {
    fn worst(&mut self, position: &Connect) -> i32 {
        let key = position.key();
        if let Some(worst) = self.worst.get(&key) {
            return *worst;
        }
        let after = |option| {
            let mut next = position.clone();
            next.choose(option);
            next
        };
        let worst = match position.turn() {
            Turn::Over(outcome) => outcome.score(self.own),
            Turn::Seat(seat) if seat == self.own => {
                let view = ViewBytes::of(position, Viewer::Seat(seat));
                let option = self.bot.advise(&view, Budget::nodes(1)).unwrap().option;
                let worst = self.worst(&after(option));
                let value = match self.table.value(position).unwrap() {
                    SolvedValue::Loss(_) => -1,
                    SolvedValue::Draw => 0,
                    SolvedValue::Win(_) => 1,
                };
                assert!(worst >= value, "{position:?}");
                self.met[(value + 1) as usize] += 1;
                worst
            }
            _ => (0..position.options()).map(|option| self.worst(&after(option))).min().unwrap(),
        };
        self.worst.insert(key, worst);
        worst
    }
}

#[test]
fn the_table_bot_never_loses_a_drawn_or_won_game() {
    let scratch = Scratch::new();
    let setup = board(4, 4, 4, true);
    solve::<Connect>(&setup, &plan(scratch.path(), 2)).unwrap();
    let table = SolvedTable::<Connect>::open(scratch.path()).unwrap();
    let spec = format!("table:{}", scratch.path().display());
    for own in Seat::BOTH {
        let bot = ennead_connect::GAME.bots().bot(&spec, 3).unwrap();
        let (worst, met) = (HashMap::new(), [0; 3]);
        let mut every = EveryReply { table: &table, bot, own, worst, met };
        assert_eq!(every.worst(&Connect::new(&setup)), 0);
        let [lost, drawn, won] = every.met;
        assert!(lost == 0 && drawn > 50 && won > 50, "{:?}", every.met);
    }
    let game = Match::<Connect>::new(setup);
    let solution = table.solution(game.position()).unwrap();
    assert_eq!(solution.options.len(), 4);
    assert_eq!(solution.plies, 16);
}
